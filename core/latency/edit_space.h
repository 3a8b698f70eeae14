// SPDX-License-Identifier: Apache-2.0
// Makes search spaces: an alternative to a node, and the repair of blocks that lie inside of candidates.
#pragma once

#include "core/latency/search_space.h"

namespace tw::latency {

/// The graph with `alternative` as one more candidate for a node. A plain node becomes a block of its own name: its
/// first candidate, "original", is the node; its inputs are those of the node that are no constants. Fails with
/// BadSpaceFile when there is no such node, and as searchSpaceOf when the alternative does not fit.
Result<ir::Graph> addAlternative(ir::Graph graph, const std::string& node, const std::string& name, ir::Graph alternative);

/// The graph with a candidate for each choice of the blocks inside of a candidate, in its place:
///     block {a, b: [inner {c, d}]}  ->  block {a, b/c, b/d}
/// Probabilities multiply (equal ones where none are stored), stored latencies of the block are dropped. Blocks inside
/// of If or Loop bodies stay. TooManyProducts above 256 candidates of one.
Result<ir::Graph> flattenNested(ir::Graph graph);

}  // namespace tw::latency
