// SPDX-License-Identifier: Apache-2.0
// Which axes of a chain's last result tiles may cut, and the kinds of tiles along them.
#pragma once

#include "core/tiling/fuse.h"
#include "core/tiling/tile_view.h"

#include <deque>

namespace tw::tiling {

class ChainGeometry {
public:
    /// `stages` must outlive it.
    explicit ChainGeometry(const std::vector<ChainStage>& stages);

    const TileView& view(std::size_t stage) const { return views_[stage]; }
    std::size_t size() const { return views_.size(); }
    const ir::Shape& output() const { return views_.back().output(); }

    /// Whether tiles may cut this axis of the last result: each stage's kernel works on such parts, down to the input.
    bool mayCut(int axis) const;

    /// Of the chain's input, then of the result of each stage.
    std::vector<std::vector<ops::Range>> ranges(std::vector<ops::Range> last) const;

    /// What sets tiles apart along the axis: sizes at every stage, and how far they reach into paddings.
    std::vector<std::int64_t> signature(int axis, ops::Range own) const;
    /// Of the chain's input along the axis.
    ops::Range inputRange(int axis, ops::Range own) const;

private:
    /// The same axis in the result of the stage before; -1 when that is needed whole.
    int axisBefore(std::size_t stage, int axis) const;

    const std::vector<ChainStage>& stages_;
    std::deque<TileView> views_;
};

}  // namespace tw::tiling
