// SPDX-License-Identifier: Apache-2.0
// The choice between speed and memory: all colourings that no other beats in both.
#pragma once

#include "core/engine/totals.h"

namespace tw::engine {

/// One colouring with its two costs.
struct ParetoPoint {
    double cycles = 0;             // modelled, of the nodes that have figures, with layout turns
    std::int64_t peakBytes = 0;    // greatest Choice::stagedBytes
    Colors engineOf = {};
    bool proven = true;            // no colouring of this peak has fewer cycles
};

/// All colourings that no other beats in cycles or peak without losing in the other (one for each pair of costs), least
/// cycles first: the least cycles for every peak that a choice can make. Choices without cycles are left out where the
/// node has some with. At most one solve() per distinct peak; `seconds` is for all of them.
Result<std::vector<ParetoPoint>> paretoFront(const ir::Graph& graph, const target::Target& target,
                                             const GraphChoices& choices, double seconds, Progress& progress);

}  // namespace tw::engine
