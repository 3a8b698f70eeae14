// SPDX-License-Identifier: Apache-2.0
// Normalisation over the last axes: LayerNormalization, its gradient, and the variants by the root mean square.
#include "core/base/text.h"
#include "core/ops/axis.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tw::ops {
namespace {

/// RMSNorm comes from exporters that call epsilon "eps" and use a smaller default.
Result<double> epsilonOf(const OpNode& node)
{
    TW_TRY(const double usual, node.floatOf("epsilon", node.node.op == "RMSNorm" ? 1e-6 : 1e-5));
    return node.floatOf("eps", usual);
}

bool isGradient(const OpNode& node)
{
    return node.node.op == "LayerNormalizationGrad";
}

const Shape& shapeOfX(const OpNode& node)
{
    return node.shape(isGradient(node) ? 1 : 0);
}

/// The first normalised axis; all that follow are normalised with it.
Result<int> firstAxis(const OpNode& node)
{
    return axisOf(node, shapeOfX(node).rank(), -1);
}

struct Rows {
    std::size_t count = 0;
    std::size_t length = 0;
};

Result<Rows> rowsOf(const OpNode& node)
{
    TW_TRY(const int axis, firstAxis(node));
    const AxisView view = axisView(shapeOfX(node), axis, shapeOfX(node).rank() - axis);
    return Rows{static_cast<std::size_t>(view.outer), static_cast<std::size_t>(view.length)};
}

struct Moments {
    double mean = 0;
    double inverseDeviation = 0;
};

Moments momentsOf(std::span<const double> row, double epsilon)
{
    const auto n = static_cast<double>(row.size());
    const double mean = std::accumulate(row.begin(), row.end(), 0.0) / n;
    double variance = 0;
    for (const double x : row)
        variance += (x - mean) * (x - mean);
    return {mean, 1 / std::sqrt(variance / n + epsilon)};
}

/// Only the root mean square counts: as if the mean were zero.
Moments rootMeanSquareOf(std::span<const double> row, double epsilon)
{
    const double squares = std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
    return {0, 1 / std::sqrt(squares / static_cast<double>(row.size()) + epsilon)};
}

/// The values of an optional operand, repeated to the shape of X.
Result<std::vector<double>> spread(const OpNode& node, std::size_t input, double fallback)
{
    const Shape& x = shapeOfX(node);
    std::vector<double> result(static_cast<std::size_t>(x.elements().value_or(0)), fallback);
    if (!node.has(input))
        return result;
    TW_TRY(const Shape both, broadcastShapes({x, node.shape(input)}));
    if (both != x)
        return Error{.code = Code::BadShape, .message = cat("an operand of shape ", node.shape(input), " does not fit ", x)};
    const auto values = ir::toDoubles(*node.constant(input));
    const auto index = broadcastIndices(node.shape(input), x);
    std::transform(index.begin(), index.end(), result.begin(), [&](std::size_t i) { return values[i]; });
    return result;
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    const Shape& x = shapeOfX(node);
    std::vector<Inferred> outputs{{.type = node.type(isGradient(node) ? 1 : 0), .shape = x}};
    const std::size_t wanted = node.node.op == "LayerNormalization" ? node.node.outputs.size() : 1;
    Shape moments = x;
    if (x.ranked()) {
        TW_TRY(const int axis, firstAxis(node));
        for (int i = axis; i < x.rank(); ++i)
            moments[i] = {.value = 1};
    }
    while (outputs.size() < wanted)
        outputs.push_back({.type = DataType::F32, .shape = moments});   // Mean, InvStdDev
    return outputs;
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    const bool centred = node.node.op == "LayerNormalization";
    TW_TRY(const double epsilon, epsilonOf(node));
    TW_TRY(const Rows rows, rowsOf(node));
    TW_TRY(const auto scale, spread(node, 1, 1.0));
    TW_TRY(const auto bias, spread(node, 2, 0.0));
    auto values = ir::toDoubles(*node.constant(0));
    std::vector<double> means;
    std::vector<double> inverses;
    for (std::size_t begin = 0; rows.length > 0 && begin < values.size(); begin += rows.length) {
        const auto row = std::span(values).subspan(begin, rows.length);
        const Moments moments = centred ? momentsOf(row, epsilon) : rootMeanSquareOf(row, epsilon);
        for (std::size_t i = 0; i < row.size(); ++i)
            row[i] = (row[i] - moments.mean) * moments.inverseDeviation * scale[begin + i] + bias[begin + i];
        means.push_back(moments.mean);
        inverses.push_back(moments.inverseDeviation);
    }
    std::vector<TensorData> results{ir::fromDoubles(node.outputs[0].type, node.shape(0), values)};
    if (node.outputs.size() > 1)
        results.push_back(ir::fromDoubles(node.outputs[1].type, node.outputs[1].shape, means));
    if (node.outputs.size() > 2)
        results.push_back(ir::fromDoubles(node.outputs[2].type, node.outputs[2].shape, inverses));
    return results;
}

/// With g = dy * scale and the normalised row n: (g - mean(g) - n * mean(g * n)) / deviation.
Result<std::vector<TensorData>> evaluateGradient(const OpNode& node)
{
    TW_TRY(const double epsilon, epsilonOf(node));
    TW_TRY(const Rows rows, rowsOf(node));
    TW_TRY(const auto scale, spread(node, 2, 1.0));
    const auto dy = ir::toDoubles(*node.constant(0));
    auto x = ir::toDoubles(*node.constant(1));
    if (dy.size() != x.size())
        return Error{.code = Code::BadShape, .message = cat("dY has shape ", node.shape(0), ", but X has ", node.shape(1))};
    for (std::size_t begin = 0; rows.length > 0 && begin < x.size(); begin += rows.length) {
        const auto row = std::span(x).subspan(begin, rows.length);
        const Moments moments = momentsOf(row, epsilon);
        double meanG = 0;
        double meanGN = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const double g = dy[begin + i] * scale[begin + i];
            meanG += g / static_cast<double>(row.size());
            meanGN += g * (row[i] - moments.mean) * moments.inverseDeviation / static_cast<double>(row.size());
        }
        for (std::size_t i = 0; i < row.size(); ++i) {
            const double normalised = (row[i] - moments.mean) * moments.inverseDeviation;
            row[i] = (dy[begin + i] * scale[begin + i] - meanG - normalised * meanGN) * moments.inverseDeviation;
        }
    }
    return std::vector<TensorData>{ir::fromDoubles(node.outputs[0].type, node.shape(1), x)};
}

