// SPDX-License-Identifier: GPL-3.0-or-later
// The tensors of a node side by side, each with the grid of its tiles and the tile of the moment.
#pragma once

#include "core/session/tile_grid.h"

#include <QWidget>

namespace tw::views {

/// Which dimensions of a tensor are drawn as rows and columns of a plane; the others are bars below it. -1: none.
struct TilePlane {
    int rows = -1;
    int columns = -1;
};
TilePlane planeOf(const session::TileTensor& tensor, bool channelsLast);

class TilePicture : public QWidget {
    Q_OBJECT
public:
    explicit TilePicture(QWidget* parent = nullptr);

    void setGrid(session::TileGrid grid);
    const session::TileGrid& grid() const { return grid_; }
    void setTile(std::int64_t tile);
    std::int64_t tile() const { return tile_; }

    void paintAll(QPainter& painter, QSize size) const;
    QSize minimumSizeHint() const override;
    /// Where a tensor's card is: outputs first, then inputs.
    QRectF cardRect(std::size_t card, QSize size) const;
    /// Where the plane of a card is drawn.
    QRectF planeRect(std::size_t card, QSize size) const;
    /// Everything about the operand, with units; empty between cards.
    QString textAt(const QPointF& place) const;

signals:
    void tileClicked(qint64 tile);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    std::size_t cards() const { return grid_.outputs.size() + grid_.inputs.size(); }
    const session::TileTensor& tensorOf(std::size_t card) const
    {
        return card < grid_.outputs.size() ? grid_.outputs[card] : grid_.inputs[card - grid_.outputs.size()];
    }
    std::size_t barsOf(const session::TileTensor& tensor) const;
    double weightOf(const session::TileTensor& tensor) const;
    /// The tile's part of a dimension, halo included.
    ops::Range partOf(const session::TileDim& dim) const;
    void paintCard(QPainter& painter, std::size_t card, QSize size) const;
    void paintPlane(QPainter& painter, const QRectF& place, const session::TileTensor& tensor, TilePlane plane) const;
    void paintDone(QPainter& painter, const QRectF& place, const session::TileTensor& tensor, TilePlane plane) const;
    void paintBar(QPainter& painter, const QRectF& place, const session::TileDim& dim) const;
    void paintHalo(QPainter& painter, const QRectF& tile, const session::TileDim& dim, double begin, double scale, Qt::Orientation along) const;

    session::TileGrid grid_;
    std::vector<std::int64_t> index_;
    std::int64_t tile_ = 0;
};

/// "1 x 12 x 5 x 32".
QString tileShapeText(const session::TileTensor& tensor);
/// "L2 → L1, double 6 kB", or where it stays.
QString tileMovesText(const session::TileTensor& tensor);

}  // namespace tw::views
