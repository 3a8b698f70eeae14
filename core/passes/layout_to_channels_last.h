// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/turned_operators.h"

namespace tw::passes {

/// Turns image operators whose kernels want it to channels last, between two transposes.
///     y = Conv(x)                                              x, y: [N, C, H, W]
///     y = Transpose'(Conv(Transpose(x)) {layout="NHWC"})
/// The passes that follow cancel the transposes between neighbours. Operators that work per channel but otherwise
/// element by element (RequantShift) are left to those passes: turned alone they would cost two transposes.
ir::Graph layoutToChannelsLast(ir::Graph graph, const WantsChannelsLast& wants, PassReport& report);

}  // namespace tw::passes
