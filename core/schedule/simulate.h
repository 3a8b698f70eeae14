// SPDX-License-Identifier: Apache-2.0
// Runs a deployed network in the head, as network_run does on the target: one node after the other; within a node the
// copies in, the kernel and the copies out, or the loop over its tiles with all that overlaps there.
#pragma once

#include "core/memory/buffers.h"
#include "core/schedule/timeline.h"

namespace tw::schedule {

struct TimelineInput {
    const ir::Graph& graph;
    const binding::Binding& binding;      // complete
    const memory::BufferPlan& plan;
    const target::Target& target;
};

constexpr std::int64_t kMostSpans = 200'000;

/// The time of a node is that of its NodeCost: copies of one node that is not tiled come one after the other. Beyond
/// `mostSpans` rectangles, jobs in a row on one lane are drawn as one; times and sums stay exact. O(tiles * operands).
Timeline timelineOf(const TimelineInput& in, std::int64_t mostSpans = kMostSpans);

/// The checker, which shares no code with the simulation: no engine does two things at once, no link more than its
/// `outstanding`; no node begins before those that it needs have ended, nor before another node has, for they share
/// memory; no kernel runs before its tiles have come, no slot is filled while it is in use, no result leaves before it
/// is made. One sentence per broken rule.
std::vector<std::string> violations(const TimelineInput& in, const Timeline& timeline);

}  // namespace tw::schedule
