// SPDX-License-Identifier: GPL-3.0-or-later
// A painted view as a file, alike for all plots: SVG, or PNG at twice the size of the screen; and tables as CSV.
#pragma once

#include "core/base/result.h"

#include <QSize>
#include <QString>

#include <functional>

class QPainter;
class QToolButton;
class QWidget;

namespace tw::views {

/// `paint` draws a picture of `size`. SVG or PNG by the ending of `path`; fails with FileNotWritable or UnsupportedFormat.
Result<void> writePicture(const QString& path, QSize size, const QString& title, const std::function<void(QPainter&)>& paint);

/// One row of a table; quotes where they are needed.
QString csvLine(const QStringList& fields);
Result<void> writeCsv(const QString& path, const QString& text);

struct PlotExport {
    QString name;                                     // of the file, without an ending
    std::function<QSize()> size;
    std::function<void(QPainter&)> paint;
    std::function<QString()> csv;
};
/// A button with a menu of the three formats. Asks for the file, writes it, and says by `done` what came of it.
QToolButton* exportButton(const QString& objectName, PlotExport plot, std::function<void(const QString& message)> done, QWidget* parent);

}  // namespace tw::views
