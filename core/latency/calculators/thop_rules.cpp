// SPDX-License-Identifier: Apache-2.0
// thop hooks modules: what is called as a function does not exist for it.
#include "core/latency/calculators/mac_rules.h"

namespace tw::latency {
namespace {

const std::string kCalledAsFunction = "called as a function, which module hooks do not see";

bool isInvisible(const Layer& layer)
{
    return layer.functional && layer.kind != LayerKind::Movement;
}

/// Sizes per sample and step; layers behind the first are nodes of their own in ONNX.
std::int64_t recurrent(const Layer& layer)
{
    const auto h = layer.hidden;
    const auto gate = plus(plus(times(h, plus(layer.inputSize, h)), h), layer.bias ? times(2, h) : 0);
    const auto cell = plus(times(layer.gates, gate), layer.gates > 1 ? times(4, h) : 0);
    return productOf({cell, layer.steps, layer.batch, layer.directions});
}

std::int64_t interpolated(const Layer& layer, std::int64_t nearest, std::int64_t bilinear)
{
    constexpr std::int64_t kLinear = 5, kBicubic = 259;
    switch (layer.interpolation) {
    case Interpolation::Nearest: return times(layer.y, nearest);
    case Interpolation::Linear: return times(layer.y, kLinear);
    case Interpolation::Bilinear: return times(layer.y, bilinear);
    case Interpolation::Bicubic: return times(layer.y, kBicubic);
    default: return 0;
    }
}

/// The window of an adaptive pool, per axis in / out, as a whole number or not.
std::int64_t adaptive(const Layer& layer, bool wholeWindows)
{
    double window = 1;
    for (std::size_t i = 0; i < layer.inSpatial.size(); ++i) {
        const auto in = layer.inSpatial[i], out = layer.outSpatial.at(i);
        window *= wholeWindows ? static_cast<double>(in / out) : static_cast<double>(in) / static_cast<double>(out);
    }
    return static_cast<std::int64_t>((window + 1) * static_cast<double>(layer.y));
}

std::int64_t softmax(const Layer& layer)
{
    return times(layer.x / layer.axisSize, 3 * layer.axisSize - 1);
}

/// What all versions agree on; `hasRule` is false for the rest.
Booked common(const Layer& layer)
{
    switch (layer.kind) {
    case LayerKind::Relu:
    case LayerKind::Relu6:
    case LayerKind::MaxPool:
    case LayerKind::AdaptiveMaxPool:
    case LayerKind::Movement: return booked(0);
    default: return passedOver();
    }
}

}  // namespace

std::int64_t convOverOutputs(const Layer& layer, std::int64_t extraPerOutput)
{
    return times(layer.y, plus(times(layer.inChannels / layer.groups, layer.kernel), extraPerOutput));
}

Booked thopRule(const Layer& layer)
{
    if (isInvisible(layer))
        return passedOver(kCalledAsFunction);
    switch (layer.kind) {
    case LayerKind::Conv: return booked(convOverOutputs(layer, 0));
    case LayerKind::ConvTranspose: return booked(convOverOutputs(layer, 0), "counts the output's volume, as the tool does");
    case LayerKind::Linear: return booked(times(layer.y, layer.inFeatures));
    case LayerKind::BatchNorm:
    case LayerKind::InstanceNorm:
    case LayerKind::LayerNorm: return booked(times(layer.x, layer.affine ? 4 : 2));
    case LayerKind::PRelu: return booked(layer.x);
    case LayerKind::LeakyRelu: return booked(0);
    case LayerKind::Softmax: return booked(softmax(layer));
    case LayerKind::AveragePool: return booked(layer.y);
    case LayerKind::AdaptiveAveragePool: return booked(adaptive(layer, false));
    case LayerKind::Upsample: return booked(interpolated(layer, 1, 11));
    case LayerKind::Recurrent: return booked(recurrent(layer));
    default: return common(layer);
    }
}

Booked thop2020Rule(const Layer& layer)
{
    if (isInvisible(layer))
        return passedOver(kCalledAsFunction);
    switch (layer.kind) {
    case LayerKind::Conv:
    case LayerKind::ConvTranspose: return booked(convOverOutputs(layer, layer.bias ? 1 : 0));
    case LayerKind::Linear: return booked(times(layer.y, layer.inFeatures));
    case LayerKind::BatchNorm: return booked(times(layer.x, 2));
    case LayerKind::LeakyRelu: return booked(layer.x);
    case LayerKind::AveragePool: return booked(layer.y);
    case LayerKind::AdaptiveAveragePool: return booked(adaptive(layer, true));
    case LayerKind::Upsample: return booked(interpolated(layer, 0, 11));
    case LayerKind::Recurrent: return booked(recurrent(layer));
    default: return common(layer);
    }
}

Booked thop2019Rule(const Layer& layer)
{
    if (isInvisible(layer))
        return passedOver(kCalledAsFunction);
    switch (layer.kind) {
    case LayerKind::Conv:
    case LayerKind::ConvTranspose: return booked(convOverOutputs(layer, layer.bias ? 1 : 0));
    case LayerKind::Linear: return booked(times(layer.y, 2 * layer.inFeatures - 1));
    case LayerKind::BatchNorm: return booked(times(layer.x, 4));
    case LayerKind::LeakyRelu: return booked(layer.x);
    case LayerKind::AveragePool: return booked(times(layer.y, layer.kernelFirst + 1), "one side of the window, as the tool does");
    case LayerKind::AdaptiveAveragePool: return booked(adaptive(layer, true));
    case LayerKind::Upsample: return booked(interpolated(layer, 0, 13));
    default: return common(layer);
    }
}

}  // namespace tw::latency
