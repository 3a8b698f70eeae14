// SPDX-License-Identifier: Apache-2.0
// What a pass tells besides the new graph. A pass is `ir::Graph pass(ir::Graph graph, PassReport& report)`, with its
// options in between when it has some. Passes never change results (float folding: up to rounding), keep the ids of
// graph inputs and outputs and of the nodes that stay, and record in metadata["origin"] which imported nodes a node
// stands for.
#pragma once

#include "core/base/diagnostic.h"

namespace tw::passes {

struct PassReport {
    int changes = 0;
    Diagnostics diagnostics = {};
};

}  // namespace tw::passes
