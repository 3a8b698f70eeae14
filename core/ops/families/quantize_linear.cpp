// SPDX-License-Identifier: Apache-2.0
// QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear: between real numbers and integers with a scale and a zero
// point, per tensor, per axis or per block.
#include "core/base/text.h"
#include "core/ops/counts.h"
#include "core/ops/integer_support.h"
#include "core/ops/quant_scale.h"

#include <algorithm>
#include <cmath>

namespace tw::ops {
namespace {

/// The attribute output_dtype as a type; Undefined when it is absent.
Result<DataType> declaredType(const OpNode& node)
{
    TW_TRY(const auto type, node.intOf("output_dtype", 0));
    return static_cast<DataType>(type);
}

Result<std::vector<Inferred>> inferQuantize(const OpNode& node)
{
    TW_TRY_VOID(checkScale(node));
    TW_TRY(auto type, declaredType(node));
    if (node.has(2))
        type = node.type(2);
    else if (type == DataType::Undefined)
        type = DataType::U8;
    TW_TRY(const auto saturate, node.intOf("saturate", 1));
    if (saturate == 0 && ir::isFloat(type))
        return Error{.code = Code::UnsupportedOperator, .message = "saturate = 0 is not supported"};
    return std::vector<Inferred>{{.type = type, .shape = node.shape(0)}};
}

Result<std::vector<Inferred>> inferDequantize(const OpNode& node)
{
    TW_TRY_VOID(checkScale(node));
    TW_TRY(auto type, declaredType(node));
    if (type == DataType::Undefined)
        type = node.type(1);
    return std::vector<Inferred>{{.type = type, .shape = node.shape(0)}};
}

/// The quotient is rounded to single precision first, as the operator is defined on float32: otherwise a quotient
/// that only float32 sees as a tie would be rounded the other way.
double roundedQuotient(double x, double scale)
{
    return static_cast<float>(x / scale);
}

Result<std::vector<TensorData>> evaluateQuantize(const OpNode& node)
{
    TW_TRY(const auto layout, scaleLayoutOf(node));
    const DataType type = node.outputs[0].type;
    auto values = ir::toDoubles(*node.constant(0));
    const auto scales = ir::toDoubles(*node.constant(1));
    const auto zeros = zeroPointsOf(node, 2);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t k = layout.index(i);
        const double quotient = roundedQuotient(values[i], scales[k]);
        const double zero = zeros.empty() ? 0 : zeros[k];
        values[i] = quantised(ir::isFloat(type) ? quotient : std::nearbyint(quotient) + zero, type);
    }
    return std::vector<TensorData>{ir::fromDoubles(type, node.outputs[0].shape, values)};
}

Result<std::vector<TensorData>> evaluateDequantize(const OpNode& node)
{
    TW_TRY(const auto layout, scaleLayoutOf(node));
    auto values = ir::toDoubles(*node.constant(0));
    const auto scales = ir::toDoubles(*node.constant(1));
    const auto zeros = zeroPointsOf(node, 2);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t k = layout.index(i);
        values[i] = (values[i] - (zeros.empty() ? 0 : zeros[k])) * scales[k];
    }
    return std::vector<TensorData>{ir::fromDoubles(node.outputs[0].type, node.outputs[0].shape, values)};
}

AccessMap access(const OpNode& node)
{
    AccessMap map{{{}}};
    for (int axis = 0; axis < node.shape(0).rank(); ++axis)
        map.inputs[0].push_back(identity(axis));
    const auto layout = scaleLayoutOf(node);
    for (std::size_t input = 1; input < node.inputs.size(); ++input)
        map.inputs.push_back(!node.has(input) || !layout ? std::vector<DimAccess>{}
                                                         : scaleAccess(node.shape(input), *layout));
    return map;
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const auto layout, scaleLayoutOf(node));
    const bool perTensor = layout.kind == ScaleLayout::Kind::Tensor;
    const bool perAxis = layout.kind == ScaleLayout::Kind::Axis;
    return Arguments{{"count", node.shape(0).elements().value_or(0)},
                     {"inner", perTensor ? 1 : layout.inner},
                     {"period", perTensor ? 1 : layout.length},
                     {"follows_channels", std::int64_t{perTensor || (perAxis && layout.axis == 1)}},
                     {"block", perTensor || perAxis ? 0 : layout.block}};
}

