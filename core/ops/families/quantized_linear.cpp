// SPDX-License-Identifier: Apache-2.0
// Convolution and matrix product on quantised operands: ConvInteger and MatMulInteger give the accumulators,
// QLinearConv and QLinearMatMul bring them back to 8 bits. The integer work is that of Conv and MatMul on 32-bit
// operands from which the zero points have been subtracted.
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"
#include "core/ops/quant_scale.h"
#include "core/ops/registry.h"

#include <cmath>

namespace tw::ops {
namespace {

constexpr std::size_t kAbsent = 99;
constexpr int kLinearOpset = 13;   // any version of Conv and MatMul since their definition settled

/// Where an operator keeps the operands of its integer core.
struct Roles {
    std::string_view core;                          // "Conv" or "MatMul"
    std::size_t x = 0, xScale = kAbsent, xZero = 0;
    std::size_t w = 0, wScale = kAbsent, wZero = 0;
    std::size_t yScale = kAbsent, yZero = kAbsent;
    std::size_t bias = kAbsent;
};

constexpr Roles kRoles[] = {
    {.core = "Conv", .x = 0, .xZero = 2, .w = 1, .wZero = 3},
    {.core = "MatMul", .x = 0, .xZero = 2, .w = 1, .wZero = 3},
    {.core = "Conv", .x = 0, .xScale = 1, .xZero = 2, .w = 3, .wScale = 4, .wZero = 5, .yScale = 6, .yZero = 7, .bias = 8},
    {.core = "MatMul", .x = 0, .xScale = 1, .xZero = 2, .w = 3, .wScale = 4, .wZero = 5, .yScale = 6, .yZero = 7},
};

const Roles& rolesOf(const OpNode& node)
{
    const bool requantises = node.node.op.starts_with("QLinear");
    const bool convolves = node.node.op.find("Conv") != std::string::npos;
    return kRoles[(requantises ? 2 : 0) + (convolves ? 0 : 1)];
}

const OpDef& coreOf(const Roles& roles)
{
    const OpDef* def = findOp("", roles.core, kLinearOpset);
    TW_CHECK(def);
    return *def;
}

/// The shape with which a scale or zero point broadcasts against its operand: a vector means rows of a MatMul's first
/// operand, columns of its second one, and output channels of a Conv's weight.
Shape alignedParameter(const Shape& parameter, const Roles& roles, bool ofWeight, int operandRank)
{
    if (parameter.elements() == 1)
        return Shape::scalar();
    if (parameter.rank() != 1)
        return parameter;
    const bool conv = roles.core == "Conv";
    if (!conv && ofWeight)
        return parameter;
    std::vector<std::int64_t> dims{parameter[0].value};
    dims.resize(conv ? static_cast<std::size_t>(operandRank) : 2, 1);
    return Shape::of(dims);
}

/// The core's node: operands as i32 without values, as far as inference and access need it.
OpNode coreNode(const OpNode& node, const Roles& roles)
{
    OpNode core{.node = node.node, .opset = kLinearOpset};
    core.node.op = roles.core;
    core.node.domain.clear();
    for (const auto input : {roles.x, roles.w, roles.bias})
        if (node.has(input))
            core.inputs.push_back({.present = true, .type = DataType::I32, .shape = node.shape(input)});
    return core;
}

Result<Shape> outputShape(const OpNode& node, const Roles& roles)
{
    TW_TRY(const auto inferred, inferNode(coreOf(roles), coreNode(node, roles)));
    return inferred.at(0).shape;
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    const Roles& roles = rolesOf(node);
    TW_TRY(const auto shape, outputShape(node, roles));
    const DataType type = roles.yZero == kAbsent ? DataType::I32 : node.type(roles.yZero);
    return std::vector<Inferred>{{.type = type, .shape = shape}};
}

Result<TensorData> withoutZeroPoint(const OpNode& node, const Roles& roles, std::size_t input, std::size_t zero)
{
    const Shape& shape = node.shape(input);
    auto values = ir::toIntegers(*node.constant(input));
    if (node.constant(zero)) {
        const auto zeros = ir::toIntegers(*node.constant(zero));
        const Shape aligned = alignedParameter(node.shape(zero), roles, input == roles.w, shape.rank());
        TW_TRY(const auto merged, broadcastShapes({shape, aligned}));
        if (merged != shape)
            return Error{.code = Code::BadShape,
                         .message = cat("a zero point of shape ", node.shape(zero), " does not fit an operand of shape ", shape)};
        const auto index = broadcastIndices(aligned, shape);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] -= zeros[index[i]];
    }
    return ir::fromIntegers(DataType::I32, shape, values);
}

/// The exact accumulators, bias included.
Result<TensorData> accumulate(const OpNode& node, const Roles& roles)
{
    OpNode core = coreNode(node, roles);
    TW_TRY(core.inputs[0].constant, withoutZeroPoint(node, roles, roles.x, roles.xZero));
    TW_TRY(core.inputs[1].constant, withoutZeroPoint(node, roles, roles.w, roles.wZero));
    if (node.has(roles.bias))
        core.inputs[2].constant = node.inputs[roles.bias].constant;
    core.outputs.push_back({.present = true, .type = DataType::I32, .shape = node.outputs[0].shape});
    TW_TRY(auto results, evaluateNode(coreOf(roles), core));
    return std::move(results.at(0));
}

Result<std::vector<TensorData>> evaluateInteger(const OpNode& node)
{
    TW_TRY(auto accumulators, accumulate(node, rolesOf(node)));
    return std::vector<TensorData>{std::move(accumulators)};
}

/// The value of a scale or zero point for each element of the output.
struct PerElement {
    std::vector<double> values;
    std::vector<std::size_t> index;

