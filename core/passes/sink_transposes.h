// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/turned_operators.h"

namespace tw::passes {

/// Moves transposes past operators that do not care about the order of axes, towards transposes that undo them.
///     a = Transpose(x); b = Transpose(z); c = Add(a, b); d = Relu(c); y = Transpose'(d)
///     c = Add(x, z); d = Relu(c); y = d          (after cancelTransposePairs)
/// Constants are transposed beforehand; an operand that has no transpose gets the inverse one when that still leaves
/// fewer in all. A transpose with no other one ahead stays where it is.
ir::Graph sinkTransposes(ir::Graph graph, const WantsChannelsLast& wants, PassReport& report);

}  // namespace tw::passes
