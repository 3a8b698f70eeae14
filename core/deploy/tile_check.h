// SPDX-License-Identifier: Apache-2.0
// Has the tiles of a whole network looked over by the checker of core/tiling/solve.h.
#pragma once

#include "core/binding/bind.h"
#include "core/ir/graph.h"

namespace tw::deploy {

/// Tiles that the checker walks over for one network, all nodes together: it keeps deployments quick where a far too small
/// memory leads to very many tiles.
constexpr std::int64_t kMostCheckedTiles = 100'000;

struct TileCheck {
    std::vector<std::string> broken;   // one sentence per broken rule, with the node's name in front
    int checked = 0;                   // plans; nodes that share one count once
    int leftOut = 0;                   // plans with more tiles than were left to walk over
};

/// `graph` has the types of the binding.
TileCheck checkTiles(const ir::Graph& graph, const binding::Binding& binding, const target::Target& target,
                     std::int64_t mostTiles = kMostCheckedTiles);

}  // namespace tw::deploy
