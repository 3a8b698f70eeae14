// SPDX-License-Identifier: Apache-2.0
#include "core/passes/remove_unity_requants.h"

#include "core/ops/requant.h"
#include "core/passes/graph_edit.h"

#include <algorithm>

namespace tw::passes {
namespace {

bool allEqual(const ir::TensorData& data, std::int64_t wanted)
{
    const auto values = ops::wholeNumbers(data);
    return std::all_of(values.begin(), values.end(), [wanted](auto value) { return value == wanted; });
}

bool changesNothing(const ops::OpNode& view)
{
    const auto type = view.type(0);
    if (!ir::isInteger(type) || type != view.outputs.at(0).type || !view.constant(1) || !view.constant(2))
        return false;
    const auto requant = ops::requantOf(view);
    return requant && ir::lowest(type) >= requant->lowest && ir::highest(type) <= requant->highest &&
           allEqual(*view.constant(1), std::int64_t{1} << requant->shift) && allEqual(*view.constant(2), 0);
}

}  // namespace

ir::Graph removeUnityRequants(ir::Graph graph, PassReport& report)
{
    rewriteEach(graph, report, [](ir::Graph& edited, const ir::GraphIndex& index, std::size_t i) {
        const auto& node = edited.nodes[i];
        return node.op == "RequantShift" && node.inputs.size() == 3 && changesNothing(ops::viewOf(edited, node)) &&
               bypassNode(edited, index, i, node.inputs[0]);
    });
    return graph;
}

}  // namespace tw::passes
