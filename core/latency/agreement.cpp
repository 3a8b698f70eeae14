// SPDX-License-Identifier: Apache-2.0
#include "core/latency/agreement.h"

#include "core/base/check.h"
#include "core/latency/exact_sum.h"
#include "core/latency/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tw::latency {
namespace {

std::vector<double> ranksOf(std::span<const double> values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first + 1;
        while (end < order.size() && values[order[end]] == values[order[first]])
            ++end;
        for (std::size_t i = first; i < end; ++i)
            ranks[order[i]] = static_cast<double>(first + end - 1) / 2;
        first = end;
    }
    return ranks;
}

double sumOf(std::span<const double> values)
{
    ExactSum sum;
    for (const double value : values)
        sum.add(value);
    return sum.value();
}

}  // namespace

std::optional<double> rankCorrelation(std::span<const double> one, std::span<const double> other)
{
    TW_CHECK(one.size() == other.size());
    if (one.size() < 2)
        return {};
    const auto a = ranksOf(one);
    const auto b = ranksOf(other);
    const double mean = static_cast<double>(one.size() - 1) / 2;
    ExactSum both, first, second;
    for (std::size_t i = 0; i < a.size(); ++i) {
        both.add((a[i] - mean) * (b[i] - mean));
        first.add((a[i] - mean) * (a[i] - mean));
        second.add((b[i] - mean) * (b[i] - mean));
    }
    if (first.value() <= 0 || second.value() <= 0)
        return {};
    return both.value() / std::sqrt(first.value() * second.value());
}

Agreement agreementOf(std::span<const double> predicted, std::span<const double> measured)
{
    Agreement result{.pairs = predicted.size(), .rankCorrelation = rankCorrelation(predicted, measured)};
    ExactSum product, square;
    for (std::size_t i = 0; i < predicted.size(); ++i) {
        product.add(predicted[i] * measured[i]);
        square.add(predicted[i] * predicted[i]);
    }
    result.scale = square.value() > 0 ? product.value() / square.value() : 0;
    std::vector<double> errors;
    for (std::size_t i = 0; i < predicted.size(); ++i)
        if (measured[i] > 0)
            errors.push_back(std::abs(result.scale * predicted[i] / measured[i] - 1));
    if (!errors.empty()) {
        result.worstRelativeError = std::ranges::max(errors);
        result.medianRelativeError = medianOf(errors);
        result.totalRatio = sumOf(predicted) / sumOf(measured);
    }
    return result;
}

}  // namespace tw::latency
