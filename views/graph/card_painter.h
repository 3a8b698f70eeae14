// SPDX-License-Identifier: GPL-3.0-or-later
// How one node and one closed group look, at every scale.
#pragma once

#include "views/graph/paint_state.h"

#include <QPainter>

namespace tw::views::graph {

void paintNode(QPainter& painter, PaintState& state, int node, const QRectF& place, double scale);
void paintClosedGroup(QPainter& painter, PaintState& state, int group, const QRectF& place, double scale);
/// Shares of the fills of the nodes inside, widest first: says at a glance which engines a group uses.
void paintComposition(QPainter& painter, const PaintState& state, int group, const QRectF& bar);
/// Tabs of the portals at a node, when it has any.
void paintPortals(QPainter& painter, const PaintState& state, int node, const QRectF& place);

/// The tab above (edges that come in) or below (edges that leave) a node.
enum class PortalSide { In, Out };
QRectF portalTab(const QRectF& node, PortalSide side);
bool hasPortal(const ViewGraph& view, int node, PortalSide side);

}  // namespace tw::views::graph
