// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/card_painter.h"

#include "views/shared/palette.h"
#include "views/shared/theme.h"

#include <QCoreApplication>
#include <QPainterPath>

#include <algorithm>

namespace tw::views::graph {
namespace {

constexpr double kHeader = 22;
constexpr double kBadge = 24;
constexpr double kRadius = 5;
constexpr double kLine = 15.5;

QColor mix(const QColor& a, const QColor& b, double share)
{
    return QColor::fromRgbF(float(a.redF() + (b.redF() - a.redF()) * share), float(a.greenF() + (b.greenF() - a.greenF()) * share),
                            float(a.blueF() + (b.blueF() - a.blueF()) * share));
}

QPen outline(const QColor& colour, double width)
{
    QPen pen(colour, width);
    pen.setJoinStyle(Qt::RoundJoin);
    return pen;
}

/// A ring around the box for what is selected, found, or next to the selection; wide enough to be seen at any scale.
void paintMarks(QPainter& painter, std::uint8_t marks, const QRectF& place, double scale, double radius = kRadius)
{
    const auto& colours = Theme::instance().colours();
    const double pixel = 1 / std::max(scale, 0.01);
    const auto ring = [&](const QColor& colour, double pixels, double distance) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(outline(colour, std::max(pixels, pixels * pixel)));
        painter.drawRoundedRect(place.adjusted(-distance, -distance, distance, distance), radius + distance, radius + distance);
    };
    if (marks & (Before | After))
        ring(marks & Before ? colours.before : colours.after, 2, 1.5);
    if (marks & (Match | CurrentMatch))
        ring(colours.match, marks & CurrentMatch ? 3.5 : 2, 3);
    if (marks & Selected)
        ring(colours.selection, marks & Current ? 3 : 2, 2);
}

void paintBadge(QPainter& painter, const PaintState& state, const NodeColour& colour, const QRectF& cell)
{
    const bool dark = Theme::instance().dark();
    const auto& shades = enginePalette(colour.role, dark);
    painter.fillRect(cell, shades.fill);
    painter.fillRect(cell, engineHatch(colour.role, dark));
    painter.setPen(QPen(shades.stroke, 0.8));
    painter.drawLine(cell.topRight(), cell.bottomRight());
    // A disc of plain fill keeps the letter readable over the hatch.
    painter.setPen(Qt::NoPen);
    painter.setBrush(shades.fill);
    painter.drawEllipse(cell.center(), 8.5, 8.5);
    painter.setPen(shades.text);
    painter.setFont(state.titleFont);
    painter.drawText(cell, Qt::AlignCenter, colour.badge);
}

/// A pin stuck into the upper right corner: this node's engine was chosen by hand.
void paintPin(QPainter& painter, const NodeColour& colour, const QRectF& place)
{
    const auto& colours = Theme::instance().colours();
    const QPointF tip = place.topRight() + QPointF(-14, 10);
    const QPointF head = place.topRight() + QPointF(-2, -5);
    painter.setPen(outline(colours.canvas, 4));
    painter.drawLine(tip, head);
    painter.setPen(outline(colours.text, 1.8));
    painter.drawLine(tip, head);
    painter.setPen(outline(colours.canvas, 1.5));
    painter.setBrush(colour.stroke);
    painter.drawEllipse(head, 6.5, 6.5);
}

/// Two sheets: there is a graph inside.
void paintNested(QPainter& painter, const QPointF& left, const QColor& colour)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(outline(colour, 1.2));
    painter.drawRect(QRectF(left.x(), left.y() - 5, 7, 7));
    painter.drawPolyline(QPolygonF{left + QPointF(9, -2), left + QPointF(9, 4), left + QPointF(2, 4)});
    painter.setPen(colour);
}

void paintHeader(QPainter& painter, PaintState& state, int node, const QRectF& header)
{
    const NodeColour& colour = state.colours.nodes[static_cast<std::size_t>(node)];
    const CardText& text = state.card(node);
    double left = header.left() + 8;
    if (colour.role > 0) {
        paintBadge(painter, state, colour, {header.left(), header.top(), kBadge, header.height()});
        left = header.left() + kBadge + 6;
    }
    painter.setPen(colour.text);
    painter.setFont(state.titleFont);
    const bool opens = state.view->nodes[static_cast<std::size_t>(node)].opens;
    const QRectF line(left, header.top(), header.right() - 8 - left, header.height());
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, text.title);
    if (opens)
        paintNested(painter, QPointF(left + QFontMetricsF(state.titleFont).horizontalAdvance(text.title) + 8, header.center().y()), colour.text);
    painter.setFont(state.textFont);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, text.detail);
}

