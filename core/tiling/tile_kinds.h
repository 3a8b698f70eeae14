// SPDX-License-Identifier: Apache-2.0
// Tiles that are alike: of the same sizes everywhere and the same paddings, so that one argument struct and one set of
// transfer sizes serves them. Along an axis there are few kinds: the first tiles, the middle, the last ones.
#pragma once

#include "core/tiling/tile_plan.h"
#include "core/tiling/tile_view.h"

namespace tw::tiling {

struct AxisKinds {
    std::vector<int> kindOf;                   // per index along the axis
    std::vector<std::int64_t> firstOfKind;     // an index of that kind
    std::vector<std::int64_t> countOfKind;
    int count() const { return static_cast<int>(firstOfKind.size()); }
};

/// What sets tiles apart along an axis: sizes of all parts, and how far they reach into paddings.
std::vector<std::int64_t> kindSignature(const TileView& view, const LoopAxis& loop, std::int64_t index);

/// O(count of tiles along the axis * inputs).
AxisKinds axisKinds(const TileView& view, const LoopAxis& loop);

}  // namespace tw::tiling
