// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/origins.h"

#include "core/base/text.h"

#include <algorithm>
#include <unordered_map>

namespace tw::latency {

OriginMap::OriginMap(const ir::Graph& graph, const std::vector<std::vector<std::string>>& origins)
{
    std::unordered_map<std::string, std::size_t> index;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        index.emplace(graph.nodes[i].name, i);
    for (const auto& names : origins) {
        std::vector<std::size_t> found;
        for (const auto& name : names)
            if (const auto at = index.find(name); at != index.end())
                found.push_back(at->second);
        nodeOf_.push_back(found.empty() ? std::nullopt : std::optional(found.front()));
        inserted_.push_back(found.empty());
        for (std::size_t i = 1; i < found.size(); ++i)
            partOf_.emplace(found[i], found.front());
    }
    std::optional<std::size_t> near;
    for (auto node = nodeOf_.rbegin(); node != nodeOf_.rend(); ++node) {
        near = *node ? *node : near;
        *node = near;
    }
    for (auto& node : nodeOf_) {
        near = node ? node : near;
        node = near;
    }
}

void OriginMap::explainRest(const ir::Graph& graph, Ledger& ledger) const
{
    std::vector<bool> booked(graph.nodes.size());
    for (const auto& node : nodeOf_)
        if (node)
            booked[*node] = true;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (booked[i] || ledger.ignored(i))
            continue;
        const auto part = partOf_.find(i);
        ledger.entry(i).reason = part == partOf_.end() ? "costs nothing after lowering"
                                                       : cat("part of ", graph.nodes[part->second].name);
        ledger.entry(i).whole = 0;
    }
}

}  // namespace tw::latency
