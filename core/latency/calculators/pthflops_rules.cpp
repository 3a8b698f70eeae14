// SPDX-License-Identifier: Apache-2.0
// pthflops counts operations, but those of convolutions and linear layers as multiply-accumulates with their bias.
#include "core/latency/calculators/mac_rules.h"

namespace tw::latency {
namespace {

/// The last two input dimensions.
std::int64_t plane(const Layer& layer)
{
    const auto& in = layer.inSpatial;
    return in.size() < 2 ? layer.inVolume() : times(in[in.size() - 2], in.back());
}

std::int64_t perOutputPosition(const Layer& layer)
{
    const auto positions = times(layer.batch, layer.outVolume());
    const auto products = productOf({positions, layer.inChannels, layer.outChannels / layer.groups, layer.kernel});
    return plus(products, layer.bias ? times(positions, layer.outChannels) : 0);
}

}  // namespace

Booked pthflopsRule(const Layer& layer)
{
    switch (layer.kind) {
    case LayerKind::Conv: return booked(perOutputPosition(layer));
    case LayerKind::ConvTranspose: return booked(perOutputPosition(layer), "counts the output's volume, as the tool does");
    case LayerKind::Linear: return booked(plus(times(layer.x, layer.outFeatures), layer.bias ? layer.outFeatures : 0));
    case LayerKind::MatMul: return booked(times(layer.x, layer.outFeatures), "counted as matmul; the tool books 0 for bmm");
    case LayerKind::BatchNorm: return booked(times(2, layer.y));
    case LayerKind::Relu: return layer.functional ? passedOver("called as a function") : booked(times(2, layer.y));
    case LayerKind::Add:
    case LayerKind::Mul: return booked(times(2, layer.y));
    case LayerKind::MaxPool: return booked(times(layer.kernel - 1, layer.y));
    case LayerKind::AveragePool: return booked(times(layer.kernel, layer.y));
    case LayerKind::AdaptiveAveragePool:
        return layer.functional ? passedOver("called as a function") : booked(times(plane(layer), layer.y));
    case LayerKind::Movement: return booked(0);
    default: return passedOver();
    }
}

Booked pthflopsJitRule(const Layer& layer)
{
    switch (layer.kind) {
    case LayerKind::Conv: return booked(times(layer.y, plus(times(layer.inChannels, layer.kernel) / layer.groups, layer.bias ? 1 : 0)));
    case LayerKind::Linear:
    case LayerKind::MatMul:
        return booked(times(layer.axisSize, layer.y), layer.axisSize == layer.inFeatures ? "" : "the tool takes dimension 1 of the input for the summed one");
    case LayerKind::Relu:
    case LayerKind::BatchNorm: return booked(times(2, layer.x));
    case LayerKind::AveragePool: return booked(times(layer.kernel, layer.y));
    case LayerKind::MaxPool: return booked(times(layer.kernel - 1, layer.y));
    case LayerKind::AdaptiveAveragePool: return booked(times(plane(layer), layer.y));
    case LayerKind::Add:
    case LayerKind::Mul: return booked(layer.x);
    case LayerKind::Movement: return booked(0);
    default: return passedOver();
    }
}

}  // namespace tw::latency
