// SPDX-License-Identifier: Apache-2.0
// The extreme architectures of a search space, and the best one under a budget.
#pragma once

#include "core/base/progress.h"
#include "core/latency/architecture_count.h"
#include "core/latency/container.h"

namespace tw::latency {

struct Ranked {
    Arch arch;
    double latency = 0;
};

/// The `k` architectures of least (greatest) latency in order; all of them when there are fewer. O(k (blocks + log k)).
std::vector<Ranked> fastest(const LatencyContainer& container, std::size_t k);
std::vector<Ranked> slowest(const LatencyContainer& container, std::size_t k);

struct Chosen {
    Arch arch;
    double latency = 0;
    double score = 0;
    double slack = 0;        // an architecture up to this much closer to the budget may have been missed; 0: exact
};

/// The slowest architecture that takes at most `budget`. Exact for whole numbers whose table fits; else within `slack`.
/// Unachievable when there is none.
Result<Chosen> slowestWithin(const LatencyContainer& container, double budget, Progress& progress);

/// The architecture of the greatest sum of scores that takes at most `budget`: a knapsack over the same bins.
/// ShapeMismatch when `scores` has another shape.
Result<Chosen> bestWithin(const LatencyContainer& container, const Table& scores, double budget, Progress& progress);

}  // namespace tw::latency
