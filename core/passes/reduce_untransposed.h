// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/passes/pass_report.h"

namespace tw::passes {

/// Lets a reduction that drops its axes read what a Transpose in front of it reads; only the smaller result is
/// transposed, and not even that when the axes that stay are in order.
///     x: [N,H,W,C] -> Transpose(0,3,1,2) -> ReduceMean(axes 2, 3; keepdims 0)
///     x: [N,H,W,C] -> ReduceMean(axes 1, 2; keepdims 0)
/// With kept dimensions, sinkTransposes does it. The axes must be an attribute.
ir::Graph reduceUntransposed(ir::Graph graph, PassReport& report);

}  // namespace tw::passes
