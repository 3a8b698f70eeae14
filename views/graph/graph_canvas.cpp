// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_canvas.h"

#include "views/graph/card_painter.h"
#include "views/shared/theme.h"

#include <QRubberBand>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOptionGraphicsItem>

#include <algorithm>
#include <utility>

namespace tw::views::graph {
namespace {

constexpr double kSmallestScale = 0.004;
constexpr double kLargestScale = 4;
constexpr double kLargestFit = 1.25;      // a graph of three nodes need not fill the window
constexpr double kReadableScale = 0.35;    // a picture that would fit only smaller than this starts at its top
constexpr double kStartScale = 0.9;
constexpr std::size_t kAnimatedNodes = 2500;

QFont sized(QFont font, int pixels, QFont::Weight weight)
{
    font.setPixelSize(pixels);
    font.setWeight(weight);
    return font;
}

}  // namespace

GraphCanvas::GraphCanvas(QWidget* parent) : QGraphicsView(parent), scene_(new QGraphicsScene(this))
{
    setObjectName(QStringLiteral("graphCanvas"));
    setAccessibleName(tr("Graph"));
    setAccessibleDescription(tr("The nodes of the network. Arrow keys follow edges, Enter opens, plus and minus open and close groups."));
    scene_->setItemIndexMethod(QGraphicsScene::NoIndex);
    setScene(scene_);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTransformationAnchor(NoAnchor);
    setResizeAnchor(AnchorViewCenter);
    setOptimizationFlags(DontSavePainterState | DontAdjustForAntialiasing);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    state_.titleFont = sized(font(), 12, QFont::DemiBold);
    state_.textFont = sized(font(), 11, QFont::Normal);
    connect(&motion_, &QVariantAnimation::valueChanged, this, [this](const QVariant& share) {
        for (auto* item : items_)
            item->setShare(share.toDouble());
        viewport()->update();
    });
}

GraphCanvas::~GraphCanvas()
{
    motion_.stop();
}

void GraphCanvas::setPicture(const Picture& picture, session::SnapshotPointer snapshot)
{
    const bool sameGraph = picture.view == state_.view;
    const Anchor kept = sameGraph ? anchor() : Anchor{};
    const QPointF before = kept.node >= 0 ? placeOf(kept.node).topLeft() : QPointF();
    const PaintState old = state_;
    state_.view = picture.view;
    state_.arrangement = picture.arrangement;
    if (!sameGraph) {
        state_.cards.assign(picture.view->nodes.size(), std::nullopt);
        state_.colours = {};
        state_.colours.nodes.assign(picture.view->nodes.size(), {});
        selected_.clear();
        matches_.clear();
        current_ = currentMatch_ = -1;
    }
    if (state_.snapshot != snapshot)
        std::ranges::fill(state_.cards, std::nullopt);
    state_.snapshot = std::move(snapshot);
    buildItems();
    refreshMarks();
    if (!sameGraph) {
        showStart();
        return;
    }
    restore(kept);
    if (kept.node >= 0)
        animateFrom(old, placeOf(kept.node).topLeft() - before);
    emit viewChanged();
}

void GraphCanvas::clearPicture()
{
    motion_.stop();
    items_.clear();
    portalCurve_ = nullptr;
    scene_->clear();
    state_.view.reset();
    state_.arrangement.reset();
    state_.snapshot.reset();
    selected_.clear();
    matches_.clear();
    current_ = currentMatch_ = -1;
    emit contentChanged();
}

void GraphCanvas::buildItems()
{
    motion_.stop();
    items_.clear();
    portalCurve_ = nullptr;
    scene_->clear();
    for (std::size_t i = 0; i < state_.arrangement->groups.size(); ++i) {
        items_.push_back(new GroupItem(&state_, static_cast<int>(i)));
        scene_->addItem(items_.back());
    }
    // Room around, so that any node can be brought to any place of the window.
    const QRectF content = contentRect();
    const double room = 4000 + std::max(content.width(), content.height()) / 2;
    scene_->setSceneRect(content.adjusted(-room, -room, room, room));
}

GraphCanvas::Anchor GraphCanvas::anchor() const
{
    if (!hasPicture())
        return {};
    const QRectF seen = mapToScene(viewport()->rect()).boundingRect();
    const auto anchored = [&](int node) { return Anchor{node, mapFromScene(placeOf(node).topLeft())}; };
    if (current_ >= 0 && seen.intersects(placeOf(current_)))
        return anchored(current_);
    int nearest = -1;
    double best = 0;
    for (std::size_t node = 0; node < state_.view->nodes.size(); ++node) {
        const QPointF away = placeOf(static_cast<int>(node)).center() - seen.center();
        const double distance = QPointF::dotProduct(away, away);
        if (nearest < 0 || distance < best) {
            nearest = static_cast<int>(node);
            best = distance;
        }
    }
    return nearest < 0 ? Anchor{} : anchored(nearest);
}

void GraphCanvas::restore(const Anchor& anchor)
{
    if (anchor.node < 0)
        return;
    const QPointF now = mapFromScene(placeOf(anchor.node).topLeft());
    const QPoint delta = (now - anchor.viewPoint).toPoint();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() + delta.x());
    verticalScrollBar()->setValue(verticalScrollBar()->value() + delta.y());
}

