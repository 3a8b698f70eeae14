// SPDX-License-Identifier: Apache-2.0
// Operators of ONNX Runtime's quantiser that are an ordinary operator on real values with quantised operands and a
// quantised result: QLinearAdd is QuantizeLinear(Add(DequantizeLinear(A), DequantizeLinear(B))).
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"
#include "core/ops/quant_scale.h"
#include "core/ops/registry.h"

#include <algorithm>
#include <cmath>

namespace tw::ops {
namespace {

constexpr int kCoreOpset = 13;
constexpr std::size_t kPerOperand = 3;   // every operand comes with its scale and zero point

const OpDef& coreOf(const OpNode& node)
{
    const OpDef* def = findOp("", std::string_view(node.node.op).substr(std::string_view("QLinear").size()), kCoreOpset);
    TW_CHECK(def);
    return *def;
}

/// The result's scale and zero point come last, without an operand of their own.
std::size_t operandsOf(const OpNode& node)
{
    return node.node.op == "QLinearAdd" || node.node.op == "QLinearMul" ? 2 : 1;
}

std::size_t scaleOfResult(const OpNode& node)
{
    return operandsOf(node) * kPerOperand;
}

/// The node on real values, without values.
OpNode coreNode(const OpNode& node)
{
    OpNode core{.node = node.node, .opset = kCoreOpset};
    core.node.op = coreOf(node).op;
    core.node.domain.clear();
    for (std::size_t i = 0; i < operandsOf(node); ++i)
        core.inputs.push_back({.present = true, .type = DataType::F64, .shape = node.shape(i * kPerOperand)});
    for (const auto& output : node.outputs)
        core.outputs.push_back({.present = true, .type = DataType::F64, .shape = output.shape});
    return core;
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY(const auto last, node.intOf("channels_last", 0));
    if (last != 0)
        return Error{.code = Code::UnsupportedOperator, .message = "channels_last is not supported",
                     .place = {.attribute = "channels_last"}};
    TW_TRY(auto inferred, inferNode(coreOf(node), coreNode(node)));
    inferred.at(0).type = node.type(0);
    return std::vector<Inferred>{inferred[0]};
}

Result<double> scalarOf(const OpNode& node, std::size_t input, double fallback)
{
    if (!node.constant(input))
        return fallback;
    const auto values = ir::toDoubles(*node.constant(input));
    if (values.size() != 1)
        return Error{.code = Code::BadShape, .message = cat("input ", input, " must be a single number, got shape ", node.shape(input))};
    return values.front();
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    OpNode core = coreNode(node);
    for (std::size_t i = 0; i < core.inputs.size(); ++i) {
        TW_TRY(const auto scale, scalarOf(node, i * kPerOperand + 1, 1));
        TW_TRY(const auto zero, scalarOf(node, i * kPerOperand + 2, 0));
        auto values = ir::toDoubles(*node.constant(i * kPerOperand));
        for (auto& value : values)
            value = (value - zero) * scale;
        core.inputs[i].constant = ir::fromDoubles(DataType::F64, core.inputs[i].shape, values);
    }
    TW_TRY(const auto results, evaluateNode(coreOf(node), core));
    TW_TRY(const auto scale, scalarOf(node, scaleOfResult(node), 1));
    TW_TRY(const auto zero, scalarOf(node, scaleOfResult(node) + 1, 0));
    const auto& output = node.outputs[0];
    auto values = ir::toDoubles(results.at(0));
    for (auto& value : values)
        value = quantised(std::nearbyint(value / scale) + zero, output.type);
    return std::vector<TensorData>{ir::fromDoubles(output.type, output.shape, values)};
}

Counts count(const OpNode& node)
{
    // Difference and product per operand; division, rounding, sum, clip (2) of the result.
    Counts counts = perOutputElement(node, 2 * static_cast<std::int64_t>(operandsOf(node)) + 5);
    const Counts core = countNode(coreOf(node), coreNode(node));
    counts.macs = core.macs;
    counts.elementOps += core.elementOps;
    return counts;
}

AccessMap access(const OpNode& node)
{
    const AccessMap core = accessOf(coreOf(node), coreNode(node));
    AccessMap map;
    for (std::size_t input = 0; input < node.inputs.size(); ++input) {
        if (!node.has(input))
            map.inputs.emplace_back();
        else if (input % kPerOperand == 0 && input < scaleOfResult(node))
            map.inputs.push_back(core.inputs.at(input / kPerOperand));
        else
            map.inputs.emplace_back(static_cast<std::size_t>(node.shape(input).rank()), broadcast());
    }
    return map;
}

/// The fields of the core's argument struct, and the element types, which the core does not know.
Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(auto result, argumentsOf(coreOf(node), coreNode(node)));
    const auto ofCore = [](const Argument& argument) { return argument.name.ends_with("_type"); };
    result.erase(std::remove_if(result.begin(), result.end(), ofCore), result.end());
    result.push_back({"x_type", static_cast<std::int64_t>(node.type(0))});
    result.push_back({"y_type", static_cast<std::int64_t>(node.outputs.at(0).type)});
    return result;
}

Result<Arguments> binaryArguments(const OpNode& node)
{
    TW_TRY(const auto loop, kernelLoop({node.shape(0), node.shape(kPerOperand)}, node.outputs.at(0).shape));
    return Arguments{{"count", node.outputs[0].shape.elements().value_or(0)},
                     {"rank", static_cast<std::int64_t>(loop.dims.size())},
                     {"dims", loop.dims},
                     {"a_strides", loop.strides[0]},
                     {"b_strides", loop.strides[1]},
                     {"a_type", static_cast<std::int64_t>(node.type(0))},
                     {"b_type", static_cast<std::int64_t>(node.type(kPerOperand))},
                     {"y_type", static_cast<std::int64_t>(node.outputs[0].type)}};
}

OpDef definition(std::string_view op, std::string_view documentation)
{
    return {.op = op,
            .domains = {"com.microsoft"},
            .inputNames = {"X", "x_scale", "x_zero_point", "y_scale", "y_zero_point"},
            .documentation = documentation,
            .infer = infer,
            .evaluate = evaluate,
            .count = count,
            .access = access};
}

OpDef deployable(OpDef def, std::string_view argsType, Result<Arguments> (*makeArguments)(const OpNode&))
{
    def.argsType = argsType;
    def.arguments = makeArguments;
    return def;
}

OpDef binary(std::string_view op, std::string_view documentation)
{
    OpDef def = deployable(definition(op, documentation), "tw_quantized_binary_args", binaryArguments);
    def.inputNames = {"A", "A_scale", "A_zero_point", "B", "B_scale", "B_zero_point", "C_scale", "C_zero_point"};
    return def;
}

OpDef onImages(OpDef def)
{
    def.imageInputs = {0};
    return def;
}

}  // namespace

extern const OpFamily quantized_realFamily;
const OpFamily quantized_realFamily = {
    .name = "quantised real",
    .ops = {binary("QLinearAdd", "Sum of quantised tensors with a quantised result."),
            binary("QLinearMul", "Product of quantised tensors with a quantised result."),
            definition("QLinearSigmoid", "Logistic function on a quantised tensor."),
            definition("QLinearLeakyRelu", "Leaky rectifier on a quantised tensor."),
            deployable(definition("QLinearSoftmax", "Softmax on a quantised tensor."), "tw_quantized_softmax_args", arguments),
            onImages(deployable(definition("QLinearAveragePool", "Average over a sliding window of a quantised tensor."),
                                "tw_quantized_pool_args", arguments)),
            onImages(definition("QLinearGlobalAveragePool", "Average over all positions of a quantised tensor."))}};

}  // namespace tw::ops
