// SPDX-License-Identifier: Apache-2.0
// The best placement within a given effort, and whether it is proven to be the best.
#pragma once

#include "core/base/progress.h"
#include "core/memory/placement.h"

#include <limits>

namespace tw::memory {

/// Steps are those of SkylineState::work, some 50 to 100 million a second. Results depend on the clock only when
/// `seconds` runs out.
struct Effort {
    std::int64_t stepsToFit = std::numeric_limits<std::int64_t>::max();   // to get below the capacity
    std::int64_t stepsToImprove = 100'000'000;                            // to get from there towards the lower bound
    double seconds = std::numeric_limits<double>::infinity();
};

struct Solution {
    Placement placement;            // the best found, even when it does not fit
    std::int64_t provenBytes = 0;   // at least the lower bound: no placement can have a smaller peak
    bool fits = false;              // the peak is within the capacity

    bool optimal() const { return placement.peakBytes <= provenBytes; }
};

/// Fails with Cancelled, or with BadInput when fixed buffers clash or are misaligned.
Result<Solution> placeExactly(const PlacementProblem& problem, const Effort& effort, Progress& progress);

}  // namespace tw::memory
