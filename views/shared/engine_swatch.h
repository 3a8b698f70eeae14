// SPDX-License-Identifier: GPL-3.0-or-later
// An engine's colour, hatch and badge as one little picture: the same in legends, tables and menus.
#pragma once

#include "core/target/target.h"

#include <QIcon>
#include <QPainter>

namespace tw::views {

inline constexpr QSize kSwatchSize(26, 16);

/// `role` and `badge` as in views/shared/palette.h.
void paintEngineSwatch(QPainter& painter, const QRectF& place, int role, const QString& badge);

/// Swatch of an engine of the target; that of "no engine" when there is none of that name. Drawn anew after a change
/// of theme, at the resolution of the screen.
QIcon engineIcon(const target::Target* target, const std::string& engine);

/// An icon has room for this.
QString engineBadge(const target::Target* target, const std::string& engine);

}  // namespace tw::views
