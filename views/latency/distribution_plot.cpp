// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/latency/distribution_plot.h"

#include "core/base/text.h"
#include "views/latency/latency_text.h"
#include "views/shared/theme.h"

#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tw::views {
namespace {

constexpr int kBars = 128;
constexpr int kCurvePoints = 400;
constexpr double kSmallestShare = 1e-12;   // below, bars of a logarithmic axis are no longer drawn
constexpr int kLabelRows = 4;              // labels of lines take turns, so that near ones do not cover each other

}  // namespace

DistributionPlot::DistributionPlot(QWidget* parent) : QCustomPlot(parent)
{
    setObjectName(QStringLiteral("latencyDistribution"));
    setAccessibleName(tr("Distribution of the latency of all architectures"));
    setMinimumHeight(160);
    setInteraction(QCP::iRangeZoom);
    axisRect()->setRangeZoom(Qt::Horizontal);
    yAxis->setLabel(tr("share of architectures"));
    yAxis2->setVisible(true);
    yAxis2->setLabel(tr("cumulative share"));
    yAxis2->setRange(0, 1.02);
    xAxis->grid()->setVisible(false);
    xAxis->setTicker(shortNumbers());
    for (QCPAxis* axis : {xAxis, yAxis, yAxis2})
        axis->setSubTicks(false);
    connect(&Theme::instance(), &Theme::changed, this, &DistributionPlot::rebuild);
    rebuild();
}

void DistributionPlot::setLatency(session::LatencyPointer latency, std::vector<session::LatencyPointer> others)
{
    const bool other = latency != latency_;
    latency_ = std::move(latency);
    others_ = std::move(others);
    if (other) {
        range_.reset();
        sample_.clear();
        budget_.reset();
    }
    rebuild();
    if (latency_) {
        const auto& distribution = *latency_->distribution;
        const double margin = std::max(distribution.max() - distribution.min(), binWidth_) * 0.03;
        xAxis->setRange(distribution.min() - margin, distribution.max() + margin);
    }
}

void DistributionPlot::setBudget(std::optional<double> budget)
{
    budget_ = budget;
    rebuild();
}

void DistributionPlot::setSample(std::vector<double> latencies)
{
    sample_ = std::move(latencies);
    rebuild();
}

void DistributionPlot::setLogarithmic(bool logarithmic)
{
    yAxis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    yAxis->setTicker(logarithmic ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog) : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
    yAxis->setNumberFormat(logarithmic ? QStringLiteral("eb") : QStringLiteral("gb"));
    yAxis->setNumberPrecision(logarithmic ? 0 : 4);
    rebuild();
}

void DistributionPlot::setRange(std::optional<std::pair<double, double>> range)
{
    range_ = range;
    drawRange();
    replot(rpQueuedReplot);
}

void DistributionPlot::rebuild()
{
    clearPlottables();
    clearItems();
    brush_ = nullptr;
    lines_ = 0;
    bins_.clear();
    dressPlot(*this);
    if (latency_) {
        xAxis->setLabel(QString::fromStdString(cat(latency_->container.latencyType(), " [", latency_->container.parts().unit, "]")));
        drawBars();
        drawSample();
        drawCurves();
        drawLines();
        drawRange();
        scaleShares();
    }
    replot(rpQueuedReplot);
}

void DistributionPlot::drawBars()
{
    const auto& distribution = *latency_->distribution;
    bins_ = distribution.histogram(distribution.min(), distribution.max(), kBars);
    binWidth_ = bins_.front().end - bins_.front().begin;
    QVector<double> centres, shares;
    for (const auto& bin : bins_) {
        centres << (bin.begin + bin.end) / 2;
        shares << bin.mass;
    }
    auto* bars = new QCPBars(xAxis, yAxis);
    bars->setAntialiased(false);
    bars->setWidth(binWidth_);
    bars->setBaseValue(yAxis->scaleType() == QCPAxis::stLogarithmic ? kSmallestShare : 0);
    QColor fill = seriesColour(0);
    fill.setAlpha(110);
    bars->setBrush(fill);
    bars->setPen(Qt::NoPen);
    bars->setData(centres, shares, true);
}

void DistributionPlot::drawSample()
{
    if (sample_.empty())
        return;
    std::vector<double> counts(bins_.size());
    for (const double latency : sample_) {
        const auto bin = static_cast<std::int64_t>(std::floor((latency - bins_.front().begin) / binWidth_ + 1e-9));
        counts[static_cast<std::size_t>(std::clamp<std::int64_t>(bin, 0, static_cast<std::int64_t>(bins_.size()) - 1))] += 1;
    }
    QVector<double> centres, shares;
    for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0) {
            centres << (bins_[i].begin + bins_[i].end) / 2;
            shares << counts[i] / static_cast<double>(sample_.size());
        }
    auto* dots = addGraph(xAxis, yAxis);
    dots->setLineStyle(QCPGraph::lsNone);
    dots->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(Theme::instance().colours().text), Qt::NoBrush, 4));
    dots->setData(centres, shares, true);
}

void DistributionPlot::drawCurves()
{
    std::vector<session::LatencyPointer> all{latency_};
    for (const auto& other : others_)
        if (other->container.parts().unit == latency_->container.parts().unit)
            all.push_back(other);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto& distribution = *all[i]->distribution;
        const double range = std::max(distribution.max() - distribution.min(), binWidth_ * 1e-3);
        QVector<double> at, share;
        for (int k = 0; k <= kCurvePoints; ++k) {
            at << distribution.min() + range * k / kCurvePoints;
            share << distribution.cumulative(k == kCurvePoints ? distribution.max() : at.back());
        }
        auto* curve = addGraph(xAxis, yAxis2);
        curve->setLineStyle(QCPGraph::lsStepLeft);
        curve->setPen(QPen(seriesColour(static_cast<int>(i)), 1.6));
        curve->setData(at, share, true);
    }
}

