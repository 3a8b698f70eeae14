// SPDX-License-Identifier: GPL-3.0-or-later
// Finding nodes by what is written in the search box. Words are joined by "and"; a word is a part of the name, operator,
// a tensor's name or an attribute, or one of
//     op:conv  name:block2  tensor:bias  attr:axis  engine:npu  is:pinned  cycles>10k  #12  1x32x*
// A shape matches when any operand or result has it: * is any one dimension, a last * any number of them.
#pragma once

#include "views/graph/view_graph.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tw::views::graph {

class SearchIndex {
public:
    /// Reads names, attributes and shapes of all nodes once; costs as much as building the view graph.
    explicit SearchIndex(const ViewGraph& view);

    /// What a deployment says of a node of ViewGraph.
    struct Deployed {
        std::string engine = {};                 // lower case; empty when there is none
        bool pinned = false;
        std::optional<double> cycles = {};
    };
    using DeployedOf = std::function<Deployed(int node)>;

    /// Indices into ViewGraph::nodes, ascending. An empty query finds nothing.
    std::vector<int> find(std::string_view query, const DeployedOf& deployedOf) const;

private:
    struct Entry {
        std::string name, op, tensors, attributes;       // lower case
        std::vector<std::string> shapes;                 // "1x32x?"
        int index = -1;                                  // execution order; -1 for inputs and outputs
    };
    bool matches(const Entry& entry, int node, std::string_view word, const DeployedOf& deployedOf) const;

    std::vector<Entry> entries_;
};

/// "1x32x*" against "1x32x8x8".
bool shapeMatches(std::string_view pattern, std::string_view shape);
bool isShapePattern(std::string_view word);
/// "10k" -> 10000; no value when it is no number.
std::optional<double> amountOf(std::string_view text);

}  // namespace tw::views::graph
