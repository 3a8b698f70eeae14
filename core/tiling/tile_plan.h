// SPDX-License-Identifier: Apache-2.0
// How a node is cut into tiles that fit the memory its engine computes in, and what the loop over them costs.
#pragma once

#include "core/ops/access_map.h"
#include "core/target/cost.h"

namespace tw::tiling {

/// An axis of output 0 that is cut. Axes that are not cut have no loop.
struct LoopAxis {
    int axis = 0;
    std::int64_t extent = 0;
    std::int64_t tile = 0;         // positions of every tile but the last, which may be smaller

    std::int64_t count() const { return (extent + tile - 1) / tile; }
    ops::Range range(std::int64_t index) const { return {index * tile, std::min(extent, (index + 1) * tile)}; }
    bool operator==(const LoopAxis&) const = default;
};

enum class Buffering { Single, Double, Auto };   // Auto: per operand, whichever the model finds quicker

std::string_view bufferingName(Buffering buffering);                       // "single", "double", "auto"
std::optional<Buffering> bufferingFromName(std::string_view name);

/// How one operand follows the loop.
struct TileOperand {
    bool present = false;          // handed to the kernel
    std::string home;              // memory where it lives between nodes
    std::string far;               // memory that the loop takes it from, or brings it to; another than `home` when no link
                                   // leads from there: then all of it is copied before the loop, or after it
    std::string near;              // memory where the kernel uses it
    int buffers = 0;                 // tile buffers in `near`: 0 when it is used where it lies, 1, or 2
    std::int64_t slotBytes = 0;    // of one of them: the largest tile, rounded up to the memory's alignment
    bool pieces = false;           // a constant that the loop cuts: stored at export piece by piece, each contiguous
    std::int64_t movedBytes = 0;   // over the whole loop
    std::int64_t farBytes = 0;     // all of it in `far`, pieces with their padding

    bool isStaged() const { return home != far; }
    bool operator==(const TileOperand&) const = default;
};

enum class Bound { Compute, InputTransfer, OutputTransfer, Setup };

/// Cycles of the loop, as its simulation gives them (pipeline.h).
struct LoopCost {
    double compute = 0;            // sum over the kernels
    double inputWait = 0;          // the engine stands still for data to come
    double outputWait = 0;         // ... for a result buffer to become free, and at the end
    double overhead = 0;           // handing tiles to the engine
    double total() const { return compute + inputWait + outputWait + overhead; }
    Bound bound() const;           // what most of the time goes to
};
std::string_view boundName(Bound bound);   // "compute", "input transfers", "output transfers", "set-up"

struct TilePlan {
    std::vector<LoopAxis> loops;          // outermost first; empty: one tile, the whole node
    std::vector<TileOperand> inputs;      // as the node's inputs
    std::vector<TileOperand> outputs;
    std::int64_t scratchBytes = 0;        // of the greediest tile, in `near`
    std::string near;                     // the memory that the tiles are in
    std::int64_t nearBytes = 0;           // all slots and the scratch
    LoopCost cost = {};
    std::string missing = {};             // a figure that the cost lacks ("no figure for ..."): then the plan moves least bytes

    std::int64_t tiles() const;           // number of tiles
};

/// The range of each output axis in tile `index` (one number per loop); axes without loop are whole.
std::vector<ops::Range> outputRanges(const std::vector<LoopAxis>& loops, const std::vector<std::int64_t>& index,
                                     const ir::Shape& output);

}  // namespace tw::tiling