void DistributionPlot::addLine(double at, const QString& text, const QColor& colour, Qt::PenStyle style)
{
    auto* line = new QCPItemStraightLine(this);
    line->setPen(QPen(colour, style == Qt::SolidLine ? 1.8 : 1.2, style));
    line->point1->setCoords(at, 0);
    line->point2->setTypeX(QCPItemPosition::ptPlotCoords);
    line->point1->setTypeY(QCPItemPosition::ptAxisRectRatio);
    line->point2->setTypeY(QCPItemPosition::ptAxisRectRatio);
    line->point1->setCoords(at, 0);
    line->point2->setCoords(at, 1);
    auto* label = new QCPItemText(this);
    label->setText(text);
    label->setColor(colour);
    label->setFont(font());
    label->setPadding(QMargins(3, 0, 3, 0));
    label->setBrush(Theme::instance().colours().surface);
    label->setPositionAlignment(Qt::AlignLeft | Qt::AlignTop);
    label->position->setTypeX(QCPItemPosition::ptPlotCoords);
    label->position->setParentAnchorY(line->point1);
    label->position->setTypeY(QCPItemPosition::ptAbsolute);      // pixels below the top, however low the pane is
    label->position->setCoords(at, 1 + fontMetrics().height() * (lines_++ % kLabelRows));
}

void DistributionPlot::drawLines()
{
    const auto& distribution = *latency_->distribution;
    const auto& colours = Theme::instance().colours();
    for (const std::uint64_t percent : {50u, 90u, 99u})
        addLine(distribution.quantile({percent, 100}).value, percent == 50 ? tr("median") : tr("p%1").arg(percent), colours.mutedText, Qt::DotLine);
    addLine(distribution.moments().mean, tr("mean"), colours.text, Qt::DashLine);
    if (latency_->current)
        if (const auto value = session::latencyOfArchitecture(*latency_, *latency_->current))
            addLine(*value, tr("current"), seriesColour(1), Qt::SolidLine);
    if (latency_->best)
        if (const auto value = session::latencyOfArchitecture(*latency_, *latency_->best))
            addLine(*value, tr("best"), seriesColour(2), Qt::SolidLine);
    if (budget_)
        addLine(*budget_, tr("budget"), colours.error, Qt::SolidLine);
}

void DistributionPlot::drawRange()
{
    if (!range_) {
        if (brush_)
            removeItem(brush_);
        brush_ = nullptr;
        return;
    }
    if (!brush_)
        brush_ = new QCPItemRect(this);
    QColor colour = Theme::instance().colours().selection;
    brush_->setPen(QPen(colour));
    colour.setAlpha(45);
    brush_->setBrush(colour);
    for (auto* corner : {brush_->topLeft, brush_->bottomRight})
        corner->setTypeY(QCPItemPosition::ptAxisRectRatio);
    brush_->topLeft->setCoords(range_->first, 0);
    brush_->bottomRight->setCoords(range_->second, 1);
}

void DistributionPlot::scaleShares()
{
    double most = 0;
    double least = 1;
    for (const auto& bin : bins_) {
        most = std::max(most, bin.mass);
        if (bin.mass > kSmallestShare)
            least = std::min(least, bin.mass);
    }
    if (yAxis->scaleType() == QCPAxis::stLogarithmic)
        yAxis->setRange(least / 2, std::max(most * 4, least * 10));
    else
        yAxis->setRange(0, most * 1.3);
}

void DistributionPlot::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && latency_)
        dragFrom_ = xAxis->pixelToCoord(event->position().x());
    QCustomPlot::mousePressEvent(event);
}

void DistributionPlot::mouseMoveEvent(QMouseEvent* event)
{
    if (dragFrom_) {
        const double to = xAxis->pixelToCoord(event->position().x());
        setRange(std::minmax(*dragFrom_, to));
        emit rangeChanged(range_);
    } else {
        showBinUnder(event);
    }
    QCustomPlot::mouseMoveEvent(event);
}

void DistributionPlot::mouseReleaseEvent(QMouseEvent* event)
{
    dragFrom_.reset();
    QCustomPlot::mouseReleaseEvent(event);
}

void DistributionPlot::mouseDoubleClickEvent(QMouseEvent* event)
{
    dragFrom_.reset();
    setRange({});
    emit rangeChanged({});
    if (latency_)
        setLatency(latency_, others_);
    QCustomPlot::mouseDoubleClickEvent(event);
}

void DistributionPlot::showBinUnder(QMouseEvent* event)
{
    if (!latency_ || bins_.empty())
        return;
    const double at = xAxis->pixelToCoord(event->position().x());
    const auto found = std::ranges::find_if(bins_, [at](const latency::Bin& bin) { return bin.begin <= at && at < bin.end; });
    if (found == bins_.end())
        return QToolTip::hideText();
    const auto& unit = latency_->container.parts().unit;
    QToolTip::showText(event->globalPosition().toPoint(),
                       tr("%1 to %2: %3 of all architectures, %4 take at most %2")
                           .arg(latencyText(found->begin, unit), latencyText(found->end, unit), shareText(found->mass),
                                shareText(latency_->distribution->cumulative(found->end))),
                       this);
}

}  // namespace tw::views
