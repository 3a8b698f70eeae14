// SPDX-License-Identifier: Apache-2.0
// The latency distribution of all architectures of a search space, not of a sample. Counts and quantiles are exact
// where the latencies are whole numbers (exact_counts.h) or the space can be enumerated by halves
// (meet_in_the_middle.h); else they come from bins, with their error bound beside them.
#pragma once

#include "core/latency/brush.h"
#include "core/latency/exact_counts.h"
#include "core/latency/meet_in_the_middle.h"

#include <memory>

namespace tw::latency {

struct DistributionOptions {
    std::int64_t bins = 65536;              // 4096 is enough to follow a mouse
    Weighting weighting = Weighting::Uniform;
    bool exactCounts = true;                // false: the curve alone, which is quicker
};

struct Quantile {
    double value = 0;
    double error = 0;                       // 0: exact
};

/// How many architectures take at most a budget.
struct CountBounds {
    BigCount lower;
    BigCount upper;
    double lowerFraction = 0;
    double upperFraction = 0;
    bool exact = false;
};

struct Bin {
    double begin = 0;                       // half-open [begin, end); the last one of a histogram is closed
    double end = 0;
    double mass = 0;                        // probability
};

/// u / v with 0 <= u <= v, v > 0 below 2^32.
struct Rational {
    std::uint64_t numerator = 0;
    std::uint64_t denominator = 1;
};
/// A percentage with at most six decimals: 99.9 -> 999/1000. BadRange outside of [0, 100].
Result<Rational> percentage(double percent);

/// Immutable; safe to read from several threads.
class LatencyDistribution {
public:
    /// BadCount for less than 2 bins; Cancelled.
    static Result<LatencyDistribution> build(const LatencyContainer& container, const DistributionOptions& options, Progress& progress);

    double min() const { return min_; }
    double max() const { return max_; }
    const Moments& moments() const { return moments_; }     // exact, never those of the bins
    const BigCount& architectures() const { return total_; }

    /// The least latency that at least the fraction p of all architectures does not exceed.
    Quantile quantile(Rational p) const;
    /// Mean of the two in the middle when their number is even.
    Quantile exactMedian() const;
    CountBounds countBelow(double budget) const;            // inclusive
    /// Share of the architectures with a latency <= budget, as drawn.
    double cumulative(double budget) const;

    /// Mass in `bins` equal parts of [low, high]; of a lattice, parts are whole multiples of its step.
    std::vector<Bin> histogram(double low, double high, int bins) const;
    /// Half of the greatest error that binned values have; 0 when exact.
    double errorBound() const { return grid().errorBound(); }
    bool isExact() const { return counts_ || middle_ || grid().inexactBlocks == 0; }
    const Grid& grid() const { return brush_->grid(); }

    ChoiceTable choices(double low, double high) const { return brush_->choices(low, high); }
    /// `n` architectures with low <= latency <= high, uniformly (by weight) among those. EmptyRangeOfLatencies when
    /// there is none.
    Result<std::vector<Arch>> sample(double low, double high, std::size_t n, std::uint64_t seed) const;

    const std::optional<Lattice>& lattice() const { return lattice_; }
    const std::optional<ExactCounts>& counts() const { return counts_; }
    const LatencyContainer& container() const { return *container_; }

private:
    explicit LatencyDistribution(const LatencyContainer& container) : container_(std::make_shared<const LatencyContainer>(container)) {}
    Quantile atRank(const BigCount& rank, double fraction) const;
    double sumTo(const std::vector<double>& curve, double latency) const;

    std::shared_ptr<const LatencyContainer> container_;
    double min_ = 0;
    double max_ = 0;
    Moments moments_;
    BigCount total_;
    std::optional<Lattice> lattice_;
    std::optional<ExactCounts> counts_;
    std::optional<MeetInTheMiddle> middle_;
    std::shared_ptr<const Brush> brush_;
    std::vector<double> curve_;             // cumulative probabilities of the bins: as drawn,
    std::vector<double> upper_;             // of Floor: never too small,
    std::vector<double> lower_;             // of Ceil: never too large
    std::vector<double> mass_;              // as drawn, of each bin
};

}  // namespace tw::latency
