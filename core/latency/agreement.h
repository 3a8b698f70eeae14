// SPDX-License-Identifier: Apache-2.0
// How well one set of numbers predicts another: ranks, errors, scale.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace tw::latency {

/// Spearman's rank correlation; equal values share their mean rank. None for less than two pairs, or when one side is
/// constant.
std::optional<double> rankCorrelation(std::span<const double> one, std::span<const double> other);

struct Agreement {
    std::size_t pairs = 0;
    std::optional<double> rankCorrelation = {};
    double scale = 0;                     // least squares through 0: measured = scale * predicted
    double medianRelativeError = 0;       // of |scale * predicted / measured - 1|, over measured > 0
    double worstRelativeError = 0;
    double totalRatio = 0;                // sum of predicted / sum of measured, without scale
};

Agreement agreementOf(std::span<const double> predicted, std::span<const double> measured);

}  // namespace tw::latency
