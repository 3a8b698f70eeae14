// SPDX-License-Identifier: Apache-2.0
// Normalisations in integers: layer and RMS normalisation over the last axis, and the affine step that is left of
// them where no statistics are taken. They shift without rounding and clip to a signed range.
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"
#include "core/ops/integer_support.h"
#include "core/ops/requant.h"

#include <algorithm>
#include <numeric>

namespace tw::ops {
namespace {

using Row = std::span<const std::int64_t>;
using RowOut = std::span<std::int64_t>;

/// The parameters after x (weight, bias) must hold one value per element of the last axis.
Result<std::vector<Inferred>> inferRows(const OpNode& node)
{
    const Shape& x = node.shape(0);
    if (x.ranked() && x.rank() == 0)
        return Error{.code = Code::RankTooSmall, .message = "needs an axis to normalise over, got a scalar"};
    for (std::size_t i = 1; i < node.inputs.size(); ++i) {
        const auto elements = node.shape(i).elements();
        if (x.ranked() && x[x.rank() - 1].known() && elements && *elements != x[x.rank() - 1].value)
            return Error{.code = Code::BadShape,
                         .message = cat("input ", i, " holds ", *elements, " values for a last axis of ", x[x.rank() - 1].value)};
    }
    return std::vector<Inferred>{{.type = resultType(node.type(0), DataType::I8), .shape = x}};
}

AccessMap accessRows(const OpNode& node)
{
    AccessMap map;
    map.inputs.resize(node.inputs.size());
    for (int axis = 0; axis + 1 < node.shape(0).rank(); ++axis)
        map.inputs[0].push_back(identity(axis));
    map.inputs[0].push_back(full());   // the statistics need the whole row
    for (std::size_t i = 1; i < node.inputs.size(); ++i)
        map.inputs[i].assign(static_cast<std::size_t>(node.shape(i).rank()), full());
    return map;
}

struct Scale {
    int shift = 0;
    std::int64_t lowest = 0;
    std::int64_t highest = 0;

