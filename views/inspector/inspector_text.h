// SPDX-License-Identifier: GPL-3.0-or-later
// The Inspector's pages as rich text. Links are "node:INDEX" and "tensor:ID" of the snapshot's graph.
#pragma once

#include "core/session/snapshot.h"

#include <QString>

#include <vector>

namespace tw::views {

/// Where the node stands: in the snapshot's graph (with what is known and deployed), or in a subgraph (graph only).
struct NodePlace {
    const ir::Graph& graph;
    int node = 0;                                  // index into graph.nodes
    const ir::GraphIndex* index = nullptr;         // null in a subgraph: no links there
    const session::Snapshot* snapshot = nullptr;   // null in a subgraph
};

QString modelPage(const session::Snapshot& snapshot);
QString nodePage(const NodePlace& place);
QString nodesPage(const session::Snapshot& snapshot, const std::vector<int>& nodes);
QString tensorPage(const session::Snapshot& snapshot, const ir::GraphIndex& index, ir::TensorId tensor);

/// "f32 [1, 3, h, w]".
QString typeAndShape(const ir::Tensor& tensor);

}  // namespace tw::views
