// SPDX-License-Identifier: Apache-2.0
// Batch normalisation with known statistics: one scale and one offset per channel.
#include "core/base/text.h"
#include "core/ops/counts.h"
#include "core/ops/linear.h"

#include <cmath>

namespace tw::ops {
namespace {

enum NormInput : std::size_t { X, Scale, Bias, Mean, Variance };

constexpr int kChannelAxis = 1;

/// Statistics over the batch itself (training) are not a deployment operator. Before opset 7 `is_test` told the two
/// apart, and `spatial` = 0 asked for statistics per position.
Result<void> checkInference(const OpNode& node)
{
    TW_TRY(const auto training, node.intOf("training_mode", 0));
    TW_TRY(const auto spatial, node.intOf("spatial", 1));
    if (training == 0 && spatial != 0)
        return {};
    return Error{.code = Code::UnsupportedOperator,
                 .message = training != 0 ? "batch normalisation in training mode is not supported"
                                          : "batch normalisation per position is not supported",
                 .hint = "export the network for inference"};
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    const auto& x = node.shape(X);
    for (const auto input : {Scale, Bias, Mean, Variance})
        if (x.rank() > kChannelAxis && x[kChannelAxis].known() && node.shape(input).isStatic() &&
            node.shape(input) != Shape{x[kChannelAxis].value})
            return Error{.code = Code::BadShape,
                         .message = cat("a statistic of shape ", node.shape(input), " does not fit an input ", x)};
    std::vector<Inferred> results{{.type = node.type(X), .shape = x}};
    for (const auto input : {Mean, Variance})
        results.push_back({.type = node.type(input), .shape = node.shape(input)});
    return results;
}

std::int64_t channelsOf(const Shape& x)
{
    return x.rank() > kChannelAxis ? x[kChannelAxis].value : 1;
}

/// Positions per channel and sample.
std::int64_t planeOf(const Shape& x)
{
    std::int64_t size = 1;
    for (int axis = kChannelAxis + 1; axis < x.rank(); ++axis)
        size *= x[axis].value;
    return size;
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY_VOID(checkInference(node));
    TW_TRY(const auto epsilon, node.floatOf("epsilon", 1e-5));
    const auto scale = valuesOf<double>(node, Scale);
    const auto bias = valuesOf<double>(node, Bias);
    const auto mean = valuesOf<double>(node, Mean);
    const auto variance = valuesOf<double>(node, Variance);
    auto values = valuesOf<double>(node, X);
    const auto plane = static_cast<std::size_t>(planeOf(node.shape(X)));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto channel = i / plane % scale.size();
        values[i] = (values[i] - mean[channel]) / std::sqrt(variance[channel] + epsilon) * scale[channel] + bias[channel];
    }
    return asOutput(node, values);
}

Counts count(const OpNode& node)
{
    Counts counts = bytesMoved(node);
    counts.elementOps = 2 * node.shape(X).elements().value_or(0);   // one scale, one offset
    return counts;
}

AccessMap access(const OpNode& node)
{
    AccessMap map;
    map.inputs.resize(node.inputs.size());
    for (int axis = 0; axis < node.shape(X).rank(); ++axis)
        map.inputs[X].push_back(identity(axis));
    for (const auto input : {Scale, Bias, Mean, Variance})
        map.inputs[input] = {node.shape(X).rank() > kChannelAxis ? identity(kChannelAxis) : full()};
    return map;
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY_VOID(checkInference(node));
    TW_TRY(const auto epsilon, node.floatOf("epsilon", 1e-5));
    const auto& x = node.shape(X);
    return Arguments{{"batch", x[0].value},
                     {"channels", channelsOf(x)},
                     {"size", planeOf(x)},
                     {"epsilon", epsilon}};
}

}  // namespace

extern const OpFamily batch_normalizationFamily;
const OpFamily batch_normalizationFamily = {
    .name = "batch_normalization",
    .ops = {{.op = "BatchNormalization",
             .inputNames = {"X", "scale", "B", "mean", "var"},
             .outputNames = {"Y", "running_mean", "running_var"},
             .imageInputs = {X},
             .argsType = "tw_batch_normalization_args",
             .documentation = "Shifts and scales each channel by its known mean and variance.",
             .infer = infer,
             .evaluate = evaluate,
             .count = count,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
