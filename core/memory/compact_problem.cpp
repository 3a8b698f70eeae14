// SPDX-License-Identifier: Apache-2.0
#include "core/memory/compact_problem.h"

#include "core/memory/sections.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tw::memory {
namespace {

bool takesPart(const PlacementProblem& problem, std::size_t buffer)
{
    const auto& b = problem.buffers[buffer];
    return b.bytes > 0 && b.alive.begin < b.alive.end;
}

std::int64_t unitOf(const PlacementProblem& problem)
{
    std::int64_t unit = 0;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (!takesPart(problem, i))
            continue;
        unit = std::gcd(unit, problem.buffers[i].bytes);
        unit = std::gcd(unit, problem.fixedOffset(i).value_or(0));
    }
    // An alignment that all sizes keep anyway holds by itself.
    auto result = unit;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i)
        if (takesPart(problem, i) && unit % problem.buffers[i].alignment != 0)
            result = std::gcd(result, problem.buffers[i].alignment);
    return std::max<std::int64_t>(result, 1);
}

std::vector<std::size_t> fixedBuffers(const PlacementProblem& problem)
{
    std::vector<std::size_t> fixed;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i)
        if (problem.fixedOffset(i) && takesPart(problem, i))
            fixed.push_back(i);
    return fixed;
}

std::vector<AddressRange> blockedFor(const PlacementProblem& problem, const Buffer& buffer, const std::vector<std::size_t>& fixed,
                                     std::int64_t unit)
{
    std::vector<AddressRange> blocked;
    for (const auto i : fixed) {
        const auto offset = *problem.fixedOffset(i);
        if (buffer.alive.meets(problem.buffers[i].alive))
            blocked.push_back({static_cast<int>(offset / unit), static_cast<int>((offset + problem.buffers[i].bytes) / unit)});
    }
    std::sort(blocked.begin(), blocked.end(), [](const auto& a, const auto& b) { return a.begin < b.begin; });
    return blocked;
}

}  // namespace

std::optional<CompactProblem> compact(const PlacementProblem& problem, std::int64_t ceilingBytes)
{
    CompactProblem result{.unitBytes = unitOf(problem)};
    const auto unit = result.unitBytes;
    std::int64_t largest = ceilingBytes / unit;
    for (const auto& buffer : problem.buffers)
        largest = std::max(largest, buffer.alignment / unit);
    // The search adds up sizes beyond the ceiling before it compares.
    if (largest > std::numeric_limits<int>::max() / 8)
        return std::nullopt;
    const auto sections = sectionsOf(problem.buffers);
    const auto fixed = fixedBuffers(problem);
    result.sections = sections.count;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& buffer = problem.buffers[i];
        if (!takesPart(problem, i) || problem.fixedOffset(i))
            continue;
        const bool alignsItself = buffer.alignment <= unit && unit % buffer.alignment == 0;
        result.blocks.push_back({.begin = sections.of[i].begin,
                                 .end = sections.of[i].end,
                                 .size = static_cast<int>(buffer.bytes / unit),
                                 .alignment = alignsItself ? 1 : static_cast<int>(buffer.alignment / unit),
                                 .blocked = blockedFor(problem, buffer, fixed, unit)});
        result.bufferOf.push_back(i);
    }
    return result;
}

}  // namespace tw::memory
