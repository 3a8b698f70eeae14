// SPDX-License-Identifier: Apache-2.0
#include "core/memory/placement.h"

#include "core/base/text.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace tw::memory {
namespace {

using Order = std::function<bool(const Buffer&, const Buffer&)>;

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

Placement placeInOrder(const std::vector<Buffer>& buffers, const Order& before)
{
    std::vector<std::size_t> order(buffers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return before(buffers[a], buffers[b]); });
    Placement result{.offsets = std::vector<std::int64_t>(buffers.size(), 0)};
    std::vector<std::size_t> placed;
    for (const auto i : order) {
        std::vector<Gap> occupied;
        for (const auto other : placed)
            if (buffers[i].alive.meets(buffers[other].alive))
                occupied.push_back({result.offsets[other], result.offsets[other] + buffers[other].bytes});
        result.offsets[i] = bestOffset(buffers[i], occupied);
        result.peakBytes = std::max(result.peakBytes, result.offsets[i] + buffers[i].bytes);
        placed.push_back(i);
    }
    return result;
}

std::vector<Order> orders()
{
    const auto length = [](const Buffer& b) { return static_cast<std::int64_t>(b.alive.end - b.alive.begin); };
    return {
        [](const Buffer& a, const Buffer& b) { return a.bytes > b.bytes; },
        [length](const Buffer& a, const Buffer& b) { return a.bytes * length(a) > b.bytes * length(b); },
        [length](const Buffer& a, const Buffer& b) { return length(a) > length(b); },
        [](const Buffer& a, const Buffer& b) { return a.alive.begin < b.alive.begin; },
    };
}

/// The step at which the bytes up to the highest address in use are most.
int fullestStep(const std::vector<Buffer>& buffers, const Placement& placement)
{
    std::size_t top = 0;
    for (std::size_t i = 1; i < buffers.size(); ++i)
        if (placement.offsets[i] + buffers[i].bytes > placement.offsets[top] + buffers[top].bytes)
            top = i;
    return buffers[top].alive.begin;
}

Error overflow(const std::vector<Buffer>& buffers, const Placement& placement, std::int64_t capacity)
{
    constexpr std::size_t kNamed = 8;
    const int step = fullestStep(buffers, placement);
    std::vector<const Buffer*> alive;
    for (const auto& buffer : buffers)
        if (buffer.alive.begin <= step && step < buffer.alive.end)
            alive.push_back(&buffer);
    std::stable_sort(alive.begin(), alive.end(), [](const auto* a, const auto* b) { return a->bytes > b->bytes; });
    alive.resize(std::min(alive.size(), kNamed));
    std::vector<std::string> names;
    for (const auto* buffer : alive)
        names.push_back(cat(buffer->name, " (", buffer->bytes, " bytes)"));
    return {.code = Code::MemoryOverflow,
            .message = cat("the activations need ", placement.peakBytes, " bytes, but only ", capacity,
                           " are left for them; alive at step ", step, ": ", join(names, ", ")),
            .hint = "use a target with more memory or a smaller network"};
}

}  // namespace

std::int64_t lowerBound(const std::vector<Buffer>& buffers)
{
    std::map<int, std::int64_t> change;
    for (const auto& buffer : buffers) {
        change[buffer.alive.begin] += buffer.bytes;
        change[buffer.alive.end] -= buffer.bytes;
    }
    std::int64_t alive = 0;
    std::int64_t most = 0;
    for (const auto& [step, bytes] : change)
        most = std::max(most, alive += bytes);
    return most;
}

Result<Placement> place(const std::vector<Buffer>& buffers, std::int64_t capacityBytes)
{
    const std::int64_t bound = lowerBound(buffers);
    std::optional<Placement> best;
    for (const auto& order : orders()) {
        auto candidate = placeInOrder(buffers, order);
        if (!best || candidate.peakBytes < best->peakBytes)
            best = std::move(candidate);
        if (best->peakBytes <= bound)
            break;
    }
    best->lowerBound = bound;
    if (best->peakBytes > capacityBytes)
        return overflow(buffers, *best, capacityBytes);
    return *best;
}

}  // namespace tw::memory
