// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/passes/pass_report.h"

namespace tw::passes {

/// A Transpose that moves no byte becomes a Reshape, and of several reshapes in a row only one stays.
///     x: [1,1,1,64] -> Transpose(0,3,1,2) -> Flatten -> Unsqueeze(2) -> y: [1,64,1]
///     x: [1,1,1,64] -> Reshape(1,64,1) -> y
/// Needs static shapes. The earlier ones stay as long as others read their results.
ir::Graph simplifyReshapes(ir::Graph graph, PassReport& report);

}  // namespace tw::passes
