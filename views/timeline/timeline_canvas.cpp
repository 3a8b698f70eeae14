// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_canvas.h"

#include "views/shared/command_button.h"
#include "views/shared/number_text.h"
#include "views/shared/theme.h"
#include "views/timeline/timeline_colours.h"
#include "views/timeline/timeline_geometry.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QLocale>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace tw::views {

namespace {

constexpr double kZoomPerNotch = 1.25;
constexpr double kMostZoomedCycles = 4;      // a window is no shorter
constexpr double kSlackPixels = 3;

}  // namespace

TimelineCanvas::TimelineCanvas(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("timelineCanvas"));
    setAccessibleName(tr("Timeline of one run"));
    setAccessibleDescription(tr("Arrow keys go from node to node, plus and minus zoom, Home shows all, M measures the selected node"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void TimelineCanvas::setSnapshot(session::SnapshotPointer snapshot, bool keepRange)
{
    snapshot_ = std::move(snapshot);
    lanes_.setTimeline(snapshot_ ? snapshot_->deployment->timeline : nullptr);
    measure({});
    if (keepRange && lanes_.timeline())
        setRange(range_);
    else
        fit();
    update();
}

void TimelineCanvas::setSelected(std::vector<int> works)
{
    std::ranges::sort(works);
    selected_ = std::move(works);
    update();
}

void TimelineCanvas::setClock(std::optional<double> hertz)
{
    hertz_ = hertz;
    update();
    emit measureChanged();
}

bool TimelineCanvas::isSelected(int work) const
{
    return std::ranges::binary_search(selected_, work);
}

void TimelineCanvas::setRange(TimeRange range)
{
    const double all = lanes_.timeline() ? std::max(timeline().end, kMostZoomedCycles) : 1;
    const double length = std::clamp(range.length(), std::min(kMostZoomedCycles, all), all);
    const double begin = std::clamp(range.begin, 0.0, all - length);
    const TimeRange next{begin, begin + length};
    if (next == range_)
        return;
    range_ = next;
    update();
    emit rangeChanged();
}

void TimelineCanvas::fit()
{
    if (lanes_.timeline())
        setRange({0, timeline().end});
}

void TimelineCanvas::zoom(double factor, double place)
{
    const double fixed = range_.begin + range_.length() * place;
    const double all = lanes_.timeline() ? std::max(timeline().end, kMostZoomedCycles) : 1;
    const double length = std::clamp(range_.length() / factor, std::min(kMostZoomedCycles, all), all);
    setRange({fixed - length * place, fixed + length * (1 - place)});
}

void TimelineCanvas::showNode(int work)
{
    if (!lanes_.timeline() || work < 0)
        return;
    const auto& node = timeline().nodes[static_cast<std::size_t>(work)];
    if (node.begin >= range_.begin && node.end <= range_.end)
        return;
    const double length = std::max(range_.length(), (node.end - node.begin) * 1.1);
    const double middle = (node.begin + node.end) / 2;
    setRange({middle - length / 2, middle + length / 2});
}

void TimelineCanvas::zoomToNode(int work)
{
    const auto& node = timeline().nodes[static_cast<std::size_t>(work)];
    const double margin = (node.end - node.begin) * 0.08;
    setRange({node.begin - margin, node.end + margin});
}

void TimelineCanvas::measure(std::optional<TimeRange> range)
{
    if (range && range->begin > range->end)
        std::swap(range->begin, range->end);
    measured_ = range;
    update();
    emit measureChanged();
}

QString TimelineCanvas::durationText(double cycles) const
{
    const QString text = tr("%1 cycles").arg(fullText(std::llround(cycles)));
    return hertz_ ? tr("%1 = %2").arg(text, secondsText(cycles / *hertz_)) : text;
}

QString TimelineCanvas::measureText() const
{
    return measured_ ? durationText(measured_->length()) : QString();
}

double TimelineCanvas::xOf(double cycle, QSize size) const
{
    const double width = std::max(1.0, size.width() - kHeaderWidth);
    return kHeaderWidth + (cycle - range_.begin) / range_.length() * width;
}

double TimelineCanvas::cycleAt(double x) const
{
    const double room = std::max(1.0, width() - kHeaderWidth);
    return range_.begin + (x - kHeaderWidth) / room * range_.length();
}

QRectF TimelineCanvas::rowRect(std::size_t row, QSize size) const
{
    const double rows = static_cast<double>(lanes_.count()) + 1;
    const double height = std::clamp((size.height() - kAxisHeight - 4) / rows, kLeastRow, kMostRow);
    return {0, kAxisHeight + height * static_cast<double>(row), static_cast<double>(size.width()), height};
}

int TimelineCanvas::nodeUnder(const QPointF& place) const
{
    if (!lanes_.timeline() || place.x() < kHeaderWidth)
        return -1;
    const double cycle = cycleAt(place.x());
    const double slack = kSlackPixels * range_.length() / std::max(1.0, width() - kHeaderWidth);
    for (std::size_t lane = 0; lane < lanes_.count(); ++lane)
        if (rowRect(lane + 1, size()).contains(place))
            if (const int span = lanes_.spanAt(lane, cycle, slack); span >= 0)
                return timeline().spans[static_cast<std::size_t>(span)].node;
    return rowRect(0, size()).contains(place) ? lanes_.nodeAt(cycle) : -1;
}

QString TimelineCanvas::spanText(const schedule::Span& span) const
{
    const auto& plan = snapshot_->deployment->tiles[static_cast<std::size_t>(span.node)];
    const auto& node = snapshot_->deployment->lowered->nodes[static_cast<std::size_t>(span.node)];
    QStringList lines{tr("%1 of %2").arg(workText(span.what), QString::fromStdString(node.name))};
    if (span.count > 1)
        lines << tr("%1 jobs in a row, drawn as one").arg(span.count);
    else if (plan && plan->tiles() > 1)
        lines << tr("tile %1 of %2").arg(span.tile + 1).arg(plan->tiles());
    if (span.operand >= 0 && span.count == 1) {
        const auto& operands = span.what == schedule::Work::Load ? node.inputs : node.outputs;
        const auto id = operands[static_cast<std::size_t>(span.operand)];
        lines << QString::fromStdString(snapshot_->deployment->lowered->tensor(id).name);
    }
    if (span.bytes > 0)
        lines << tr("%1, %2 per cycle").arg(fullText(span.bytes, tr("B")), realText(std::round(static_cast<double>(span.bytes) / std::max(1.0, span.busy) * 100) / 100) + tr(" B"));
    lines << durationText(span.busy);
    lines << tr("from %1 to %2").arg(fullText(std::llround(span.begin)), fullText(std::llround(span.end)));
    return lines.join(QLatin1Char('\n'));
}

QString TimelineCanvas::nodeText(int work) const
{
    const auto& node = timeline().nodes[static_cast<std::size_t>(work)];
    QStringList lines{QString::fromStdString(nameOf(work)), durationText(node.end - node.begin),
                      tr("%1 % of the run, bound by %2").arg(QLocale().toString((node.end - node.begin) / timeline().end * 100, 'f', 1), boundText(node.bound))};
    const auto part = [&](const QString& text, double cycles) {
        if (cycles >= 0.5)
            lines << tr("%1: %2").arg(text, fullText(std::llround(cycles)));
    };
    part(tr("compute"), node.compute);
    part(tr("accesses in place"), node.access);
    part(tr("waiting for input"), node.inputWait);
    part(tr("waiting for output"), node.outputWait);
    part(tr("off-load"), node.overhead);
    return lines.join(QLatin1Char('\n'));
}

QString TimelineCanvas::textAt(const QPointF& place) const
{
    if (!lanes_.timeline())
        return {};
    for (std::size_t lane = 0; lane < lanes_.count(); ++lane) {
        if (!rowRect(lane + 1, size()).contains(place))
            continue;
        const auto& one = timeline().lanes[lane];
        if (place.x() < kHeaderWidth)
            return tr("%1\nworks %2 of the run: %3\n%4 jobs%5")
                .arg(QString::fromStdString(one.name), tr("%1 %").arg(QLocale().toString(utilisation(timeline(), one) * 100, 'f', 1)), durationText(one.busy),
                     fullText(one.jobs), one.bytes > 0 ? tr(", %1 moved").arg(siText(one.bytes, tr("B"))) : QString());
        const double slack = kSlackPixels * range_.length() / std::max(1.0, width() - kHeaderWidth);
        const int span = lanes_.spanAt(lane, cycleAt(place.x()), slack);
        return span < 0 ? QString() : spanText(timeline().spans[static_cast<std::size_t>(span)]);
    }
    const int node = rowRect(0, size()).contains(place) && place.x() >= kHeaderWidth ? lanes_.nodeAt(cycleAt(place.x())) : -1;
    return node < 0 ? QString() : nodeText(node);
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    const bool sideways = std::abs(turned.x()) > std::abs(turned.y()) || (event->modifiers() & Qt::ShiftModifier);
    const double notches = (turned.x() != 0 && sideways ? turned.x() : turned.y()) / 120.0;
    const double room = std::max(1.0, width() - kHeaderWidth);
    if (sideways)
        setRange({range_.begin - notches * range_.length() / 10, range_.end - notches * range_.length() / 10});
    else
        zoom(std::pow(kZoomPerNotch, notches), std::clamp((event->position().x() - kHeaderWidth) / room, 0.0, 1.0));
    event->accept();
}

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton)
        return;
    pressed_ = event->position();
    rangeAtPress_ = range_;
    const bool measures = event->button() == Qt::LeftButton && (event->modifiers() & Qt::ShiftModifier);
    drag_ = measures ? Drag::Measure : Drag::Maybe;
    if (measures)
        measure(TimeRange{cycleAt(pressed_.x()), cycleAt(pressed_.x())});
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF moved = event->position() - pressed_;
    if (drag_ == Drag::Maybe && std::abs(moved.x()) > QApplication::startDragDistance())
        drag_ = Drag::Pan;
    if (drag_ == Drag::Measure) {
        measure(TimeRange{cycleAt(pressed_.x()), cycleAt(std::clamp(event->position().x(), kHeaderWidth, double(width())))});
    } else if (drag_ == Drag::Pan) {
        setCursor(Qt::ClosedHandCursor);
        const double shift = moved.x() / std::max(1.0, width() - kHeaderWidth) * rangeAtPress_.length();
        setRange({rangeAtPress_.begin - shift, rangeAtPress_.end - shift});
    }
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    unsetCursor();
    if (drag_ == Drag::Maybe)
        emit nodeClicked(nodeUnder(event->position()));
    if (drag_ == Drag::Measure && measured_ && measured_->length() == 0)
        measure({});
    drag_ = Drag::None;
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const int node = nodeUnder(event->position()); node >= 0)
        zoomToNode(node);
}

