// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/passes/pass_report.h"

namespace tw::passes {

/// Replaces symbolic dimensions by numbers.
///     dims {length = 16}:  x: f32[n, 3, length]  ->  x: f32[1, 3, 16]
/// A dimension is named by its symbol, or by input and axis ("x:2") when it has none. The first dimension of an input
/// (the batch) becomes 1 when nothing is given, with a note that names it. Other unknown input dimensions give a
/// diagnostic of severity Error; names in `dims` that no tensor has, a warning.
ir::Graph bindDims(ir::Graph graph, const std::map<std::string, std::int64_t>& dims, PassReport& report);

}  // namespace tw::passes
