// SPDX-License-Identifier: Apache-2.0
#include "core/memory/sections.h"

#include <algorithm>
#include <set>

namespace tw::memory {
namespace {

bool takesPart(const Buffer& buffer) { return buffer.bytes > 0 && buffer.alive.begin < buffer.alive.end; }

}  // namespace

Sections sectionsOf(const std::vector<Buffer>& buffers)
{
    std::set<int> begins;
    std::set<int> ends;
    for (const auto& buffer : buffers) {
        if (!takesPart(buffer))
            continue;
        begins.insert(buffer.alive.begin);
        ends.insert(buffer.alive.end);
    }
    std::vector<int> steps;
    for (auto begin = begins.begin(); begin != begins.end(); ++begin) {
        const auto next = std::next(begin);
        if (next == begins.end() || *ends.upper_bound(*begin) <= *next)
            steps.push_back(*begin);
    }
    const auto sectionFrom = [&](int step) {
        return static_cast<int>(std::lower_bound(steps.begin(), steps.end(), step) - steps.begin());
    };
    Sections sections{.count = static_cast<int>(steps.size())};
    for (const auto& buffer : buffers)
        sections.of.push_back(takesPart(buffer) ? Lifetime{sectionFrom(buffer.alive.begin), sectionFrom(buffer.alive.end)} : Lifetime{});
    return sections;
}

}  // namespace tw::memory
