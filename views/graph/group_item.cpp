// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/group_item.h"

#include "views/graph/card_painter.h"
#include "views/shared/theme.h"

#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <cmath>

namespace tw::views::graph {
namespace {

constexpr double kReach = 24;      // rings, stacks and portal tabs stick out

QRectF between(const QRectF& from, const QRectF& to, double share)
{
    const auto mid = [share](double a, double b) { return a + (b - a) * share; };
    return {mid(from.x(), to.x()), mid(from.y(), to.y()), mid(from.width(), to.width()), mid(from.height(), to.height())};
}

QPointF toQt(const layout::Point& point)
{
    return {point.x, point.y};
}

}  // namespace

GroupItem::GroupItem(PaintState* state, int index) : state_(state), index_(static_cast<std::size_t>(index))
{
    setFlag(ItemUsesExtendedStyleOption);
    setZValue(index);       // parents come first
    bounds_ = graph::toQt(placed().place).adjusted(-kReach, -kReach, kReach, kReach);
}

const PlacedGroup& GroupItem::placed() const
{
    return state_->arrangement->groups[index_];
}

QRectF GroupItem::place() const
{
    const QRectF target = graph::toQt(placed().place);
    return share_ < 1 ? between(oldPlace_, target, share_) : target;
}

QRectF GroupItem::nodePlace(std::size_t index) const
{
    const QRectF target = graph::toQt(placed().nodes[index].place);
    return share_ < 1 ? between(old_[index], target, share_) : target;
}

int GroupItem::nodeAt(const QPointF& point) const
{
    for (std::size_t i = 0; i < placed().nodes.size(); ++i)
        if (nodePlace(i).contains(point))
            return placed().nodes[i].node;
    return -1;
}

bool GroupItem::onGlyph(const QPointF& point) const
{
    const QRectF frame = graph::toQt(placed().place);
    return placed().group > 0 && QRectF(frame.right() - 34, frame.top(), 34, 34).contains(point);
}

void GroupItem::startFrom(std::vector<QRectF> old, const QRectF& oldPlace)
{
    old_ = std::move(old);
    oldPlace_ = oldPlace;
    QRectF reach = oldPlace;
    for (const auto& rect : old_)
        reach |= rect;
    prepareGeometryChange();
    bounds_ |= reach.adjusted(-kReach, -kReach, kReach, kReach);
    share_ = 0;
}

void GroupItem::setShare(double share)
{
    share_ = share;
    update();
}

void GroupItem::paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget*)
{
    const double scale = std::max(QStyleOptionGraphicsItem::levelOfDetailFromTransform(painter->worldTransform()), state_->smallestScale);
    painter->setRenderHint(QPainter::Antialiasing, scale > kTextScale / 4);
    if (!placed().open) {
        paintClosedGroup(*painter, *state_, placed().group, place(), scale);
        return;
    }
    if (placed().group > 0)
        paintFrame(*painter, scale);
    if (scale < kNodeScale)
        return;
    const QRectF exposed = option->exposedRect;
    if (scale >= kEdgeScale)
        paintEdges(*painter, exposed, scale);
    const QRectF reach = exposed.adjusted(-kReach, -kReach, kReach, kReach);
    for (std::size_t i = 0; i < placed().nodes.size(); ++i) {
        const QRectF rect = nodePlace(i);
        if (!reach.intersects(rect))
            continue;
        paintNode(*painter, *state_, placed().nodes[i].node, rect, scale);
        if (scale >= kTextScale)
            paintPortals(*painter, *state_, placed().nodes[i].node, rect);
    }
}

