// SPDX-License-Identifier: GPL-3.0-or-later
// One memory of a deployment as a picture: address over execution step, one rectangle per buffer.
#pragma once

#include "core/session/snapshot.h"

#include <QColor>
#include <QRectF>
#include <QString>

#include <optional>
#include <vector>

class QPainter;

namespace tw::views {

struct MapBuffer {
    QString name;
    qint64 offset = 0;
    qint64 bytes = 0;
    int first = 0;                 // half-open steps
    int last = 0;
    int role = 0;                  // palette role of the engine that writes it or works in it; 0: an input of the network
    int node = -1;                 // of the imported graph: that writes it or works in it
    ir::TensorId tensor;           // of the imported graph, when it has a tensor of that name
};

/// Everything the picture shows, taken out of a snapshot.
struct MapData {
    session::MemoryUse use;
    std::vector<MapBuffer> buffers;
    std::vector<QString> steps;    // what happens in each
};

MapData mapData(const session::Snapshot& snapshot, const session::MemoryUse& use);

/// Bytes that the buffers can have: what the constants leave of the capacity.
qint64 roomOf(const session::MemoryUse& use);

/// Share of the peak that no buffer fills at the fullest step.
double fragmentation(const session::MemoryUse& use);

/// Which part of the data the plot shows: steps from left to right, addresses from the bottom up.
struct MapWindow {
    double stepBegin = 0;
    double stepEnd = 1;
    double addressBegin = 0;
    double addressEnd = 1;
};

struct MapLine {
    qint64 address = 0;
    QColor colour;
    Qt::PenStyle style = Qt::SolidLine;
    QString text;
    bool textLeft = false;         // lines that are close together bear their texts on different sides
};

class MemoryPicture {
public:
    MemoryPicture(const MapData& data, QRectF area, MapWindow window) : data_(data), area_(area), window_(window) {}

    /// The whole of the data; the capacity too when it is not far beyond the peak.
    static MapWindow wholeOf(const MapData& data);

    void paint(QPainter& painter) const;
    /// The line that bounds the buffers, perhaps while it is dragged; nothing when it lies outside of the plot.
    std::optional<double> lineAt(qint64 address) const;
    void paintLine(QPainter& painter, const MapLine& line) const;
    QRectF plot() const;
    QRectF rectangle(const MapBuffer& buffer) const;
    double xOf(double step) const;
    double yOf(double address) const;
    double stepAt(double x) const;
    double addressAt(double y) const;
    /// Index into the buffers, -1 for none.
    int bufferAt(QPointF place) const;

private:
    void paintAxes(QPainter& painter) const;
    void paintConstants(QPainter& painter) const;
    void paintBuffers(QPainter& painter) const;

    const MapData& data_;
    QRectF area_;
    MapWindow window_;
};

}  // namespace tw::views
