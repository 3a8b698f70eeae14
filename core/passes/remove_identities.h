// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/passes/pass_report.h"

namespace tw::passes {

/// Removes nodes that pass their input on unchanged: Identity, Dropout in inference, Cast to the same type, Reshape
/// and its relatives to the same shape, Transpose in the given order, Slice of everything, Concat of one tensor.
///     x -> Conv -> Dropout -> Identity -> y
///     x -> Conv -> y
/// Keeps the node when a graph input or a constant is itself a graph output: something has to copy it. Empty operands
/// of a Concat go as well.
ir::Graph removeIdentities(ir::Graph graph, PassReport& report);

}  // namespace tw::passes
