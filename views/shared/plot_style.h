// SPDX-License-Identifier: GPL-3.0-or-later
// The look that all plots share.
#pragma once

#include <QColor>
#include <QSharedPointer>
#include <QString>

class QCPAxisTicker;
class QCustomPlot;

namespace tw::views {

/// Colours and fonts by the theme; QCustomPlot does not follow it by itself.
void dressPlot(QCustomPlot& plot);
/// "1.23 M", "0.45": three or four digits.
QString shortNumberText(double value);
/// Labels like these.
QSharedPointer<QCPAxisTicker> shortNumbers();
/// Of the n-th series; the first is the accent colour.
QColor seriesColour(int series);

}  // namespace tw::views
