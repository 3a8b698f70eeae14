// SPDX-License-Identifier: Apache-2.0
#include "core/latency/distribution.h"

#include "core/base/text.h"
#include "core/latency/fault.h"
#include "core/latency/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tw::latency {
namespace {

std::vector<double> cumulativeOf(const std::vector<double>& mass)
{
    std::vector<double> sums(mass.size());
    std::partial_sum(mass.begin(), mass.end(), sums.begin());
    TW_CHECK(std::abs(sums.back() - 1) < 1e-9);   // nothing fell off the last bin
    return sums;
}

BigCount rankOf(const BigCount& total, Rational p)
{
    auto rank = total * p.numerator;
    if (rank.divide(p.denominator) != 0)
        rank += BigCount(1);
    return std::max(rank, BigCount(1));
}

std::uint64_t smallNumber(const BigCount& count)
{
    return count.words(1)[0];
}

}  // namespace

Result<Rational> percentage(double percent)
{
    if (!(percent >= 0 && percent <= 100))
        return faultError(Fault::BadRange, cat(percent, " is no percentage"));
    constexpr std::uint64_t kParts = 100'000'000;
    const auto parts = static_cast<std::uint64_t>(std::llround(percent * 1e6));
    const auto common = std::gcd(parts, kParts);
    return Rational{parts / common, kParts / common};
}

Result<LatencyDistribution> LatencyDistribution::build(const LatencyContainer& container, const DistributionOptions& options, Progress& progress)
{
    if (options.bins < 2)
        return faultError(Fault::BadCount, cat("a distribution cannot be drawn in ", options.bins, " bins"));
    LatencyDistribution result(container);
    result.min_ = minLatency(container);
    result.max_ = maxLatency(container);
    result.moments_ = latency::moments(container, options.weighting);
    result.total_ = architectureCount(container.operationsLatencies());
    result.lattice_ = latticeOf(container);
    const bool counts = options.exactCounts && (options.weighting == Weighting::Uniform || container.parts().probabilities.empty());
    if (counts && result.lattice_) {
        TW_TRY(result.counts_, ExactCounts::build(*result.lattice_, progress));
    } else if (counts) {
        TW_TRY(result.middle_, MeetInTheMiddle::build(container, progress));
    }
    TW_TRY_VOID(progress.check());
    auto grid = makeGrid(container, result.lattice_, options.bins, options.weighting);
    result.mass_ = probabilities(grid, Quantiser::Split);
    result.curve_ = cumulativeOf(result.mass_);
    if (grid.inexactBlocks > 0) {
        TW_TRY_VOID(progress.check());
        result.upper_ = cumulativeOf(probabilities(grid, Quantiser::Floor));
        result.lower_ = cumulativeOf(probabilities(grid, Quantiser::Ceil));
    }
    TW_TRY_VOID(progress.check());
    result.brush_ = std::make_shared<const Brush>(std::move(grid));
    return result;
}

double LatencyDistribution::sumTo(const std::vector<double>& curve, double latency) const
{
    if (latency < min_)
        return 0;
    if (latency >= max_)
        return curve.back();
    return curve[static_cast<std::size_t>(grid().binsIn(grid().origin, latency).second)];
}

double LatencyDistribution::cumulative(double budget) const
{
    return std::min(1.0, sumTo(curve_, budget));
}

Quantile LatencyDistribution::atRank(const BigCount& rank, double fraction) const
{
    if (counts_)
        return {lattice_->value(counts_->atRank(rank))};
    if (middle_)
        return {middle_->atRank(smallNumber(rank))};
    const auto reached = std::ranges::find_if(curve_, [&](double sum) { return sum >= fraction - 1e-12; });
    const auto bin = std::min<std::int64_t>(reached - curve_.begin(), grid().bins - 1);
    // Splitting a candidate over two bins moves it by less than a whole width, twice as far as rounding does.
    return {std::clamp(grid().value(bin), min_, max_), 2 * grid().errorBound()};
}

