// SPDX-License-Identifier: Apache-2.0
#include "core/latency/selection.h"

#include "core/base/text.h"
#include "core/latency/fault.h"
#include "core/latency/grid.h"
#include "core/latency/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <queue>

namespace tw::latency {
namespace {

/// A block's candidates by ascending cost; blocks ordered by the cost of their first step away from the best.
struct SortedBlock {
    std::size_t block = 0;
    std::vector<int> order = {};
    std::vector<double> cost = {};       // ascending
    double step(std::size_t rank) const { return cost[rank] - cost[rank - 1]; }
};

std::vector<SortedBlock> sortedBlocks(const Table& costs)
{
    std::vector<SortedBlock> blocks;
    for (std::size_t block = 0; block < costs.size(); ++block) {
        if (costs[block].size() < 2)
            continue;
        SortedBlock sorted{.block = block, .order = std::vector<int>(costs[block].size())};
        std::iota(sorted.order.begin(), sorted.order.end(), 0);
        std::ranges::stable_sort(sorted.order, {}, [&](int k) { return costs[block][static_cast<std::size_t>(k)]; });
        for (const int k : sorted.order)
            sorted.cost.push_back(costs[block][static_cast<std::size_t>(k)]);
        blocks.push_back(std::move(sorted));
    }
    std::ranges::stable_sort(blocks, {}, [](const SortedBlock& block) { return block.step(1); });
    return blocks;
}

/// Ranks of all blocks up to `last`, the last one that is not at its best; every set of ranks has one parent only.
struct State {
    double cost = 0;
    std::vector<std::pair<std::size_t, std::size_t>> ranks = {};   // (block, rank > 0), ascending
    bool operator>(const State& other) const { return cost > other.cost; }
};

/// The successors of the k-smallest-sums rule: raise the last block's rank, start the next block, or move the start on.
void pushSuccessors(const std::vector<SortedBlock>& blocks, const State& state, auto& queue)
{
    const auto [last, rank] = state.ranks.back();
    if (rank + 1 < blocks[last].cost.size()) {
        auto raised = state;
        raised.ranks.back().second = rank + 1;
        raised.cost += blocks[last].step(rank + 1);
        queue.push(std::move(raised));
    }
    if (last + 1 == blocks.size())
        return;
    auto begun = state;
    begun.ranks.emplace_back(last + 1, 1);
    begun.cost += blocks[last + 1].step(1);
    queue.push(std::move(begun));
    if (rank == 1) {
        auto moved = state;
        moved.ranks.back() = {last + 1, 1};
        moved.cost += blocks[last + 1].step(1) - blocks[last].step(1);
        queue.push(std::move(moved));
    }
}

std::vector<Arch> cheapest(const Table& costs, std::size_t k)
{
    const auto blocks = sortedBlocks(costs);
    Arch best(costs.size(), 0);
    for (const auto& block : blocks)
        best[block.block] = block.order.front();
    std::vector<Arch> result;
    if (k == 0)
        return result;
    result.push_back(best);
    std::priority_queue<State, std::vector<State>, std::greater<>> queue;
    if (!blocks.empty())
        queue.push({blocks[0].step(1), {{0, 1}}});
    while (result.size() < k && !queue.empty()) {
        const auto state = queue.top();
        queue.pop();
        auto arch = best;
        for (const auto& [block, rank] : state.ranks)
            arch[blocks[block].block] = blocks[block].order[rank];
        result.push_back(std::move(arch));
        pushSuccessors(blocks, state, queue);
    }
    return result;
}

std::vector<Ranked> ranked(const LatencyContainer& container, std::vector<Arch> archs)
{
    std::vector<Ranked> result;
    for (auto& arch : archs) {
        const double latency = latencyOf(container, arch).value();
        result.push_back({std::move(arch), latency});
    }
    return result;
}

Table negated(Table table)
{
    for (auto& row : table)
        for (auto& value : row)
            value = -value;
    return table;
}

constexpr std::int64_t kKnapsackBins = 16384;
constexpr std::int64_t kKnapsackCells = std::int64_t{1} << 25;   // two bytes each, to find the way back
constexpr double kNever = -std::numeric_limits<double>::infinity();

/// Best score for every number of bins, block after block, with the choice that led there.
struct Knapsack {
    std::vector<std::vector<std::int64_t>> bins;       // [block][candidate], never below the true latency
    std::int64_t capacity = 0;
    std::vector<double> best = {};
    std::vector<std::vector<std::uint16_t>> chosen = {};

    Result<void> run(const Table& scores, Progress& progress)
    {
        const auto size = static_cast<std::size_t>(capacity) + 1;
        best.assign(size, kNever);
        best[0] = 0;
        for (std::size_t block = 0; block < bins.size(); ++block) {
            progress.report(static_cast<double>(block) / static_cast<double>(bins.size()), "choosing the best architecture");
            TW_TRY_VOID(progress.check());
            addBlock(block, scores[block]);
        }
        return {};
    }

