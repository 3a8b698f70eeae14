// SPDX-License-Identifier: GPL-3.0-or-later
// What floats over the canvas: the minimap and the legend.
#pragma once

#include "views/graph/graph_canvas.h"

#include <QWidget>

namespace tw::views::graph {

class Minimap : public QWidget {
    Q_OBJECT
public:
    explicit Minimap(GraphCanvas* canvas, QWidget* parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    void refresh();
    QTransform toMap() const;
    void drawPicture();

    GraphCanvas* canvas_;
    QPixmap picture_;
    std::shared_ptr<const Arrangement> drawn_;
};

/// Explains the colours. Entries of engines select their nodes when clicked and take nodes that are dropped on them.
class Legend : public QWidget {
    Q_OBJECT
public:
    explicit Legend(QWidget* parent = nullptr);

    void setColours(const GraphColours& colours);
    QSize sizeHint() const override;
    /// Of the entry of an engine; empty when there is none.
    QRect placeOf(const std::string& engine) const;

signals:
    void engineClicked(const QString& engine);
    void engineTook(const std::vector<int>& nodes, const QString& engine);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void paintRamp(QPainter& painter);
    QRect rowPlace(int row) const;
    const LegendEntry* engineAt(const QPoint& place) const;
    void setTarget(const LegendEntry* entry);

    QString title_;
    std::vector<LegendEntry> entries_;
    bool ramp_ = false;
    bool hasEngines_ = false;
    int target_ = -1;          // entry over which nodes hover
};

}  // namespace tw::views::graph
