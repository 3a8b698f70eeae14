// SPDX-License-Identifier: Apache-2.0
// How many architectures have each latency, exactly, however many there are. Counts are kept as several 64-bit words
// each: dynamic programming over the blocks only ever adds.
#pragma once

#include "core/base/progress.h"
#include "core/latency/big_count.h"
#include "core/latency/lattice.h"

#include <span>

namespace tw::latency {

class ExactCounts {
public:
    /// Dense tables hold at most this many words, sparse ones this many distinct sums; beyond, there is no exact count.
    static constexpr std::int64_t kDenseWords = std::int64_t{1} << 23;
    static constexpr std::size_t kSparseSums = std::size_t{1} << 20;

    /// Blocks in [0, n) of the lattice. No value when the space is too large for both kinds of tables. Fails only with
    /// Cancelled. Dense: O(sum of K * top); sparse: O(sum of K * distinct sums * log).
    static Result<std::optional<ExactCounts>> build(const Lattice& lattice, Progress& progress);

    /// The sums s that occur, ascending.
    const std::vector<std::int64_t>& sums() const { return sums_; }
    BigCount countAt(std::size_t index) const;            // of sums()[index]
    BigCount total() const;
    /// Architectures with a sum <= s.
    BigCount countAtMost(std::int64_t s) const;
    /// The sum at a 1-based rank in [1, total].
    std::int64_t atRank(const BigCount& rank) const;

private:
    std::span<const std::uint64_t> cumulative(std::size_t index) const;   // up to and including
    std::size_t wordsEach_ = 1;
    std::vector<std::int64_t> sums_;
    std::vector<std::uint64_t> cumulative_;
};

/// Dense counts of sums over blocks: entry s has `words` words at s * words, least significant first.
class DenseCounts {
public:
    explicit DenseCounts(std::size_t words) : words_(words), counts_(words) { counts_[0] = 1; }

    /// One more block, with these steps.
    void addBlock(const std::vector<std::int64_t>& steps);
    std::int64_t top() const { return static_cast<std::int64_t>(counts_.size() / words_) - 1; }
    std::span<const std::uint64_t> at(std::int64_t s) const { return std::span(counts_).subspan(static_cast<std::size_t>(s) * words_, words_); }
    bool isZero(std::int64_t s) const;

private:
    std::size_t words_;
    std::vector<std::uint64_t> counts_;
};

/// Words that a count of architectures needs.
std::size_t countWords(const Lattice& lattice);

/// How many architectures with a sum in [low, high] choose each candidate. Exact, by additions alone: blocks are left
/// out by halves, so it costs log2(blocks) times as much as the counts. No value when the tables would be too large.
Result<std::optional<std::vector<std::vector<BigCount>>>> exactChoiceCounts(const Lattice& lattice, std::int64_t low, std::int64_t high,
                                                                            Progress& progress);

}  // namespace tw::latency
