// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/latency/latency_text.h"

#include "core/latency/big_count.h"

#include <QFile>
#include <QLocale>
#include <QSvgGenerator>
#include <qcustomplot.h>

namespace tw::views {

QString latencyText(double value, const std::string& unit)
{
    const QString text = shortNumberText(value);   // "1.23 M"; the unit is a word and stands apart
    return unit.empty() ? text : text + QLatin1Char(' ') + QString::fromStdString(unit);
}

QString countText(const latency::BigCount& count)
{
    if (count.bits() <= 50)
        return QLocale().toString(QString::fromStdString(count.text()).toLongLong());
    return QString::fromStdString(count.shortText());
}

QString shareText(double share)
{
    return QLocale().toString(100 * share, 'g', 3) + QStringLiteral(" %");
}

bool exportPlot(QCustomPlot& plot, const QString& path)
{
    if (path.endsWith(QLatin1String(".pdf"), Qt::CaseInsensitive))
        return plot.savePdf(path);
    if (!path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive))
        return plot.savePng(path, 0, 0, 2);
    QSvgGenerator svg;
    svg.setFileName(path);
    svg.setSize(plot.size());
    svg.setViewBox(plot.rect());
    QCPPainter painter;
    if (!painter.begin(&svg))
        return false;
    painter.setMode(QCPPainter::pmVectorized);
    painter.setMode(QCPPainter::pmNoCaching);
    plot.toPainter(&painter, plot.width(), plot.height());
    return painter.end();
}

}  // namespace tw::views
