// SPDX-License-Identifier: Apache-2.0
#include "core/latency/exact_counts.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tw::latency {
namespace {

/// to[i] += from[i] for `count` numbers of `Words` words each; 0: as many as `words` says.
template <std::size_t Words>
void addNumbers(std::uint64_t* to, const std::uint64_t* from, std::size_t count, std::size_t words)
{
    const std::size_t each = Words ? Words : words;
    for (std::size_t i = 0; i < count; ++i, to += each, from += each) {
        std::uint64_t carry = 0;
        for (std::size_t w = 0; w < each; ++w) {
            const std::uint64_t sum = to[w] + from[w];
            const std::uint64_t total = sum + carry;
            carry = static_cast<std::uint64_t>(sum < from[w]) | static_cast<std::uint64_t>(total < carry);
            to[w] = total;
        }
    }
}

void addShifted(std::uint64_t* to, const std::uint64_t* from, std::size_t count, std::size_t words)
{
    switch (words) {
    case 1: return addNumbers<1>(to, from, count, words);
    case 2: return addNumbers<2>(to, from, count, words);
    case 3: return addNumbers<3>(to, from, count, words);
    default: return addNumbers<0>(to, from, count, words);
    }
}

/// Small supports first, so that tables grow late.
std::vector<std::size_t> byGreatestStep(const Lattice& lattice)
{
    std::vector<std::size_t> order(lattice.steps.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t block) { return std::ranges::max(lattice.steps[block]); });
    return order;
}

bool fitsDense(const Lattice& lattice)
{
    return lattice.top < ExactCounts::kDenseWords / static_cast<std::int64_t>(countWords(lattice));
}

using Sparse = std::vector<std::pair<std::int64_t, BigCount>>;

/// Sorted sums of all pairs, equal ones merged; no value when there are too many.
std::optional<Sparse> withBlock(const Sparse& counts, const std::vector<std::int64_t>& steps)
{
    Sparse all;
    for (const auto step : steps) {
        const auto middle = static_cast<std::ptrdiff_t>(all.size());
        for (const auto& [sum, count] : counts)
            all.emplace_back(sum + step, count);
        std::inplace_merge(all.begin(), all.begin() + middle, all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::size_t kept = 0;
        for (std::size_t i = 1; i < all.size(); ++i) {
            if (all[i].first == all[kept].first)
                all[kept].second += all[i].second;
            else if (++kept != i)
                all[kept] = std::move(all[i]);
        }
        all.resize(kept + 1);
        if (all.size() > ExactCounts::kSparseSums)
            return {};
    }
    return all;
}

}  // namespace

std::size_t countWords(const Lattice& lattice)
{
    double bits = 1;
    for (const auto& row : lattice.steps)
        bits += std::log2(static_cast<double>(row.size()));
    return static_cast<std::size_t>(std::ceil((bits + 1e-9) / 64));
}

void DenseCounts::addBlock(const std::vector<std::int64_t>& steps)
{
    const auto entries = counts_.size() / words_;
    std::vector<std::uint64_t> next((entries + static_cast<std::size_t>(std::ranges::max(steps))) * words_);
    for (const auto step : steps)
        addShifted(next.data() + static_cast<std::size_t>(step) * words_, counts_.data(), entries, words_);
    counts_ = std::move(next);
}

bool DenseCounts::isZero(std::int64_t s) const
{
    return std::ranges::all_of(at(s), [](std::uint64_t word) { return word == 0; });
}

