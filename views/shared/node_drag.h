// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes on their way with the mouse, from any view to an engine in any view.
#pragma once

#include <QMimeData>

#include <vector>

namespace tw::views {

/// Indices into Snapshot::graph->nodes; `names`, one a line, are what other programs get.
QMimeData* nodesMimeData(const std::vector<int>& nodes, const QString& names);
bool holdsNodes(const QMimeData& data);
std::vector<int> nodesOf(const QMimeData& data);

}  // namespace tw::views
