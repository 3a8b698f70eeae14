// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/samples.h"

#include "core/base/check.h"
#include "core/latency/calculators/common.h"

#include <algorithm>
#include <cmath>

namespace tw::latency {
namespace {

constexpr double kConfidence = 0.95;
constexpr double kNormalDeviation = 1.4826;      // standard deviation of normal noise over its median deviation
constexpr double kMedianEfficiency = 1.2533;     // standard error of a median over that of a mean
constexpr double kFarDeviations = 5;
constexpr double kFlaggedShare = 0.2;
constexpr double kWidestInterval = 0.05;         // half of it, of the median

double medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const auto middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// Of n tosses of a coin, exactly k heads.
double headsProbability(int n, int k)
{
    return std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) - n * std::log(2.0));
}

}  // namespace

std::optional<MedianRanks> medianRanks(int samples)
{
    std::optional<MedianRanks> best;
    double below = 0;   // P(heads <= rank - 1)
    for (int rank = 1; rank <= samples / 2; ++rank) {
        below += headsProbability(samples, rank - 1);
        const double coverage = 1 - 2 * below;
        if (coverage < kConfidence)
            break;
        best = MedianRanks{rank, samples + 1 - rank, coverage};
    }
    return best;
}

SampleStatistics statisticsOf(std::span<const double> samples)
{
    TW_CHECK(!samples.empty());
    std::vector<double> sorted(samples.begin(), samples.end());
    std::sort(sorted.begin(), sorted.end());
    SampleStatistics result{.median = medianOf(sorted), .minimum = sorted.front()};
    result.mean = compensatedSum({samples.begin(), samples.end()}) / static_cast<double>(samples.size());
    std::vector<double> distances;
    for (const double sample : samples)
        distances.push_back(std::abs(sample - result.median));
    result.deviation = medianOf(distances);
    const double far = kFarDeviations * kNormalDeviation * result.deviation;
    result.flagged = static_cast<int>(std::count_if(distances.begin(), distances.end(), [&](double distance) { return distance > far; }));
    result.standardError = kMedianEfficiency * kNormalDeviation * result.deviation / std::sqrt(static_cast<double>(samples.size()));
    if (const auto ranks = medianRanks(static_cast<int>(samples.size()))) {
        result.interval = {sorted[static_cast<std::size_t>(ranks->lower - 1)], sorted[static_cast<std::size_t>(ranks->upper - 1)]};
        result.coverage = ranks->coverage;
        result.unstable = (result.interval->second - result.interval->first) / 2 > kWidestInterval * result.median;
    }
    result.unstable |= result.flagged > kFlaggedShare * static_cast<double>(samples.size());
    return result;
}

}  // namespace tw::latency
