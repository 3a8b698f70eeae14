// SPDX-License-Identifier: Apache-2.0
// What each engine of a target would do with each node of a network, before anybody decides: the kernel row, where
// the operands would be, the modelled cost; or the sentence why it cannot.
#pragma once

#include "core/base/progress.h"
#include "core/tiling/place_node.h"

namespace tw::engine {

/// One engine that can run the node.
struct Choice {
    std::string engine;
    int row = -1;                      // into target.rows
    target::NodePlaces places = {};
    target::NodeCost cost = {};
    std::shared_ptr<const tiling::TilePlan> tiles = {};   // null: nothing comes in tiles
    std::string layout = {};           // of its images, "NHWC" or "NCHW"; empty: any, or no images
    std::int64_t stagedBytes = 0;      // held in the engine's memory for this node alone: copies and scratch
    std::int64_t movedBytes = 0;       // copied in before and out after the node
};

struct NodeChoices {
    ir::NodeId node;
    bool alias = false;                // needs no engine: its result is its input seen with another shape
    std::vector<Choice> choices = {};  // in the target's order of engines
    std::map<std::string, std::string> refusals = {};   // the other engines -> why they cannot
    std::optional<Error> error = {};   // when no engine can
    ops::Counts counts = {};

    const Choice* on(const std::string& engine) const;
};

struct GraphChoices {
    target::Homes homes;
    tiling::TileWishes tiles = {};
    std::vector<NodeChoices> nodes = {};   // as graph.nodes
};

struct ChoiceOptions {
    target::Homes homes;
    target::LayoutCheck layout = target::LayoutCheck::Ignore;   // colouring comes before the layout is decided
    tiling::TileWishes tiles = {};
};

/// Of each engine the first row that accepts the node and whose operands find a place. Fails only when cancelled.
/// O(nodes * rows of the same operator).
Result<GraphChoices> choicesOf(const ir::Graph& graph, const target::Target& target, const ChoiceOptions& options,
                               Progress& progress);

/// The same for one node, which need not be part of the graph's list.
NodeChoices choicesOfNode(const ir::Graph& graph, const ir::Node& node, const target::Target& target,
                          const ChoiceOptions& options);

}  // namespace tw::engine
