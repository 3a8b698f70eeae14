// SPDX-License-Identifier: Apache-2.0
// Which kernel row implements which node.
#pragma once

#include "core/base/diagnostic.h"
#include "core/target/cost.h"

namespace tw::binding {

struct BoundNode {
    ir::NodeId node;
    bool alias = false;               // no kernel: output 0 is input 0 seen with another shape
    int row = -1;                     // into target.rows; -1 for aliases and refused nodes
    ops::Arguments arguments = {};
    std::string argsType = {};        // C struct of the arguments; empty: none
    bool variadic = false;
    std::vector<bool> passed = {};    // per input: handed to the kernel
    target::NodePlaces places = {};
    target::NodeCost cost = {};
    std::map<std::string, std::string> refusals = {};   // engine -> sentence

    bool refused() const { return !alias && row < 0; }
};

struct Binding {
    std::vector<BoundNode> nodes;     // as graph.nodes
    Diagnostics diagnostics;          // one error per refused node
    bool complete() const { return diagnostics.empty(); }
};

struct BindOptions {
    target::Homes homes;
    std::map<ir::NodeId, std::string> engineOf = {};   // the colouring; a node that is not in it may run anywhere
};

/// The first accepting row of every node, on its engine when it has a colour. A node without one is kept with its
/// refusals and reported. O(nodes * rows of the same operator).
Binding bind(const ir::Graph& graph, const target::Target& target, const BindOptions& options);

}  // namespace tw::binding
