// SPDX-License-Identifier: Apache-2.0
// Where a node's operands are while it runs: at home, copied whole, or in tiles; whichever the model finds quickest.
#pragma once

#include "core/tiling/solve.h"

#include <mutex>

namespace tw::tiling {

/// Tile plans that were found before, by everything they depend on. May be shared by threads.
class TileCache {
public:
    using Plan = Result<std::shared_ptr<const TilePlan>>;

    std::optional<Plan> find(const std::string& key) const;
    void keep(const std::string& key, const Plan& plan);

private:
    mutable std::mutex mutex_;
    std::map<std::string, Plan> plans_;
};

/// What a person wants of the tiles of a network.
struct TileWishes {
    Buffering buffering = Buffering::Auto;
    std::map<std::string, TileOverride> overrides = {};   // by name of the node
    std::shared_ptr<TileCache> cache = {};                // may be null
};

struct Placed {
    target::NodePlaces places;
    target::NodeCost cost;
    std::shared_ptr<const TilePlan> tiles = {};   // null: operands are used at home or copied whole
};

/// Fails with TileTooLarge and the sentence of the tiles when no way fits the memories.
Result<Placed> placeNode(const target::Target& target, const target::KernelRow& row, const target::MatchNode& node,
                         const target::Homes& homes, const TileWishes& wishes);

/// Whether placeNode would succeed; cheaper, since whole operands that fit need no search.
Result<target::NodePlaces> placesOf(const target::Target& target, const target::KernelRow& row, const target::MatchNode& node,
                                    const target::Homes& homes, const TileWishes& wishes);

}  // namespace tw::tiling
