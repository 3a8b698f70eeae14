// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/passes/pass_report.h"

namespace tw::passes {

/// Writes a Split as one Slice per piece, which kernels and access maps know.
///     a, b = Split(x) {axis=1}            x: [1,8], a: [1,3], b: [1,5]
///     a = Slice(x, 0, 3, 1)    b = Slice(x, 3, 8, 1)
/// Needs static shapes.
ir::Graph splitToSlices(ir::Graph graph, PassReport& report);

}  // namespace tw::passes