// Mean, difference, square, sum; then difference, scaling by deviation and weight, bias.
Counts count(const OpNode& node)
{
    return perOutputElement(node, isGradient(node) ? 14 : 8);
}

/// The whole normalised extent of every operand is needed at once, parameters included.
AccessMap access(const OpNode& node)
{
    const Shape& x = shapeOfX(node);
    const auto first = firstAxis(node);
    AccessMap map{.inputs = std::vector<std::vector<DimAccess>>(node.inputs.size())};
    for (std::size_t input = 0; input < node.inputs.size(); ++input) {
        if (!node.has(input))
            continue;
        const int lead = x.rank() - node.shape(input).rank();
        map.inputs[input] = broadcastAccess(node.shape(input), x);
        for (int axis = 0; first && axis < node.shape(input).rank(); ++axis)
            if (lead + axis >= first.value())
                map.inputs[input][static_cast<std::size_t>(axis)] = full();
    }
    return map;
}

/// How many values of a parameter serve each row; 0 when it differs from row to row, which no kernel does.
std::int64_t valuesPerRow(const OpNode& node, std::size_t input, std::int64_t length)
{
    if (!node.has(input))
        return length;   // a missing one is no obstacle
    const Shape& shape = node.shape(input);
    const auto first = firstAxis(node);
    const int lead = shapeOfX(node).rank() - shape.rank();
    for (int axis = 0; first && axis < first.value() - lead; ++axis)
        if (shape[axis].value != 1)
            return 0;
    return shape.elements().value_or(0);
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const double epsilon, epsilonOf(node));
    TW_TRY(const Rows rows, rowsOf(node));
    const auto length = static_cast<std::int64_t>(rows.length);
    return Arguments{{"rows", static_cast<std::int64_t>(rows.count)},
                     {"length", length},
                     {"epsilon", epsilon},
                     {"scale_count", valuesPerRow(node, isGradient(node) ? 2 : 1, length)},
                     {"bias_count", valuesPerRow(node, isGradient(node) ? 3 : 2, length)},
                     {"outputs", static_cast<std::int64_t>(node.outputs.size())}};
}

OpDef definition(std::string_view op, std::string_view documentation)
{
    return {.op = op,
            .inputNames = {"X", "Scale"},
            .argsType = "tw_layer_norm_args",
            .documentation = documentation,
            .infer = infer,
            .evaluate = evaluate,
            .count = count,
            .access = access,
            .arguments = arguments};
}

std::vector<OpDef> definitions()
{
    OpDef layer = definition("LayerNormalization", "Shifts and scales each row to mean 0 and variance 1, then applies weights.");
    layer.inputNames = {"X", "Scale", "B"};
    layer.outputNames = {"Y", "Mean", "InvStdDev"};
    OpDef gradient = definition("LayerNormalizationGrad", "The gradient of LayerNormalization with respect to its input.");
    gradient.domains = {"com.microsoft", ""};
    gradient.inputNames = {"dY", "X", "Scale", "B"};
    gradient.outputNames = {"dX"};
    gradient.evaluate = evaluateGradient;
    OpDef exported = definition("RMSNorm", "Scales each row to a root mean square of 1, then applies weights.");
    exported.domains = {"", "PACTOps", "ai.onnx.contrib"};
    return {layer, gradient, exported,
            definition("RMSNormalization", "Scales each row to a root mean square of 1, then applies weights.")};
}

}  // namespace

extern const OpFamily layer_normFamily;
const OpFamily layer_normFamily = {.name = "layer normalisation", .ops = definitions()};

}  // namespace tw::ops
