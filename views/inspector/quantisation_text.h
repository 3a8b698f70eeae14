// SPDX-License-Identifier: GPL-3.0-or-later
// How stored integers stand for real numbers, in clear, as the nodes next to a tensor define it.
#pragma once

#include "core/ir/graph.h"

#include <QString>

namespace tw::views {

/// Rich text; empty when no neighbour says anything.
QString quantisationText(const ir::Graph& graph, const ir::GraphIndex& index, ir::TensorId tensor);

}  // namespace tw::views
