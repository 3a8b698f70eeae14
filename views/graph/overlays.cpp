// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/overlays.h"

#include "views/shared/engine_swatch.h"
#include "views/shared/node_drag.h"
#include "views/shared/theme.h"

#include <QDragEnterEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <utility>

namespace tw::views::graph {
namespace {

constexpr int kMapWidth = 168;
constexpr int kMapHeight = 220;
constexpr int kRow = 20;
constexpr int kSwatch = 26;
constexpr int kPadding = 8;

void paintPanel(QPainter& painter, const QRect& area)
{
    const auto& colours = Theme::instance().colours();
    QColor back = colours.surface;
    back.setAlphaF(0.93f);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours.grid, 1));
    painter.setBrush(back);
    painter.drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

}  // namespace

Minimap::Minimap(GraphCanvas* canvas, QWidget* parent) : QWidget(parent), canvas_(canvas)
{
    setObjectName(QStringLiteral("graphMinimap"));
    setAccessibleName(tr("Overview of the graph"));
    setToolTip(tr("Overview: drag to move"));
    setCursor(Qt::PointingHandCursor);
    connect(canvas, &GraphCanvas::viewChanged, this, qOverload<>(&Minimap::update));
    connect(canvas, &GraphCanvas::contentChanged, this, &Minimap::refresh);
}

QSize Minimap::sizeHint() const
{
    return {kMapWidth, kMapHeight};
}

void Minimap::refresh()
{
    drawn_.reset();
    update();
}

QTransform Minimap::toMap() const
{
    const QRectF content = canvas_->contentRect();
    const QRectF area = QRectF(rect()).adjusted(6, 6, -6, -6);
    if (content.isEmpty())
        return {};
    // A long chain would be a hair: it may be up to six times wider than true to scale.
    const double down = std::min(area.height() / content.height(), area.width() / content.width());
    const double across = std::min(area.width() / content.width(), down * 6);
    const double left = area.center().x() - content.width() * across / 2;
    const double top = area.center().y() - content.height() * down / 2;
    return QTransform(across, 0, 0, down, left - content.left() * across, top - content.top() * down);
}

void Minimap::drawPicture()
{
    const PaintState& state = canvas_->state();
    drawn_ = state.arrangement;
    picture_ = QPixmap(size() * devicePixelRatioF());
    picture_.setDevicePixelRatio(devicePixelRatioF());
    picture_.fill(Qt::transparent);
    QPainter painter(&picture_);
    const auto& colours = Theme::instance().colours();
    const QTransform map = toMap();
    const auto block = [&](const Rect& place, const QColor& fill, std::uint8_t marks) {
        QRectF rect = map.mapRect(toQt(place));
        if (marks & (Match | Selected))
            rect = QRectF(rect.center() - QPointF(2.5, 2), QSizeF(5, 4)).united(rect);
        rect.setHeight(std::max(rect.height(), 0.7));
        painter.fillRect(rect, marks & Selected ? colours.selection : marks & Match ? colours.match : fill);
    };
    for (const auto& group : state.arrangement->groups) {
        if (!group.open) {
            const Group& inside = state.view->groups[static_cast<std::size_t>(group.group)];
            std::uint8_t marks = 0;
            for (int node = inside.first; node < inside.last; ++node)
                marks |= state.marks[static_cast<std::size_t>(node)];
            block(group.place, state.colours.nodes[static_cast<std::size_t>(inside.first)].fill, marks);
        }
        for (const auto& node : group.nodes)
            block(node.place, state.colours.nodes[static_cast<std::size_t>(node.node)].fill, state.marks[static_cast<std::size_t>(node.node)]);
    }
}

void Minimap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintPanel(painter, rect());
    if (!canvas_->hasPicture())
        return;
    if (drawn_ != canvas_->state().arrangement || picture_.size() != size() * devicePixelRatioF())
        drawPicture();
    painter.drawPixmap(0, 0, picture_);
    const QRectF seen = toMap().mapRect(canvas_->mapToScene(canvas_->viewport()->rect()).boundingRect());
    const QRectF frame = seen.intersected(QRectF(rect()).adjusted(2, 2, -2, -2));
    QColor fill = Theme::instance().colours().selection;
    painter.setPen(QPen(fill, 1.5));
    fill.setAlphaF(0.10f);
    painter.setBrush(fill);
    painter.drawRect(frame);
}

void Minimap::mousePressEvent(QMouseEvent* event)
{
    if (canvas_->hasPicture() && (event->buttons() & Qt::LeftButton))
        canvas_->centerOn(toMap().inverted().map(event->position()));
}

void Minimap::mouseMoveEvent(QMouseEvent* event)
{
    mousePressEvent(event);
}

Legend::Legend(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("graphLegend"));
    setAcceptDrops(true);
}

