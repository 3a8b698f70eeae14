// SPDX-License-Identifier: Apache-2.0
// The complexity that STM32Cube.AI reports.
#include "core/latency/calculators/mac_rules.h"

namespace tw::latency {

Booked stm32Rule(const Layer& layer)
{
    constexpr std::int64_t kSoftmaxPerElement = 15;
    const auto biases = layer.bias ? layer.outChannels : 0;
    switch (layer.kind) {
    case LayerKind::Conv: return booked(plus(convOverOutputs(layer, 0), biases));
    case LayerKind::Linear: return booked(plus(times(layer.y, layer.inFeatures), layer.bias ? layer.outFeatures : 0));
    case LayerKind::Relu:
    case LayerKind::Relu6: return booked(layer.fused ? 0 : layer.y, layer.fused ? "merged into the layer before" : "");
    case LayerKind::Softmax: return booked(times(kSoftmaxPerElement, layer.y));
    case LayerKind::Movement: return booked(0);
    default: return passedOver();
    }
}

}  // namespace tw::latency
