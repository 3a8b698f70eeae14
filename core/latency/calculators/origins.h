// SPDX-License-Identifier: Apache-2.0
// Values of a lowered network's nodes, booked on the nodes of the network as it was given.
#pragma once

#include "core/latency/calculators/common.h"

namespace tw::latency {

/// Finds the node for each lowered one: the first of its origins that the graph has. Nodes that lowering inserted (a
/// transpose, a copy) belong to the next node that has one, or else to the one before.
class OriginMap {
public:
    /// `origins`: of the lowered nodes, in their order.
    OriginMap(const ir::Graph& graph, const std::vector<std::vector<std::string>>& origins);

    /// Index into graph.nodes; none only when the network has no node that survived.
    std::optional<std::size_t> nodeOf(std::size_t lowered) const { return nodeOf_.at(lowered); }
    bool inserted(std::size_t lowered) const { return inserted_.at(lowered); }

    /// Gives each node that has no value of its own its reason: part of another, or gone.
    void explainRest(const ir::Graph& graph, Ledger& ledger) const;

private:
    std::vector<std::optional<std::size_t>> nodeOf_;
    std::vector<bool> inserted_;
    std::map<std::size_t, std::size_t> partOf_;   // node -> the node that its work is booked on
};

}  // namespace tw::latency
