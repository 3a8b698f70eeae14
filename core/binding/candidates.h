// SPDX-License-Identifier: Apache-2.0
// All ways to run one node on its own: which rows fit, with which types where the graph leaves types open, and where
// its operands would be.
#pragma once

#include "core/tiling/place_node.h"

namespace tw::binding {

/// Types for tensors whose type the graph does not say.
using Typing = std::map<ir::TensorId, ir::DataType>;

struct Candidate {
    int row = -1;                        // into target.rows; -1 for an alias
    std::size_t typing = 0;              // into NodeCandidates::typings
    target::NodePlaces places = {};
};

struct NodeCandidates {
    bool alias = false;
    std::vector<Typing> typings;                     // one empty typing when nothing is open
    std::vector<target::MatchNode> matches;          // the node under each typing
    std::vector<Candidate> candidates;               // by row, then typing; of all engines
    std::map<std::string, std::string> refusals;     // engine without a candidate -> sentence
};

/// Fails when no engine can run the node whatever the types: unknown operator, not static.
class CandidateFinder {
public:
    CandidateFinder(const ir::Graph& graph, const target::Target& target, const target::Homes& homes,
                    const tiling::TileWishes& tiles);

    Result<NodeCandidates> find(const ir::Node& node);

private:
    std::vector<ir::TensorId> openTensors(const ir::Node& node) const;
    std::vector<Typing> typingsOf(const ir::Node& node, const std::vector<ir::TensorId>& open) const;
    Result<bool> addMatch(const ir::Node& node, const Typing& typing, NodeCandidates& result);
    void addRows(std::size_t typing, NodeCandidates& result) const;

    const ir::Graph& graph_;
    const target::Target& target_;
    const target::Homes& homes_;
    const tiling::TileWishes& tiles_;
    std::optional<ir::Graph> typed_;     // a copy to try types in; only when some are open
};

}  // namespace tw::binding
