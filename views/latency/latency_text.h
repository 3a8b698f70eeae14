// SPDX-License-Identifier: GPL-3.0-or-later
// Latencies and counts of architectures as people read them, and the look that all plots here share.
#pragma once

#include <QColor>
#include <QSharedPointer>
#include <QString>

#include <string>

class QCPAxisTicker;
class QCustomPlot;

namespace tw::latency {
class BigCount;
}

namespace tw::views {

/// "1.23 M cycles", "0.45 ms".
QString latencyText(double value, const std::string& unit);
/// "59,049", or "8.08e+38" for what nobody reads digit by digit.
QString countText(const latency::BigCount& count);
/// "12.3 %", "0.0034 %".
QString shareText(double share);

/// Colours and fonts by the theme; QCustomPlot does not follow it by itself.
void dressPlot(QCustomPlot& plot);
/// Labels with SI prefixes: "200 k".
QSharedPointer<QCPAxisTicker> shortNumbers();
/// Of the n-th container; the first is the accent colour.
QColor seriesColour(int series);
/// .png, .svg or .pdf by extension. False when it cannot be written.
bool exportPlot(QCustomPlot& plot, const QString& path);

}  // namespace tw::views
