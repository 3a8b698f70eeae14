// SPDX-License-Identifier: Apache-2.0
// What a colouring costs, summed from the choices it takes.
#pragma once

#include "core/engine/choices.h"

namespace tw::engine {

using Colors = std::map<ir::NodeId, std::string>;   // node -> engine

/// Sums over the coloured nodes.
struct Totals {
    std::optional<double> cycles = {};       // with layout turns; no value: some figure is missing
    double knownCycles = 0;                  // the same of what has a figure
    int missingFigures = 0;                  // coloured nodes without one, and 1 when a needed turn has none
    double turnCycles = 0;                   // part of knownCycles
    std::optional<double> picojoules = {};   // of the MACs; no value: an engine with MACs has no figure
    std::int64_t peakBytes = 0;              // greatest Choice::stagedBytes
    std::int64_t movedBytes = 0;             // copied into and out of the engines' memories
};

/// `colors` may leave nodes out; an engine that is no choice of its node does not count. O(nodes * engines), and a
/// solve() for layouts that nodes carry, where choices differ in layout.
Totals totalsOf(const ir::Graph& graph, const target::Target& target, const GraphChoices& choices, const Colors& colors);

/// Energy of the node's MACs on the engine; no value without a figure, 0 without MACs.
std::optional<double> picojoulesOf(const target::Target& target, const NodeChoices& node, const std::string& engine);

}  // namespace tw::engine