/// The number behind the heat, in the lower right corner.
void paintAmount(QPainter& painter, const PaintState& state, const QString& amount, const QRectF& place)
{
    const auto& colours = Theme::instance().colours();
    const double width = QFontMetricsF(state.titleFont).horizontalAdvance(amount) + 10;
    const QRectF cell(place.right() - width - 4, place.bottom() - kLine - 5, width, kLine + 1);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.surface);
    painter.drawRoundedRect(cell, 3, 3);
    painter.setFont(state.titleFont);
    painter.setPen(colours.text);
    painter.drawText(cell, Qt::AlignCenter, amount);
}

void paintCard(QPainter& painter, PaintState& state, int node, const QRectF& place)
{
    const auto& colours = Theme::instance().colours();
    const NodeColour& colour = state.colours.nodes[static_cast<std::size_t>(node)];
    QPainterPath card;
    card.addRoundedRect(place, kRadius, kRadius);
    painter.fillPath(card, mix(colours.surface, colour.fill, 0.10));
    painter.save();
    painter.setClipPath(card, Qt::IntersectClip);
    const QRectF header(place.left(), place.top(), place.width(), kHeader);
    painter.fillRect(header, colour.fill);
    paintHeader(painter, state, node, header);
    painter.restore();
    painter.setPen(outline(colour.stroke, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(card);

    const CardText& text = state.card(node);
    painter.setFont(state.textFont);
    QRectF line(place.left() + 8, place.top() + kHeader + 2, place.width() - 16, kLine);
    painter.setPen(colours.text);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, text.name);
    painter.setPen(colours.mutedText);
    for (const QString& more : {text.shape, text.constants}) {
        line.translate(0, kLine);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, more);
    }
    if (!colour.amount.isEmpty())
        paintAmount(painter, state, colour.amount, place);
    if (colour.pinned)
        paintPin(painter, colour, place);
}

void paintTerminal(QPainter& painter, PaintState& state, int node, const QRectF& place, double scale)
{
    const auto& colours = Theme::instance().colours();
    const ViewNode& shown = state.view->nodes[static_cast<std::size_t>(node)];
    QPen pen = outline(colours.mutedText, 1.2);
    if (shown.outer)
        pen.setStyle(Qt::DashLine);
    painter.setPen(pen);
    painter.setBrush(colours.surface);
    painter.drawRoundedRect(place, place.height() / 2, place.height() / 2);
    if (scale < kTextScale)
        return;
    const CardText& text = state.card(node);
    const QRectF upper(place.left() + 14, place.top() + 3, place.width() - 28, place.height() / 2 - 2);
    painter.setPen(colours.text);
    painter.setFont(state.titleFont);
    painter.drawText(upper, Qt::AlignCenter, text.title);
    painter.setPen(colours.mutedText);
    painter.setFont(state.textFont);
    painter.drawText(upper.translated(0, place.height() / 2 - 3), Qt::AlignCenter, text.shape);
}

std::uint8_t marksInside(const PaintState& state, const Group& group)
{
    std::uint8_t marks = 0;
    for (int node = group.first; node < group.last; ++node)
        marks |= state.marks[static_cast<std::size_t>(node)];
    return marks;
}

void paintGroupText(QPainter& painter, const PaintState& state, int group, const QRectF& place)
{
    const auto& colours = Theme::instance().colours();
    const GroupText text = groupText(*state.view, group);
    const QRectF first(place.left() + 12, place.top() + 8, place.width() - 40, 20);
    painter.setFont(state.titleFont);
    painter.setPen(colours.text);
    painter.drawText(first, Qt::AlignLeft | Qt::AlignVCenter, QFontMetricsF(state.titleFont).elidedText(text.title, Qt::ElideLeft, first.width()));
    painter.setFont(state.textFont);
    painter.setPen(colours.mutedText);
    const QRectF second(place.left() + 12, place.top() + 29, place.width() - 24, 18);
    painter.drawText(second, Qt::AlignLeft | Qt::AlignVCenter, QFontMetricsF(state.textFont).elidedText(text.summary, Qt::ElideRight, second.width()));
    const QPointF plus(place.right() - 18, place.top() + 18);
    painter.setPen(QPen(colours.mutedText, 1.6));
    painter.drawLine(plus - QPointF(5, 0), plus + QPointF(5, 0));
    painter.drawLine(plus - QPointF(0, 5), plus + QPointF(0, 5));
}

}  // namespace

