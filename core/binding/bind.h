// SPDX-License-Identifier: Apache-2.0
// Which kernel row implements which node.
#pragma once

#include "core/base/diagnostic.h"
#include "core/tiling/place_node.h"

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
    std::shared_ptr<const tiling::TilePlan> tiles = {};   // null: operands are used at home or copied whole
    std::map<std::string, std::string> refusals = {};   // engine -> sentence

    bool refused() const { return !alias && row < 0; }
};

struct Binding {
    std::vector<BoundNode> nodes;     // as graph.nodes
    std::map<ir::TensorId, ir::DataType> types = {};   // of the tensors whose type the graph leaves open
    std::int64_t visited = 0;         // rows tried by the search
    Diagnostics diagnostics;          // one error per refused node
    bool complete() const { return diagnostics.empty(); }
};

struct BindOptions {
    target::Homes homes;
    std::map<ir::NodeId, std::string> engineOf = {};   // the colouring; a node that is not in it may run anywhere
    std::map<ir::NodeId, int> rowOf = {};              // rows that are decided already, as of a saved binding
    tiling::TileWishes tiles = {};
};

/// For every node a row that accepts it, on its engine when it has a colour, such that the makers and the readers of
/// every tensor agree on its type. Of all such choices the first in the order of the rows, the first node weighing
/// most. A node without one is kept with its refusals and reported; where nodes exclude each other, the last of them is
/// refused and the others are bound without it. O(nodes * rows of the same operator) when all types are known.
Binding bind(const ir::Graph& graph, const target::Target& target, const BindOptions& options);

/// The graph with the types that the binding settled.
ir::Graph withTypes(ir::Graph graph, const Binding& binding);

}  // namespace tw::binding
