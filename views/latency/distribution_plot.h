// SPDX-License-Identifier: GPL-3.0-or-later
// The latency distribution of all architectures: bars of the exact one, a sample over it, the cumulative curve, lines
// for percentiles, the current and the best architecture and the budget. Dragging brushes a range.
#pragma once

#include "core/session/latency.h"

#include <qcustomplot.h>

#include <optional>
#include <vector>

namespace tw::views {

class DistributionPlot : public QCustomPlot {
    Q_OBJECT
public:
    explicit DistributionPlot(QWidget* parent = nullptr);

    /// Null clears. `others`: cumulative curves of containers to compare with, when their unit is the same.
    void setLatency(session::LatencyPointer latency, std::vector<session::LatencyPointer> others = {});
    void setBudget(std::optional<double> budget);
    void setSample(std::vector<double> latencies);
    void setLogarithmic(bool logarithmic);
    void setRange(std::optional<std::pair<double, double>> range);
    const std::optional<std::pair<double, double>>& range() const { return range_; }
    double binWidth() const { return binWidth_; }

signals:
    /// Nothing when the brush was taken away.
    void rangeChanged(std::optional<std::pair<double, double>> range);

protected:
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    void rebuild();
    void drawBars();
    void drawSample();
    void drawCurves();
    void drawLines();
    void addLine(double at, const QString& text, const QColor& colour, Qt::PenStyle style);
    void drawRange();
    void scaleShares();
    void showBinUnder(QMouseEvent* event);

    session::LatencyPointer latency_;
    std::vector<session::LatencyPointer> others_;
    std::vector<latency::Bin> bins_;
    std::vector<double> sample_;
    std::optional<double> budget_;
    std::optional<std::pair<double, double>> range_;
    std::optional<double> dragFrom_;
    double binWidth_ = 0;
    int lines_ = 0;
    QCPItemRect* brush_ = nullptr;
};

}  // namespace tw::views
