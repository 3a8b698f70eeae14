// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/latency/latency_text.h"

#include "core/latency/big_count.h"
#include "views/shared/number_text.h"
#include "views/shared/theme.h"

#include <QApplication>
#include <QFile>
#include <QLocale>
#include <QSvgGenerator>
#include <qcustomplot.h>

#include <array>
#include <cmath>

namespace tw::views {
namespace {

class ShortNumbers : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return latencyText(tick, {}); }
};

}  // namespace

QSharedPointer<QCPAxisTicker> shortNumbers()
{
    return QSharedPointer<ShortNumbers>::create();
}

QString latencyText(double value, const std::string& unit)
{
    const QString name = QString::fromStdString(unit);
    if (std::abs(value) >= 1000 && std::abs(value) < 9e18) {
        const QString text = siText(std::llround(value));   // "1.23 M"; the unit is a word and stands apart
        return name.isEmpty() ? text : text + QLatin1Char(' ') + name;
    }
    const QString text = QLocale().toString(value, 'g', 4);
    return name.isEmpty() ? text : text + QLatin1Char(' ') + name;
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

QColor seriesColour(int series)
{
    // Okabe and Ito's colours, which colour-blind eyes tell apart; lighter ones on a dark canvas.
    static const std::array<QColor, 6> kLight{QColor(0x00, 0x72, 0xb2), QColor(0xd5, 0x5e, 0x00), QColor(0x00, 0x9e, 0x73),
                                              QColor(0xcc, 0x79, 0xa7), QColor(0x8a, 0x6d, 0x00), QColor(0x44, 0x44, 0x44)};
    static const std::array<QColor, 6> kDark{QColor(0x56, 0xb4, 0xe9), QColor(0xf0, 0x8a, 0x3c), QColor(0x3c, 0xc8, 0xa0),
                                             QColor(0xe0, 0xa0, 0xc8), QColor(0xf0, 0xe4, 0x42), QColor(0xcc, 0xcc, 0xcc)};
    const auto& colours = Theme::instance().dark() ? kDark : kLight;
    return colours[static_cast<std::size_t>(series) % colours.size()];
}

void dressPlot(QCustomPlot& plot)
{
    const CanvasColours& colours = Theme::instance().colours();
    plot.setBackground(colours.surface);
    for (QCPAxis* axis : {plot.xAxis, plot.yAxis, plot.xAxis2, plot.yAxis2}) {
        axis->setBasePen(QPen(colours.line));
        axis->setTickPen(QPen(colours.line));
        axis->setSubTickPen(QPen(colours.line));
        axis->setTickLabelColor(colours.text);
        axis->setLabelColor(colours.mutedText);
        axis->setLabelFont(plot.font());
        axis->setTickLabelFont(plot.font());
        axis->grid()->setPen(QPen(colours.grid));
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    plot.legend->setBrush(colours.surface);
    plot.legend->setBorderPen(QPen(colours.grid));
    plot.legend->setTextColor(colours.text);
    plot.legend->setFont(plot.font());
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
