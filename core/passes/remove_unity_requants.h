// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/passes/pass_report.h"

namespace tw::passes {

/// Removes a RequantShift that changes nothing: mul = div and add = 0 everywhere, and every value of the input's type
/// lies within the range it clips to.
///     x: i8 -> RequantShift(mul = 256, add = 0, div = 256, signed) -> Add
///     x: i8 -> Add
ir::Graph removeUnityRequants(ir::Graph graph, PassReport& report);

}  // namespace tw::passes
