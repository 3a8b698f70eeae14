// SPDX-License-Identifier: Apache-2.0
// A calculator gives every node of a network a latency. Search spaces are computed from it, candidate by candidate, in
// space_calculator.h; the command line and the workbench know calculators only through this interface.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/progress.h"
#include "core/ir/graph.h"
#include "core/latency/container.h"
#include "core/latency/fault.h"
#include "core/target/target.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace tw::latency {

/// Which nodes contribute nothing. All rules are or-ed. See ignore.h for how they are applied.
struct IgnoreSpec {
    std::vector<std::string> opTypes = {};         // "Relu", "com.microsoft::FusedConv"
    std::vector<std::string> nameGlobs = {};       // * and ?
    std::vector<std::string> nameRegexes = {};     // ECMAScript, whole name
    std::vector<std::string> scopes = {};          // "/layer1/layer1.0": everything beneath
    bool blocks = false;                           // search blocks: what is left is the constant part
    std::function<bool(const ir::Node&)> predicate = {};
};

struct CalculatorOptions {
    int warmup = 10;                               // iterations before measuring
    int runs = 10;                                 // measured iterations
    IgnoreSpec ignore = {};
    std::shared_ptr<const target::Target> target = {};
    std::optional<std::int64_t> baseSamples = {};  // times are divided by it; none: first dimension of the first input
    std::uint64_t seed = 1;
    /// Options of one calculator: "cache" = "cold", "statistic" = "min", "command" = ..., "url" = ..., "table" = FILE.
    /// An unknown key fails with BadOption.
    std::map<std::string, std::string> extra = {};
};

/// What to calculate. Shapes are inferred; a node whose shapes are not static fails with ShapeUnknown naming the tensor.
struct CalculationInput {
    const ir::Graph& graph;
    /// Values of the graph inputs, in order, for calculators that run it; empty: random ones from the seed.
    std::vector<ir::TensorData> inputs = {};
};

/// Operators that the calculator has no rule for, with how many nodes each: shown beside every total.
struct Uncounted {
    std::string op;
    int nodes = 0;
};

struct Calculation {
    std::vector<NodeLatency> nodes = {};           // as graph.nodes; empty when only the total is known
    double total = 0;                              // of the whole graph, in the calculator's unit
    std::optional<std::int64_t> wholeTotal = {};   // exact; total = wholeTotal / wholePerUnit
    double wholePerUnit = 1;
    std::vector<Uncounted> uncounted = {};
    std::map<std::string, std::string> how = {};   // goes into ContainerParts::meta
    Diagnostics diagnostics = {};                  // ignore rules that match nothing, unstable values, ...
};

class Calculator {
public:
    Calculator() = default;
    Calculator(const Calculator&) = delete;
    Calculator& operator=(const Calculator&) = delete;
    virtual ~Calculator() = default;

    virtual std::string name() const = 0;          // "mmac.thop"
    virtual std::string unit() const = 0;          // "mmac", "ms", "cycles", "bytes", "macc", "instructions"
    virtual std::string measures() const = 0;      // one sentence for people
    /// Whether the total is exactly the sum of its nodes. Of others (times), the space calculator also calculates whole
    /// architectures and stores how far the sum of the parts is off.
    virtual bool isAdditive() const = 0;
    virtual bool needsTarget() const { return false; }
    /// Why it cannot be used here ("not built: no CUDA toolkit"); empty: it can. Cheap enough for a list.
    virtual std::string unavailable() const { return {}; }
    /// May be slow: reports progress, stops soon after cancel() with Code::Cancelled.
    virtual Result<Calculation> calculate(const CalculationInput& input, const CalculatorOptions& options,
                                          Progress& progress) const = 0;
};

using CalculatorPointer = std::shared_ptr<const Calculator>;

/// Calculators by name. Tests add their own.
class CalculatorSet {
public:
    void add(CalculatorPointer calculator);        // replaces one of the same name
    /// UnknownCalculator with all names, and the nearest in the hint.
    Result<CalculatorPointer> find(const std::string& name) const;
    std::vector<std::string> names() const;        // sorted
    const std::map<std::string, CalculatorPointer>& all() const { return calculators_; }

private:
    std::map<std::string, CalculatorPointer> calculators_;
};

/// All that the program comes with.
CalculatorSet builtInCalculators();

/// The names of builtInCalculators(), sorted; and the same as one string, separated by ", ".
std::vector<std::string> availableCalculators();
std::string availableCalculatorsString();

}  // namespace tw::latency
