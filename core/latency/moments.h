// SPDX-License-Identifier: Apache-2.0
// Exact mean, variance, skewness and kurtosis of the latency over all architectures, in closed form: blocks are
// independent, so cumulants add up.
#pragma once

#include "core/latency/container.h"

namespace tw::latency {

enum class Weighting {
    Uniform,      // every architecture counts once
    Stored,       // by the container's probabilities; blocks without them are uniform
};

/// Probability of each candidate of a block, adding up to 1.
std::vector<double> weightsOf(const LatencyContainer& container, std::size_t block, Weighting weighting);

struct Moments {
    double mean = 0;
    double variance = 0;                          // of the population
    std::optional<double> skewness = {};          // none when all architectures are alike
    std::optional<double> excessKurtosis = {};
    std::vector<double> varianceShare = {};       // of each block: which matters most; zeros when variance is 0
    double standardDeviation() const;
};

Moments moments(const LatencyContainer& container, Weighting weighting = Weighting::Uniform);

}  // namespace tw::latency