    void addBlock(std::size_t block, const std::vector<double>& scores)
    {
        std::vector<double> next(best.size(), kNever);
        std::vector<std::uint16_t> from(best.size());
        for (std::size_t k = 0; k < scores.size(); ++k) {
            const auto shift = static_cast<std::size_t>(std::min(bins[block][k], capacity + 1));
            for (std::size_t s = shift; s < best.size(); ++s) {
                const double score = best[s - shift] + scores[k];
                if (score > next[s]) {
                    next[s] = score;
                    from[s] = static_cast<std::uint16_t>(k);
                }
            }
        }
        best = std::move(next);
        chosen.push_back(std::move(from));
    }

    Arch wayTo(std::int64_t s) const
    {
        Arch arch(bins.size());
        for (std::size_t block = bins.size(); block-- > 0;) {
            arch[block] = chosen[block][static_cast<std::size_t>(s)];
            s -= bins[block][static_cast<std::size_t>(arch[block])];
        }
        return arch;
    }
};

/// The last bin whose latencies stay within the budget.
std::int64_t capacityOf(const Grid& grid, const std::optional<Lattice>& lattice, double budget)
{
    if (lattice && grid.inexactBlocks == 0 && lattice->top + 1 == grid.bins)
        return lattice->atMost(budget);
    const double bins = std::floor((budget - grid.origin) / grid.width - 1e-9);
    return static_cast<std::int64_t>(std::clamp(bins, 0.0, static_cast<double>(grid.bins - 1)));
}

/// The best filling that truly meets the budget: in the last bins, as many as there are inexact blocks, some do and
/// some do not. Of equal scores the one nearest to the budget, which is there to be used.
std::optional<Arch> bestOf(const LatencyContainer& container, const Knapsack& knapsack, double budget)
{
    std::vector<std::int64_t> order;
    for (std::int64_t s = knapsack.capacity; s >= 0; --s)
        if (knapsack.best[static_cast<std::size_t>(s)] != kNever)
            order.push_back(s);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::int64_t s) { return knapsack.best[static_cast<std::size_t>(s)]; });
    for (const auto s : order) {
        auto arch = knapsack.wayTo(s);
        if (latencyOf(container, arch).value() <= budget)
            return arch;
    }
    return {};
}

/// Whole numbers keep their own steps when the table of choices stays small enough.
std::int64_t binsFor(const std::optional<Lattice>& lattice, std::size_t blocks)
{
    const auto most = std::max<std::int64_t>(kKnapsackBins, kKnapsackCells / static_cast<std::int64_t>(std::max<std::size_t>(blocks, 1)));
    return lattice && lattice->top < most ? most : kKnapsackBins;
}

}  // namespace

std::vector<Ranked> fastest(const LatencyContainer& container, std::size_t k)
{
    return ranked(container, cheapest(container.operationsLatencies(), k));
}

std::vector<Ranked> slowest(const LatencyContainer& container, std::size_t k)
{
    return ranked(container, cheapest(negated(container.operationsLatencies()), k));
}

Result<Chosen> bestWithin(const LatencyContainer& container, const Table& scores, double budget, Progress& progress)
{
    const auto& table = container.operationsLatencies();
    if (!std::ranges::equal(scores, table, [](const auto& a, const auto& b) { return a.size() == b.size(); }))
        return faultError(Fault::ShapeMismatch, "the scores have another number of blocks or operations than the latencies");
    TW_TRY_VOID(checkAchievable(container, budget));
    const auto lattice = latticeOf(container);
    const auto grid = makeGrid(container, lattice, binsFor(lattice, container.blocks()), Weighting::Uniform);
    Knapsack knapsack{.bins = {}, .capacity = capacityOf(grid, lattice, budget)};
    knapsack.capacity = std::min(knapsack.capacity + grid.inexactBlocks, grid.bins - 1);
    for (std::size_t block = 0; block < table.size(); ++block)
        knapsack.bins.push_back(binsOf(grid, block, Quantiser::Ceil));
    TW_TRY_VOID(knapsack.run(scores, progress));
    auto arch = bestOf(container, knapsack, budget).value_or(fastest(container, 1).front().arch);
    Chosen chosen{.arch = std::move(arch), .slack = 2 * grid.errorBound()};
    chosen.latency = latencyOf(container, chosen.arch).value();
    for (std::size_t block = 0; block < scores.size(); ++block)
        chosen.score += scores[block][static_cast<std::size_t>(chosen.arch[block])];
    return chosen;
}

Result<Chosen> slowestWithin(const LatencyContainer& container, double budget, Progress& progress)
{
    return bestWithin(container, container.operationsLatencies(), budget, progress);
}

}  // namespace tw::latency
