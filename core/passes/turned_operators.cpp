// SPDX-License-Identifier: Apache-2.0
#include "core/passes/turned_operators.h"

#include "core/ops/layout.h"
#include "core/ops/registry.h"
#include "core/passes/graph_edit.h"

#include <algorithm>
#include <array>

namespace tw::passes {
namespace {

/// Element by element; several operands broadcast against each other.
constexpr auto kElementwise = std::to_array<std::string_view>({
    "Abs", "Add", "BitwiseAnd", "BitwiseNot", "BitwiseOr", "BitwiseXor", "Cast", "Ceil", "Clip", "Cos", "Div", "Elu", "Equal",
    "Erf", "Exp", "Floor", "Gelu", "Greater", "GreaterOrEqual", "HardSigmoid", "HardSwish", "Identity", "IntegerDiv",
    "LeakyRelu", "Less", "LessOrEqual", "Log", "Max", "Min", "Mish", "Mul", "Neg", "Not", "Pow", "PRelu", "Reciprocal", "Relu",
    "Round", "Selu", "Sigmoid", "Sign", "Sin", "Softplus", "Softsign", "Sqrt", "Sub", "Sum", "Swish", "Tanh", "ThresholdedRelu",
    "TrueIntegerDiv", "Where", "iGELU", "iHardswish"});

bool isElementwise(const ir::Node& node)
{
    return std::find(kElementwise.begin(), kElementwise.end(), node.op) != kElementwise.end();
}

Turned withOperands(const ir::Node& node, std::size_t count)
{
    Turned result{.operands = {}, .attributes = node.attributes};
    for (std::size_t i = 0; i < count && i < node.inputs.size(); ++i)
        if (node.inputs[i].valid())
            result.operands.push_back(i);
    return result;
}

/// Bounds of Clip are scalars whatever their shape; all other operands broadcast.
std::size_t dataOperands(const ir::Node& node)
{
    return node.op == "Clip" || node.op == "Cast" ? 1 : node.inputs.size();
}

/// One factor for all elements, as an attribute-free element-by-element operation.
bool isUniform(const ir::Graph& graph, const ir::Node& node)
{
    return std::all_of(node.inputs.begin() + 1, node.inputs.end(), [&](ir::TensorId id) {
        return !id.valid() || graph.tensor(id).shape.elements() == 1;
    });
}

std::optional<Turned> turnedLayout(const ir::Graph& graph, const ir::Node& node, const Permutation& permutation,
                                   const WantsChannelsLast& wants)
{
    Turned result = withOperands(node, 1);
    const int rank = static_cast<int>(permutation.size());
    if (node.op == "RequantShift" && isUniform(graph, node) && !ops::isChannelsLast(node))
        return result;
    if (ops::isChannelsLast(node) && permutation == ops::toChannelsLast(rank)) {
        result.attributes.erase("layout");
        return result;
    }
    const auto* def = ops::findOp(graph, node);
    const bool canFollow = def && !def->imageInputs.empty() && permutation == ops::toChannelsFirst(rank);
    if (ops::isChannelsLast(node) || !canFollow || !wants || !wants(graph, node))
        return std::nullopt;
    result.attributes["layout"] = std::string("NHWC");
    return result;
}

std::optional<Turned> turnedConcat(const ir::Node& node, const Permutation& permutation)
{
    const auto axis = ir::intAttribute(node, "axis");
    const auto normal = axis ? ir::normalAxis(*axis, static_cast<int>(permutation.size())) : std::nullopt;
    if (!normal)
        return std::nullopt;
    Turned result = withOperands(node, node.inputs.size());
    result.attributes["axis"] = permutation[static_cast<std::size_t>(*normal)];
    return result;
}

/// Pads as an attribute: begins of all axes, then ends.
std::optional<Turned> turnedPad(const ir::Node& node, const Permutation& permutation)
{
    const auto pads = ir::intsAttribute(node, "pads", std::vector<std::int64_t>{});
    const std::size_t rank = permutation.size();
    if (!pads || pads->size() != 2 * rank)
        return std::nullopt;
    std::vector<std::int64_t> turned(2 * rank);
    for (std::size_t axis = 0; axis < rank; ++axis) {
        const auto source = static_cast<std::size_t>(permutation[axis]);
        turned[source] = (*pads)[axis];
        turned[rank + source] = (*pads)[rank + axis];
    }
    Turned result = withOperands(node, 1);
    result.attributes["pads"] = turned;
    return result;
}

/// Only with kept dimensions, and with the axes as an attribute.
std::optional<Turned> turnedReduction(const ir::Node& node, const Permutation& permutation)
{
    const auto keep = ir::intAttribute(node, "keepdims", 1);
    const auto axes = ir::intsAttribute(node, "axes");
    if (!keep || *keep == 0 || !axes || node.inputs.size() != 1)
        return std::nullopt;
    std::vector<std::int64_t> turned;
    for (const auto axis : *axes) {
        const auto normal = ir::normalAxis(axis, static_cast<int>(permutation.size()));
        if (!normal)
            return std::nullopt;
        turned.push_back(permutation[static_cast<std::size_t>(*normal)]);
    }
    std::sort(turned.begin(), turned.end());
    Turned result = withOperands(node, 1);
    result.attributes["axes"] = turned;
    return result;
}

}  // namespace

bool followsLayout(const ir::Node& node)
{
    return node.op == "RequantShift" || node.op == "BatchNormalization";
}

std::optional<Turned> turnedOperator(const ir::Graph& graph, const ir::Node& node, const Permutation& permutation,
                                     const WantsChannelsLast& wants)
{
    if (node.outputs.size() != 1 || node.inputs.empty())
        return std::nullopt;
    if (isElementwise(node))
        return withOperands(node, dataOperands(node));
    if (followsLayout(node))
        return turnedLayout(graph, node, permutation, wants);
    if (node.op == "Concat")
        return turnedConcat(node, permutation);
    if (node.op == "Pad")
        return turnedPad(node, permutation);
    if (node.op.starts_with("Reduce"))
        return turnedReduction(node, permutation);
    return std::nullopt;
}

}  // namespace tw::passes
