// SPDX-License-Identifier: Apache-2.0
#include "core/memory/best_fit.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace tw::memory {
namespace {

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

struct Taken {
    Lifetime alive;
    Gap where;
};

Placement placeInOrder(const PlacementProblem& problem, const std::vector<std::size_t>& order)
{
    const auto& buffers = problem.buffers;
    Placement result{.offsets = std::vector<std::int64_t>(buffers.size(), 0)};
    std::vector<Taken> placed;
    placed.reserve(buffers.size());
    const auto put = [&](std::size_t i, std::int64_t offset) {
        result.offsets[i] = offset;
        result.peakBytes = std::max(result.peakBytes, offset + buffers[i].bytes);
        placed.push_back({buffers[i].alive, {offset, offset + buffers[i].bytes}});
    };
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (const auto offset = problem.fixedOffset(i))
            put(i, *offset);
    std::vector<Gap> occupied;
    for (const auto i : order) {
        if (problem.fixedOffset(i))
            continue;
        occupied.clear();
        for (const auto& other : placed)
            if (buffers[i].alive.meets(other.alive))
                occupied.push_back(other.where);
        put(i, bestOffset(buffers[i], occupied));
    }
    return result;
}

using Keys = std::array<std::int64_t, 2>;

/// Compared one after the other, larger comes first.
std::vector<Keys> keysOf(const Buffer& buffer)
{
    const std::int64_t length = buffer.alive.end - buffer.alive.begin;
    return {{buffer.bytes, 0}, {buffer.bytes * length, 0}, {length, buffer.bytes}, {-buffer.alive.begin, 0}};
}

std::vector<std::size_t> orderBy(const std::vector<Buffer>& buffers, std::size_t key)
{
    std::vector<Keys> keys;
    for (const auto& buffer : buffers)
        keys.push_back(keysOf(buffer)[key]);
    std::vector<std::size_t> order(buffers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return keys[a] > keys[b]; });
    return order;
}

}  // namespace

Placement placeBestFit(const PlacementProblem& problem)
{
    const std::int64_t bound = lowerBound(problem.buffers);
    const std::size_t orders = keysOf({}).size();
    std::optional<Placement> best;
    for (std::size_t key = 0; key < orders && !(best && best->peakBytes <= bound); ++key) {
        auto candidate = placeInOrder(problem, orderBy(problem.buffers, key));
        if (!best || candidate.peakBytes < best->peakBytes)
            best = std::move(candidate);
    }
    best->lowerBound = bound;
    return *best;
}

}  // namespace tw::memory
