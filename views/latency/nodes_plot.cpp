// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/latency/nodes_plot.h"

#include "views/latency/latency_text.h"
#include "views/shared/theme.h"

#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tw::views {
namespace {

constexpr std::size_t kMostBars = 200;      // beyond, bars are thinner than what can be clicked
constexpr int kShownBars = 40;              // at first; the wheel shows more
constexpr int kLabelLength = 18;
constexpr double kNearPixels = 8;

QString shortName(const std::string& name)
{
    const QString text = QString::fromStdString(name);
    return text.size() <= kLabelLength ? text : QStringLiteral("…") + text.right(kLabelLength - 1);
}

/// Nodes of the constant part, and of blocks the current choice.
std::vector<latency::NodeLatency> nodesOf(const session::LatencyResult& latency)
{
    auto nodes = latency.container.parts().nodes;
    std::erase_if(nodes, [](const latency::NodeLatency& node) { return node.value <= 0; });
    for (std::size_t block = 0; latency.current && block < latency.container.blocks(); ++block) {
        const auto choice = static_cast<std::size_t>((*latency.current)[block]);
        latency::NodeLatency node{.node = latency.container.blockName(block), .op = latency.container.operationName(block, choice),
                                  .value = latency.container.operationsLatencies()[block][choice]};
        if (latency.deployment) {
            const auto& counts = latency.deployment->counts[block];
            node.movement = latency.deployment->choices[block][choice].movement;
            node.macs = counts.macs;
            node.bytes = counts.readBytes + counts.writeBytes;
        }
        nodes.push_back(std::move(node));
    }
    std::ranges::stable_sort(nodes, std::ranges::greater(), &latency::NodeLatency::value);
    return nodes;
}

}  // namespace

NodesPlot::NodesPlot(QWidget* parent) : QCustomPlot(parent)
{
    setObjectName(QStringLiteral("latencyNodes"));
    setAccessibleName(tr("Latency of every node"));
    setInteractions(QCP::iRangeZoom | QCP::iRangeDrag);
    axisRect()->setRangeZoom(Qt::Horizontal);
    axisRect()->setRangeDrag(Qt::Horizontal);
    xAxis->setTickLabelRotation(60);
    xAxis->grid()->setVisible(false);
    xAxis->setSubTicks(false);
    yAxis->setSubTicks(false);
    yAxis->setTicker(shortNumbers());
    axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | Qt::AlignRight);
    connect(&Theme::instance(), &Theme::changed, this, &NodesPlot::rebuild);
    rebuild();
}

void NodesPlot::setLatency(session::LatencyPointer latency)
{
    latency_ = std::move(latency);
    nodes_.clear();
    if (latency_)
        nodes_ = nodesOf(*latency_);
    if (nodes_.size() > kMostBars)
        nodes_.resize(kMostBars);
    rebuild();
    xAxis->setRange(-0.7, std::min(static_cast<int>(nodes_.size()), kShownBars) - 0.3);
}

void NodesPlot::setSelected(const QString& node)
{
    if (node == selected_)
        return;
    selected_ = node;
    rebuild();
}

QCPBars* NodesPlot::addBars(const QString& name, const QColor& colour, QCPBars* below, const std::function<double(const latency::NodeLatency&)>& part)
{
    auto* bars = new QCPBars(xAxis, yAxis);
    QVector<double> keys, values;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        keys << static_cast<double>(i);
        values << part(nodes_[i]);
    }
    bars->setName(name);
    bars->setWidth(0.75);
    bars->setAntialiased(false);
    bars->setPen(Qt::NoPen);
    bars->setBrush(colour);
    bars->setData(keys, values, true);
    if (below)
        bars->moveAbove(below);
    return bars;
}

void NodesPlot::rebuild()
{
    clearPlottables();
    clearItems();
    dressPlot(*this);
    const auto ticks = QSharedPointer<QCPAxisTickerText>::create();
    double most = 0;
    bool split = false;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        ticks->addTick(static_cast<double>(i), shortName(nodes_[i].node));
        most = std::max(most, nodes_[i].value);
        split = split || nodes_[i].movement.value_or(0) > 0;
    }
    xAxis->setTicker(ticks);
    const auto moved = [](const latency::NodeLatency& node) { return std::min(node.movement.value_or(0), node.value); };
    auto* compute = addBars(split ? tr("compute and overhead") : tr("latency"), seriesColour(0), nullptr,
                            [&](const latency::NodeLatency& node) { return node.value - moved(node); });
    if (split)
        addBars(tr("movement"), seriesColour(1), compute, moved);
    legend->setVisible(split);
    const auto found = std::ranges::find(nodes_, selected_.toStdString(), &latency::NodeLatency::node);
    if (found != nodes_.end() && !selected_.isEmpty()) {
        auto* frame = new QCPItemRect(this);
        const double at = static_cast<double>(found - nodes_.begin());
        frame->setPen(QPen(Theme::instance().colours().selection, 2));
        frame->topLeft->setCoords(at - 0.45, most * 1.05);
        frame->bottomRight->setCoords(at + 0.45, 0);
    }
    yAxis->setLabel(latency_ ? QString::fromStdString(latency_->container.parts().unit) : QString());
    yAxis->setRange(0, most > 0 ? most * 1.1 : 1);
    replot(rpQueuedReplot);
}

