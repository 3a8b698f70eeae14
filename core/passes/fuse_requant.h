// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/passes/pass_report.h"

namespace tw::passes {

/// Joins a linear operator on integers with the RequantShift that is its only reader, so that the accumulators are
/// never stored. Exact: the kernels requantise each accumulator as RequantShift would.
///     c = Conv(x, W, B); y = RequantShift(c, mul, add)
///     y = RequantizedConv(x, W, B, mul, add)          with the attributes of both
/// Likewise Gemm -> RequantizedGemm and MatMul -> RequantizedMatMul. The fused node keeps the linear node's id and name.
/// Stays apart when mul or add is computed at run time, or follows other axes alone than it would in the fused operator.
ir::Graph fuseRequant(ir::Graph graph, PassReport& report);

}  // namespace tw::passes