Quantile LatencyDistribution::quantile(Rational p) const
{
    TW_CHECK(p.denominator > 0 && p.numerator <= p.denominator && p.denominator < (std::uint64_t{1} << 32));
    return atRank(rankOf(total_, p), static_cast<double>(p.numerator) / static_cast<double>(p.denominator));
}

Quantile LatencyDistribution::exactMedian() const
{
    const auto first = quantile({1, 2});
    if (total_.isOdd() || !(counts_ || middle_))
        return first;
    auto half = total_;
    half.divide(2);
    return {(first.value + atRank(half + BigCount(1), 0.5).value) / 2};
}

CountBounds LatencyDistribution::countBelow(double budget) const
{
    CountBounds bounds{.exact = counts_ || middle_};
    if (counts_)
        bounds.lower = bounds.upper = counts_->countAtMost(lattice_->atMost(budget));
    else if (middle_)
        bounds.lower = bounds.upper = BigCount(middle_->countAtMost(budget));
    if (bounds.exact) {
        bounds.lowerFraction = bounds.upperFraction = bounds.lower.ratio(total_);
        return bounds;
    }
    // A budget just below a bin counts as the bin, which must not make the lower bound too large.
    const double shy = budget >= max_ ? budget : budget - 2e-9 * grid().width;
    bounds.lowerFraction = std::min(1.0, lower_.empty() ? sumTo(curve_, budget) : sumTo(lower_, shy));
    bounds.upperFraction = std::min(1.0, sumTo(upper_.empty() ? curve_ : upper_, budget));
    bounds.lower = total_.share(bounds.lowerFraction);
    bounds.upper = total_.share(bounds.upperFraction);
    return bounds;
}

std::vector<Bin> LatencyDistribution::histogram(double low, double high, int bins) const
{
    TW_CHECK(bins >= 1);
    const double width = grid().width;
    double each = std::max((high - low) / bins, width);
    if (lattice_)
        each = std::ceil(each / width - 1e-9) * width;   // else some parts would hold a lattice point more than others
    std::vector<Bin> result;
    const auto parts = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil((high - low) / each - 1e-9)));
    for (std::int64_t i = 0; i < parts; ++i)
        result.push_back({low + static_cast<double>(i) * each, low + static_cast<double>(i + 1) * each});
    const auto [first, last] = grid().binsIn(low, high);
    for (auto bin = first; bin <= last; ++bin) {
        const auto part = static_cast<std::int64_t>(std::floor((grid().value(bin) - low) / each + 1e-9));
        result[static_cast<std::size_t>(std::clamp<std::int64_t>(part, 0, parts - 1))].mass += mass_[static_cast<std::size_t>(bin)];
    }
    return result;
}

Result<std::vector<Arch>> LatencyDistribution::sample(double low, double high, std::size_t n, std::uint64_t seed) const
{
    // Rounded latencies are off by at most the bound: all of the range and a little more is drawn, the rest rejected.
    const double slack = grid().errorBound() + (lattice_ ? 0 : 1e-9 * grid().width);
    const auto bins = grid().binsIn(low - slack, high + slack);
    std::vector<Arch> result;
    Random random(seed);
    const bool possible = low <= high && brush_->fraction(bins) > 0;
    const std::size_t attempts = possible ? 1000 * (n + 1) : 0;
    for (std::size_t i = 0; i < attempts && result.size() < n; ++i) {
        auto arch = brush_->draw(bins, random);
        const double latency = latencyOf(*container_, arch).value();
        if (latency >= low && latency <= high)
            result.push_back(std::move(arch));
    }
    if (result.empty() && n > 0)
        return faultError(Fault::EmptyRangeOfLatencies, cat("no architecture takes between ", numberText(low), " and ", numberText(high)));
    return result;
}

}  // namespace tw::latency
