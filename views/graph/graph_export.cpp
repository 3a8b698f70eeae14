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

Error notWritable(const QString& path)
{
    return {.code = Code::FileNotWritable, .message = cat("cannot write ", path.toStdString())};
}

Result<void> writePng(GraphCanvas& canvas, const QString& path, const QRectF& area, double scale)
{
    const QSize size = pngSize(area, scale);
    const bool tooLarge = qint64(size.width()) * size.height() > kLargestPng || std::max(size.width(), size.height()) > kLargestSide;
    if (tooLarge)
        return Error{.code = Code::BadInput,
                     .message = cat("a PNG of ", size.width(), " x ", size.height(), " pixels is too large"),
                     .hint = "close groups, choose a smaller scale, or export SVG or PDF"};
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    canvas.render(painter, area, QRectF(QPointF(), QSizeF(size)), GraphCanvas::AsScaled);
    painter.end();
    if (!image.save(path, "PNG"))
        return notWritable(path);
    return {};
}

Result<void> writeSvg(GraphCanvas& canvas, const QString& path, const QRectF& area)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return notWritable(path);
    const QRectF page(QPointF(), area.size());
    QSvgGenerator generator;
    generator.setOutputDevice(&file);
    generator.setViewBox(page);
    generator.setSize(page.size().toSize());
    generator.setTitle(QString::fromStdString(canvas.state().view->graph->name));
    QPainter painter(&generator);
    canvas.render(painter, area, page, GraphCanvas::Full);
    painter.end();
    if (!file.flush())
        return notWritable(path);
    return {};
}

Result<void> writePdf(GraphCanvas& canvas, const QString& path, const QRectF& area)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return notWritable(path);
    const QSizeF size = area.size() * std::min(1.0, kPdfSide / std::max(area.width(), area.height()));
    QPdfWriter writer(&file);
    writer.setResolution(72);
    writer.setPageMargins({});
    writer.setPageSize(QPageSize(size, QPageSize::Point, {}, QPageSize::ExactMatch));
    QPainter painter(&writer);
    canvas.render(painter, area, QRectF(QPointF(), size), GraphCanvas::Full);
    painter.end();
    if (!file.flush())
        return notWritable(path);
    return {};
}

}  // namespace

QRectF exportArea(const GraphCanvas& canvas, ExportArea area)
{
    QRectF result;
    const auto& marks = canvas.state().marks;
    for (std::size_t node = 0; area == ExportArea::Selection && node < marks.size(); ++node)
        if (marks[node] & Selected)
            result |= canvas.placeOf(static_cast<int>(node));
    if (result.isNull())
        result = canvas.contentRect();
    return result.adjusted(-20, -20, 20, 20);
}

QSize pngSize(const QRectF& area, double scale)
{
    return (area.size() * scale).toSize();
}

Result<void> exportDrawing(GraphCanvas& canvas, const QString& path, const QRectF& area, double scale)
{
    if (!canvas.hasPicture())
        return Error{.code = Code::BadInput, .message = "there is no graph to export"};
    if (path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive))
        return writePng(canvas, path, area, scale);
    if (path.endsWith(QStringLiteral(".svg"), Qt::CaseInsensitive))
        return writeSvg(canvas, path, area);
    if (path.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive))
        return writePdf(canvas, path, area);
    return Error{.code = Code::UnsupportedFormat, .message = "a drawing can be saved as .svg, .pdf or .png"};
}

}  // namespace tw::views::graph
