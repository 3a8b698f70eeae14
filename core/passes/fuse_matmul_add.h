// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/passes/pass_report.h"

namespace tw::passes {

/// Turns a matrix product with constant weights and the addition of a constant row into a Gemm, which adds the row
/// while the accumulators are at hand (and can take a RequantShift in afterwards).
///     m = MatMul(x, W); y = Add(m, row)         x: [M, K], W: [K, O] and row: [O] constant
///     y = Gemm(x, W, row)
/// Integers: only where the sum has the type of the product. Stays apart when the product has another reader.
ir::Graph fuseMatMulAdd(ir::Graph graph, PassReport& report);

}  // namespace tw::passes
