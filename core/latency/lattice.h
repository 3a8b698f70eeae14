// SPDX-License-Identifier: Apache-2.0
// A container whose latencies are whole numbers of one unit: every architecture's latency is (base + step * s) /
// perUnit for a whole s in [0, top]. Only there can architectures be counted exactly by dynamic programming.
#pragma once

#include "core/latency/container.h"

namespace tw::latency {

struct Lattice {
    std::int64_t base = 0;                                   // constant part plus the least of every block
    std::int64_t step = 1;                                   // greatest common divisor of all differences
    double perUnit = 1;
    std::int64_t top = 0;
    std::vector<std::vector<std::int64_t>> steps = {};       // [block][candidate] above the block's least, in steps

    double value(std::int64_t s) const { return static_cast<double>(base + step * s) / perUnit; }
    /// The greatest s with value(s) <= latency; -1 when there is none, top when all are.
    std::int64_t atMost(double latency) const;
};

/// From the container's whole numbers, or from latencies that are whole numbers below 2^53 themselves. None when the
/// latencies are real.
std::optional<Lattice> latticeOf(const LatencyContainer& container);

}  // namespace tw::latency
