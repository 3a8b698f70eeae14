// SPDX-License-Identifier: GPL-3.0-or-later
// What every node takes: bars of compute and movement, the longest first. A click selects the node.
#pragma once

#include "core/session/latency.h"

#include <qcustomplot.h>

namespace tw::views {

class NodesPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit NodesPlot(QWidget* parent = nullptr);

    /// One bar for each node; of blocks their current choice.
    void setLatency(session::LatencyPointer latency);
    void setSelected(const QString& node);
    int bars() const { return static_cast<int>(nodes_.size()); }

signals:
    void nodeClicked(const QString& node);

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void rebuild();
    QCPBars* addBars(const QString& name, const QColor& colour, QCPBars* below, const std::function<double(const latency::NodeLatency&)>& part);
    int barAt(const QPointF& place) const;

    session::LatencyPointer latency_;
    std::vector<latency::NodeLatency> nodes_;   // as drawn, the longest first
    QString selected_;
};

/// Achieved MACs per cycle over MACs per byte, both logarithmic: under the slope the memory is what holds a node up,
/// under the flat roof the arithmetic.
class RooflinePlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit RooflinePlot(QWidget* parent = nullptr);
    void setLatency(session::LatencyPointer latency);

signals:
    void nodeClicked(const QString& node);

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    struct Point {
        double intensity = 0;    // MACs per byte
        double rate = 0;         // MACs per unit of latency
        QString node;
    };
    void rebuild();
    const Point* pointAt(const QPointF& place) const;

    session::LatencyPointer latency_;
    std::vector<Point> points_;
};

}  // namespace tw::views
