// SPDX-License-Identifier: Apache-2.0
#include "core/passes/split_to_slices.h"

#include "core/ops/registry.h"
#include "core/passes/graph_edit.h"

#include <algorithm>

namespace tw::passes {
namespace {

bool hasStaticPieces(const ir::Graph& graph, const ir::Node& node)
{
    return std::all_of(node.outputs.begin(), node.outputs.end(), [&](ir::TensorId output) {
        return output.valid() && graph.tensor(output).shape.isStatic();
    });
}

/// Inputs of the Slice from begin to end on one axis.
std::vector<ir::TensorId> sliceInputs(ir::Graph& graph, const ir::Node& node, std::int64_t begin, std::int64_t end,
                                      int axis)
{
    std::vector<ir::TensorId> inputs{node.inputs[0]};
    const auto parameter = [&](const std::string& name, std::int64_t value) {
        inputs.push_back(
            addFreshConstant(graph, node.name + name, ir::fromIntegers(ir::DataType::I64, {1}, std::vector{value})));
    };
    parameter("_starts", begin);
    parameter("_ends", end);
    parameter("_axes", axis);
    return inputs;
}

bool writeSlices(ir::Graph& graph, const ir::GraphIndex&, std::size_t i)
{
    const ir::Node split = graph.nodes[i];
    if (split.op != "Split" || !split.domain.empty() || split.inputs.empty() || !hasStaticPieces(graph, split))
        return false;
    const auto* def = ops::findOp(graph, split);
    if (!def || !ops::checkNode(*def, ops::viewOf(graph, split)))
        return false;   // pieces that do not make up the whole
    const auto axis = ir::intAttribute(split, "axis", 0);
    const auto normal = axis ? ir::normalAxis(*axis, graph.tensor(split.outputs[0]).shape.rank()) : std::nullopt;
    if (!normal)
        return false;
    std::int64_t begin = 0;
    for (std::size_t piece = 0; piece < split.outputs.size(); ++piece) {
        const auto end = begin + graph.tensor(split.outputs[piece]).shape[*normal].value;
        ir::Node slice = split;
        slice.op = "Slice";
        slice.attributes.clear();
        slice.inputs = sliceInputs(graph, split, begin, end, *normal);
        slice.outputs = {split.outputs[piece]};
        if (piece == 0)
            graph.nodes[i] = std::move(slice);
        else
            insertNode(graph, i + piece, std::move(slice));
        begin = end;
    }
    return true;
}

}  // namespace

ir::Graph splitToSlices(ir::Graph graph, PassReport& report)
{
    rewriteEach(graph, report, writeSlices);
    return graph;
}

}  // namespace tw::passes
