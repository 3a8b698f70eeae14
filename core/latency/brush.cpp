// SPDX-License-Identifier: Apache-2.0
#include "core/latency/brush.h"

#include <algorithm>
#include <numeric>
#include <span>

namespace tw::latency {
namespace {

std::vector<double> withBlock(const std::vector<double>& before, const std::vector<std::int64_t>& bins, const std::vector<double>& weights)
{
    std::vector<double> after(before.size() + static_cast<std::size_t>(std::ranges::max(bins)));
    for (std::size_t k = 0; k < bins.size(); ++k) {
        double* to = after.data() + bins[k];
        for (std::size_t s = 0; s < before.size(); ++s)
            to[s] += weights[k] * before[s];
    }
    return after;
}

/// Sum over s of before[s] * P(low - s <= rest <= high - s).
double completions(std::span<const double> before, const Cumulative& rest, std::int64_t low, std::int64_t high)
{
    const auto top = rest.top();
    const auto first = std::max<std::int64_t>(0, low - top);
    const auto last = std::min(static_cast<std::int64_t>(before.size()) - 1, high);
    double sum = 0;
    for (auto s = first; s <= last; ++s)
        sum += before[static_cast<std::size_t>(s)] * rest.between(std::max<std::int64_t>(low - s, 0), std::min(high - s, top) + 1);
    return sum;
}

}  // namespace

Cumulative Cumulative::of(const std::vector<double>& values)
{
    Cumulative sums{std::vector<double>(values.size() + 1), std::vector<double>(values.size() + 1)};
    std::partial_sum(values.begin(), values.end(), sums.below.begin() + 1);
    std::partial_sum(values.rbegin(), values.rend(), sums.above.rbegin() + 1);
    return sums;
}

Brush::Brush(Grid grid) : grid_(std::move(grid))
{
    const auto blocks = grid_.offsets.size();
    for (std::size_t block = 0; block < blocks; ++block)
        bins_.push_back(binsOf(grid_, block, Quantiser::Nearest));
    prefix_.push_back({1.0});
    for (std::size_t block = 0; block < blocks; ++block)
        prefix_.push_back(withBlock(prefix_.back(), bins_[block], grid_.weights[block]));
    suffix_.resize(blocks + 1);
    std::vector<double> rest{1.0};
    suffix_[blocks] = Cumulative::of(rest);
    for (std::size_t block = blocks; block-- > 0;) {
        rest = withBlock(rest, bins_[block], grid_.weights[block]);
        suffix_[block] = Cumulative::of(rest);
    }
}

double Brush::suffixIn(std::size_t block, std::int64_t low, std::int64_t high) const
{
    constexpr double kCertain = 1;
    return completions(std::span(&kCertain, 1), suffix_[block], low, high);
}

double Brush::fraction(std::pair<std::int64_t, std::int64_t> bins) const
{
    return bins.first > bins.second ? 0 : suffixIn(0, bins.first, bins.second);
}

ChoiceTable Brush::choices(double low, double high) const
{
    const auto [first, last] = grid_.binsIn(low, high);
    ChoiceTable table{.fraction = fraction({first, last})};
    if (table.fraction <= 0)
        return table;
    for (std::size_t block = 0; block < bins_.size(); ++block) {
        std::vector<double> shares;
        for (std::size_t k = 0; k < bins_[block].size(); ++k)
            shares.push_back(grid_.weights[block][k] *
                             completions(prefix_[block], suffix_[block + 1], first - bins_[block][k], last - bins_[block][k]));
        const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
        for (auto& share : shares)
            share = total > 0 ? share / total : 0;
        table.share.push_back(std::move(shares));
    }
    return table;
}

Arch Brush::draw(std::pair<std::int64_t, std::int64_t> bins, Random& random) const
{
    Arch arch;
    auto [low, high] = bins;
    for (std::size_t block = 0; block < bins_.size(); ++block) {
        std::vector<double> mass;
        for (std::size_t k = 0; k < bins_[block].size(); ++k)
            mass.push_back(grid_.weights[block][k] * suffixIn(block + 1, low - bins_[block][k], high - bins_[block][k]));
        double left = random.unit() * std::accumulate(mass.begin(), mass.end(), 0.0);
        std::size_t chosen = 0;
        for (std::size_t k = 0; k < mass.size(); ++k) {
            if (mass[k] <= 0)
                continue;
            chosen = k;
            if (left < mass[k])
                break;
            left -= mass[k];
        }
        arch.push_back(static_cast<int>(chosen));
        low -= bins_[block][chosen];
        high -= bins_[block][chosen];
    }
    return arch;
}

}  // namespace tw::latency