void Legend::setColours(const GraphColours& colours)
{
    title_ = colours.title;
    entries_ = colours.legend;
    ramp_ = colours.ramp;
    target_ = -1;
    hasEngines_ = std::ranges::any_of(entries_, [](const LegendEntry& entry) { return !entry.engine.empty(); });
    QStringList spoken;
    for (const auto& entry : entries_)
        spoken << entry.label;
    setAccessibleName(tr("Legend: %1").arg(title_));
    setAccessibleDescription(spoken.join(QStringLiteral(", ")));
    setToolTip(hasEngines_ ? tr("Click an engine to select its nodes; drag selected nodes onto an engine to run them there") : QString());
    resize(sizeHint());
    update();
}

QSize Legend::sizeHint() const
{
    int width = fontMetrics().horizontalAdvance(title_);
    for (const auto& entry : entries_)
        width = std::max(width, fontMetrics().horizontalAdvance(entry.label) + kSwatch + kPadding);
    const int rows = ramp_ ? 3 : static_cast<int>(entries_.size()) + 1;
    return {std::max(width, ramp_ ? 170 : 0) + 2 * kPadding, rows * kRow + 2 * kPadding - 4};
}

QRect Legend::rowPlace(int row) const
{
    return {0, kPadding - 4 + kRow * (row + 1), width(), kRow};
}

QRect Legend::placeOf(const std::string& engine) const
{
    const auto found = std::ranges::find(entries_, engine, &LegendEntry::engine);
    return found == entries_.end() || engine.empty() ? QRect() : rowPlace(static_cast<int>(found - entries_.begin()));
}

const LegendEntry* Legend::engineAt(const QPoint& place) const
{
    for (std::size_t i = 0; i < entries_.size() && !ramp_; ++i)
        if (rowPlace(static_cast<int>(i)).contains(place) && !entries_[i].engine.empty())
            return &entries_[i];
    return nullptr;
}

void Legend::setTarget(const LegendEntry* entry)
{
    const int target = entry ? static_cast<int>(entry - entries_.data()) : -1;
    if (std::exchange(target_, target) != target)
        update();
}

void Legend::mousePressEvent(QMouseEvent* event)
{
    if (const auto* entry = engineAt(event->pos()); entry && event->button() == Qt::LeftButton)
        emit engineClicked(QString::fromStdString(entry->engine));
}

void Legend::dragEnterEvent(QDragEnterEvent* event)
{
    event->setAccepted(holdsNodes(*event->mimeData()) && hasEngines_);
}

void Legend::dragMoveEvent(QDragMoveEvent* event)
{
    const auto* entry = engineAt(event->position().toPoint());
    setTarget(entry);
    event->setAccepted(entry != nullptr);
}

void Legend::dragLeaveEvent(QDragLeaveEvent*)
{
    setTarget(nullptr);
}

void Legend::dropEvent(QDropEvent* event)
{
    setTarget(nullptr);
    const auto* entry = engineAt(event->position().toPoint());
    if (!entry || !holdsNodes(*event->mimeData()))
        return;
    event->acceptProposedAction();
    emit engineTook(nodesOf(*event->mimeData()), QString::fromStdString(entry->engine));
}

void Legend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintPanel(painter, rect());
    const auto& colours = Theme::instance().colours();
    painter.setPen(colours.mutedText);
    painter.drawText(QRect(kPadding, kPadding - 4, width() - 2 * kPadding, kRow), Qt::AlignVCenter, title_);
    if (ramp_) {
        paintRamp(painter);
        return;
    }
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const auto& entry = entries_[i];
        const QRect row = rowPlace(static_cast<int>(i));
        if (static_cast<int>(i) == target_)
            painter.fillRect(row.adjusted(2, 0, -2, 0), colours.grid);
        const QRectF swatch(kPadding, row.top() + 2, kSwatch, kRow - 4);
        if (entry.role > 0) {
            paintEngineSwatch(painter, swatch, entry.role, entry.badge);
        } else {
            painter.setPen(QPen(colours.line, 0.7));
            painter.setBrush(entry.fill);
            painter.drawRoundedRect(swatch, 3, 3);
        }
        painter.setPen(colours.text);
        painter.drawText(row.adjusted(kPadding + kSwatch + kPadding, 0, 0, 0), Qt::AlignVCenter, entry.label);
    }
}

void Legend::paintRamp(QPainter& painter)
{
    const QRectF bar(kPadding, kPadding - 2 + kRow, width() - 2 * kPadding, 12);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    for (std::size_t i = 0; i < entries_.size(); ++i)
        gradient.setColorAt(double(i) / double(std::max<std::size_t>(1, entries_.size() - 1)), entries_[i].fill);
    painter.setPen(QPen(Theme::instance().colours().line, 0.7));
    painter.setBrush(gradient);
    painter.drawRect(bar);
    painter.setPen(Theme::instance().colours().text);
    const QRectF labels(bar.left(), bar.bottom() + 2, bar.width(), kRow);
    painter.drawText(labels, Qt::AlignLeft | Qt::AlignVCenter, entries_.front().label);
    painter.drawText(labels, Qt::AlignRight | Qt::AlignVCenter, entries_.back().label);
}

}  // namespace tw::views::graph
