// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/number_text.h"

#include <QCoreApplication>
#include <QLocale>

#include <array>
#include <cmath>

namespace tw::views {

QString siText(qint64 value, const QString& unit)
{
    constexpr std::array prefixes = {"", "k", "M", "G", "T", "P", "E"};
    double scaled = static_cast<double>(value);
    std::size_t prefix = 0;
    // 999.5 would round to "1000", which belongs to the next prefix.
    while (std::abs(scaled) >= 999.5 && prefix + 1 < prefixes.size()) {
        scaled /= 1000;
        ++prefix;
    }
    const double size = std::abs(scaled);
    const int decimals = prefix == 0 || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
    QString text = QLocale().toString(scaled, 'f', decimals);
    const QString suffix = QLatin1String(prefixes[prefix]) + unit;
    if (!suffix.isEmpty())
        text += QChar(0x00A0) + suffix;
    return text;
}

QString fullText(qint64 value, const QString& unit)
{
    const QString number = QLocale().toString(value);
    return unit.isEmpty() ? number : number + QChar(0x00A0) + unit;
}

QString realText(double value)
{
    return QLocale().toString(value, 'g', 6);
}

QString cyclesText(const std::optional<double>& cycles)
{
    return cycles ? siText(std::llround(*cycles)) : QCoreApplication::translate("NumberText", "no figure");
}

QString changeText(double before, double after)
{
    if (before == after)
        return QCoreApplication::translate("NumberText", "same");
    if (before == 0)
        return QStringLiteral("+") + siText(std::llround(after));
    const double percent = (after - before) / before * 100;
    const QString size = QLocale().toString(std::abs(percent), 'f', std::abs(percent) < 9.95 ? 1 : 0);
    return (percent < 0 ? QChar(0x2212) : QLatin1Char('+')) + size + QChar(0x00A0) + QLatin1Char('%');
}

QString secondsText(double seconds)
{
    constexpr std::array units = {"s", "ms", "µs", "ns"};
    std::size_t unit = 0;
    while (std::abs(seconds) < 0.9995 && unit + 1 < units.size()) {
        seconds *= 1000;
        ++unit;
    }
    const double size = std::abs(seconds);
    return QLocale().toString(seconds, 'f', size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2) + QChar(0x00A0) + QString::fromUtf8(units[unit]);
}

QString counted(qint64 count, const QString& one, const QString& many)
{
    return count == 1 ? one : many.arg(QLocale().toString(count));
}

}  // namespace tw::views
