// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/plot_style.h"

#include "views/shared/number_text.h"
#include "views/shared/theme.h"

#include <QLocale>
#include <qcustomplot.h>

#include <array>
#include <cmath>

namespace tw::views {
namespace {

class ShortNumbers : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return shortNumberText(tick); }
};

}  // namespace

QSharedPointer<QCPAxisTicker> shortNumbers()
{
    return QSharedPointer<ShortNumbers>::create();
}

QString shortNumberText(double value)
{
    if (std::abs(value) >= 1000 && std::abs(value) < 9e18)
        return siText(std::llround(value));
    return QLocale().toString(value, 'g', 4);
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

}  // namespace tw::views