void paintNode(QPainter& painter, PaintState& state, int node, const QRectF& place, double scale)
{
    const NodeColour& colour = state.colours.nodes[static_cast<std::size_t>(node)];
    const bool terminal = state.view->nodes[static_cast<std::size_t>(node)].kind != NodeKind::Operator;
    if (terminal && scale >= kEdgeScale) {
        paintTerminal(painter, state, node, place, scale);
    } else if (scale >= kTextScale) {
        paintCard(painter, state, node, place);
    } else {
        painter.fillRect(place, terminal ? Theme::instance().colours().mutedText : colour.fill);
        if (colour.role > 1 && scale >= kTextScale / 2)
            painter.fillRect(place, engineHatch(colour.role, Theme::instance().dark()));
        if (colour.pinned && scale >= kTextScale / 3) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(colour.stroke);
            painter.drawEllipse(place.topRight(), 9, 9);
        }
        if (scale >= kTextScale / 3) {
            painter.setPen(outline(colour.stroke, 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(place);
        }
    }
    if (const auto marks = state.marks[static_cast<std::size_t>(node)])
        paintMarks(painter, marks, place, scale, terminal ? place.height() / 2 : kRadius);
}

void paintComposition(QPainter& painter, const PaintState& state, int group, const QRectF& bar)
{
    const Group& shown = state.view->groups[static_cast<std::size_t>(group)];
    std::map<QRgb, int> counts;
    for (int node = shown.first; node < shown.last; ++node)
        ++counts[state.colours.nodes[static_cast<std::size_t>(node)].fill.rgb()];
    std::vector<std::pair<int, QRgb>> shares;
    for (const auto& [colour, count] : counts)
        shares.emplace_back(-count, colour);
    std::ranges::sort(shares);
    double x = bar.left();
    for (const auto& [count, colour] : shares) {
        const double width = bar.width() * -count / std::max(1, shown.last - shown.first);
        painter.fillRect(QRectF(x, bar.top(), width, bar.height()), QColor(colour));
        x += width;
    }
}

void paintClosedGroup(QPainter& painter, PaintState& state, int group, const QRectF& place, double scale)
{
    const auto& colours = Theme::instance().colours();
    const Group& shown = state.view->groups[static_cast<std::size_t>(group)];
    if (scale < kEdgeScale) {
        paintComposition(painter, state, group, place);
    } else {
        painter.setPen(outline(colours.mutedText, 1));
        painter.setBrush(mix(colours.surface, colours.line, 0.18));
        painter.drawRoundedRect(place.translated(4, 4), kRadius + 2, kRadius + 2);    // a stack of cards
        QPainterPath card;
        card.addRoundedRect(place, kRadius + 2, kRadius + 2);
        painter.fillPath(card, colours.surface);
        painter.save();
        painter.setClipPath(card, Qt::IntersectClip);
        const double bar = scale < kTextScale ? place.height() / 2 : 12;
        paintComposition(painter, state, group, {place.left(), place.bottom() - bar, place.width(), bar});
        painter.restore();
        painter.setPen(outline(colours.mutedText, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(card);
        if (scale >= kTextScale * 0.6)
            paintGroupText(painter, state, group, place);
    }
    if (const auto marks = marksInside(state, shown))
        paintMarks(painter, marks, place, scale);
}

QRectF portalTab(const QRectF& node, PortalSide side)
{
    constexpr double kWidth = 54;
    constexpr double kHeight = 14;
    if (side == PortalSide::In)
        return {node.left() + 6, node.top() - kHeight - 1, kWidth, kHeight};
    return {node.right() - kWidth - 6, node.bottom() + 1, kWidth, kHeight};
}

bool hasPortal(const ViewGraph& view, int node, PortalSide side)
{
    const auto& edges = (side == PortalSide::In ? view.in : view.out)[static_cast<std::size_t>(node)];
    return std::ranges::any_of(edges, [&](int edge) { return view.edges[static_cast<std::size_t>(edge)].portal; });
}

void paintPortals(QPainter& painter, const PaintState& state, int node, const QRectF& place)
{
    const auto& colours = Theme::instance().colours();
    for (const auto side : {PortalSide::In, PortalSide::Out}) {
        if (!hasPortal(*state.view, node, side))
            continue;
        const auto& edges = (side == PortalSide::In ? state.view->in : state.view->out)[static_cast<std::size_t>(node)];
        const auto count = std::ranges::count_if(edges, [&](int e) { return state.view->edges[static_cast<std::size_t>(e)].portal; });
        const QRectF tab = portalTab(place, side);
        painter.setPen(outline(colours.line, 1));
        painter.setBrush(colours.grid);
        painter.drawRoundedRect(tab, 4, 4);
        painter.setPen(colours.text);
        painter.setFont(state.textFont);
        painter.drawText(tab, Qt::AlignCenter, QCoreApplication::translate("GraphView", "%1 far ↓").arg(count));
    }
}

}  // namespace tw::views::graph
