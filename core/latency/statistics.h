// SPDX-License-Identifier: Apache-2.0
// The statistics of the reference package by the reference's names. What a search space adds (the current and the best
// architecture) is in search_space.h; exact distributions are in distribution.h.
#pragma once

#include "core/base/progress.h"
#include "core/latency/architecture_count.h"
#include "core/latency/moments.h"

namespace tw::latency {

double minLatency(const LatencyContainer& container);
double maxLatency(const LatencyContainer& container);
/// Of architectures with uniform choices: the sum of the rows' means.
double meanLatency(const LatencyContainer& container);

/// Latencies of `n` random architectures in the order drawn; every block's choice is independent and uniform (or by
/// the stored probabilities). The same seed gives the same numbers on every machine and for any number of threads.
/// BadCount for n < 0.
Result<std::vector<double>> sampleLatencies(const LatencyContainer& container, std::int64_t n = 100, std::uint64_t seed = 1,
                                            Weighting weighting = Weighting::Uniform);
/// A seed from the operating system, for callers that want another sample each time; to be shown with the result.
std::uint64_t freshSeed();

/// Median of such a sample, an estimate; for even n the mean of the two in the middle. BadCount for n < 1.
Result<double> medianLatency(const LatencyContainer& container, std::int64_t n = 100, std::uint64_t seed = 1);
double medianOf(std::vector<double> values);

/// ArchRequired without an architecture (a container has no current one), ArchLengthMismatch, ArchIndexOutOfRange,
/// EmptyChoice, DuplicateChoice. A block with several choices runs them all: they add up.
Result<double> currentLatency(const LatencyContainer& container, const std::optional<MultiArch>& arch);
/// The same for a plain one.
Result<double> latencyOf(const LatencyContainer& container, const Arch& arch);

MultiArch multiArch(const Arch& arch);

/// Unachievable when even the fastest architecture takes more than `budget`.
Result<void> checkAchievable(const LatencyContainer& container, double budget);

}  // namespace tw::latency
