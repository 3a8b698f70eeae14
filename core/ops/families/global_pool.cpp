// SPDX-License-Identifier: Apache-2.0
// Global pools: every spatial position of a channel goes into one output value.
#include "core/ops/counts.h"
#include "core/ops/linear.h"
#include "core/ops/window.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tw::ops {
namespace {

constexpr int kImage = 0;

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    const auto& image = node.shape(kImage);
    TW_TRY_VOID(checkImageRank(node, image));
    Shape shape = image;
    for (int axis = kSpatialBegin; axis < shape.rank(); ++axis)
        shape[axis] = {.value = 1};
    return std::vector<Inferred>{{.type = node.type(kImage), .shape = std::move(shape)}};
}

/// Applies `reduce` to the values of each channel.
template <class T, class Reduce>
Result<std::vector<TensorData>> perChannel(const OpNode& node, Reduce reduce)
{
    const auto values = valuesOf<T>(node, kImage);
    const auto channels = static_cast<std::size_t>(node.outputs.at(0).shape.elements().value_or(0));
    const auto size = channels == 0 ? 0 : values.size() / channels;
    if (size == 0 && channels > 0)
        return Error{.code = Code::BadShape, .message = "there is no spatial position to pool over"};
    std::vector<T> results;
    for (std::size_t channel = 0; channel < channels; ++channel)
        results.push_back(reduce(std::span(values).subspan(channel * size, size)));
    return asOutput(node, results);
}

Result<std::vector<TensorData>> evaluateMax(const OpNode& node)
{
    const auto largest = [](auto values) { return *std::max_element(values.begin(), values.end()); };
    return computesInIntegers(node) ? perChannel<std::int64_t>(node, largest) : perChannel<double>(node, largest);
}

Result<std::vector<TensorData>> evaluateAverage(const OpNode& node)
{
    return perChannel<double>(node, [](std::span<const double> values) {
        return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    });
}

Result<std::vector<TensorData>> evaluateNorm(const OpNode& node)
{
    TW_TRY(const auto order, node.intOf("p", 2));
    const auto p = static_cast<double>(order);
    return perChannel<double>(node, [p](std::span<const double> values) {
        double sum = 0;
        for (const double value : values)
            sum += std::pow(std::abs(value), p);
        return std::pow(sum, 1 / p);
    });
}

Counts count(const OpNode& node)
{
    Counts counts = bytesMoved(node);
    counts.elementOps = node.shape(kImage).elements().value_or(0);
    return counts;
}

Counts countWithFinish(const OpNode& node)
{
    Counts counts = count(node);
    counts.elementOps += node.outputs[0].shape.elements().value_or(0);   // the division or the root
    return counts;
}

AccessMap access(const OpNode& node)
{
    std::vector<DimAccess> dims{identity(0), identity(1)};
    dims.resize(static_cast<std::size_t>(node.shape(kImage).rank()), full());
    return {{dims}};
}

Result<Arguments> arguments(const OpNode& node)
{
    const auto channels = node.shape(kImage)[0].value * node.shape(kImage)[1].value;
    return Arguments{{"channels", channels},
                     {"size", node.shape(kImage).elements().value_or(0) / std::max<std::int64_t>(channels, 1)}};
}

OpDef poolNamed(std::string_view op, std::string_view documentation,
                Result<std::vector<TensorData>> (*evaluate)(const OpNode&))
{
    return {.op = op,
            .inputNames = {"X"},
            .imageInputs = {kImage},
            .argsType = "tw_global_pool_args",
            .documentation = documentation,
            .infer = infer,
            .evaluate = evaluate,
            .count = evaluate == evaluateMax ? count : countWithFinish,
            .access = access,
            .arguments = arguments};
}

}  // namespace

extern const OpFamily global_poolFamily;
const OpFamily global_poolFamily = {
    .name = "global_pool",
    .ops = {poolNamed("GlobalAveragePool", "The mean of each channel over all its positions.", evaluateAverage),
            poolNamed("GlobalMaxPool", "The largest value of each channel.", evaluateMax),
            poolNamed("GlobalLpPool", "The p-norm of each channel over all its positions.", evaluateNorm)}};

}  // namespace tw::ops
