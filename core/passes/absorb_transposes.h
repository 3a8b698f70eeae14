// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/passes/pass_report.h"

namespace tw::passes {

/// Reorders constant weights instead of an image that is flattened in front of them.
///     x: [N,H,W,C] -> Transpose(0,3,1,2) -> Flatten -> Gemm(W)
///     x: [N,H,W,C] -> Reshape(N, H*W*C) -> Gemm(W with its rows in the order h, w, c)
/// Also for MatMul and the requantised forms. Stays when the transposed image has another reader, or moves in axis 0.
ir::Graph absorbTransposes(ir::Graph graph, PassReport& report);

}  // namespace tw::passes
