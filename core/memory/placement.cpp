// SPDX-License-Identifier: Apache-2.0
#include "core/memory/placement.h"

#include "core/base/text.h"
#include "core/memory/place_exactly.h"

#include <algorithm>
#include <map>

namespace tw::memory {
namespace {

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
    // Some milliseconds; the buffers of a network rarely need the search at all.
    constexpr Effort kShort{.stepsToFit = 1'000'000, .stepsToImprove = 500'000};
    Progress progress;
    TW_TRY(const auto solution, placeExactly({.buffers = buffers, .capacityBytes = capacityBytes}, kShort, progress));
    if (!solution.fits)
        return overflow(buffers, solution.placement, capacityBytes);
    return solution.placement;
}

}  // namespace tw::memory
