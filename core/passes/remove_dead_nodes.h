// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/passes/pass_report.h"

namespace tw::passes {

/// Removes nodes whose results nobody needs, and optional results (the mask of Dropout, the indices of MaxPool) that
/// nobody reads.
///     y = Relu(x); z = Abs(y)                 with y the graph output
///     y = Relu(x)
/// Graph inputs stay even when nothing reads them: they are the network's interface.
ir::Graph removeDeadNodes(ir::Graph graph, PassReport& report);

}  // namespace tw::passes
