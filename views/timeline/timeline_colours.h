// SPDX-License-Identifier: GPL-3.0-or-later
// What the colours of the timeline mean, for the drawing and its legend. Loads, stores and waiting for them share a colour.
#pragma once

#include "core/schedule/timeline.h"

#include <QBrush>
#include <QColor>
#include <QString>

#include <vector>

namespace tw::views {

struct TimelineColour {
    QColor fill;
    QColor stroke;
    QColor text;
    QBrush hatch;
};

TimelineColour workColour(schedule::Work work, int engineRole);
TimelineColour boundColour(schedule::Bound bound);
QString boundText(schedule::Bound bound);
QString workText(schedule::Work work);
/// Those that can bound a node.
const std::vector<schedule::Bound>& allBounds();

}  // namespace tw::views