int NodesPlot::barAt(const QPointF& place) const
{
    const auto bar = static_cast<int>(std::lround(xAxis->pixelToCoord(place.x())));
    return axisRect()->rect().contains(place.toPoint()) && bar >= 0 && bar < bars() ? bar : -1;
}

void NodesPlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (const int bar = barAt(event->position()); bar >= 0 && event->button() == Qt::LeftButton)
        emit nodeClicked(QString::fromStdString(nodes_[static_cast<std::size_t>(bar)].node));
    QCustomPlot::mouseReleaseEvent(event);
}

void NodesPlot::mouseMoveEvent(QMouseEvent* event)
{
    QCustomPlot::mouseMoveEvent(event);
    const int bar = barAt(event->position());
    if (bar < 0)
        return QToolTip::hideText();
    const auto& node = nodes_[static_cast<std::size_t>(bar)];
    const auto& unit = latency_->container.parts().unit;
    QString text = tr("%1 (%2): %3").arg(QString::fromStdString(node.node), QString::fromStdString(node.op), latencyText(node.value, unit));
    if (node.movement)
        text += tr("\nof which movement %1").arg(latencyText(*node.movement, unit));
    if (node.unstable)
        text += tr("\nthe measurement did not settle");
    QToolTip::showText(event->globalPosition().toPoint(), text, this);
}

RooflinePlot::RooflinePlot(QWidget* parent) : QCustomPlot(parent)
{
    setObjectName(QStringLiteral("latencyRoofline"));
    setAccessibleName(tr("Roofline: arithmetic against memory"));
    setInteractions(QCP::iRangeZoom | QCP::iRangeDrag);
    for (QCPAxis* axis : {xAxis, yAxis}) {
        axis->setScaleType(QCPAxis::stLogarithmic);
        axis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
        axis->setNumberFormat(QStringLiteral("gb"));
    }
    xAxis->setLabel(tr("MACs per byte of operands"));
    connect(&Theme::instance(), &Theme::changed, this, &RooflinePlot::rebuild);
    rebuild();
}

void RooflinePlot::setLatency(session::LatencyPointer latency)
{
    latency_ = std::move(latency);
    points_.clear();
    for (const auto& node : latency_ ? nodesOf(*latency_) : std::vector<latency::NodeLatency>())
        if (node.macs > 0 && node.bytes > 0 && node.value > 0)
            points_.push_back({static_cast<double>(node.macs) / static_cast<double>(node.bytes), static_cast<double>(node.macs) / node.value,
                               QString::fromStdString(node.node)});
    rebuild();
}

void RooflinePlot::rebuild()
{
    clearPlottables();
    clearItems();
    dressPlot(*this);
    yAxis->setLabel(latency_ ? tr("MACs / %1").arg(QString::fromStdString(latency_->container.parts().unit)) : QString());
    if (!points_.empty()) {
        double roof = 0, slope = 0, least = points_.front().intensity, most = least, lowest = points_.front().rate;
        QVector<double> at, rate;
        for (const auto& point : points_) {
            roof = std::max(roof, point.rate);
            slope = std::max(slope, point.rate / point.intensity);   // bytes per unit of latency that some node achieves
            least = std::min(least, point.intensity);
            most = std::max(most, point.intensity);
            lowest = std::min(lowest, point.rate);
            at << point.intensity;
            rate << point.rate;
        }
        auto* line = addGraph();
        line->setPen(QPen(Theme::instance().colours().line, 1.6));
        line->setName(tr("best that a node of this network achieves"));
        line->setData({least / 2, roof / slope, most * 2}, {slope * least / 2, roof, roof}, true);
        auto* dots = addGraph();
        dots->setLineStyle(QCPGraph::lsNone);
        dots->setName(tr("nodes"));
        dots->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(seriesColour(0)), QBrush(seriesColour(0)), 7));
        dots->setData(at, rate);
        xAxis->setRange(least / 2, most * 2);
        yAxis->setRange(lowest / 2, roof * 2);
    }
    legend->setVisible(!points_.empty());
    replot(rpQueuedReplot);
}

const RooflinePlot::Point* RooflinePlot::pointAt(const QPointF& place) const
{
    const Point* nearest = nullptr;
    double best = kNearPixels;
    for (const auto& point : points_) {
        const double distance = std::hypot(xAxis->coordToPixel(point.intensity) - place.x(), yAxis->coordToPixel(point.rate) - place.y());
        if (distance <= best) {
            best = distance;
            nearest = &point;
        }
    }
    return nearest;
}

void RooflinePlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (const auto* point = pointAt(event->position()); point && event->button() == Qt::LeftButton)
        emit nodeClicked(point->node);
    QCustomPlot::mouseReleaseEvent(event);
}

void RooflinePlot::mouseMoveEvent(QMouseEvent* event)
{
    QCustomPlot::mouseMoveEvent(event);
    if (const auto* point = pointAt(event->position()))
        QToolTip::showText(event->globalPosition().toPoint(),
                           tr("%1: %2 MACs per byte, %3").arg(point->node, latencyText(point->intensity, {}), latencyText(point->rate, {})), this);
    else
        QToolTip::hideText();
}

}  // namespace tw::views
