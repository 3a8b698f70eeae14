// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/passes/pass_report.h"

namespace tw::passes {

/// Joins consecutive transposes, and removes those that undo each other.
///     x -> Transpose(0,3,1,2) -> Transpose(0,2,3,1) -> Relu
///     x -> Relu
/// The first one stays as long as its result has another reader. Of two equal transposes of one tensor, one is enough.
ir::Graph cancelTransposePairs(ir::Graph graph, PassReport& report);

}  // namespace tw::passes
