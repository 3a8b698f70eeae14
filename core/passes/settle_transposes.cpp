// SPDX-License-Identifier: Apache-2.0
#include "core/passes/settle_transposes.h"

#include "core/passes/absorb_transposes.h"
#include "core/passes/cancel_transpose_pairs.h"
#include "core/passes/reduce_untransposed.h"
#include "core/passes/remove_dead_nodes.h"
#include "core/passes/remove_identities.h"
#include "core/passes/simplify_reshapes.h"
#include "core/passes/sink_transposes.h"

namespace tw::passes {

ir::Graph settleTransposes(ir::Graph graph, const WantsChannelsLast& wants, PassReport& report)
{
    for (int before = -1; before != report.changes;) {   // ends: transposes only ever vanish or move on
        before = report.changes;
        graph = removeDeadNodes(cancelTransposePairs(std::move(graph), report), report);
        graph = sinkTransposes(std::move(graph), wants, report);
        graph = removeDeadNodes(simplifyReshapes(std::move(graph), report), report);
        graph = absorbTransposes(std::move(graph), report);
        graph = removeDeadNodes(reduceUntransposed(std::move(graph), report), report);
        graph = removeIdentities(std::move(graph), report);
    }
    return graph;
}

}  // namespace tw::passes
