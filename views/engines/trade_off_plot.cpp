// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/engines/trade_off_plot.h"

#include "views/shared/number_text.h"
#include "views/shared/plot_style.h"
#include "views/shared/theme.h"

#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tw::views {
namespace {

constexpr double kNearPixels = 10;

QCPScatterStyle dot(const QColor& colour, double size)
{
    return QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(colour, 1.4), QBrush(colour), size);
}

/// A little more than the values, and something around a single one.
QCPRange around(double least, double most)
{
    const double margin = most > least ? (most - least) * 0.08 : std::max(1.0, most * 0.1);
    return {std::max(0.0, least - margin), most + margin};
}

}  // namespace

TradeOffPlot::TradeOffPlot(QWidget* parent) : QCustomPlot(parent)
{
    setObjectName(QStringLiteral("tradeOffPlot"));
    setAccessibleName(tr("Cycles against memory"));
    setMinimumHeight(220);
    xAxis->setLabel(tr("memory of the greediest node, bytes"));
    yAxis->setLabel(tr("cycles"));
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setTicker(shortNumbers());
        axis->setSubTicks(false);
    }
    connect(&Theme::instance(), &Theme::changed, this, &TradeOffPlot::rebuild);
    rebuild();
}

void TradeOffPlot::setPoints(std::vector<session::TradeOff> points)
{
    points_ = std::move(points);
    current_ = -1;
    rebuild();
}

void TradeOffPlot::setCurrent(int point)
{
    if (point == current_)
        return;
    current_ = point;
    rebuild();
}

QPointF TradeOffPlot::placeOf(int point) const
{
    const auto& at = points_.at(static_cast<std::size_t>(point));
    return {xAxis->coordToPixel(static_cast<double>(at.peakBytes)), yAxis->coordToPixel(at.cycles)};
}

void TradeOffPlot::rebuild()
{
    clearPlottables();
    dressPlot(*this);
    QVector<double> bytes, cycles;
    for (const auto& point : points_) {
        bytes << static_cast<double>(point.peakBytes);
        cycles << point.cycles;
    }
    if (!points_.empty()) {
        auto* all = addGraph();
        all->setLineStyle(QCPGraph::lsStepLeft);      // up to the next dot's memory, the fewest cycles stay the same
        all->setPen(QPen(Theme::instance().colours().line, 1.4));
        all->setScatterStyle(dot(seriesColour(0), 7));
        all->setData(bytes, cycles);
        xAxis->setRange(around(*std::ranges::min_element(bytes), *std::ranges::max_element(bytes)));
        yAxis->setRange(around(*std::ranges::min_element(cycles), *std::ranges::max_element(cycles)));
    }
    if (current_ >= 0) {
        auto* chosen = addGraph();
        chosen->setLineStyle(QCPGraph::lsNone);
        chosen->setScatterStyle(dot(Theme::instance().colours().selection, 12));
        chosen->addData(bytes[current_], cycles[current_]);
    }
    replot(rpQueuedReplot);
}

int TradeOffPlot::pointAt(const QPointF& place) const
{
    int nearest = -1;
    double best = kNearPixels;
    for (int i = 0; i < static_cast<int>(points_.size()); ++i) {
        const QPointF away = placeOf(i) - place;
        const double distance = std::hypot(away.x(), away.y());
        if (distance <= best) {
            best = distance;
            nearest = i;
        }
    }
    return nearest;
}

void TradeOffPlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (const int point = pointAt(event->position()); point >= 0 && event->button() == Qt::LeftButton)
        emit chosen(point);
    QCustomPlot::mouseReleaseEvent(event);
}

void TradeOffPlot::mouseMoveEvent(QMouseEvent* event)
{
    QCustomPlot::mouseMoveEvent(event);
    const int point = pointAt(event->position());
    if (point < 0)
        return QToolTip::hideText();
    const auto& at = points_[static_cast<std::size_t>(point)];
    QToolTip::showText(event->globalPosition().toPoint(),
                       tr("%1 cycles, %2").arg(cyclesText(at.cycles), siText(at.peakBytes, tr("B"))), this);
}

}  // namespace tw::views
