// SPDX-License-Identifier: Apache-2.0
// What several calculators do alike.
#pragma once

#include "core/latency/calculator.h"
#include "core/latency/ignore.h"

#include <set>

namespace tw::latency {

/// BadOption for a key that is not in `known`, with near names.
Result<void> checkOptions(const CalculatorOptions& options, const std::vector<std::string>& known);
/// The option, or `fallback`.
std::string optionOf(const CalculatorOptions& options, const std::string& name, const std::string& fallback);
/// "1", "true", "yes" and "0", "false", "no"; BadOption for anything else.
Result<bool> switchOf(const CalculatorOptions& options, const std::string& name, bool fallback);
/// A number in [low, high]; BadOption for anything else.
Result<double> numberOf(const CalculatorOptions& options, const std::string& name, double fallback, double low, double high);

/// Whether a node fits one of a list of node names, name patterns and op types separated by commas.
std::function<bool(const ir::Node&)> nodeChoice(const std::string& list);

/// The number by which times are divided: the option, else the first dimension of the first input. At least 1.
Result<std::int64_t> baseSamplesOf(const ir::Graph& graph, const CalculatorOptions& options);

/// Nodes, total and the list of what is not counted, gathered one by one.
class Ledger {
public:
    /// BadIgnoreRule for a rule that does not parse.
    static Result<Ledger> open(const ir::Graph& graph, const CalculatorOptions& options);

    /// The entry of the node, already marked when a rule ignores it.
    NodeLatency& entry(std::size_t node) { return calculation_.nodes[node]; }
    bool ignored(std::size_t node) const { return ignored_[node]; }
    /// Not counted because there is no rule.
    void passOver(std::size_t node, const std::string& why);

    /// Adds up. With whole numbers in every counted entry the total is whole too.
    Calculation close(double perUnit) &&;

private:
    explicit Ledger(IgnoreMatcher matcher) : matcher_(std::move(matcher)) {}
    IgnoreMatcher matcher_;
    Calculation calculation_;
    std::vector<bool> ignored_;
    std::vector<bool> passedOver_;
};

/// The sum in this order, compensated (Neumaier): it does not depend on how a compiler arranges it.
double compensatedSum(const std::vector<double>& values);

}  // namespace tw::latency
