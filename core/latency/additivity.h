// SPDX-License-Identifier: Apache-2.0
// Times are only roughly the sum of their parts. Whole architectures are measured too: what they take beyond their
// candidates is the constant part, and how far sums are off afterwards is the additivity error.
#pragma once

#include "core/latency/architecture_count.h"
#include "core/latency/container.h"

namespace tw::latency {

struct WholeRun {
    double measured = 0;     // of the whole architecture
    double parts = 0;        // sum of its candidates
};

struct Additivity {
    double constant = 0;                         // median of measured - parts, not below 0
    bool clamped = false;                        // the median was negative: parts alone are pessimistic
    std::size_t runs = 0;
    std::optional<double> rmsRelative = {};      // of the error to the mean of the measured; none for one run
    std::optional<double> largest = {};
    std::optional<double> rankCorrelation = {};
    std::optional<double> scale = {};            // least squares: measured = constant + scale * parts

    /// additivity_runs, additivity_rms, additivity_max, additivity_spearman, additivity_scale.
    void describe(std::map<std::string, std::string>& meta) const;
};

Additivity additivityOf(const std::vector<WholeRun>& runs);

/// The fastest, the slowest and random ones: max(5, blocks / 4) in all, or the only one that there is.
std::vector<Arch> architecturesToMeasure(const LatencyContainer& table, std::uint64_t seed);

/// Beyond this the sum of parts does not predict the whole, which must be said wherever it is shown.
inline constexpr double kPoorAdditivity = 0.10;

}  // namespace tw::latency
