// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keyboard of the canvas.
#include "views/graph/card_painter.h"
#include "views/graph/graph_canvas.h"
#include "views/shared/theme.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QRubberBand>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tw::views::graph {
namespace {

constexpr double kWheelStep = 1.2;     // for one notch of 120 units

}  // namespace

void GraphCanvas::wheelEvent(QWheelEvent* event)
{
    const double notches = event->angleDelta().y() / 120.0;
    if (event->modifiers() & Qt::ShiftModifier) {
        const double sideways = event->angleDelta().x() ? event->angleDelta().x() : event->angleDelta().y();
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - static_cast<int>(sideways));
    } else {
        const QPoint pivot = event->position().toPoint();
        const QPointF fixed = mapToScene(pivot);
        zoomBy(std::pow(kWheelStep, notches));
        centerOn(mapToScene(viewport()->rect().center()) + fixed - mapToScene(pivot));
    }
    event->accept();
}

void GraphCanvas::mousePressEvent(QMouseEvent* event)
{
    pressed_ = lastPan_ = event->pos();
    moved_ = false;
    setFocus(Qt::MouseFocusReason);
    if (!hasPicture() || (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton))
        return;
    const bool rubber = event->button() == Qt::LeftButton && (event->modifiers() & Qt::ShiftModifier) && !spaceHeld_;
    if (rubber) {
        band_ = new QRubberBand(QRubberBand::Rectangle, viewport());
        band_->setGeometry(QRect(pressed_, QSize()));
        band_->show();
        return;
    }
    // Selected nodes can be pulled to an engine; the middle button or the space bar pan from anywhere.
    const int node = nodeAt(mapToScene(event->pos()));
    mayDrag_ = event->button() == Qt::LeftButton && !spaceHeld_ && !event->modifiers() && node >= 0 && state_.marked(node, Selected);
    panning_ = true;
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (band_) {
        band_->setGeometry(QRect(pressed_, event->pos()).normalized());
        return;
    }
    if (!panning_) {
        hoverPortal(mapToScene(event->pos()));
        return;
    }
    if (!moved_ && (event->pos() - pressed_).manhattanLength() < QApplication::startDragDistance())
        return;
    if (std::exchange(mayDrag_, false)) {
        panning_ = false;
        emit dragStarted();
        return;
    }
    moved_ = true;
    viewport()->setCursor(Qt::ClosedHandCursor);
    const QPoint step = event->pos() - lastPan_;
    lastPan_ = event->pos();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - step.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() - step.y());
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (band_) {
        const QRect area = band_->geometry();
        band_->deleteLater();
        band_ = nullptr;
        chooseBand(area);
        return;
    }
    const bool dragged = !panning_ && !mayDrag_ && event->button() == Qt::LeftButton;
    panning_ = mayDrag_ = false;
    viewport()->unsetCursor();
    if (dragged || moved_ || event->button() != Qt::LeftButton || !hasPicture() || spaceHeld_)
        return;
    const QPointF point = mapToScene(event->pos());
    if (followPortal(point))
        return;
    const int node = nodeAt(point);
    const int group = groupAt(point);
    if (node >= 0)
        choose(node, event->modifiers());
    else if (group >= 0 && onGlyph(point))
        emit groupToggled(group);
    else if (group >= 0)
        chooseBand(QRect(event->pos(), QSize(1, 1)));
    else if (!(event->modifiers() & Qt::ControlModifier))
        emit chosen({}, -1);
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!hasPicture() || event->button() != Qt::LeftButton)
        return;
    const QPointF point = mapToScene(event->pos());
    const int node = nodeAt(point);
    if (node >= 0)
        emit activated(node);
    else if (const int group = groupAt(point); group >= 0 && !onGlyph(point))      // the first click toggled already
        emit groupToggled(group);
}

bool GraphCanvas::onGlyph(const QPointF& scenePoint) const
{
    return std::ranges::any_of(items_, [&](const GroupItem* item) { return item->onGlyph(scenePoint); });
}

