// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/passes/turned_operators.h"

namespace tw::passes {

/// Runs cancelTransposePairs, sinkTransposes, simplifyReshapes, absorbTransposes and reduceUntransposed until none of them finds anything:
/// each makes room for the others. A transpose that moves on meets its inverse; one that only moves axes of extent 1 becomes a reshape
/// that joins the next one.
ir::Graph settleTransposes(ir::Graph graph, const WantsChannelsLast& wants, PassReport& report);

}  // namespace tw::passes