void GraphCanvas::animateFrom(const PaintState& before, const QPointF& moved)
{
    const int duration = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this);
    if (duration <= 0 || state_.view->nodes.size() > kAnimatedNodes || !before.arrangement || !isVisible())
        return;
    std::vector<QRectF> places(state_.view->nodes.size());
    std::map<int, QRectF> frames;
    for (const auto& group : before.arrangement->groups) {
        frames[group.group] = toQt(group.place).translated(moved);
        for (const auto& node : group.nodes)
            places[static_cast<std::size_t>(node.node)] = toQt(node.place).translated(moved);
    }
    for (auto* item : items_) {
        const auto& nodes = item->placed().nodes;
        std::vector<QRectF> old;
        for (const auto& node : nodes) {
            const QRectF& place = places[static_cast<std::size_t>(node.node)];
            old.push_back(place.isNull() ? toQt(node.place) : place);
        }
        const auto frame = frames.find(item->placed().group);
        item->startFrom(std::move(old), frame == frames.end() ? toQt(item->placed().place) : frame->second);
    }
    motion_.setDuration(std::min(duration, 200));
    motion_.setStartValue(0.0);
    motion_.setEndValue(1.0);
    motion_.setEasingCurve(QEasingCurve::InOutCubic);
    motion_.start();
}

void GraphCanvas::setColours(GraphColours colours)
{
    state_.colours = std::move(colours);
    viewport()->update();
    emit contentChanged();
}

void GraphCanvas::setSelected(const std::vector<int>& nodes, int current)
{
    selected_ = nodes;
    current_ = current;
    refreshMarks();
}

void GraphCanvas::setMatches(const std::vector<int>& nodes, int current)
{
    matches_ = nodes;
    currentMatch_ = current;
    refreshMarks();
}

void GraphCanvas::refreshMarks()
{
    if (!hasPicture())
        return;
    const ViewGraph& view = *state_.view;
    auto& marks = state_.marks;
    marks.assign(view.nodes.size(), 0);
    const auto mark = [&marks](int node, Mark bit) { marks[static_cast<std::size_t>(node)] |= bit; };
    for (const int node : matches_)
        mark(node, Match);
    if (currentMatch_ >= 0)
        mark(currentMatch_, CurrentMatch);
    for (const int node : selected_) {
        mark(node, Selected);
        for (const int edge : view.in[static_cast<std::size_t>(node)])
            mark(view.edges[static_cast<std::size_t>(edge)].from, Before);
        for (const int edge : view.out[static_cast<std::size_t>(node)])
            mark(view.edges[static_cast<std::size_t>(edge)].to, After);
    }
    if (current_ >= 0)
        mark(current_, Current);
    viewport()->update();
    emit contentChanged();
}

bool GraphCanvas::showsEverything() const
{
    return mapToScene(viewport()->rect()).boundingRect().contains(contentRect());
}

QRectF GraphCanvas::contentRect() const
{
    return hasPicture() ? toQt(state_.arrangement->bounds) : QRectF();
}