    double operator[](std::size_t i) const { return values[index[i]]; }
};

/// A weight scale of a Conv follows axis 1 of the output, everything else broadcasts as it does to its operand.
Result<PerElement> perElement(const OpNode& node, const Roles& roles, std::size_t input)
{
    const Shape& output = node.outputs[0].shape;
    Shape aligned = alignedParameter(node.shape(input), roles, input == roles.wScale, output.rank());
    if (roles.core == "Conv" && aligned.rank() > 1)
        std::swap(aligned[0], aligned[1]);
    TW_TRY(const auto merged, broadcastShapes({output, aligned}));
    if (merged != output)
        return Error{.code = Code::BadShape, .message = cat("a scale of shape ", node.shape(input),
                                                            " does not fit an output of shape ", output)};
    return PerElement{ir::toDoubles(*node.constant(input)), broadcastIndices(aligned, output)};
}

Result<std::vector<TensorData>> evaluateQuantized(const OpNode& node)
{
    const Roles& roles = rolesOf(node);
    const auto& output = node.outputs[0];
    TW_TRY(const auto accumulators, accumulate(node, roles));
    TW_TRY(const auto xScale, perElement(node, roles, roles.xScale));
    TW_TRY(const auto wScale, perElement(node, roles, roles.wScale));
    TW_TRY(const auto yScale, perElement(node, roles, roles.yScale));
    TW_TRY(const auto yZero, perElement(node, roles, roles.yZero));
    auto values = ir::toDoubles(accumulators);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = quantised(std::nearbyint(values[i] * xScale[i] * wScale[i] / yScale[i]) + yZero[i], output.type);
    return std::vector<TensorData>{ir::fromDoubles(output.type, output.shape, values)};
}

/// The fields of the core's argument struct with these names, in this order.
Arguments picked(const Arguments& all, const std::vector<std::string>& names)
{
    Arguments result;
    for (const auto& name : names)
        for (const auto& argument : all)
            if (argument.name == name)
                result.push_back(argument);
    return result;
}

/// 0: one scale or zero point for all; 1: a vector over the rows, columns or channels of its operand.
Result<std::int64_t> stepOf(const OpNode& node, std::size_t input)
{
    if (!node.has(input) || node.shape(input).elements() == 1)
        return 0;
    if (node.shape(input).rank() == 1)
        return 1;
    return Error{.code = Code::UnsupportedOperator,
                 .message = cat("kernels take a single number or a vector for input ", input, ", not ", node.shape(input))};
}

const std::vector<std::string> kConvFields = {
    "batch", "in_c", "out_c", "group", "in_h", "in_w", "out_h", "out_w", "kernel_h", "kernel_w", "stride_h", "stride_w",
    "pad_top", "pad_left", "dilation_h", "dilation_w", "spatial_rank"};
const std::vector<std::string> kProductFields = {"m", "n", "k", "batches", "batch_rank", "batch_dims", "a_batch", "b_batch"};

/// Geometry of the core, element types, and how scales and zero points are indexed.
Result<Arguments> arguments(const OpNode& node)
{
    const Roles& roles = rolesOf(node);
    OpNode core = coreNode(node, roles);
    core.outputs = {{.present = true, .type = DataType::I32, .shape = node.outputs.at(0).shape}};
    TW_TRY(const auto all, argumentsOf(coreOf(roles), core));
    Arguments result = picked(all, roles.core == "Conv" ? kConvFields : kProductFields);
    const auto type = [](DataType t) { return static_cast<std::int64_t>(t); };
    result.push_back({"x_type", type(node.type(roles.x))});
    result.push_back({"w_type", type(node.type(roles.w))});
    result.push_back({"y_type", type(node.outputs.at(0).type)});
    for (const auto& [name, input] : {std::pair{"x_zero_step", roles.xZero}, {"w_zero_step", roles.wZero},
                                      {"x_scale_step", roles.xScale}, {"w_scale_step", roles.wScale},
                                      {"y_scale_step", roles.yScale}, {"y_zero_step", roles.yZero}}) {
        TW_TRY(const auto step, stepOf(node, input));
        result.push_back({name, step});
    }
    return result;
}

Counts count(const OpNode& node)
{
    const Roles& roles = rolesOf(node);
    OpNode core = coreNode(node, roles);
    core.outputs = {{.present = true, .type = DataType::I32, .shape = node.outputs.at(0).shape}};
    // Product with the combined scale, rounding, zero point, clip (2).
    Counts counts = perOutputElement(node, roles.yZero == kAbsent ? 0 : 5);
    counts.macs = countNode(coreOf(roles), core).macs;
    return counts;
}

/// A vector follows the axis of the result that its operand's rows, columns or channels become.
std::vector<DimAccess> parameterAccess(const Shape& shape, const DimAccess& vectorAxis)
{
    if (shape.elements() == 1)
        return std::vector<DimAccess>(static_cast<std::size_t>(shape.rank()), broadcast());
    if (shape.rank() == 1)
        return {vectorAxis};
    return std::vector<DimAccess>(static_cast<std::size_t>(shape.rank()), full());
}

DimAccess vectorAxisOf(const std::vector<DimAccess>& operand, std::size_t axisFromEnd)
{
    return operand.size() < axisFromEnd ? full() : operand[operand.size() - axisFromEnd];
}

AccessMap access(const OpNode& node)
{
    const Roles& roles = rolesOf(node);
    OpNode core = coreNode(node, roles);
    core.outputs = {{.present = true, .type = DataType::I32, .shape = node.outputs.at(0).shape}};
    const AccessMap linear = accessOf(coreOf(roles), core);
    const bool conv = roles.core == "Conv";
    const DimAccess rows = conv ? full() : vectorAxisOf(linear.inputs.at(0), 2);
    const DimAccess columns = conv ? linear.inputs.at(1).front() : vectorAxisOf(linear.inputs.at(1), 1);
    AccessMap map;
    for (std::size_t input = 0; input < node.inputs.size(); ++input) {
        if (!node.has(input))
            map.inputs.emplace_back();
        else if (input == roles.x)
            map.inputs.push_back(linear.inputs.at(0));
        else if (input == roles.w)
            map.inputs.push_back(linear.inputs.at(1));
        else if (input == roles.bias)
            map.inputs.push_back(linear.inputs.at(2));
        else if (input == roles.wScale || input == roles.wZero)
            map.inputs.push_back(parameterAccess(node.shape(input), columns));
        else
            map.inputs.push_back(parameterAccess(node.shape(input), rows));
    }
    return map;
}

}  // namespace

