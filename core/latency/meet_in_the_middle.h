// SPDX-License-Identifier: Apache-2.0
// Exact counts of real latencies: the blocks are split in two halves whose sums are enumerated and sorted; pairs under
// a budget are then counted with two pointers. The latency of an architecture is here (constant + sum of one half) +
// sum of the other; architectures closer than the rounding of these additions may change places.
#pragma once

#include "core/base/progress.h"
#include "core/latency/big_count.h"
#include "core/latency/container.h"

namespace tw::latency {

class MeetInTheMiddle {
public:
    /// Sums on each side.
    static constexpr std::uint64_t kMostSums = std::uint64_t{1} << 21;

    /// No value when no split keeps both sides within the limit.
    static Result<std::optional<MeetInTheMiddle>> build(const LatencyContainer& container, Progress& progress);

    /// Architectures with a latency <= budget. O(sums).
    std::uint64_t countAtMost(double budget) const;
    std::uint64_t total() const { return static_cast<std::uint64_t>(first_.size()) * second_.size(); }
    /// The latency at a 1-based rank in [1, total]: bisects the bit pattern. O(64 * sums).
    double atRank(std::uint64_t rank) const;

private:
    std::vector<double> first_;      // with the constant part
    std::vector<double> second_;
};

}  // namespace tw::latency
