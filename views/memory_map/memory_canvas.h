// SPDX-License-Identifier: GPL-3.0-or-later
// The memory map as a widget: zoom, pan, hover, pick a step or a buffer, drag the capacity. Shows what it is given.
#pragma once

#include "views/memory_map/memory_picture.h"

#include <QPixmap>
#include <QWidget>

namespace tw::views {

class MemoryCanvas : public QWidget {
    Q_OBJECT
public:
    explicit MemoryCanvas(QWidget* parent = nullptr);

    /// Keeps what is visible when the number of steps stays the same.
    void setData(MapData data);
    const MapData& data() const { return data_; }
    /// Buffers of what is selected elsewhere.
    void setSelected(std::vector<int> buffers);
    int step() const { return step_; }
    void setStep(int step);
    void fit();
    MemoryPicture picture() const { return pictureIn(rect()); }
    /// The picture with its lines, for a file.
    void paintAll(QPainter& painter, const QRectF& area) const;

signals:
    void stepChanged(int step);
    void bufferChosen(int buffer);
    /// Bytes of the whole memory, constants included.
    void capacityDragged(qint64 bytes);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;

private:
    enum class Drag { None, Pan, Capacity };

    MemoryPicture pictureIn(const QRectF& area) const { return {data_, area, window_}; }
    void paintLines(QPainter& painter, const MemoryPicture& picture) const;
    QString hoverText(const MapBuffer& buffer) const;
    QString textAt(QPoint at) const;
    void zoom(double factor, QPointF around, bool addresses);
    void changed();
    bool overCapacity(QPointF place) const;
    void walk(int direction);

    MapData data_;
    MapWindow window_;
    QPixmap drawn_;            // without lines and marks; empty: to be drawn again
    std::vector<int> selected_;
    int step_ = -1;
    int hovered_ = -1;
    Drag drag_ = Drag::None;
    bool moved_ = false;
    QPointF pressedAt_;
    MapWindow pressedWindow_;
    qint64 draggedRoom_ = 0;
};

}  // namespace tw::views
