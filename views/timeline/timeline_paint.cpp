// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/engine_swatch.h"
#include "views/shared/number_text.h"
#include "views/shared/palette.h"
#include "views/shared/theme.h"
#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_colours.h"
#include "views/timeline/timeline_geometry.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tw::views {

namespace {

constexpr double kRowGap = 3;
constexpr double kTickPixels = 110;
constexpr double kTextPixels = 52;         // a bar narrower than this bears no text
constexpr double kOutlinePixels = 4;

/// 1, 2 or 5 times a power of ten.
double niceStep(double atLeast)
{
    const double power = std::pow(10, std::floor(std::log10(std::max(atLeast, 1e-9))));
    for (const double factor : {1.0, 2.0, 5.0})
        if (power * factor >= atLeast)
            return power * factor;
    return power * 10;
}

void fillBar(QPainter& painter, const QRectF& bar, const TimelineColour& colour)
{
    painter.fillRect(bar, colour.fill);
    if (colour.hatch.style() != Qt::NoBrush && bar.width() > 2 * kOutlinePixels)
        painter.fillRect(bar, colour.hatch);
    if (bar.width() <= kOutlinePixels)
        return;
    painter.setPen(QPen(colour.stroke, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
}

/// On a plain ground, so that a hatch does not disturb it.
void writeOn(QPainter& painter, const QRectF& bar, const TimelineColour& colour, const QString& text)
{
    const QRectF inside = bar.adjusted(4, 0, -4, 0);
    if (bar.width() < kTextPixels)
        return;
    const QString shown = painter.fontMetrics().elidedText(text, Qt::ElideLeft, static_cast<int>(inside.width()));
    QRectF ground = painter.boundingRect(inside, Qt::AlignCenter, shown);
    painter.fillRect(ground.adjusted(-2, 0, 2, 0).intersected(bar.adjusted(1, 1, -1, -1)), colour.fill);
    painter.setPen(colour.text);
    painter.drawText(inside, Qt::AlignCenter, shown);
}

}  // namespace

void TimelineCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintAll(painter, size());
    if (!hasFocus())
        return;
    painter.setPen(QPen(Theme::instance().colours().selection, 1, Qt::DotLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void TimelineCanvas::paintAll(QPainter& painter, QSize size) const
{
    painter.setFont(font());
    painter.fillRect(QRect({}, size), Theme::instance().colours().canvas);
    if (!lanes_.timeline())
        return;
    paintAxis(painter, size);
    paintNodes(painter, size);
    for (std::size_t lane = 0; lane < lanes_.count(); ++lane)
        paintLane(painter, size, lane);
    paintMeasure(painter, size);
}

void TimelineCanvas::paintAxis(QPainter& painter, QSize size) const
{
    const CanvasColours& colours = Theme::instance().colours();
    const double step = std::max(1.0, niceStep(range_.length() / std::max(1.0, (size.width() - kHeaderWidth) / kTickPixels)));
    const double bottom = rowRect(lanes_.count(), size).bottom();
    painter.setPen(colours.mutedText);
    painter.drawText(QRectF(8, 0, kHeaderWidth - 12, kAxisHeight), Qt::AlignVCenter | Qt::AlignLeft,
                     hertz_ ? tr("cycles · time") : tr("cycles"));
    for (double cycle = std::ceil(range_.begin / step) * step; cycle <= range_.end; cycle += step) {
        const double x = xOf(cycle, size);
        painter.setPen(QPen(colours.grid, 1));
        painter.drawLine(QPointF(x, kAxisHeight - 5), QPointF(x, bottom));
        QString text = step >= 1000 ? siText(std::llround(cycle)) : fullText(std::llround(cycle));
        if (hertz_ && cycle > 0)
            text += QStringLiteral(" · ") + secondsText(cycle / *hertz_);
        const double width = painter.fontMetrics().horizontalAdvance(text);
        if (x + 4 + width > size.width())
            continue;
        painter.setPen(colours.mutedText);
        painter.drawText(QRectF(x + 4, 0, width + 2, kAxisHeight), Qt::AlignVCenter | Qt::AlignLeft, text);
    }
}

void TimelineCanvas::paintHeader(QPainter& painter, const QRectF& row, const QString& name, const QString& detail) const
{
    const CanvasColours& colours = Theme::instance().colours();
    painter.setPen(QPen(colours.grid, 1));
    painter.drawLine(QPointF(0, row.top()), row.topRight());
    const QRectF text = row.adjusted(8, 0, 0, 0);
    const double detailWidth = painter.fontMetrics().horizontalAdvance(detail);
    painter.setPen(colours.mutedText);
    painter.drawText(QRectF(kHeaderWidth - 8 - detailWidth, row.top(), detailWidth + 1, row.height()), Qt::AlignVCenter | Qt::AlignRight, detail);
    const double room = kHeaderWidth - 24 - detailWidth - (text.left() - 8);
    painter.setPen(colours.text);
    painter.drawText(QRectF(text.left(), row.top(), room, row.height()), Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(room)));
}

/// One block per node, in the colour of what bounds it. Neighbours narrower than a pixel become one.
void TimelineCanvas::paintNodes(QPainter& painter, QSize size) const
{
    const QRectF row = rowRect(0, size);
    paintHeader(painter, row, tr("Nodes, by bound"), {});
    painter.save();
    painter.setClipRect(QRectF(kHeaderWidth, row.top(), size.width() - kHeaderWidth, row.height()));
    double painted = -1;
    for (const int node : lanes_.inOrder()) {
        const auto& time = timeline().nodes[static_cast<std::size_t>(node)];
        if (time.end <= range_.begin || time.begin >= range_.end)
            continue;
        const double left = std::max(xOf(time.begin, size), kHeaderWidth - 1);
        const double right = std::min(std::max(left + 1, xOf(time.end, size)), size.width() + 1.0);
        if (right <= painted + 0.5 && !isSelected(node))
            continue;
        painted = right;
        const QRectF bar(left, row.top() + kRowGap, right - left, row.height() - 2 * kRowGap);
        const auto colour = boundColour(time.bound);
        fillBar(painter, bar, colour);
        writeOn(painter, bar, colour, QString::fromStdString(nameOf(node)));
        if (!isSelected(node))
            continue;
        painter.setPen(QPen(Theme::instance().colours().selection, 2));
        painter.drawRect(bar);
    }
    painter.restore();
}

void TimelineCanvas::paintLane(QPainter& painter, QSize size, std::size_t lane) const
{
    const auto& one = timeline().lanes[lane];
    const QRectF row = rowRect(lane + 1, size);
    const auto* target = snapshot_->deployment->target.get();
    const bool engine = one.kind == schedule::Lane::Kind::Engine;
    QRectF header = row;
    if (engine) {
        const QRectF swatch(QPointF(8, row.center().y() - kSwatchSize.height() / 2.0), kSwatchSize);
        paintEngineSwatch(painter, swatch, engineRole(target, one.name), engineBadge(target, one.name));
        header.setLeft(kSwatchSize.width() + 6);
    }
    paintHeader(painter, header, QString::fromStdString(one.name), tr("%1 %").arg(QLocale().toString(schedule::utilisation(timeline(), one) * 100, 'f', 0)));
    painter.save();
    painter.setClipRect(QRectF(kHeaderWidth, row.top(), size.width() - kHeaderWidth, row.height()));
    for (const auto& bar : lanes_.bars(lane, range_, std::max(1.0, size.width() - kHeaderWidth))) {
        const auto& span = timeline().spans[bar.span];
        const double left = std::max(kHeaderWidth + bar.left, kHeaderWidth - 1);
        const double right = std::min(kHeaderWidth + bar.right, size.width() + 1.0);
        const QRectF place(left, row.top() + kRowGap, right - left, row.height() - 2 * kRowGap);
        auto colour = workColour(span.what, engineRole(target, one.name));
        const bool faded = !selected_.empty() && !isSelected(span.node);
        painter.setOpacity(faded ? 0.45 : 1);
        fillBar(painter, place, colour);
        if (span.what == schedule::Work::Kernel && !bar.joined)
            writeOn(painter, place, colour, QString::fromStdString(nameOf(span.node)));
        else if (span.bytes > 0 && !bar.joined)
            writeOn(painter, place, colour, siText(span.bytes, tr("B")));
    }
    painter.restore();
}

void TimelineCanvas::paintMeasure(QPainter& painter, QSize size) const
{
    if (!measured_)
        return;
    const QColor colour = Theme::instance().colours().selection;
    const double left = std::clamp(xOf(measured_->begin, size), kHeaderWidth, double(size.width()));
    const double right = std::clamp(xOf(measured_->end, size), kHeaderWidth, double(size.width()));
    const double bottom = rowRect(lanes_.count(), size).bottom();
    QColor band = colour;
    band.setAlphaF(0.14F);
    painter.fillRect(QRectF(left, 0, right - left, bottom), band);
    painter.setPen(QPen(colour, 1));
    for (const double x : {left, right})
        painter.drawLine(QPointF(x, 0), QPointF(x, bottom));
    const QString text = measureText();
    const double width = painter.fontMetrics().horizontalAdvance(text) + 10;
    const double middle = std::clamp((left + right) / 2, kHeaderWidth + width / 2, size.width() - width / 2);
    const QRectF label(middle - width / 2, 3, width, kAxisHeight - 6);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawRoundedRect(label, 3, 3);
    painter.setPen(textOn(colour));
    painter.drawText(label, Qt::AlignCenter, text);
}

}  // namespace tw::views
