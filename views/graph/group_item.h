// SPDX-License-Identifier: GPL-3.0-or-later
// One visible group as one scene item: its frame, the lines and the nodes directly inside. An item per node would
// make a zoomed-out picture of 10,000 nodes a hundred times slower.
#pragma once

#include "views/graph/paint_state.h"

#include <QGraphicsItem>
#include <QPainterPath>

namespace tw::views::graph {

class GroupItem : public QGraphicsItem {
public:
    enum { Type = UserType + 1 };

    /// `index` into state->arrangement->groups; the state outlives the item.
    GroupItem(PaintState* state, int index);

    int type() const override { return Type; }
    QRectF boundingRect() const override { return bounds_; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

    const PlacedGroup& placed() const;
    /// Node under the point, or -1. Scene coordinates, as everywhere.
    int nodeAt(const QPointF& point) const;
    QRectF nodePlace(std::size_t index) const;
    /// Whether the point is on the plus or minus that opens or closes the group.
    bool onGlyph(const QPointF& point) const;

    /// Nodes travel from `old` (parallel to placed().nodes) to their places while `share` goes from 0 to 1.
    void startFrom(std::vector<QRectF> old, const QRectF& oldPlace);
    void setShare(double share);

private:
    void paintFrame(QPainter& painter, double scale) const;
    void paintEdges(QPainter& painter, const QRectF& exposed, double scale);
    void paintEdge(QPainter& painter, std::size_t index, double scale);
    void buildPaths();
    QRectF place() const;
    QColor edgeColour(const PlacedEdge& edge, double& width) const;

    PaintState* state_;
    std::size_t index_;
    QRectF bounds_;
    std::vector<QPainterPath> paths_;      // made when first needed
    std::vector<QRectF> old_;
    QRectF oldPlace_;
    double share_ = 1;
};

}  // namespace tw::views::graph
