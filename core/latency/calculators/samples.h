// SPDX-License-Identifier: Apache-2.0
// What repeated measurements of one thing say; latency-engine.md, section 6.2, items 7 and 8.
#pragma once

#include <optional>
#include <span>
#include <utility>

namespace tw::latency {

struct SampleStatistics {
    double median = 0;
    double minimum = 0;
    double mean = 0;
    double deviation = 0;                                      // median absolute deviation from the median
    std::optional<std::pair<double, double>> interval = {};    // of the median, with at least 95 %
    double coverage = 0;                                       // of the interval
    int flagged = 0;                                           // samples far from the median; none is deleted
    bool unstable = false;                                     // a fifth is flagged, or the interval is wider than +-5 %
    double standardError = 0;                                  // of the median, as if the noise were normal
};

/// Of at least one sample.
SampleStatistics statisticsOf(std::span<const double> samples);

/// Ranks (from 1) of the order statistics between which the median lies with at least 95 %; none below six samples.
struct MedianRanks {
    int lower = 0;
    int upper = 0;
    double coverage = 0;
};
std::optional<MedianRanks> medianRanks(int samples);

}  // namespace tw::latency