Result<std::optional<ExactCounts>> ExactCounts::build(const Lattice& lattice, Progress& progress)
{
    ExactCounts result;
    result.wordsEach_ = countWords(lattice);
    std::vector<std::uint64_t> sum(result.wordsEach_);
    const auto append = [&](std::int64_t s, std::span<const std::uint64_t> count) {
        addShifted(sum.data(), count.data(), 1, count.size());
        result.sums_.push_back(s);
        result.cumulative_.insert(result.cumulative_.end(), sum.begin(), sum.end());
    };
    const auto order = byGreatestStep(lattice);
    const auto report = [&](std::size_t done) {
        progress.report(static_cast<double>(done) / static_cast<double>(order.size()), "counting architectures");
        return progress.check();
    };
    if (fitsDense(lattice)) {
        DenseCounts counts(result.wordsEach_);
        for (std::size_t i = 0; i < order.size(); ++i) {
            TW_TRY_VOID(report(i));
            counts.addBlock(lattice.steps[order[i]]);
        }
        for (std::int64_t s = 0; s <= counts.top(); ++s)
            if (!counts.isZero(s))
                append(s, counts.at(s));
        return std::optional(std::move(result));
    }
    Sparse counts{{0, BigCount(1)}};
    for (std::size_t i = 0; i < order.size(); ++i) {
        TW_TRY_VOID(report(i));
        auto next = withBlock(counts, lattice.steps[order[i]]);
        if (!next)
            return std::optional<ExactCounts>();
        counts = std::move(*next);
    }
    for (const auto& [s, count] : counts)
        append(s, count.words(result.wordsEach_));
    return std::optional(std::move(result));
}

std::span<const std::uint64_t> ExactCounts::cumulative(std::size_t index) const
{
    return std::span(cumulative_).subspan(index * wordsEach_, wordsEach_);
}

BigCount ExactCounts::countAt(std::size_t index) const
{
    const auto upTo = BigCount::fromWords(cumulative(index));
    return index == 0 ? upTo : upTo - BigCount::fromWords(cumulative(index - 1));
}

BigCount ExactCounts::total() const
{
    return BigCount::fromWords(cumulative(sums_.size() - 1));
}

BigCount ExactCounts::countAtMost(std::int64_t s) const
{
    const auto after = std::ranges::upper_bound(sums_, s) - sums_.begin();
    return after == 0 ? BigCount() : BigCount::fromWords(cumulative(static_cast<std::size_t>(after - 1)));
}

std::int64_t ExactCounts::atRank(const BigCount& rank) const
{
    std::size_t low = 0;
    std::size_t high = sums_.size() - 1;
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (BigCount::fromWords(cumulative(middle)) >= rank)
            high = middle;
        else
            low = middle + 1;
    }
    return sums_[low];
}

namespace {

struct ChoiceCounting {
    const Lattice& lattice;
    std::int64_t low;
    std::int64_t high;
    Progress& progress;
    std::vector<std::vector<BigCount>> result = {};

    /// `others` counts the sums of all blocks outside [first, last).
    Result<void> run(std::size_t first, std::size_t last, const DenseCounts& others)
    {
        TW_TRY_VOID(progress.check());
        if (last - first == 1) {
            count(first, others);
            return {};
        }
        const auto middle = first + (last - first) / 2;
        TW_TRY_VOID(run(first, middle, with(others, middle, last)));
        return run(middle, last, with(others, first, middle));
    }

    DenseCounts with(DenseCounts counts, std::size_t first, std::size_t last) const
    {
        for (auto block = first; block < last; ++block)
            counts.addBlock(lattice.steps[block]);
        return counts;
    }

    void count(std::size_t block, const DenseCounts& others)
    {
        for (std::size_t k = 0; k < lattice.steps[block].size(); ++k) {
            const auto step = lattice.steps[block][k];
            BigCount sum;
            const auto end = std::min(high - step, others.top());
            for (auto s = std::max<std::int64_t>(low - step, 0); s <= end; ++s)
                sum += BigCount::fromWords(others.at(s));
            result[block][k] = std::move(sum);
        }
    }
};

}  // namespace

Result<std::optional<std::vector<std::vector<BigCount>>>> exactChoiceCounts(const Lattice& lattice, std::int64_t low, std::int64_t high,
                                                                            Progress& progress)
{
    using Counts = std::optional<std::vector<std::vector<BigCount>>>;
    if (!fitsDense(lattice))
        return Counts();
    ChoiceCounting counting{lattice, low, high, progress};
    for (const auto& row : lattice.steps)
        counting.result.emplace_back(row.size());
    if (!lattice.steps.empty())
        TW_TRY_VOID(counting.run(0, lattice.steps.size(), DenseCounts(countWords(lattice))));
    return Counts(std::move(counting.result));
}

}  // namespace tw::latency
