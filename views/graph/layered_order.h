// SPDX-License-Identifier: GPL-3.0-or-later
// Ranks of a group and the order of the boxes in each rank: the combinatorial half of the linear layout.
#pragma once

#include "core/base/layout_protocol.h"

#include <vector>

namespace tw::views::graph {

struct Cell {                      // a box, or a place where an edge passes a rank
    int box = -1;                  // -1: virtual
    int rank = 0;
    std::vector<int> above;        // cells in the rank before that it is joined to
    std::vector<int> below;
};

struct LayeredOrder {
    std::vector<Cell> cells;       // the first ones are the boxes, in their order
    std::vector<std::vector<int>> ranks;      // cells of each rank from left to right
    std::vector<std::vector<int>> chains;     // per edge: its cells from top to bottom, both ends included
    std::vector<bool> upward;      // per edge: drawn against its direction
};

LayeredOrder orderInLayers(const layout::Problem& problem, int sweeps);

}  // namespace tw::views::graph
