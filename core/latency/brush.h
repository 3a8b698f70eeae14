// SPDX-License-Identifier: Apache-2.0
// Which choices make up a range of latencies: tables over the blocks before and after each block, so that a range that
// follows the mouse is answered in a millisecond or two.
#pragma once

#include "core/latency/architecture_count.h"
#include "core/latency/grid.h"
#include "core/latency/random.h"

namespace tw::latency {

/// Shares of the candidates among the architectures of a range.
struct ChoiceTable {
    double fraction = 0;                  // of all architectures that lie in the range
    Table share = {};                     // [block][candidate], each block adds up to 1; empty when fraction is 0
    /// How much more often than without the range; 1: no preference.
    double lift(std::size_t block, std::size_t candidate, double weight) const { return share[block][candidate] / weight; }
};

/// Sums of a distribution from both ends, so that neither tail is lost in the rounding of the other.
struct Cumulative {
    std::vector<double> below = {};       // [j]: of the first j values
    std::vector<double> above = {};       // [j]: of all values from j on

    static Cumulative of(const std::vector<double>& values);
    std::int64_t top() const { return static_cast<std::int64_t>(below.size()) - 2; }
    /// Of the values in [first, end).
    double between(std::int64_t first, std::int64_t end) const
    {
        const auto i = static_cast<std::size_t>(first);
        const auto j = static_cast<std::size_t>(end);
        return above[i] < below[j] ? above[i] - above[j] : below[j] - below[i];
    }
};

class Brush {
public:
    /// O(bins * blocks) numbers.
    explicit Brush(Grid grid);

    /// O(bins * candidates). Limits are inclusive; the table is exact when grid().errorBound() is 0, and else that of
    /// latencies rounded to the nearest bins.
    ChoiceTable choices(double low, double high) const;

    /// One architecture of those whose rounded latency lies in the bins, by probability. The range must not be empty.
    Arch draw(std::pair<std::int64_t, std::int64_t> bins, Random& random) const;

    double fraction(std::pair<std::int64_t, std::int64_t> bins) const;
    const Grid& grid() const { return grid_; }

private:
    /// Probability that the blocks from `block` on add up to a number of bins in [low, high].
    double suffixIn(std::size_t block, std::int64_t low, std::int64_t high) const;

    Grid grid_;
    std::vector<std::vector<std::int64_t>> bins_;     // [block][candidate]
    std::vector<std::vector<double>> prefix_;         // [block]: probability of each sum of the blocks before it
    std::vector<Cumulative> suffix_;                  // [block]: of the blocks from it on
};

}  // namespace tw::latency
