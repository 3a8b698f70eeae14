// SPDX-License-Identifier: GPL-3.0-or-later
// Colours that carry meaning: engines (always with badge letter and hatch, never by colour alone) and heat.
#pragma once

#include "core/target/target.h"

#include <QBrush>
#include <QColor>
#include <QString>

#include <map>
#include <string>

namespace tw::views {

inline constexpr int kUnassignedRole = 8;

struct EngineColours {
    QColor fill;
    QColor stroke;       // outline; at least 5:1 against the canvas
    QColor text;         // on the fill; at least 4.5:1
    Qt::BrushStyle hatch = Qt::NoBrush;
};

/// `role` is 1..8 as in Engine::paletteRole; anything else counts as unassigned.
const EngineColours& enginePalette(int role, bool dark);

/// The hatch of the role in a see-through text colour, to be painted over the fill; Qt::NoBrush for role 1.
QBrush engineHatch(int role, bool dark);

/// Palette role of the engine of that name; kUnassignedRole when there is none.
int engineRole(const target::Target* target, const std::string& engine);

/// One short badge per engine, unique in the target: "N", or "NA" and "NB" when first letters repeat.
std::map<std::string, QString> engineBadges(const target::Target& target);

/// Perceptually ordered single ramp, value in [0, 1] from little to much; readable for colour-blind eyes.
QColor heatColour(double value, bool dark);

/// Black or white, whichever reads better on `background`.
QColor textOn(const QColor& background);

}  // namespace tw::views
