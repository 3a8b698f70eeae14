// SPDX-License-Identifier: Apache-2.0
// Operators of ONNX Runtime's quantiser that are an ordinary operator on real values with quantised operands and a
// quantised result: QLinearAdd is QuantizeLinear(Add(DequantizeLinear(A), DequantizeLinear(B))).
#include "core/base/text.h"
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

OpDef definition(std::string_view op, std::vector<std::string_view> inputs, std::vector<int> images, std::string_view documentation)
{
    return {.op = op,
            .domains = {"com.microsoft"},
            .inputNames = std::move(inputs),
            .imageInputs = std::move(images),
            .documentation = documentation,
            .infer = infer,
            .evaluate = evaluate,
            .count = count,
            .access = access};
}

const std::vector<std::string_view> kUnary = {"X", "x_scale", "x_zero_point", "y_scale", "y_zero_point"};
const std::vector<std::string_view> kBinary = {"A", "A_scale", "A_zero_point", "B", "B_scale", "B_zero_point",
                                               "C_scale", "C_zero_point"};

}  // namespace

extern const OpFamily quantized_realFamily;
const OpFamily quantized_realFamily = {
    .name = "quantised real",
    .ops = {definition("QLinearAdd", kBinary, {}, "Sum of quantised tensors with a quantised result."),
            definition("QLinearMul", kBinary, {}, "Product of quantised tensors with a quantised result."),
            definition("QLinearSigmoid", kUnary, {}, "Logistic function on a quantised tensor."),
            definition("QLinearLeakyRelu", kUnary, {}, "Leaky rectifier on a quantised tensor."),
            definition("QLinearSoftmax", kUnary, {}, "Softmax on a quantised tensor."),
            definition("QLinearAveragePool", kUnary, {0}, "Average over a sliding window of a quantised tensor."),
            definition("QLinearGlobalAveragePool", kUnary, {0}, "Average over all positions of a quantised tensor.")}};

}  // namespace tw::ops
