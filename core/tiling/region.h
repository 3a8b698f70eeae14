// SPDX-License-Identifier: Apache-2.0
// The part of a tensor that a tile needs, as a DMA sees it: runs of bytes, repeated in rows, repeated in planes.
#pragma once

#include "core/ops/access_map.h"
#include "core/target/target.h"

#include <array>
#include <optional>
#include <span>

namespace tw::tiling {

/// Which dimensions make up a run, the rows and the planes: decided once for all tiles of an operand, so that tiles at
/// the border differ in numbers only. Dimensions [runBegin, rank) are contiguous; one dimension may repeat the run in
/// rows and one the rows in planes; all others are of extent 1 in every tile, or part of no tile's movement.
struct RegionForm {
    int runBegin = 0;
    int rowDim = -1;               // -1: one row
    int planeDim = -1;             // -1: one plane
    std::int64_t rowPitch = 0;     // bytes from one row to the next where the tensor lives
    std::int64_t planePitch = 0;
};

/// The form for tiles that cut the dimensions in `cut`; no value when they need more than rows and planes.
/// Dimensions merge where the inner one is whole. O(rank).
std::optional<RegionForm> regionForm(const ir::Shape& shape, const std::vector<bool>& cut, std::int64_t elementBytes);

struct Region {
    std::int64_t offset = 0;       // bytes from the begin of the tensor
    std::int64_t bytes = 0;        // of a run
    std::int64_t rows = 1;
    std::int64_t planes = 1;
    std::int64_t total() const { return bytes * rows * planes; }
    bool operator==(const Region&) const = default;
};

Region regionOf(const RegionForm& form, const ir::Shape& shape, std::span<const ops::Range> ranges, std::int64_t elementBytes);

/// Cycles of one transfer over the link: setup + rows * row + planes * plane + bytes / rate, the rows and planes only
/// where there is more than one; a region of more dimensions than the link knows is one command per plane or row. No
/// value without figures.
std::optional<double> regionCycles(const target::Link& link, const Region& region);

}  // namespace tw::tiling