    std::int64_t operator()(std::int64_t value) const { return std::clamp(value >> shift, lowest, highest); }
};

Result<Scale> scaleOf(const OpNode& node)
{
    TW_TRY(const auto shift, shiftOfAttribute(node, "D"));
    TW_TRY(const auto levels, node.intOf("n_levels", 256));
    if (levels < 2)
        return Error{.code = Code::BadAttribute, .message = cat("n_levels is ", levels, ", but must be at least 2"),
                     .place = {.attribute = "n_levels"}};
    return Scale{shift, -(levels / 2), levels / 2 - 1};
}

template <class RowFunction>
Result<std::vector<TensorData>> evaluateRows(const OpNode& node, RowFunction&& row)
{
    const auto x = wholeNumbers(*node.constant(0));
    const auto length = static_cast<std::size_t>(rowsOf(node.shape(0)).length);
    std::vector<std::int64_t> y(x.size());
    for (std::size_t begin = 0; begin < x.size(); begin += length)
        row(Row(x).subspan(begin, length), RowOut(y).subspan(begin, length));
    return std::vector<TensorData>{ir::fromIntegers(node.outputs[0].type, node.outputs[0].shape, y)};
}

std::int64_t deviation(std::int64_t sumOfSquares, std::size_t length)
{
    return floorSquareRoot(sumOfSquares / static_cast<std::int64_t>(length) + 1);
}

Result<std::vector<TensorData>> evaluateLayerNorm(const OpNode& node)
{
    TW_TRY(const auto scale, scaleOf(node));
    const auto weight = wholeNumbers(*node.constant(1));
    const auto bias = wholeNumbers(*node.constant(2));
    return evaluateRows(node, [&](Row x, RowOut y) {
        const std::int64_t mean = std::accumulate(x.begin(), x.end(), std::int64_t{0}) /
                                  static_cast<std::int64_t>(x.size());
        std::int64_t squares = 0;
        for (const auto value : x)
            squares += (value - mean) * (value - mean);
        const std::int64_t divisor = deviation(squares, x.size());
        for (std::size_t j = 0; j < x.size(); ++j)
            y[j] = scale((x[j] - mean) * weight[j] / divisor + bias[j]);
    });
}

Result<void> checkRmsAttributes(const OpNode& node)
{
    TW_TRY(const auto axis, node.intOf("axis", -1));
    TW_TRY(const auto stash, node.intOf("stash_type", 1));
    if (axis != -1 || stash != 1)
        return Error{.code = Code::UnsupportedOperator,
                     .message = cat("normalises only over the last axis with stash_type 1, got axis ", axis,
                                    " and stash_type ", stash)};
    return {};
}

Result<std::vector<Inferred>> inferRmsNorm(const OpNode& node)
{
    TW_TRY_VOID(checkRmsAttributes(node));
    return inferRows(node);
}

Result<std::vector<TensorData>> evaluateRmsNorm(const OpNode& node)
{
    TW_TRY(const auto scale, scaleOf(node));
    const auto weight = wholeNumbers(*node.constant(1));
    return evaluateRows(node, [&](Row x, RowOut y) {
        const std::int64_t squares = std::inner_product(x.begin(), x.end(), x.begin(), std::int64_t{0});
        const std::int64_t divisor = deviation(squares, x.size());
        for (std::size_t j = 0; j < x.size(); ++j)
            y[j] = scale(x[j] * weight[j] / divisor);
    });
}

Result<Arguments> rowArguments(const OpNode& node)
{
    TW_TRY(const auto scale, scaleOf(node));
    const Rows rows = rowsOf(node.shape(0));
    return Arguments{{"rows", rows.count}, {"length", rows.length}, {"shift", std::int64_t{scale.shift}},
                     {"lo", scale.lowest}, {"hi", scale.highest}};
}

Result<std::vector<Inferred>> inferNoNorm(const OpNode& node)
{
    const Shape& x = node.shape(0);
    TW_TRY(const auto shape, broadcastShapes({x, node.shape(1), node.shape(2)}));
    if (shape.isStatic() && x.isStatic() && shape != x)
        return Error{.code = Code::BadShape,
                     .message = cat("weight ", node.shape(1), " and bias ", node.shape(2), " enlarge the input ", x)};
    return std::vector<Inferred>{{.type = resultType(node.type(0), DataType::I8), .shape = x}};
}

AccessMap accessNoNorm(const OpNode& node)
{
    AccessMap map;
    for (const auto& input : node.inputs)
        map.inputs.push_back(broadcastAccess(input.shape, node.outputs.at(0).shape));
    return map;
}

Result<std::vector<TensorData>> evaluateNoNorm(const OpNode& node)
{
    TW_TRY(const auto scale, scaleOf(node));
    TW_TRY(const auto multiplier, node.intOf("mul"));
    auto values = wholeNumbers(*node.constant(0));
    const auto weight = wholeNumbers(*node.constant(1));
    const auto bias = wholeNumbers(*node.constant(2));
    const auto weightIndex = broadcastIndices(node.shape(1), node.shape(0));
    const auto biasIndex = broadcastIndices(node.shape(2), node.shape(0));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = scale((values[i] * weight[weightIndex[i]] + bias[biasIndex[i]]) * multiplier);
    return std::vector<TensorData>{ir::fromIntegers(node.outputs[0].type, node.outputs[0].shape, values)};
}

/// weight and bias repeat with a period: right-aligned operands whose leading dimensions alone are 1 or missing.
Result<std::int64_t> periodOf(const OpNode& node, std::size_t input)
{
    const std::int64_t elements = node.shape(input).elements().value_or(0);
    std::int64_t tail = 1;
    for (int axis = node.shape(0).rank(); axis-- > 0 && tail < elements;)
        tail *= node.shape(0)[axis].value;
    if (tail != elements)
        return Error{.code = Code::UnsupportedOperator,
                     .message = cat("a parameter of shape ", node.shape(input), " does not cover the last axes of ",
                                    node.shape(0))};
    return elements;
}

Result<Arguments> noNormArguments(const OpNode& node)
{
    TW_TRY(const auto scale, scaleOf(node));
    TW_TRY(const auto multiplier, node.intOf("mul"));
    TW_TRY(const auto weightPeriod, periodOf(node, 1));
    TW_TRY(const auto biasPeriod, periodOf(node, 2));
    return Arguments{{"count", node.shape(0).elements().value_or(0)}, {"weight_period", weightPeriod},
                     {"bias_period", biasPeriod}, {"mul", multiplier}, {"shift", std::int64_t{scale.shift}},
                     {"lo", scale.lowest}, {"hi", scale.highest}};
}

// Sum, subtract, square and sum of squares, product, division, bias, shift, clip (2).
Counts countLayerNorm(const OpNode& node) { return perOutputElement(node, 10); }
// Square and sum of squares, product, division, shift, clip (2).
Counts countRmsNorm(const OpNode& node) { return perOutputElement(node, 7); }
// Two products, bias, shift, clip (2).
Counts countNoNorm(const OpNode& node) { return perOutputElement(node, 6); }

const std::vector<std::string_view> kDomains = {"", "PACTOps", "ai.onnx.contrib"};

}  // namespace

extern const OpFamily integer_normFamily;
const OpFamily integer_normFamily = {
    .name = "integer normalisation",
    .ops = {{.op = "iLayerNorm",
             .domains = kDomains,
             .inputNames = {"X", "W", "B"},
             .argsType = "tw_integer_norm_args",
             .documentation = "Layer normalisation over the last axis in integers.",
             .infer = inferRows,
             .evaluate = evaluateLayerNorm,
             .count = countLayerNorm,
             .access = accessRows,
             .arguments = rowArguments},
            {.op = "iRMSNorm",
             .domains = kDomains,
             .inputNames = {"X", "W"},
             .argsType = "tw_integer_norm_args",
             .documentation = "Division by the root mean square over the last axis in integers.",
             .infer = inferRmsNorm,
             .evaluate = evaluateRmsNorm,
             .count = countRmsNorm,
             .access = accessRows,
             .arguments = rowArguments},
            {.op = "iNoNorm",
             .domains = kDomains,
             .inputNames = {"X", "W", "B"},
             .argsType = "tw_integer_no_norm_args",
             .documentation = "A scale and a bias in place of a normalisation: no statistics are taken.",
             .infer = inferNoNorm,
             .evaluate = evaluateNoNorm,
             .count = countNoNorm,
             .access = accessNoNorm,
             .arguments = noNormArguments}}};

}  // namespace tw::ops
