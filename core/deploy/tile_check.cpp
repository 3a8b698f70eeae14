// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/tile_check.h"

#include "core/base/text.h"
#include "core/target/match.h"
#include "core/tiling/solve.h"

#include <set>

namespace tw::deploy {
namespace {

std::vector<std::string> brokenRules(const ir::Graph& graph, const ir::Node& node, const binding::BoundNode& bound, const target::Target& target)
{
    const auto match = target::matchNodeOf(graph, node);
    if (!match)
        return {match.error().message};
    return tiling::violations(target, target.rows[static_cast<std::size_t>(bound.row)], *match, *bound.tiles);
}

}  // namespace

TileCheck checkTiles(const ir::Graph& graph, const binding::Binding& binding, const target::Target& target, std::int64_t mostTiles)
{
    TileCheck check;
    std::set<std::pair<const tiling::TilePlan*, int>> seen;   // the cache gives nodes that are alike the same plan
    for (std::size_t i = 0; i < binding.nodes.size(); ++i) {
        const auto& bound = binding.nodes[i];
        if (!bound.tiles || !seen.insert({bound.tiles.get(), bound.row}).second)
            continue;
        const auto tiles = bound.tiles->tiles();
        if (tiles > mostTiles) {
            ++check.leftOut;
            continue;
        }
        mostTiles -= tiles;
        ++check.checked;
        for (const auto& rule : brokenRules(graph, graph.nodes[i], bound, target))
            check.broken.push_back(cat(graph.nodes[i].name, ": ", rule));
    }
    return check;
}

}  // namespace tw::deploy
