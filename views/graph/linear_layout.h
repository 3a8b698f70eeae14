// SPDX-License-Identifier: GPL-3.0-or-later
// A layered drawing in linear time, so that there is a picture at once; Graphviz may replace it later.
// Longest-path ranks, virtual boxes for edges that pass ranks, barycentre sweeps with the best order kept,
// places by isotonic regression. Boxes never overlap; the same problem gives the same drawing.
#pragma once

#include "core/base/layout_protocol.h"

namespace tw::views::graph {

struct LinearOptions {
    double columnGap = 24;
    double rankGap = 44;
    double laneGap = 14;       // between the edges that pass a rank
    int sweeps = 8;
};

/// Cycles are allowed: backward edges are drawn upwards. Edges over more than 64 ranks run in one straight line.
layout::Drawing layoutLinear(const layout::Problem& problem, const LinearOptions& options = {});

}  // namespace tw::views::graph
