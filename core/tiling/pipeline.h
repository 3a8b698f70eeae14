// SPDX-License-Identifier: Apache-2.0
// Runs the loop over tiles in the head: the same order of transfers, waits and kernels as kernels/include/tw_tiles.h has
// on the target. Gives the plan its cycles, and the timeline its rectangles.
#pragma once

#include "core/tiling/tile_plan.h"
#include "core/tiling/tile_view.h"

#include <functional>

namespace tw::tiling {

enum class Event { Load, Kernel, Store };

/// One rectangle. Cycles from the begin of the node.
struct LoopEvent {
    Event what = Event::Kernel;
    int operand = -1;                  // input of a load, output of a store
    std::int64_t tile = 0;             // number in loop order
    double begin = 0;
    double end = 0;
    std::int64_t bytes = 0;
};

using EventSink = std::function<void(const LoopEvent&)>;

/// No value when the target lacks a figure; then `missing` of the plan says which. O(tiles * operands); `sink` may be empty.
std::optional<LoopCost> simulateLoop(const target::Target& target, const target::KernelRow& row, const TileView& view,
                                     const TilePlan& plan, const EventSink& sink = {});

}  // namespace tw::tiling
