// SPDX-License-Identifier: Apache-2.0
#include "core/memory/best_fit.h"

#include "core/memory/sections.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace tw::memory {
namespace {

constexpr std::int64_t kMostVisits = 8'000'000;   // of neighbours, by the attempts to repair an order
constexpr int kMostRepairs = 100;

std::int64_t roundUp(std::int64_t value, std::int64_t multiple)
{
    return (value + multiple - 1) / multiple * multiple;
}

struct Gap {
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

/// The tightest gap between already placed neighbours in time; the space above all of them is the last resort.
std::int64_t bestOffset(const Buffer& buffer, std::vector<Gap>& occupied)
{
    std::sort(occupied.begin(), occupied.end(), [](const Gap& a, const Gap& b) { return a.begin < b.begin; });
    std::int64_t best = -1;
    std::int64_t bestSlack = 0;
    std::int64_t cursor = 0;
    for (const auto& block : occupied) {
        const std::int64_t start = roundUp(cursor, buffer.alignment);
        const std::int64_t slack = block.begin - start - buffer.bytes;
        if (slack >= 0 && (best < 0 || slack < bestSlack)) {
            best = start;
            bestSlack = slack;
        }
        cursor = std::max(cursor, block.end);
    }
    return best >= 0 ? best : roundUp(cursor, buffer.alignment);
}

using Order = std::vector<std::size_t>;

class BestFit {
public:
    explicit BestFit(const PlacementProblem& problem)
        : problem_(problem), sections_(sectionsOf(problem.buffers)), covering_(static_cast<std::size_t>(sections_.count)),
          beginning_(static_cast<std::size_t>(sections_.count))
    {
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            const auto& alive = sections_.of[i];
            if (alive.begin < alive.end)
                beginning_[static_cast<std::size_t>(alive.begin)].push_back(i);
            for (int s = alive.begin; s < alive.end; ++s)
                covering_[static_cast<std::size_t>(s)].push_back(i);
        }
    }

    Placement inOrder(const Order& order)
    {
        const auto& buffers = problem_.buffers;
        Placement result{.offsets = std::vector<std::int64_t>(buffers.size(), -1)};
        for (std::size_t i = 0; i < buffers.size(); ++i)
            result.offsets[i] = problem_.fixedOffset(i).value_or(-1);
        for (const auto i : order)
            if (result.offsets[i] < 0) {
                gatherNeighbours(i, result.offsets);
                result.offsets[i] = bestOffset(buffers[i], occupied_);
            }
        for (std::size_t i = 0; i < buffers.size(); ++i)
            result.peakBytes = std::max(result.peakBytes, result.offsets[i] + buffers[i].bytes);
        return result;
    }

    /// Neighbours looked at so far.
    std::int64_t visits() const { return visits_; }

private:
    void gatherNeighbours(std::size_t buffer, const std::vector<std::int64_t>& offsets)
    {
        occupied_.clear();
        const auto& alive = sections_.of[buffer];
        if (alive.begin == alive.end)
            return;
        const auto add = [&](const std::vector<std::size_t>& others) {
            for (const auto i : others)
                if (offsets[i] >= 0)
                    occupied_.push_back({offsets[i], offsets[i] + problem_.buffers[i].bytes});
            visits_ += static_cast<std::int64_t>(others.size());
        };
        add(covering_[static_cast<std::size_t>(alive.begin)]);
        for (int s = alive.begin + 1; s < alive.end; ++s)
            add(beginning_[static_cast<std::size_t>(s)]);
    }

    const PlacementProblem& problem_;
    Sections sections_;
    std::vector<std::vector<std::size_t>> covering_;    // per section
    std::vector<std::vector<std::size_t>> beginning_;
    std::vector<Gap> occupied_;
    std::int64_t visits_ = 0;
};

using Keys = std::array<std::int64_t, 2>;

/// Compared one after the other, larger comes first.
std::vector<Keys> keysOf(const Buffer& buffer)
{
    const std::int64_t length = buffer.alive.end - buffer.alive.begin;
    return {{buffer.bytes, 0}, {buffer.bytes * length, 0}, {length, buffer.bytes}, {-buffer.alive.begin, 0}};
}

Order orderBy(const std::vector<Buffer>& buffers, std::size_t key)
{
    std::vector<Keys> keys;
    for (const auto& buffer : buffers)
        keys.push_back(keysOf(buffer)[key]);
    Order order(buffers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return keys[a] > keys[b]; });
    return order;
}

}  // namespace

Placement placeBestFit(const PlacementProblem& problem)
{
    const auto& buffers = problem.buffers;
    const std::int64_t bound = lowerBound(buffers);
    BestFit bestFit(problem);
    Placement best;
    Order bestOrder;
    const auto tryOrder = [&](const Order& order) {
        auto candidate = bestFit.inOrder(order);
        if (!bestOrder.empty() && candidate.peakBytes >= best.peakBytes)
            return candidate;
        best = candidate;
        bestOrder = order;
        return candidate;
    };
    const std::size_t orders = keysOf({}).size();
    for (std::size_t key = 0; key < orders && !(key > 0 && best.peakBytes <= bound); ++key)
        tryOrder(orderBy(buffers, key));
    auto order = bestOrder;
    auto last = best;
    const auto enough = bestFit.visits() + kMostVisits;
    for (int repair = 0; repair < kMostRepairs && best.peakBytes > bound && bestFit.visits() < enough; ++repair) {
        std::stable_partition(order.begin(), order.end(), [&](auto i) { return last.offsets[i] + buffers[i].bytes > bound; });
        last = tryOrder(order);
    }
    best.lowerBound = bound;
    return best;
}

}  // namespace tw::memory
