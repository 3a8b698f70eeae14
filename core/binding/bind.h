// SPDX-License-Identifier: Apache-2.0
// Which kernel row implements which node.
#pragma once

#include "core/base/diagnostic.h"
#include "core/target/match.h"

namespace tw::binding {

struct BoundNode {
    ir::NodeId node;
    bool alias = false;               // no kernel: output 0 is input 0 seen with another shape
    int row = -1;                     // into target.rows; -1 for aliases and refused nodes
    ops::Arguments arguments = {};
    std::string argsType = {};        // C struct of the arguments; empty: none
    bool variadic = false;
    std::int64_t scratchBytes = 0;
    std::optional<double> cycles = {};
    std::vector<bool> passed = {};    // per input: handed to the kernel
    std::map<std::string, std::string> refusals = {};   // engine -> sentence

    bool refused() const { return !alias && row < 0; }
};

struct Binding {
    std::vector<BoundNode> nodes;     // as graph.nodes
    Diagnostics diagnostics;          // one error per refused node
    bool complete() const { return diagnostics.empty(); }
};

/// The first accepting row of every node. A node without one is kept with its refusals and reported.
/// O(nodes * rows of the same operator).
Binding bind(const ir::Graph& graph, const target::Target& target);

}  // namespace tw::binding
