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

class Legend : public QWidget {
    Q_OBJECT
public:
    explicit Legend(QWidget* parent = nullptr);

    void setColours(const GraphColours& colours);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintRamp(QPainter& painter);

    QString title_;
    std::vector<LegendEntry> entries_;
    bool ramp_ = false;
};

}  // namespace tw::views::graph
