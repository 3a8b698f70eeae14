// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory_map/memory_canvas.h"

#include "views/shared/command_button.h"
#include "views/shared/number_text.h"
#include "views/shared/theme.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tw::views {

namespace {

constexpr double kZoom = 1.25;
constexpr double kGrip = 5;              // pixels around the capacity line
constexpr double kFewestSteps = 2;
const QString kBytes = QStringLiteral("B");

}  // namespace

MemoryCanvas::MemoryCanvas(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("memoryCanvas"));
    setAccessibleName(tr("Memory map: addresses over execution steps"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(220, 120);
    connect(&Theme::instance(), &Theme::changed, this, &MemoryCanvas::changed);
}

void MemoryCanvas::setData(MapData data)
{
    const bool same = data.steps.size() == data_.steps.size() && data.use.name == data_.use.name;
    const bool wasWhole = window_.stepEnd - window_.stepBegin >= static_cast<double>(data_.steps.size());
    data_ = std::move(data);
    hovered_ = -1;
    selected_.clear();
    step_ = std::min(step_, static_cast<int>(data_.steps.size()) - 1);
    if (!same || wasWhole)
        window_ = MemoryPicture::wholeOf(data_);
    changed();
}

void MemoryCanvas::setSelected(std::vector<int> buffers)
{
    selected_ = std::move(buffers);
    update();
}

void MemoryCanvas::setStep(int step)
{
    const int wanted = std::clamp(step, -1, static_cast<int>(data_.steps.size()) - 1);
    if (wanted == step_)
        return;
    step_ = wanted;
    update();
    emit stepChanged(step_);
}

void MemoryCanvas::fit()
{
    window_ = MemoryPicture::wholeOf(data_);
    changed();
}

void MemoryCanvas::changed()
{
    drawn_ = {};
    update();
}

void MemoryCanvas::paintLines(QPainter& painter, const MemoryPicture& picture) const
{
    const auto& colours = Theme::instance().colours();
    const auto& use = data_.use;
    painter.setClipRect(picture.plot().adjusted(-1, -16, 1, 1));
    const QString peak = siText(use.peak, kBytes);
    if (use.lowerBound < use.peak)
        picture.paintLine(painter, {use.lowerBound, colours.mutedText, Qt::DotLine, tr("lower bound %1").arg(siText(use.lowerBound, kBytes)), true});
    picture.paintLine(painter, {use.peak, colours.line, Qt::DashLine,
                                use.lowerBound < use.peak ? tr("peak %1").arg(peak) : tr("peak %1, no placement needs less").arg(peak)});
    const qint64 room = drag_ == Drag::Capacity ? draggedRoom_ : roomOf(use);
    const QString capacity = siText(room + use.constants, kBytes);
    picture.paintLine(painter, {room, room < use.lowerBound ? colours.error : colours.selection, Qt::SolidLine,
                                use.constants > 0 ? tr("capacity %1 with constants").arg(capacity) : tr("capacity %1").arg(capacity)});
    painter.setClipping(false);
}

void MemoryCanvas::paintAll(QPainter& painter, const QRectF& area) const
{
    const auto picture = pictureIn(area);
    picture.paint(painter);
    paintLines(painter, picture);
}

void MemoryCanvas::paintEvent(QPaintEvent*)
{
    if (drawn_.isNull()) {
        drawn_ = QPixmap(size() * devicePixelRatioF());
        drawn_.setDevicePixelRatio(devicePixelRatioF());
        QPainter painter(&drawn_);
        painter.setFont(font());
        picture().paint(painter);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, drawn_);
    const auto view = picture();
    const auto& colours = Theme::instance().colours();
    painter.setClipRect(view.plot().adjusted(-1, -1, 1, 1));
    if (step_ >= 0) {
        auto veil = colours.selection;
        veil.setAlphaF(0.2F);
        const QRectF column(QPointF(view.xOf(step_), view.plot().top()), QPointF(std::max(view.xOf(step_ + 1), view.xOf(step_) + 1), view.plot().bottom()));
        painter.fillRect(column, veil);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colours.selection, 2.5));
    for (const int buffer : selected_)
        painter.drawRect(view.rectangle(data_.buffers[static_cast<std::size_t>(buffer)]));
    if (hovered_ >= 0) {
        painter.setPen(QPen(colours.text, 1.5));
        painter.drawRect(view.rectangle(data_.buffers[static_cast<std::size_t>(hovered_)]));
    }
    painter.setClipping(false);
    paintLines(painter, view);
    if (hasFocus()) {
        painter.setPen(QPen(colours.selection, 1));
        painter.drawRect(view.plot());
    }
}

QString MemoryCanvas::hoverText(const MapBuffer& buffer) const
{
    const auto stepName = [this](int step) { return data_.steps[static_cast<std::size_t>(std::clamp(step, 0, static_cast<int>(data_.steps.size()) - 1))]; };
    return tr("%1\n%2\naddresses %3 to %4\nsteps %5 (%6) to %7 (%8)")
        .arg(buffer.name, fullText(buffer.bytes, kBytes), QString::number(buffer.offset), QString::number(buffer.offset + buffer.bytes),
             QString::number(buffer.first), stepName(buffer.first), QString::number(buffer.last - 1), stepName(buffer.last - 1));
}

bool MemoryCanvas::event(QEvent* event)
{
    return showToolTip(this, event, [this](QPoint at) { return textAt(at); }) || QWidget::event(event);
}

