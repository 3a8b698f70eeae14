// SPDX-License-Identifier: Apache-2.0
#include "core/memory/compact_problem.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

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

/// The steps at which more is alive than just before and just after: two lifetimes that meet, meet at one of these.
std::vector<int> sectionSteps(const PlacementProblem& problem)
{
    std::set<int> begins;
    std::set<int> ends;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (!takesPart(problem, i) || problem.fixedOffset(i))
            continue;
        begins.insert(problem.buffers[i].alive.begin);
        ends.insert(problem.buffers[i].alive.end);
    }
    std::vector<int> steps;
    for (auto begin = begins.begin(); begin != begins.end(); ++begin) {
        const auto next = std::next(begin);
        if (next == begins.end() || *ends.upper_bound(*begin) <= *next)
            steps.push_back(*begin);
    }
    return steps;
}

std::vector<AddressRange> blockedFor(const PlacementProblem& problem, const Buffer& buffer, std::int64_t unit)
{
    std::vector<AddressRange> blocked;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto offset = problem.fixedOffset(i);
        if (offset && takesPart(problem, i) && buffer.alive.meets(problem.buffers[i].alive))
            blocked.push_back({static_cast<int>(*offset / unit), static_cast<int>((*offset + problem.buffers[i].bytes) / unit)});
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
    const auto steps = sectionSteps(problem);
    result.sections = static_cast<int>(steps.size());
    const auto sectionFrom = [&](int step) {
        return static_cast<int>(std::lower_bound(steps.begin(), steps.end(), step) - steps.begin());
    };
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& buffer = problem.buffers[i];
        if (!takesPart(problem, i) || problem.fixedOffset(i))
            continue;
        const bool alignsItself = buffer.alignment <= unit && unit % buffer.alignment == 0;
        result.blocks.push_back({.begin = sectionFrom(buffer.alive.begin),
                                 .end = sectionFrom(buffer.alive.end),
                                 .size = static_cast<int>(buffer.bytes / unit),
                                 .alignment = alignsItself ? 1 : static_cast<int>(buffer.alignment / unit),
                                 .blocked = blockedFor(problem, buffer, unit)});
        result.bufferOf.push_back(i);
    }
    return result;
}

}  // namespace tw::memory
