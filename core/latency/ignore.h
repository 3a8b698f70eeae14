// SPDX-License-Identifier: Apache-2.0
// Applies an IgnoreSpec. One matcher serves one calculation and remembers which rules matched nothing.
#pragma once

#include "core/latency/calculator.h"

#include <regex>
#include <set>

namespace tw::latency {

class IgnoreMatcher {
public:
    /// BadIgnoreRule for a regular expression that does not parse.
    static Result<IgnoreMatcher> create(const IgnoreSpec& spec);

    /// "ignored by op type Relu", or nothing when the node counts.
    std::optional<std::string> reason(const ir::Node& node);

    /// A warning for each rule that matched no node: it is probably misspelt.
    Diagnostics unused() const;

private:
    struct Rule {
        std::string text;                               // "op type Relu"
        std::function<bool(const ir::Node&)> matches;
        bool used = false;
    };
    explicit IgnoreMatcher(std::vector<Rule> rules) : rules_(std::move(rules)) {}
    std::vector<Rule> rules_;
};

/// The node is a search block (see search_block.h).
bool isSearchBlock(const ir::Node& node);

}  // namespace tw::latency
