// SPDX-License-Identifier: Apache-2.0
// fvcore counts operators of the traced graph, one fused multiply-add as one.
#include "core/latency/calculators/einsum.h"
#include "core/latency/calculators/mac_rules.h"

namespace tw::latency {
namespace {

Booked upsampled(const Layer& layer)
{
    if (layer.interpolation == Interpolation::Nearest)
        return booked(layer.y);
    if (layer.interpolation == Interpolation::Bilinear)
        return booked(times(4, layer.y));
    return passedOver();
}

}  // namespace

Booked fvcoreRule(const Layer& layer)
{
    switch (layer.kind) {
    case LayerKind::Conv: return booked(productOf({layer.batch, layer.w, layer.outVolume()}));
    case LayerKind::ConvTranspose: return booked(productOf({layer.batch, layer.w, layer.inVolume()}));
    case LayerKind::Linear:
    case LayerKind::MatMul: return booked(times(layer.x, layer.outFeatures));
    case LayerKind::Einsum: {
        const auto work = einsumWork(layer);
        return work ? booked(work->optimised) : passedOver("the equation is too general");
    }
    case LayerKind::BatchNorm: return booked(times(layer.x, layer.affine ? 2 : 1));
    case LayerKind::InstanceNorm:
    case LayerKind::LayerNorm:
    case LayerKind::GroupNorm: return booked(times(layer.x, layer.affine ? 5 : 4));
    case LayerKind::AdaptiveAveragePool:
        return layer.inSpatial.size() == 2 ? booked(layer.x) : passedOver("only two-dimensional ones have a rule");
    case LayerKind::Upsample: return upsampled(layer);
    case LayerKind::GridSample: return booked(times(4, layer.y));
    case LayerKind::Relu:
    case LayerKind::Movement: return booked(0);
    default: return passedOver();
    }
}

}  // namespace tw::latency
