// SPDX-License-Identifier: GPL-3.0-or-later
// The whole drawing as a file: SVG, PDF, or PNG by the ending of the name.
#pragma once

#include "core/base/result.h"
#include "views/graph/graph_canvas.h"

namespace tw::views::graph {

/// All of the drawing, or what surrounds the selected nodes (all when none is selected). Scene coordinates.
enum class ExportArea { All, Selection };
QRectF exportArea(const GraphCanvas& canvas, ExportArea area);

/// Pixels a PNG of the area would have at `scale`.
QSize pngSize(const QRectF& area, double scale);

/// Fails with FileNotWritable, with UnsupportedFormat for another ending, and with BadInput when a PNG would be too
/// large; the message says how large. Nothing is ever cut off silently.
Result<void> exportDrawing(GraphCanvas& canvas, const QString& path, const QRectF& area, double scale);

}  // namespace tw::views::graph
