// SPDX-License-Identifier: Apache-2.0
// Distributions of spaces that are not additive: where a node costs more when the node before it ran on another engine
// (a transfer, a change of layout). Blocks form a chain; the state between two of them is the engine.
#pragma once

#include "core/base/progress.h"
#include "core/latency/container.h"

namespace tw::latency {

struct EngineChain {
    std::vector<std::vector<int>> engineOf;   // [block][candidate], in [0, engines)
    Table transition;                         // [from][to] >= 0, added between neighbouring blocks
};

struct ChainDistribution {
    double origin = 0;
    double width = 1;
    std::vector<double> mass = {};            // probability of origin + s * width
    double errorBound = 0;                    // how far a value can be off; 0: exact

    double cumulative(double latency) const;
};

/// All architectures alike. O(engines^2 * candidates * bins). ShapeMismatch when the chain does not fit the container,
/// BadValue for a negative transition.
Result<ChainDistribution> chainDistribution(const LatencyContainer& container, const EngineChain& chain, std::int64_t bins, Progress& progress);

}  // namespace tw::latency
