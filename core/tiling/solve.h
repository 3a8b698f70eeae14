// SPDX-License-Identifier: Apache-2.0
// Chooses the tiles of one node on one kernel row: tile sizes, loop order, single or double buffers, for the fewest
// modelled cycles of the whole loop. Nodes do not depend on each other.
#pragma once

#include "core/base/progress.h"
#include "core/tiling/tile_plan.h"

namespace tw::tiling {

/// Sizes that a person asked for: axis of output 0 -> positions of a tile. Other axes stay free.
using TileOverride = std::map<int, std::int64_t>;

struct TileOptions {
    target::Homes homes;
    Buffering buffering = Buffering::Auto;
    TileOverride tile = {};
    std::int64_t nearBytes = 0;       // at most so many bytes of the near memory; 0: all usable ones
};

/// Exact over its candidates: per axis every size that gives another number of tiles (thinned out to kMostSizes on long
/// axes), every order of the loops that are cut, both bufferings of each operand. Operands that the engine uses in place
/// stay there. Where the target has no figures, the plan of least moved bytes, then fewest tiles.
/// Fails with UnknownShape when operands have no known size or the first result is left out, else with TileTooLarge;
/// the sentence of the latter names the smallest legal tile, its bytes, the memory, and what would help.
Result<TilePlan> planTiles(const target::Target& target, const target::KernelRow& row, const target::MatchNode& node,
                           const TileOptions& options);

/// The same by trying every candidate with no bound: for tests and for small nodes.
Result<TilePlan> planTilesByBruteForce(const target::Target& target, const target::KernelRow& row,
                                       const target::MatchNode& node, const TileOptions& options);

/// The checker, which shares no code with the solver: tiles cover every output once, every piece that a kernel reads is
/// there, sizes and sums of bytes are right, the memory is large enough. One sentence per broken rule.
std::vector<std::string> violations(const target::Target& target, const target::KernelRow& row,
                                    const target::MatchNode& node, const TilePlan& plan);

}  // namespace tw::tiling