QString MemoryCanvas::textAt(QPoint at) const
{
    if (overCapacity(at))
        return tr("Drag to see whether the network fits into more or less memory");
    const int buffer = picture().bufferAt(at);
    return buffer < 0 ? QString() : hoverText(data_.buffers[static_cast<std::size_t>(buffer)]);
}

bool MemoryCanvas::overCapacity(QPointF place) const
{
    const auto y = picture().lineAt(roomOf(data_.use));
    return y && std::abs(place.y() - *y) <= kGrip && picture().plot().adjusted(0, -kGrip, 0, kGrip).contains(place);
}

void MemoryCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    pressedAt_ = event->position();
    pressedWindow_ = window_;
    moved_ = false;
    drag_ = overCapacity(pressedAt_) ? Drag::Capacity : Drag::Pan;
    draggedRoom_ = roomOf(data_.use);
}

void MemoryCanvas::mouseMoveEvent(QMouseEvent* event)
{
    const auto place = event->position();
    if (drag_ == Drag::None) {
        const int buffer = picture().bufferAt(place);
        setCursor(overCapacity(place) ? Qt::SizeVerCursor : Qt::ArrowCursor);
        if (std::exchange(hovered_, buffer) != buffer)
            update();
        return;
    }
    if ((place - pressedAt_).manhattanLength() >= QApplication::startDragDistance())
        moved_ = true;
    if (!moved_)
        return;
    if (drag_ == Drag::Capacity) {
        draggedRoom_ = std::max<qint64>(0, static_cast<qint64>(picture().addressAt(place.y())));
        return update();
    }
    const auto plot = picture().plot();
    const double steps = (pressedAt_.x() - place.x()) / plot.width() * (pressedWindow_.stepEnd - pressedWindow_.stepBegin);
    const double bytes = (place.y() - pressedAt_.y()) / plot.height() * (pressedWindow_.addressEnd - pressedWindow_.addressBegin);
    window_ = {pressedWindow_.stepBegin + steps, pressedWindow_.stepEnd + steps, pressedWindow_.addressBegin + bytes,
               pressedWindow_.addressEnd + bytes};
    changed();
}

void MemoryCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const auto drag = std::exchange(drag_, Drag::None);
    update();
    if (event->button() != Qt::LeftButton || drag == Drag::None)
        return;
    if (drag == Drag::Capacity && moved_)
        return emit capacityDragged(draggedRoom_ + data_.use.constants);
    if (moved_)
        return;
    setStep(static_cast<int>(std::floor(picture().stepAt(event->position().x()))));
    if (const int buffer = picture().bufferAt(event->position()); buffer >= 0)
        emit bufferChosen(buffer);
}

void MemoryCanvas::leaveEvent(QEvent*)
{
    hovered_ = -1;
    update();
}

void MemoryCanvas::wheelEvent(QWheelEvent* event)
{
    const double turns = event->angleDelta().y() / 120.0;
    zoom(std::pow(kZoom, -turns), event->position(), event->modifiers().testFlag(Qt::ControlModifier));
}

void MemoryCanvas::zoom(double factor, QPointF around, bool addresses)
{
    const auto view = picture();
    const auto whole = MemoryPicture::wholeOf(data_);
    if (addresses) {
        const double fixed = view.addressAt(around.y());
        window_.addressBegin = fixed - (fixed - window_.addressBegin) * factor;
        window_.addressEnd = fixed + (window_.addressEnd - fixed) * factor;
    } else {
        const double fixed = view.stepAt(around.x());
        const double width = std::clamp((window_.stepEnd - window_.stepBegin) * factor, kFewestSteps, whole.stepEnd);
        const double share = (fixed - window_.stepBegin) / (window_.stepEnd - window_.stepBegin);
        window_.stepBegin = std::clamp(fixed - share * width, 0.0, whole.stepEnd - width);
        window_.stepEnd = window_.stepBegin + width;
    }
    changed();
}

/// To the next buffer alive at the step, upwards or downwards.
void MemoryCanvas::walk(int direction)
{
    const int now = selected_.empty() ? -1 : selected_.front();
    const qint64 from = now < 0 ? (direction > 0 ? -1 : data_.use.peak) : data_.buffers[static_cast<std::size_t>(now)].offset;
    int next = -1;
    for (std::size_t i = 0; i < data_.buffers.size(); ++i) {
        const auto& buffer = data_.buffers[i];
        if (step_ < buffer.first || step_ >= buffer.last || (buffer.offset - from) * direction <= 0)
            continue;
        if (next < 0 || (buffer.offset - data_.buffers[static_cast<std::size_t>(next)].offset) * direction < 0)
            next = static_cast<int>(i);
    }
    if (next >= 0)
        emit bufferChosen(next);
}

void MemoryCanvas::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Left: return setStep(std::max(0, step_ - 1));
    case Qt::Key_Right: return setStep(step_ + 1);
    case Qt::Key_Home: return setStep(0);
    case Qt::Key_End: return setStep(static_cast<int>(data_.steps.size()) - 1);
    case Qt::Key_Up: return walk(1);
    case Qt::Key_Down: return walk(-1);
    case Qt::Key_Plus: return zoom(1 / kZoom, picture().plot().center(), event->modifiers().testFlag(Qt::ControlModifier));
    case Qt::Key_Minus: return zoom(kZoom, picture().plot().center(), event->modifiers().testFlag(Qt::ControlModifier));
    case Qt::Key_0: return fit();
    default: QWidget::keyPressEvent(event);
    }
}

void MemoryCanvas::resizeEvent(QResizeEvent*) { changed(); }

}  // namespace tw::views
