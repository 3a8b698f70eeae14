// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_export.h"

#include "core/base/text.h"

#include <QFile>
#include <QImage>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>

namespace tw::views::graph {
namespace {

constexpr qint64 kLargestPng = 256'000'000;      // pixels; one gigabyte while it is made
constexpr double kLargestSide = 32'000;          // QPainter on images goes no further
constexpr double kPdfSide = 14'000;              // points; PDF readers refuse pages beyond 200 inches

QRectF drawn(const GraphCanvas& canvas)
{
    return canvas.contentRect().adjusted(-20, -20, 20, 20);
}

Error notWritable(const QString& path)
{
    return {.code = Code::FileNotWritable, .message = cat("cannot write ", path.toStdString())};
}

Result<void> writePng(GraphCanvas& canvas, const QString& path, double scale)
{
    const QSize size = pngSize(canvas, scale);
    const bool tooLarge = qint64(size.width()) * size.height() > kLargestPng || std::max(size.width(), size.height()) > kLargestSide;
    if (tooLarge)
        return Error{.code = Code::BadInput,
                     .message = cat("a PNG of ", size.width(), " x ", size.height(), " pixels is too large"),
                     .hint = "close groups, choose a smaller scale, or export SVG or PDF"};
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    canvas.renderAll(painter, QRectF(QPointF(), QSizeF(size)), GraphCanvas::AsScaled);
    painter.end();
    if (!image.save(path, "PNG"))
        return notWritable(path);
    return {};
}

Result<void> writeSvg(GraphCanvas& canvas, const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return notWritable(path);
    const QRectF area(QPointF(), drawn(canvas).size());
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setViewBox(area);
    generator.setSize(area.size().toSize());
    generator.setTitle(QString::fromStdString(canvas.state().view->graph->name));
    QPainter painter(&generator);
    canvas.renderAll(painter, area, GraphCanvas::Full);
    painter.end();
    if (!file.flush())
        return notWritable(path);
    return {};
}

Result<void> writePdf(GraphCanvas& canvas, const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return notWritable(path);
    const QSizeF size = drawn(canvas).size() * std::min(1.0, kPdfSide / std::max(drawn(canvas).width(), drawn(canvas).height()));
    QPdfWriter writer(&file);
    writer.setResolution(72);
    writer.setPageMargins({});
    writer.setPageSize(QPageSize(size, QPageSize::Point, {}, QPageSize::ExactMatch));
    QPainter painter(&writer);
    canvas.renderAll(painter, QRectF(QPointF(), size), GraphCanvas::Full);
    painter.end();
    if (!file.flush())
        return notWritable(path);
    return {};
}

}  // namespace

QSize pngSize(const GraphCanvas& canvas, double scale)
{
    return (drawn(canvas).size() * scale).toSize();
}

Result<void> exportDrawing(GraphCanvas& canvas, const QString& path, double scale)
{
    if (!canvas.hasPicture())
        return Error{.code = Code::BadInput, .message = "there is no graph to export"};
    if (path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive))
        return writePng(canvas, path, scale);
    if (path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive))
        return writeSvg(canvas, path);
    if (path.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive))
        return writePdf(canvas, path);
    return Error{.code = Code::UnsupportedFormat, .message = "a drawing can be saved as .svg, .pdf or .png"};
}

}  // namespace tw::views::graph