void GroupItem::paintFrame(QPainter& painter, double scale) const
{
    const auto& colours = Theme::instance().colours();
    QColor fill = colours.line;
    fill.setAlphaF(scale < kNodeScale ? 0.5f : 0.06f);
    painter.setPen(QPen(colours.line, scale < kEdgeScale ? 0 : 1));
    painter.setBrush(fill);
    const QRectF frame = place();
    if (scale < kNodeScale && !placed().nodes.empty()) {
        paintComposition(painter, *state_, placed().group, frame);
        return;
    }
    painter.drawRoundedRect(frame, 8, 8);
    if (scale < kTextScale * 0.6)
        return;
    const QRectF header(frame.left() + 14, frame.top() + 6, frame.width() - 48, 20);
    painter.setPen(colours.mutedText);
    painter.setFont(state_->titleFont);
    const GroupText text = groupText(*state_->view, placed().group);
    painter.drawText(header, Qt::AlignLeft | Qt::AlignVCenter, QFontMetricsF(state_->titleFont).elidedText(text.title, Qt::ElideLeft, header.width()));
    const QPointF minus(frame.right() - 20, frame.top() + 16);
    painter.setPen(QPen(colours.mutedText, 1.6));
    painter.drawLine(minus - QPointF(5, 0), minus + QPointF(5, 0));
}

void GroupItem::buildPaths()
{
    for (const auto& edge : placed().edges) {
        QPainterPath path(toQt(edge.route.front()));
        for (std::size_t i = 1; i + 2 < edge.route.size(); i += 3)
            path.cubicTo(toQt(edge.route[i]), toQt(edge.route[i + 1]), toQt(edge.route[i + 2]));
        paths_.push_back(std::move(path));
    }
}

void GroupItem::paintEdges(QPainter& painter, const QRectF& exposed, double scale)
{
    if (paths_.empty())
        buildPaths();
    // While nodes travel the lines fit neither end: they fade in as the nodes arrive.
    painter.setOpacity(share_ * share_ * share_);
    for (std::size_t i = 0; i < paths_.size(); ++i)
        if (paths_[i].controlPointRect().adjusted(-8, -8, 8, 8).intersects(exposed))
            paintEdge(painter, i, scale);
    painter.setOpacity(1);
}

QColor GroupItem::edgeColour(const PlacedEdge& edge, double& width) const
{
    const auto& colours = Theme::instance().colours();
    for (const int e : edge.edges) {
        const ViewEdge& line = state_->view->edges[static_cast<std::size_t>(e)];
        width = 2.4;
        if (state_->marked(line.from, Selected))
            return colours.after;
        if (state_->marked(line.to, Selected))
            return colours.before;
    }
    width = edge.edges.size() > 1 ? 1.8 : 1.2;
    return colours.line;
}

void GroupItem::paintEdge(QPainter& painter, std::size_t index, double scale)
{
    const PlacedEdge& edge = placed().edges[index];
    double width = 0;
    const QColor colour = edgeColour(edge, width);
    painter.setPen(QPen(colour, std::max(width, 0.7 / scale)));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(paths_[index]);
    if (edge.arrow && scale >= kTextScale / 2) {
        const QPointF tip = toQt(edge.route.back());
        const QPointF before = toQt(edge.route[edge.route.size() - 2]);
        const double angle = std::atan2(tip.y() - before.y(), tip.x() - before.x());
        const auto corner = [&](double turn) { return tip - QPointF(std::cos(angle + turn), std::sin(angle + turn)) * 8.0; };
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(QPolygonF{tip, corner(0.4), corner(-0.4)});
    }
    if (scale < kEdgeTextScale || edge.edges.size() != 1)
        return;
    const ViewEdge& line = state_->view->edges[static_cast<std::size_t>(edge.edges.front())];
    const QString text = tensorText(state_->view->graph->tensor(line.tensor));
    const QPointF at = paths_[index].pointAtPercent(0.5) + QPointF(6, 4);
    QColor back = Theme::instance().colours().canvas;
    back.setAlphaF(0.8f);
    painter.fillRect(QFontMetricsF(state_->textFont).boundingRect(text).translated(at), back);
    painter.setFont(state_->textFont);
    painter.setPen(Theme::instance().colours().mutedText);
    painter.drawText(at, text);
}

}  // namespace tw::views::graph
