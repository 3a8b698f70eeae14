// SPDX-License-Identifier: Apache-2.0
// One axis of output 0 cut into tiles of one size, and what that means for each operand along it.
#pragma once

#include "core/tiling/node_facts.h"
#include "core/tiling/tile_kinds.h"

#include <map>

namespace tw::tiling {

/// Sizes of an operand's parts along the axis, over all tiles. Zeros for operands that do not follow it.
struct CutOperand {
    bool follows = false;
    bool repeats = false;          // two tiles in a row use the same part
    std::int64_t sum = 0;
    std::int64_t widest = 0;
    std::int64_t first = 0;
    std::int64_t last = 0;
};

struct AxisCut {
    LoopAxis loop;                 // one tile: the axis is not cut
    std::vector<CutOperand> operands;   // as NodeFacts::operands

    bool isCut() const { return loop.count() > 1; }
};

/// O(tiles * operands).
AxisCut cutAxis(const NodeFacts& facts, const LoopAxis& loop);

/// Whether the tiles together read less of some operand than the whole node gets.
bool leavesOut(const NodeFacts& facts, const AxisCut& cut);

/// The kinds of tiles along the axis, with what the loop needs of them. Costs more than AxisCut.
struct CutKinds {
    AxisKinds kinds;
    struct Operand {
        std::vector<std::int64_t> sizeOfKind;
        std::vector<char> same;    // per index: the part of the index before
        bool wrapSame = false;     // the first and the last index use the same part
    };
    std::vector<Operand> operands;
    std::vector<int> stepOf;       // per index: kind and `same` of all operands, as one number
    std::vector<int> nameOfKind;   // numbers that are the same for the same kind of any size
};

/// Numbers for kinds of one axis, the same whatever the tile size that led to them.
using KindNames = std::map<std::vector<std::int64_t>, int>;

CutKinds kindsOf(const NodeFacts& facts, const AxisCut& cut, KindNames& names);

/// Sizes worth trying: one for each number of tiles, and some that kernels like; at most `most`, the whole first.
std::vector<std::int64_t> tileSizes(std::int64_t extent, std::size_t most);

}  // namespace tw::tiling
