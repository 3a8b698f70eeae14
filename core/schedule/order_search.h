// SPDX-License-Identifier: Apache-2.0
// The searches behind orderNodes, each for one part of a network.
#pragma once

#include "core/schedule/order.h"

namespace tw::schedule {

constexpr std::size_t kMostExactNodes = 64;

/// Best-first over the sets of nodes that have run. At most kMostExactNodes nodes. `known`: some order of the problem;
/// it comes back, proven, when none is better. Not proven when more than `mostSets` sets would have to be kept.
Result<NodeOrder> searchExactly(const OrderProblem& problem, NodeOrder known, std::size_t mostSets, Progress& progress);

/// Keeps the best sets after each node. Never proven.
Result<NodeOrder> searchBeam(const OrderProblem& problem, Progress& progress);

/// Size of the largest set of nodes of which none must run before another. At most kMostExactNodes nodes.
std::size_t widthOf(const OrderProblem& problem);

}  // namespace tw::schedule
