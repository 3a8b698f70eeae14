// SPDX-License-Identifier: Apache-2.0
// Copies a candidate's nodes into another graph.
#pragma once

#include "core/latency/search_space.h"

#include <unordered_map>

namespace tw::latency {

/// Tensors of a graph by name; the first of equal names counts.
std::unordered_map<std::string, ir::TensorId> tensorsByName(const ir::Graph& graph);

struct Inlining {
    std::string prefix;                          // of inner names
    std::vector<ir::TensorId> inputs;            // of the receiving graph, as the candidate's inputs
    std::vector<ir::TensorId> outputs;           // of the receiving graph; invalid: not wanted
    /// Where constants of the main graph, which a candidate reads by name, are in the receiving graph.
    std::function<ir::TensorId(const std::string& name)> captured;
};

/// Appends the candidate's nodes to `graph.nodes`. An output that is an input, a constant, or another output as well
/// becomes an Identity.
void inlineGraph(ir::Graph& graph, const ir::Graph& candidate, const Inlining& how);

}  // namespace tw::latency
