// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace tw::views {
namespace {

const QColor kLightText("#1A1A1A");
const QColor kDarkText("#F5F5F5");

using Roles = std::array<EngineColours, 8>;

const Roles kLight{{
    {QColor("#3D82ED"), QColor("#1B4FA8"), kLightText, Qt::NoBrush},
    {QColor("#E09123"), QColor("#8A5200"), kLightText, Qt::BDiagPattern},
    {QColor("#1ABD89"), QColor("#0B6B4C"), kLightText, Qt::Dense6Pattern},
    {QColor("#A472A9"), QColor("#6B3F70"), kLightText, Qt::FDiagPattern},
    {QColor("#F7CF81"), QColor("#8A6A00"), kLightText, Qt::HorPattern},
    {QColor("#A6D7FC"), QColor("#2F6E9E"), kLightText, Qt::VerPattern},
    {QColor("#DA5B4B"), QColor("#8F2A20"), kLightText, Qt::CrossPattern},
    {QColor("#E8EADA"), QColor("#6B6B60"), kLightText, Qt::Dense4Pattern},
}};
const Roles kDark{{
    {QColor("#153FA6"), QColor("#7FA6F5"), kDarkText, Qt::NoBrush},
    {QColor("#633D0F"), QColor("#D89A55"), kDarkText, Qt::BDiagPattern},
    {QColor("#045134"), QColor("#4FC79A"), kDarkText, Qt::Dense6Pattern},
    {QColor("#852672"), QColor("#D882C8"), kDarkText, Qt::FDiagPattern},
    {QColor("#796B0C"), QColor("#D6C24A"), kDarkText, Qt::HorPattern},
    {QColor("#0672A1"), QColor("#5DBDE8"), kDarkText, Qt::VerPattern},
    {QColor("#BB034D"), QColor("#FF6E9A"), kDarkText, Qt::CrossPattern},
    {QColor("#6A706D"), QColor("#B4BAB7"), kDarkText, Qt::Dense4Pattern},
}};

// Stops of the cividis ramp: ordered in lightness, and the same for all common kinds of colour vision.
const std::array<QColor, 6> kRamp{QColor("#00224E"), QColor("#35456C"), QColor("#666970"),
                                  QColor("#948E77"), QColor("#C8B866"), QColor("#FEE838")};

QColor mixed(const QColor& a, const QColor& b, double share)
{
    return QColor::fromRgbF(float(a.redF() + (b.redF() - a.redF()) * share),
                            float(a.greenF() + (b.greenF() - a.greenF()) * share),
                            float(a.blueF() + (b.blueF() - a.blueF()) * share));
}

double linear(double channel)      // sRGB to linear light, WCAG 2
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

QString letters(const std::string& name, std::size_t count)
{
    std::string result;
    if (!name.empty())
        result = name.substr(0, 1);
    if (count > 1 && name.size() > 1)
        result += name.substr(name.size() - 1);
    return QString::fromStdString(result).toUpper();
}

}  // namespace

const EngineColours& enginePalette(int role, bool dark)
{
    const int index = role >= 1 && role <= kUnassignedRole ? role - 1 : kUnassignedRole - 1;
    return (dark ? kDark : kLight)[static_cast<std::size_t>(index)];
}

QBrush engineHatch(int role, bool dark)
{
    const EngineColours& colours = enginePalette(role, dark);
    QColor ink = colours.text;
    ink.setAlphaF(dark ? 0.35f : 0.30f);
    return colours.hatch == Qt::NoBrush ? QBrush() : QBrush(ink, colours.hatch);
}

int engineRole(const target::Target* target, const std::string& engine)
{
    if (!target)
        return kUnassignedRole;
    const auto found = std::ranges::find(target->engines, engine, &target::Engine::name);
    return found != target->engines.end() ? found->paletteRole : kUnassignedRole;
}

std::map<std::string, QString> engineBadges(const target::Target& target)
{
    std::map<QString, int> uses;
    for (const auto& engine : target.engines)
        ++uses[letters(engine.name, 1)];
    std::map<std::string, QString> badges;
    std::set<QString> taken;
    for (const auto& engine : target.engines) {
        QString badge = letters(engine.name, uses[letters(engine.name, 1)] > 1 ? 2 : 1);
        for (int number = 2; taken.contains(badge); ++number)
            badge = letters(engine.name, 1) + QString::number(number);
        taken.insert(badge);
        badges[engine.name] = badge;
    }
    return badges;
}

QColor heatColour(double value, bool dark)
{
    const double clamped = std::clamp(std::isfinite(value) ? value : 0.0, 0.0, 1.0);
    // Much stands out from the canvas in both themes: dark on light, bright on dark.
    const double place = (dark ? clamped : 1.0 - clamped) * (kRamp.size() - 1);
    const auto below = std::min(static_cast<std::size_t>(place), kRamp.size() - 2);
    return mixed(kRamp[below], kRamp[below + 1], place - double(below));
}

QColor textOn(const QColor& background)
{
    const double luminance = 0.2126 * linear(background.redF()) + 0.7152 * linear(background.greenF())
                             + 0.0722 * linear(background.blueF());
    return luminance > 0.179 ? kLightText : kDarkText;
}

}  // namespace tw::views