void GraphCanvas::contextMenuEvent(QContextMenuEvent* event)
{
    if (!hasPicture())
        return;
    const bool byMouse = event->reason() == QContextMenuEvent::Mouse;
    const QPointF point = byMouse || current_ < 0 ? mapToScene(event->pos()) : placeOf(current_).center();
    const int node = byMouse || current_ < 0 ? nodeAt(point) : current_;
    if (node >= 0 && !state_.marked(node, Selected))
        choose(node, Qt::NoModifier);
    emit menuRequested(byMouse ? event->globalPos() : viewport()->mapToGlobal(mapFromScene(point)), node, groupAt(point));
}

bool GraphCanvas::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || !hasPicture())
        return QGraphicsView::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QPointF point = mapToScene(help->pos());
    if (const int node = nodeAt(point); node >= 0) {
        const ViewNode& shown = state_.view->nodes[static_cast<std::size_t>(node)];
        QToolTip::showText(help->globalPos(), tooltip(*state_.view, shown, state_.info(shown), state_.deployed(shown)), this);
    } else if (const int group = groupAt(point); group >= 0) {
        const GroupText text = groupText(*state_.view, group);
        QToolTip::showText(help->globalPos(), QStringLiteral("<b>%1</b><br>%2").arg(text.title.toHtmlEscaped(), text.summary.toHtmlEscaped()), this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

void GraphCanvas::choose(int node, Qt::KeyboardModifiers modifiers)
{
    if (!(modifiers & Qt::ControlModifier)) {
        emit chosen({node}, node);
        return;
    }
    std::vector<int> nodes = selected_;
    const auto found = std::ranges::find(nodes, node);
    if (found == nodes.end()) {
        nodes.push_back(node);
        emit chosen(nodes, node);
    } else {
        nodes.erase(found);
        emit chosen(nodes, nodes.empty() ? -1 : nodes.back());
    }
}

// Nodes that the rectangle touches, with everything inside touched closed groups.
void GraphCanvas::chooseBand(const QRect& band)
{
    const QRectF area = mapToScene(band).boundingRect();
    std::vector<int> nodes;
    for (const auto* item : items_) {
        const PlacedGroup& placed = item->placed();
        for (const auto& node : placed.nodes)
            if (area.intersects(toQt(node.place)))
                nodes.push_back(node.node);
        if (placed.open || !area.intersects(toQt(placed.place)))
            continue;
        const Group& group = state_.view->groups[static_cast<std::size_t>(placed.group)];
        for (int node = group.first; node < group.last; ++node)
            nodes.push_back(node);
    }
    const int current = nodes.empty() ? -1 : nodes.front();
    emit chosen(nodes, current);
}

int GraphCanvas::portalAt(const QPointF& scenePoint, bool& incoming) const
{
    if (!hasPicture() || scale() < kTextScale)
        return -1;
    for (const auto* item : items_) {
        if (!item->placed().open || !item->boundingRect().contains(scenePoint))
            continue;
        for (const auto& node : item->placed().nodes) {
            for (const auto side : {PortalSide::In, PortalSide::Out}) {
                incoming = side == PortalSide::In;
                if (portalTab(toQt(node.place), side).contains(scenePoint) && hasPortal(*state_.view, node.node, side))
                    return node.node;
            }
        }
    }
    return -1;
}

void GraphCanvas::hoverPortal(const QPointF& scenePoint)
{
    bool incoming = false;
    const int node = portalAt(scenePoint, incoming);
    delete std::exchange(portalCurve_, nullptr);
    viewport()->setCursor(node >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (node < 0)
        return;
    QPainterPath curves;
    const auto& edges = (incoming ? state_.view->in : state_.view->out)[static_cast<std::size_t>(node)];
    for (const int e : edges) {
        const ViewEdge& edge = state_.view->edges[static_cast<std::size_t>(e)];
        if (!edge.portal)
            continue;
        const QRectF from = placeOf(edge.from);
        const QRectF to = placeOf(edge.to);
        const QPointF begin(from.center().x(), from.bottom());
        const QPointF end(to.center().x(), to.top());
        const QPointF aside(std::max(from.width(), 200.0), 60);
        curves.moveTo(begin);
        curves.cubicTo(begin + aside, end + QPointF(aside.x(), -aside.y()), end);
    }
    portalCurve_ = scene_->addPath(curves, QPen(Theme::instance().colours().after, std::max(2.0, 2 / scale())));
    portalCurve_->setZValue(1e9);
}

bool GraphCanvas::followPortal(const QPointF& scenePoint)
{
    bool incoming = false;
    const int node = portalAt(scenePoint, incoming);
    if (node < 0)
        return false;
    std::vector<int> others;
    for (const int e : (incoming ? state_.view->in : state_.view->out)[static_cast<std::size_t>(node)]) {
        const ViewEdge& edge = state_.view->edges[static_cast<std::size_t>(e)];
        if (edge.portal)
            others.push_back(incoming ? edge.from : edge.to);
    }
    emit chosen(others, others.front());
    goTo(others.front());
    return true;
}

void GraphCanvas::keyReleaseEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Space && !event->isAutoRepeat()) {
        spaceHeld_ = false;
        viewport()->unsetCursor();
    }
    QGraphicsView::keyReleaseEvent(event);
}

void GraphCanvas::keyPressEvent(QKeyEvent* event)
{
    if (!hasPicture() || (event->modifiers() & (Qt::ControlModifier | Qt::AltModifier))) {
        event->ignore();
        return;
    }
    switch (event->key()) {
    case Qt::Key_Space:
        spaceHeld_ = true;
        viewport()->setCursor(Qt::OpenHandCursor);
        return;
    case Qt::Key_F: fit(); return;
    case Qt::Key_Escape: emit chosen({}, -1); return;
    case Qt::Key_Backspace: emit outRequested(); return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (current_ >= 0)
            emit activated(current_);
        return;
    case Qt::Key_Plus:
    case Qt::Key_Minus:
        if (current_ >= 0 && isHidden(current_) == (event->key() == Qt::Key_Plus)) {
            const auto placed = state_.arrangement->placedIn[static_cast<std::size_t>(current_)];
            emit groupToggled(state_.arrangement->groups[static_cast<std::size_t>(placed)].group);
        }
        return;
    default: break;
    }
    if (event->key() >= Qt::Key_0 && event->key() <= Qt::Key_9) {
        emit engineKeyPressed(event);
        return;
    }
    if (!keyMove(event))
        event->ignore();
}

bool GraphCanvas::keyMove(QKeyEvent* event)
{
    int next = -1;
    const int last = static_cast<int>(state_.view->nodes.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Home: next = 0; break;
    case Qt::Key_End: next = last; break;
    case Qt::Key_Up:
    case Qt::Key_Down: next = current_ < 0 ? 0 : along(event->key()); break;
    case Qt::Key_Left: next = current_ < 0 ? 0 : beside(-1); break;
    case Qt::Key_Right: next = current_ < 0 ? 0 : beside(1); break;
    default: return false;
    }
    if (next < 0 || next > last)
        return true;
    if (event->modifiers() & Qt::ShiftModifier) {
        std::vector<int> nodes = selected_;
        nodes.push_back(next);
        emit chosen(nodes, next);
    } else {
        emit chosen({next}, next);
    }
    const QRectF seen = mapToScene(viewport()->rect()).boundingRect();
    if (!seen.contains(placeOf(next)))
        goTo(next);
    return true;
}

/// The reader (down) or maker (up) that stands nearest.
int GraphCanvas::along(int key) const
{
    const bool down = key == Qt::Key_Down;
    const auto& edges = (down ? state_.view->out : state_.view->in)[static_cast<std::size_t>(current_)];
    const QPointF here = placeOf(current_).center();
    int best = -1;
    double nearest = 0;
    for (const int e : edges) {
        const ViewEdge& edge = state_.view->edges[static_cast<std::size_t>(e)];
        const int other = down ? edge.to : edge.from;
        const double distance = QLineF(here, placeOf(other).center()).length();
        if (best < 0 || distance < nearest) {
            best = other;
            nearest = distance;
        }
    }
    return best;
}

/// The next node to the left (-1) or right (1) that overlaps in height.
int GraphCanvas::beside(int step) const
{
    const QRectF here = placeOf(current_);
    int best = -1;
    double nearest = 0;
    for (const auto& group : state_.arrangement->groups) {
        for (const auto& node : group.nodes) {
            const QRectF there = toQt(node.place);
            const double distance = (there.center().x() - here.center().x()) * step;
            const bool level = there.top() < here.bottom() && there.bottom() > here.top();
            if (level && distance > 1 && (best < 0 || distance < nearest)) {
                best = node.node;
                nearest = distance;
            }
        }
    }
    return best;
}

}  // namespace tw::views::graph
