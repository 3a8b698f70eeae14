// SPDX-License-Identifier: Apache-2.0
#include "core/session/compare.h"

#include <algorithm>

namespace tw::session {
namespace {

std::vector<MemoryChange> compareMemories(const DeploymentInfo& before, const DeploymentInfo& after)
{
    std::vector<MemoryChange> changes;
    for (const auto& memory : after.memories)
        changes.push_back({.memory = memory.name, .after = memory.peak, .capacity = memory.capacity});
    for (const auto& memory : before.memories) {
        auto found = std::ranges::find(changes, memory.name, &MemoryChange::memory);
        if (found == changes.end())
            found = changes.insert(changes.end(), {.memory = memory.name});
        found->before = memory.peak;
    }
    return changes;
}

}  // namespace

Comparison compare(const Snapshot& before, const Snapshot& after)
{
    const auto& old = *before.deployment;
    const auto& now = *after.deployment;
    Comparison result{.cyclesBefore = old.cycles, .cyclesAfter = now.cycles, .memories = compareMemories(old, now),
                      .trafficBefore = old.trafficBytes, .trafficAfter = now.trafficBytes, .note = now.coloringNote};
    for (std::size_t i = 0; i < std::min(old.nodes.size(), now.nodes.size()); ++i)
        if (old.nodes[i].engine != now.nodes[i].engine)
            result.nodes.push_back({.node = static_cast<int>(i), .before = old.nodes[i].engine, .after = now.nodes[i].engine,
                                    .cyclesBefore = old.nodes[i].cycles, .cyclesAfter = now.nodes[i].cycles});
    return result;
}

}  // namespace tw::session
