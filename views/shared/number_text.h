// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people read them: SI prefixes in place, the full value for tooltips.
#pragma once

#include <QString>

#include <optional>

namespace tw::views {

/// "987", "1.23 k", "45.6 M"; with a unit "1.23 kB". Three significant digits.
QString siText(qint64 value, const QString& unit = {});
/// "1,234,567 B" in the user's locale.
QString fullText(qint64 value, const QString& unit = {});
/// Shortest readable form of a real number: "0.125", "1.5e-08".
QString realText(double value);

/// Modelled cycles: "1.23 M", or "no figure".
QString cyclesText(const std::optional<double>& cycles);
/// How much more or less `after` is: "−12.3 %", "+4 %", "same".
QString changeText(double before, double after);

/// "34.3 µs", "1.2 ms".
QString secondsText(double seconds);

/// `one` for 1, else `many` with %1 replaced: the source language needs no translation file for its plurals.
QString counted(qint64 count, const QString& one, const QString& many);

}  // namespace tw::views
