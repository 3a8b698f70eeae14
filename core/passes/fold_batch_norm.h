// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/passes/pass_report.h"

namespace tw::passes {

/// Scales the weights and moves the bias of a float Conv, ConvTranspose or Gemm, so that the BatchNormalization behind
/// it has nothing left to do.
///     c = Conv(x, W); y = BatchNormalization(c, scale, shift, mean, variance)
///     y = Conv(x, W * f, shift - mean * f)                     f = scale / sqrt(variance + epsilon), per channel
/// Stays apart when the intermediate result has another reader, or something is not constant. A BatchNormalization
/// that follows nothing linear stays.
ir::Graph foldBatchNorm(ir::Graph graph, PassReport& report);

}  // namespace tw::passes
