// SPDX-License-Identifier: Apache-2.0
// The search space that every network has on a target of several engines: blocks are the nodes that more than one
// engine can run, candidates their (engine, kernel row, tiles) choices with modelled cycles, and the constant part is the rest.
#pragma once

#include "core/base/progress.h"
#include "core/engine/choices.h"
#include "core/latency/architecture_count.h"
#include "core/latency/container.h"

namespace tw::latency {

struct DeploymentChoice {
    std::string engine;
    int row = -1;                        // into target.rows
    std::string kernel;                  // its C function
    std::int64_t tiles = 1;              // that the engine works it off in
    double movement = 0;                 // cycles of copies, part of the latency
};

struct DeploymentSpace {
    LatencyContainer container;          // "cycles.model" in cycles
    std::vector<int> nodes;              // block -> index into graph.nodes
    std::vector<std::vector<DeploymentChoice>> choices;   // [block][candidate]
    std::vector<ops::Counts> counts;     // of the node of each block
    Arch current;                        // by the engines given; the first candidate where there is none
    std::vector<std::string> noFigure;   // nodes whose cycles are not known: they are not in the container
};

struct DeploymentSpaceOptions {
    target::Homes homes;
    std::map<ir::NodeId, std::string> engineOf = {};   // of the deployment as it is
};

/// Of a lowered network. A node with one choice that has a figure belongs to the constant part; a choice without a
/// figure is left out. Costs of handing data from one engine to another are those of the choices model: every operand
/// comes from the memory where tensors live between nodes, so that choices do not depend on one another.
Result<DeploymentSpace> deploymentSpace(const ir::Graph& graph, const target::Target& target, const DeploymentSpaceOptions& options,
                                        Progress& progress);

}  // namespace tw::latency
