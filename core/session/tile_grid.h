// SPDX-License-Identifier: Apache-2.0
// How a node of the lowered graph is cut into tiles, as a picture needs it, and what a change of a tile's size asks for.
#pragma once

#include "core/session/session.h"

namespace tw::session {

struct TileDim {
    std::string name = {};                    // "H", "axis 1"
    std::int64_t extent = 0;
    int loop = -1;                            // number in plan->loops that it follows; -1: every tile has all of it
    std::vector<ops::Range> parts = {};       // per index of that loop, halo included
};

struct TileTensor {
    std::string name;
    std::string role;                         // "X", "W", ...
    bool output = false;
    bool constant = false;
    std::vector<TileDim> dims;
    int buffers = 0;                          // in near memory: 0 when it is used where it lies, 1, or 2
    tiling::TileOperand moves = {};           // not present: the node does not run in tiles, or the kernel does not get it
};

/// An axis of output 0, which the loops cut.
struct TileAxis {
    std::string name;                         // "H", "axis 1"
    std::int64_t extent = 0;
    std::int64_t tile = 0;                    // positions of a tile; extent: it is not cut
    std::string whyNot = {};                  // empty: it may be cut
    bool chosen = false;                      // by a person
};

struct TileGrid {
    std::shared_ptr<const tiling::TilePlan> plan = {};   // null: the node runs as a whole
    std::string whyWhole = {};                // then: why, one sentence
    std::string near = {};                    // memory that the engine computes in
    std::int64_t nearCapacity = 0;
    bool channelsLast = false;
    std::vector<TileTensor> inputs = {};      // those that the kernel gets
    std::vector<TileTensor> outputs = {};
    std::vector<TileAxis> axes = {};

    std::int64_t tiles() const { return plan ? plan->tiles() : 1; }
    /// Index of each loop at a tile, the outermost first.
    std::vector<std::int64_t> indexOf(std::int64_t tile) const;
};

/// `work` is an index into deployment->lowered->nodes; the node must have a kernel. `choices` say what a person chose.
/// O(tiles along each axis * inputs).
TileGrid tileGrid(const Snapshot& snapshot, const Choices& choices, int work);

/// The choices with another size of the node's tiles along an axis of output 0. Fails with the sentence of the solver when
/// no plan has it. May take some milliseconds.
Result<Choices> withTile(const Snapshot& snapshot, const Choices& choices, int work, int axis, std::int64_t size);
/// The program chooses the node's tiles again.
Choices withoutTiles(const Snapshot& snapshot, const Choices& choices, int work);

}  // namespace tw::session