bool GraphCanvas::isHidden(int node) const
{
    const auto& arrangement = *state_.arrangement;
    return !arrangement.groups[static_cast<std::size_t>(arrangement.placedIn[static_cast<std::size_t>(node)])].open;
}

QRectF GraphCanvas::placeOf(int node) const
{
    const auto& arrangement = *state_.arrangement;
    const auto& group = arrangement.groups[static_cast<std::size_t>(arrangement.placedIn[static_cast<std::size_t>(node)])];
    if (!group.open)
        return toQt(group.place);
    // Operators of a group stand in order, so this is found by its index nearly always.
    const auto found = std::ranges::lower_bound(group.nodes, node, {}, &PlacedNode::node);
    return found != group.nodes.end() && found->node == node ? toQt(found->place) : QRectF();
}

int GraphCanvas::nodeAt(const QPointF& scenePoint) const
{
    for (auto item = items_.rbegin(); item != items_.rend(); ++item)
        if ((*item)->placed().open && (*item)->boundingRect().contains(scenePoint))
            if (const int node = (*item)->nodeAt(scenePoint); node >= 0)
                return node;
    return -1;
}

int GraphCanvas::groupAt(const QPointF& scenePoint) const
{
    for (auto item = items_.rbegin(); item != items_.rend(); ++item) {
        const PlacedGroup& placed = (*item)->placed();
        QRectF area = toQt(placed.place);
        if (placed.open)
            area.setHeight(kGroupHeader);
        if (placed.group > 0 && area.contains(scenePoint))
            return placed.group;
    }
    return -1;
}

void GraphCanvas::fit()
{
    if (!hasPicture())
        return;
    const QRectF content = contentRect().adjusted(-30, -30, 30, 30);
    const double scale = std::min(viewport()->width() / content.width(), viewport()->height() / content.height());
    const double shown = std::clamp(scale, kSmallestScale, kLargestFit);
    setTransform(QTransform::fromScale(shown, shown));
    centerOn(content.center());
    emit viewChanged();
}

void GraphCanvas::showStart()
{
    fit();
    if (!hasPicture() || scale() >= kReadableScale)
        return;
    setTransform(QTransform::fromScale(kStartScale, kStartScale));
    const QRectF first = placeOf(0);
    centerOn(first.center().x(), contentRect().top() + viewport()->height() / kStartScale / 2 - 30);
    emit viewChanged();
}

void GraphCanvas::zoomBy(double factor)
{
    const double wanted = std::clamp(scale() * factor, kSmallestScale, kLargestScale);
    const QPoint pivot = viewport()->rect().contains(viewport()->mapFromGlobal(QCursor::pos())) && underMouse()
                             ? viewport()->mapFromGlobal(QCursor::pos())
                             : viewport()->rect().center();
    const QPointF fixed = mapToScene(pivot);
    setTransform(QTransform::fromScale(wanted, wanted));
    const QPointF now = mapToScene(pivot);
    centerOn(mapToScene(viewport()->rect().center()) + fixed - now);
    emit viewChanged();
}

void GraphCanvas::goTo(int node)
{
    if (!hasPicture() || node < 0)
        return;
    if (scale() < kTextScale)
        setTransform(QTransform::fromScale(kStartScale, kStartScale));
    centerOn(placeOf(node).center());
    emit viewChanged();
}

void GraphCanvas::render(QPainter& painter, const QRectF& area, const QRectF& target, Detail detail)
{
    if (!hasPicture())
        return;
    state_.smallestScale = detail == Full ? 1.0 : 0.0;
    scene_->render(&painter, target, area, Qt::KeepAspectRatio);
    state_.smallestScale = 0;
}

void GraphCanvas::drawBackground(QPainter* painter, const QRectF& rect)
{
    painter->fillRect(rect, Theme::instance().colours().canvas);
}

void GraphCanvas::resizeEvent(QResizeEvent* event)
{
    QGraphicsView::resizeEvent(event);
    emit viewChanged();
}

void GraphCanvas::scrollContentsBy(int dx, int dy)
{
    QGraphicsView::scrollContentsBy(dx, dy);
    emit viewChanged();
}

}  // namespace tw::views::graph
