// SPDX-License-Identifier: Apache-2.0
// What it costs when neighbours want their images in different layouts, before any layout is decided.
//
// A kernel row that wants channels last gets them so, and a transpose stands wherever its neighbour has them first.
// Element-by-element operators have no wish of their own: they carry either layout on, so that a transpose may stand
// on whichever side is cheaper. The network's inputs and outputs have the channels first. Any other operator (a
// reshape into a matrix, a product) ends the image: that turn is not counted, as its weights can usually be reordered.
#pragma once

#include "core/engine/choices.h"

namespace tw::engine {

struct LayoutEdge {
    int producer = -1;                       // positions in graph.nodes; -1: the network's input or output,
    int consumer = -1;                       // where the channels stand first
    std::optional<double> cycles = {};       // of one transpose on the engine that does it fastest; no value: no figure
};

struct LayoutModel {
    std::vector<bool> carries;               // per node: has the layout of its neighbours, not one of its row
    std::vector<LayoutEdge> edges;           // only where a turn can become necessary and moves data
};

/// Without edges when all choices agree about the layout. A tensor that several nodes read has one edge for each.
/// O(nodes + edges * rows of Transpose).
LayoutModel layoutModelOf(const ir::Graph& graph, const target::Target& target, const GraphChoices& choices);

}  // namespace tw::engine
