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
constexpr std::int64_t kLargestMade = 1 << 28;   // no kernel could make it later
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

/// Makes a tensor of its own from next to nothing: weights that a model describes instead of storing them.
bool isMaker(const ir::Node& node)
{
    return node.op == "ConstantOfShape" || node.op == "Range";
}

bool isTooLarge(const ops::OpNode& view)
{
    std::int64_t before = 0;
    std::int64_t after = 0;
    for (const auto& input : view.inputs)
        before += input.constant ? static_cast<std::int64_t>(input.constant->bytes.size()) : 0;
    for (const auto& output : view.outputs)
        after += ir::byteCount(output.type, output.shape.elements().value_or(0));
    return after > std::max(isMaker(view.node) ? kLargestMade : kHarmlessBytes, kHarmlessGrowth * before);
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

/// Puts the values into the node's results; a graph output gets an Identity of its value, which is returned.
std::vector<ir::Node> replaceByValues(ir::Graph& graph, const ir::GraphIndex& index, const ir::Node& node, const Values& values)
{
    std::vector<ir::Node> copies;
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        const auto output = node.outputs[i];
        if (!output.valid())
            continue;
        if (index.isGraphOutput(output)) {
            const auto constant = addFreshConstant(graph, graph.tensor(output).name + "_value", values[i]);
            copies.push_back({.id = graph.newNodeId(), .name = i == 0 ? node.name : freshNodeName(graph, node.name), .op = "Identity",
                              .inputs = {constant}, .outputs = {output}, .metadata = {{"origin", originOf(node)}}});
            continue;
        }
        ir::Tensor& tensor = graph.tensor(output);
        tensor.type = values[i].type;
        tensor.shape = values[i].shape;
        tensor.constant = values[i];
    }
    return copies;
}

bool copiesToGraphOutput(const ir::GraphIndex& index, const ir::Node& node)
{
    return node.op == "Identity" && index.isGraphOutput(node.outputs.at(0));
}

}  // namespace

ir::Graph foldConstants(ir::Graph graph, PassReport& report)
{
    const ir::GraphIndex index(graph);   // only asked for graph outputs, which folding does not change
    std::vector<ir::Node> kept;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const ir::Node& node = graph.nodes[i];
        const auto values = copiesToGraphOutput(index, node) ? std::nullopt : valuesOf(graph, node);
        if (!values) {
            kept.push_back(node);
            continue;
        }
        ++report.changes;
        for (auto& copy : replaceByValues(graph, index, node, *values))
            kept.push_back(std::move(copy));
    }
    graph.nodes = std::move(kept);
    return graph;
}

}  // namespace tw::passes
