// SPDX-License-Identifier: Apache-2.0
#include "core/latency/lattice.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tw::latency {
namespace {

constexpr double kLargest = 9007199254740992.0;   // 2^53: whole doubles are exact up to here

bool isWhole(double value)
{
    return std::abs(value) <= kLargest && value == std::floor(value);
}

/// None when a latency is not whole, or when sums could leave the exact range.
std::optional<WholeNumbers> wholeNumbersOf(const LatencyContainer& container)
{
    if (container.parts().whole)
        return container.parts().whole;
    if (!isWhole(container.constantLatency()))
        return {};
    WholeNumbers whole{.constant = static_cast<std::int64_t>(container.constantLatency())};
    for (const auto& row : container.operationsLatencies()) {
        if (!std::ranges::all_of(row, isWhole))
            return {};
        whole.operations.emplace_back(row.begin(), row.end());
    }
    return whole;
}

/// Whether the sum of the greatest magnitudes stays within 2^53.
bool sumsStayExact(const WholeNumbers& whole)
{
    double sum = std::abs(static_cast<double>(whole.constant));
    for (const auto& row : whole.operations) {
        double most = 0;
        for (const auto value : row)
            most = std::max(most, std::abs(static_cast<double>(value)));
        sum += most;
    }
    return sum <= kLargest;
}

}  // namespace

std::int64_t Lattice::atMost(double latency) const
{
    if (value(0) > latency)
        return -1;
    if (value(top) <= latency)
        return top;
    const double guess = std::floor((latency * perUnit - static_cast<double>(base)) / static_cast<double>(step));
    auto s = std::clamp(static_cast<std::int64_t>(guess), std::int64_t{0}, top);
    while (value(s) > latency)   // the guess is off by rounding at most
        --s;
    while (s < top && value(s + 1) <= latency)
        ++s;
    return s;
}

std::optional<Lattice> latticeOf(const LatencyContainer& container)
{
    const auto whole = wholeNumbersOf(container);
    if (!whole || !sumsStayExact(*whole))
        return {};
    Lattice lattice{.base = whole->constant, .step = 0, .perUnit = whole->perUnit, .steps = whole->operations};
    for (auto& row : lattice.steps) {
        const auto least = std::ranges::min(row);
        lattice.base += least;
        for (auto& value : row) {
            value -= least;
            lattice.step = std::gcd(lattice.step, value);
        }
    }
    lattice.step = std::max<std::int64_t>(lattice.step, 1);
    for (auto& row : lattice.steps) {
        for (auto& value : row)
            value /= lattice.step;
        lattice.top += std::ranges::max(row);
    }
    return lattice;
}

}  // namespace tw::latency
