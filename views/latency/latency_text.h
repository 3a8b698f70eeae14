// SPDX-License-Identifier: GPL-3.0-or-later
// Latencies and counts of architectures as people read them, and plots as files.
#pragma once

#include "views/shared/plot_style.h"

#include <QString>

#include <string>

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

/// .png, .svg or .pdf by extension. False when it cannot be written.
bool exportPlot(QCustomPlot& plot, const QString& path);

}  // namespace tw::views
