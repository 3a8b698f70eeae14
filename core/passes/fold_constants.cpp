// SPDX-License-Identifier: Apache-2.0
#include "core/passes/fold_constants.h"

#include "core/base/text.h"
#include "core/ops/registry.h"
#include "core/passes/graph_edit.h"

#include <algorithm>

namespace tw::passes {
namespace {

using Values = std::vector<ir::TensorData>;

constexpr std::int64_t kHarmlessBytes = 1 << 20;
constexpr std::int64_t kHarmlessGrowth = 4;   // 8-bit weights that are turned into float ones are worth it

bool isRandom(const ir::Node& node)
{
    return node.op.starts_with("Random") || node.op == "Multinomial" || node.op == "Bernoulli" || node.op == "Dropout";
}

bool readsOnlyConstants(const ops::OpNode& view)
{
    return std::all_of(view.inputs.begin(), view.inputs.end(),
                       [](const ops::Operand& operand) { return !operand.present || operand.constant; });
}

bool isTooLarge(const ops::OpNode& view)
{
    std::int64_t before = 0;
    std::int64_t after = 0;
    for (const auto& input : view.inputs)
        before += input.constant ? static_cast<std::int64_t>(input.constant->bytes.size()) : 0;
    for (const auto& output : view.outputs)
        after += ir::byteCount(output.type, output.shape.elements().value_or(0));
    return after > std::max(kHarmlessBytes, kHarmlessGrowth * before);
}

/// All results of the node, when they are known before the run.
std::optional<Values> valuesOf(const ir::Graph& graph, const ir::Node& node)
{
    const auto* def = ops::findOp(graph, node);
    if (!def || isRandom(node))
        return std::nullopt;
    ops::OpNode view = ops::viewOf(graph, node);
    const auto inferred = ops::inferNode(*def, view);
    if (!inferred || inferred->size() < view.outputs.size())
        return std::nullopt;
    Values fromShapes;
    for (std::size_t i = 0; i < view.outputs.size(); ++i) {
        view.outputs[i].type = (*inferred)[i].type;
        view.outputs[i].shape = (*inferred)[i].shape;
        if ((*inferred)[i].constant)
            fromShapes.push_back(*(*inferred)[i].constant);
    }
    if (fromShapes.size() == view.outputs.size())
        return fromShapes;
    const bool known = std::all_of(view.outputs.begin(), view.outputs.end(), [](const ops::Operand& output) {
        return ir::bitWidth(output.type) > 0 && output.shape.elements().has_value();
    });
    if (!readsOnlyConstants(view) || !known || isTooLarge(view))
        return std::nullopt;
    auto values = ops::evaluateNode(*def, view);
    if (!values || values->size() < view.outputs.size())
        return std::nullopt;   // the run will say what is wrong with it
    return std::move(values).value();
}

bool fold(ir::Graph& graph, const ir::GraphIndex& index, std::size_t position)
{
    const ir::Node node = graph.nodes[position];
    const bool makesGraphOutput = std::any_of(node.outputs.begin(), node.outputs.end(), [&](ir::TensorId output) {
        return output.valid() && index.isGraphOutput(output);
    });
    if (makesGraphOutput && node.op == "Identity")
        return false;
    const auto values = valuesOf(graph, node);
    if (!values)
        return false;
    graph.nodes.erase(graph.nodes.begin() + static_cast<std::ptrdiff_t>(position));
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        const auto output = node.outputs[i];
        if (!output.valid())
            continue;
        if (index.isGraphOutput(output)) {
            const auto constant = addFreshConstant(graph, graph.tensor(output).name + "_value", (*values)[i]);
            insertNode(graph, position, {.id = {}, .name = node.name, .op = "Identity", .inputs = {constant},
                                         .outputs = {output}, .metadata = {{"origin", originOf(node)}}});
            continue;
        }
        ir::Tensor& tensor = graph.tensor(output);
        tensor.type = (*values)[i].type;
        tensor.shape = (*values)[i].shape;
        tensor.constant = (*values)[i];
    }
    return true;
}

}  // namespace

ir::Graph foldConstants(ir::Graph graph, PassReport& report)
{
    rewriteEach(graph, report, fold);
    return graph;
}

}  // namespace tw::passes
