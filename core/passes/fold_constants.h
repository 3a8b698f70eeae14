// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/passes/pass_report.h"

namespace tw::passes {

/// Computes before the run what does not depend on the inputs: nodes that read only constants, and facts about shapes.
///     s = Shape(x); n = Gather(s, 0); y = Reshape(x, Concat(n, -1))       x: f32[2,3,4]
///     y = Reshape(x, i64[2]{2, -1})
/// Leaves alone what would make the model much larger (a big ConstantOfShape, Expand or Tile), and random operators.
/// A graph output is still made by a node: an Identity of the folded constant.
ir::Graph foldConstants(ir::Graph graph, PassReport& report);

}  // namespace tw::passes
