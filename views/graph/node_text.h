// SPDX-License-Identifier: GPL-3.0-or-later
// What is written on nodes, groups and edges: short enough for a card, told in full by the tooltip.
#pragma once

#include "core/session/snapshot.h"
#include "views/graph/view_graph.h"

#include <QString>

namespace tw::views::graph {

/// "1×64×56×56", "scalar", "?" for an unknown rank.
QString shapeText(const ir::Shape& shape);
/// "f32 1×64×56×56".
QString tensorText(const ir::Tensor& tensor);

/// "3×3 /2 g32", "axis 1", "to i8": the attributes that tell operators of one kind apart.
QString attributeSummary(const ir::Node& node);

struct CardText {
    QString title;         // op, or the name of an input or output
    QString detail;        // right of the title
    QString name;
    QString shape;
    QString constants;     // "W 64×3×7×7 · B 64"
};
CardText cardText(const ViewGraph& view, const ViewNode& node, const session::NodeInfo* info);

/// Rich text: names, every operand with its type and shape, counts, engine.
/// `where` may be null, as may `info`.
QString tooltip(const ViewGraph& view, const ViewNode& node, const session::NodeInfo* info, const session::DeployedNode* where = nullptr);

struct GroupText {
    QString title;
    QString summary;       // "148 nodes · Conv 52, Relu 48, Add 16"
};
GroupText groupText(const ViewGraph& view, int group);

}  // namespace tw::views::graph