void TimelineCanvas::step(int by)
{
    const auto& order = lanes_.inOrder();
    if (order.empty())
        return;
    const auto current = selected_.empty() ? order.end() : std::ranges::find(order, selected_.front());
    auto next = by > 0 ? order.begin() : order.end() - 1;
    if (current != order.end())
        next = by > 0 ? (current + 1 == order.end() ? current : current + 1) : (current == order.begin() ? current : current - 1);
    emit nodeStepped(*next);
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event)
{
    if (!lanes_.timeline())
        return QWidget::keyPressEvent(event);
    const double shift = range_.length() / 8 * (event->key() == Qt::Key_Left ? -1 : 1);
    const bool pans = event->modifiers() & Qt::ShiftModifier;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (pans)
            setRange({range_.begin + shift, range_.end + shift});
        else
            step(event->key() == Qt::Key_Left ? -1 : 1);
        return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(kZoomPerNotch);
    case Qt::Key_Minus: return zoom(1 / kZoomPerNotch);
    case Qt::Key_Home: return fit();
    case Qt::Key_Return:
    case Qt::Key_Enter: return selected_.empty() ? void() : zoomToNode(selected_.front());
    case Qt::Key_M:
        if (selected_.empty())
            return;
        return measure(TimeRange{timeline().nodes[static_cast<std::size_t>(selected_.front())].begin,
                                 timeline().nodes[static_cast<std::size_t>(selected_.back())].end});
    case Qt::Key_Backspace: return measure({});
    default: QWidget::keyPressEvent(event);
    }
}

bool TimelineCanvas::event(QEvent* event)
{
    return showToolTip(this, event, [this](QPoint at) { return textAt(at); }) || QWidget::event(event);
}

}  // namespace tw::views
