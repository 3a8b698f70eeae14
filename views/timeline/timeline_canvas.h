// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing of the Timeline pane: a row of nodes with what bounds each, then a lane per engine and per link.
#pragma once

#include "core/session/snapshot.h"
#include "views/timeline/timeline_lanes.h"

#include <QWidget>

#include <optional>

namespace tw::views {

class TimelineCanvas : public QWidget {
    Q_OBJECT
public:
    explicit TimelineCanvas(QWidget* parent = nullptr);

    /// Complete; its timeline is shown. Keeps the window of time when `keepRange`.
    void setSnapshot(session::SnapshotPointer snapshot, bool keepRange);
    /// Of the lowered graph.
    void setSelected(std::vector<int> works);
    /// Hertz; none: only cycles are shown.
    void setClock(std::optional<double> hertz);

    const TimelineLanes& lanes() const { return lanes_; }
    TimeRange range() const { return range_; }
    void setRange(TimeRange range);
    void fit();
    /// By a factor around a place between 0 (left) and 1.
    void zoom(double factor, double place = 0.5);
    void showNode(int work);
    /// Zooms to the node.
    void zoomToNode(int work);
    std::optional<TimeRange> measured() const { return measured_; }
    void measure(std::optional<TimeRange> range);
    QString measureText() const;
    /// Everything with units, over several lines; empty where nothing is.
    QString textAt(const QPointF& place) const;

    void paintAll(QPainter& painter, QSize size) const;
    QSize minimumSizeHint() const override { return {320, 140}; }
    /// Where a lane is drawn: 0 is the row of nodes, then the lanes.
    QRectF rowRect(std::size_t row, QSize size) const;
    double xOf(double cycle, QSize size) const;

signals:
    void nodeClicked(int work);                // -1: next to everything
    void nodeStepped(int work);                // by keyboard
    void rangeChanged();
    void measureChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Drag { None, Maybe, Pan, Measure };

    const schedule::Timeline& timeline() const { return *lanes_.timeline(); }
    const std::string& nameOf(int work) const { return snapshot_->deployment->lowered->nodes[static_cast<std::size_t>(work)].name; }
    bool isSelected(int work) const;
    double cycleAt(double x) const;
    int nodeUnder(const QPointF& place) const;
    QString spanText(const schedule::Span& span) const;
    QString nodeText(int work) const;
    QString durationText(double cycles) const;
    void step(int by);

    // timeline_paint.cpp
    void paintAxis(QPainter& painter, QSize size) const;
    void paintNodes(QPainter& painter, QSize size) const;
    void paintLane(QPainter& painter, QSize size, std::size_t lane) const;
    void paintHeader(QPainter& painter, const QRectF& row, const QString& name, const QString& detail) const;
    void paintMeasure(QPainter& painter, QSize size) const;

    session::SnapshotPointer snapshot_;
    TimelineLanes lanes_;
    TimeRange range_;
    std::vector<int> selected_;
    std::optional<double> hertz_;
    std::optional<TimeRange> measured_;
    Drag drag_ = Drag::None;
    QPointF pressed_;
    TimeRange rangeAtPress_;
};

}  // namespace tw::views