extern const OpFamily quantized_linearFamily;
const OpFamily quantized_linearFamily = {
    .name = "quantised linear",
    .ops = {{.op = "ConvInteger",
             .sinceVersion = 10,
             .inputNames = {"X", "W", "x_zero_point", "w_zero_point"},
             .imageInputs = {0},
             .argsType = "tw_quantized_conv_args",
             .documentation = "Convolution of 8-bit operands with zero points; gives the 32-bit accumulators.",
             .infer = infer,
             .evaluate = evaluateInteger,
             .count = count,
             .access = access,
             .arguments = arguments},
            {.op = "MatMulInteger",
             .sinceVersion = 10,
             .inputNames = {"A", "B", "a_zero_point", "b_zero_point"},
             .argsType = "tw_quantized_matmul_args",
             .documentation = "Matrix product of 8-bit operands with zero points; gives the 32-bit accumulators.",
             .infer = infer,
             .evaluate = evaluateInteger,
             .count = count,
             .access = access,
             .arguments = arguments},
            {.op = "QLinearConv",
             .sinceVersion = 10,
             .inputNames = {"X", "x_scale", "x_zero_point", "W", "w_scale", "w_zero_point", "y_scale", "y_zero_point", "B"},
             .imageInputs = {0},
             .argsType = "tw_quantized_conv_args",
             .documentation = "Convolution of quantised tensors with a quantised result.",
             .infer = infer,
             .evaluate = evaluateQuantized,
             .count = count,
             .access = access,
             .arguments = arguments},
            {.op = "QLinearMatMul",
             .sinceVersion = 10,
             .inputNames = {"A", "a_scale", "a_zero_point", "B", "b_scale", "b_zero_point", "y_scale", "y_zero_point"},
             .argsType = "tw_quantized_matmul_args",
             .documentation = "Matrix product of quantised tensors with a quantised result.",
             .infer = infer,
             .evaluate = evaluateQuantized,
             .count = count,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
