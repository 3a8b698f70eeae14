// SPDX-License-Identifier: Apache-2.0
#include "core/latency/meet_in_the_middle.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace tw::latency {
namespace {

/// Blocks for each half: the largest first, each to the half with fewer sums so far. No value when a half overflows.
std::optional<std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> halves(const Table& table)
{
    std::vector<std::size_t> order(table.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t block) { return table[block].size(); });
    std::pair<std::vector<std::size_t>, std::vector<std::size_t>> result;
    std::uint64_t one = 1;
    std::uint64_t other = 1;
    for (const auto block : order) {
        auto& size = one <= other ? one : other;
        (one <= other ? result.first : result.second).push_back(block);
        size *= table[block].size();
        if (size > MeetInTheMiddle::kMostSums)
            return {};
    }
    return result;
}

std::vector<double> sortedSums(const Table& table, const std::vector<std::size_t>& blocks, double start)
{
    std::vector<double> sums{start};
    for (const auto block : blocks) {
        std::vector<double> next;
        next.reserve(sums.size() * table[block].size());
        for (const double sum : sums)
            for (const double value : table[block])
                next.push_back(sum + value);
        sums = std::move(next);
    }
    std::ranges::sort(sums);
    return sums;
}

/// Doubles in the order of their values as integers, negative ones too.
std::int64_t orderOf(double value)
{
    const auto bits = std::bit_cast<std::int64_t>(value);
    return bits >= 0 ? bits : static_cast<std::int64_t>(std::uint64_t{1} << 63) - bits;
}

double valueOf(std::int64_t order)
{
    return std::bit_cast<double>(order >= 0 ? order : static_cast<std::int64_t>(std::uint64_t{1} << 63) - order);
}

}  // namespace

Result<std::optional<MeetInTheMiddle>> MeetInTheMiddle::build(const LatencyContainer& container, Progress& progress)
{
    const auto& table = container.operationsLatencies();
    const auto split = halves(table);
    if (!split)
        return std::optional<MeetInTheMiddle>();
    MeetInTheMiddle result;
    progress.report(0, "enumerating half of the blocks");
    result.first_ = sortedSums(table, split->first, container.constantLatency());
    TW_TRY_VOID(progress.check());
    progress.report(0.5, "enumerating the other half of the blocks");
    result.second_ = sortedSums(table, split->second, 0);
    TW_TRY_VOID(progress.check());
    return std::optional(std::move(result));
}

std::uint64_t MeetInTheMiddle::countAtMost(double budget) const
{
    std::uint64_t count = 0;
    std::size_t fitting = second_.size();
    for (const double sum : first_) {
        while (fitting > 0 && sum + second_[fitting - 1] > budget)
            --fitting;
        count += fitting;
    }
    return count;
}

double MeetInTheMiddle::atRank(std::uint64_t rank) const
{
    auto low = orderOf(first_.front() + second_.front());
    auto high = orderOf(first_.back() + second_.back());
    while (low < high) {
        const auto middle = low + static_cast<std::int64_t>((static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low)) / 2);
        if (countAtMost(valueOf(middle)) >= rank)
            high = middle;
        else
            low = middle + 1;
    }
    return valueOf(low);
}

}  // namespace tw::latency