// Division, rounding, sum, clip (2); difference and product.
Counts countQuantize(const OpNode& node) { return perOutputElement(node, 5); }
Counts countDequantize(const OpNode& node) { return perOutputElement(node, 2); }

Result<std::vector<Inferred>> inferDynamic(const OpNode& node)
{
    return std::vector<Inferred>{{.type = DataType::U8, .shape = node.shape(0)},
                                 {.type = DataType::F32, .shape = Shape::scalar()},
                                 {.type = DataType::U8, .shape = Shape::scalar()}};
}

Result<std::vector<TensorData>> evaluateDynamic(const OpNode& node)
{
    auto values = ir::toDoubles(*node.constant(0));
    double low = 0;   // zero is always representable
    double high = 0;
    for (const double value : values) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    const double range = static_cast<float>(high - low);
    const double scale = range == 0 ? 1 : roundedQuotient(range, 255);
    const double zero = quantised(-roundedQuotient(low, scale), DataType::U8);
    for (auto& value : values)
        value = quantised(std::nearbyint(roundedQuotient(value, scale)) + zero, DataType::U8);
    return std::vector<TensorData>{ir::fromDoubles(DataType::U8, node.shape(0), values),
                                   ir::fromDoubles(DataType::F32, Shape::scalar(), std::span(&scale, 1)),
                                   ir::fromDoubles(DataType::U8, Shape::scalar(), std::span(&zero, 1))};
}

AccessMap accessDynamic(const OpNode& node)
{
    // The range is that of the whole tensor, so no part of the output can be made without all of the input.
    return {{std::vector<DimAccess>(static_cast<std::size_t>(node.shape(0).rank()), full())}};
}

Result<Arguments> dynamicArguments(const OpNode& node)
{
    return Arguments{{"count", node.shape(0).elements().value_or(0)}};
}

// As QuantizeLinear, and two comparisons.
Counts countDynamic(const OpNode& node) { return perOutputElement(node, 7); }

}  // namespace

extern const OpFamily quantize_linearFamily;
const OpFamily quantize_linearFamily = {
    .name = "quantise and dequantise",
    .ops = {{.op = "QuantizeLinear",
             .sinceVersion = 10,
             .inputNames = {"X", "scale", "zero_point"},
             .imageInputs = {0},
             .argsType = "tw_quantize_linear_args",
             .documentation = "Divides by a scale, rounds halves to even, adds the zero point and saturates.",
             .infer = inferQuantize,
             .evaluate = evaluateQuantize,
             .count = countQuantize,
             .access = access,
             .arguments = arguments},
            {.op = "DequantizeLinear",
             .sinceVersion = 10,
             .inputNames = {"X", "scale", "zero_point"},
             .imageInputs = {0},
             .argsType = "tw_quantize_linear_args",
             .documentation = "Subtracts the zero point and multiplies by a scale.",
             .infer = inferDequantize,
             .evaluate = evaluateDequantize,
             .count = countDequantize,
             .access = access,
             .arguments = arguments},
            {.op = "DynamicQuantizeLinear",
             .sinceVersion = 11,
             .inputNames = {"X"},
             .outputNames = {"Y", "scale", "zero_point"},
             .argsType = "tw_dynamic_quantize_linear_args",
             .documentation = "QuantizeLinear to 8 bits with the scale and zero point that fit the input's range.",
             .infer = inferDynamic,
             .evaluate = evaluateDynamic,
             .count = countDynamic,
             .access = accessDynamic,
             .arguments = dynamicArguments}}};

}  // namespace tw::ops
