// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/histogram_plot.h"

#include "views/inspector/rich_text.h"
#include "views/shared/number_text.h"
#include "views/shared/theme.h"

#include <QToolTip>

#include <algorithm>

namespace tw::views {

HistogramPlot::HistogramPlot(QWidget* parent)
    : QCustomPlot(parent), bars_(new QCPBars(xAxis, yAxis))
{
    setObjectName(QStringLiteral("histogram"));
    setAccessibleName(tr("Histogram of the tensor's values"));
    setMinimumHeight(150);
    bars_->setAntialiased(false);
    xAxis->setLabel(tr("value"));
    yAxis->setLabel(tr("elements"));
    xAxis->grid()->setVisible(false);
    xAxis->setSubTicks(false);
    yAxis->setSubTicks(false);
    xAxis->ticker()->setTickCount(4);
    connect(&Theme::instance(), &Theme::changed, this, &HistogramPlot::applyTheme);
    connect(this, &QCustomPlot::mouseMove, this, &HistogramPlot::showBinUnder);
    applyTheme();
}

void HistogramPlot::setStatistics(const session::TensorStatistics& statistics)
{
    statistics_ = statistics;
    QVector<double> centres;
    QVector<double> counts;
    for (std::size_t i = 0; i < statistics.bins.size(); ++i) {
        centres << statistics.binBegin + (static_cast<double>(i) + 0.5) * statistics.binWidth;
        counts << static_cast<double>(statistics.bins[i]);
    }
    bars_->setWidth(statistics.binWidth);
    bars_->setData(centres, counts, true);
    xAxis->setRange(statistics.binBegin, statistics.binBegin + statistics.binWidth * static_cast<double>(counts.size()));
    scaleCounts();
}

void HistogramPlot::setLogarithmic(bool logarithmic)
{
    yAxis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    yAxis->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog)
                                 : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
    bars_->setBaseValue(logarithmic ? 0.5 : 0);
    scaleCounts();
}

void HistogramPlot::scaleCounts()
{
    const auto most = std::max_element(statistics_.bins.begin(), statistics_.bins.end());
    const double top = most == statistics_.bins.end() ? 1 : static_cast<double>(*most);
    const bool logarithmic = yAxis->scaleType() == QCPAxis::stLogarithmic;
    yAxis->setRange(logarithmic ? 0.5 : 0, logarithmic ? top * 2 : top * 1.08);
    replot(rpQueuedReplot);
}

void HistogramPlot::showBinUnder(QMouseEvent* event)
{
    if (statistics_.binWidth <= 0)
        return;
    const double value = xAxis->pixelToCoord(event->position().x());
    const auto bin = static_cast<std::int64_t>(std::floor((value - statistics_.binBegin) / statistics_.binWidth));
    if (bin < 0 || bin >= static_cast<std::int64_t>(statistics_.bins.size()))
        return QToolTip::hideText();
    const double begin = statistics_.binBegin + static_cast<double>(bin) * statistics_.binWidth;
    QToolTip::showText(event->globalPosition().toPoint(),
                       tr("%1 to %2: %3 elements")
                           .arg(realText(begin), realText(begin + statistics_.binWidth),
                                fullText(statistics_.bins[static_cast<std::size_t>(bin)])),
                       this);
}

void HistogramPlot::applyTheme()
{
    const CanvasColours& colours = Theme::instance().colours();
    const QColor bars = rich::plotColour();
    setBackground(colours.surface);
    bars_->setBrush(bars);
    bars_->setPen(QPen(bars));
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setBasePen(QPen(colours.line));
        axis->setTickPen(QPen(colours.line));
        axis->setSubTickPen(QPen(colours.line));
        axis->setTickLabelColor(colours.text);
        axis->setLabelColor(colours.mutedText);
        axis->setLabelFont(font());
        axis->setTickLabelFont(font());
        axis->grid()->setPen(QPen(colours.grid));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    replot(rpQueuedReplot);
}

}  // namespace tw::views
