// SPDX-License-Identifier: GPL-3.0-or-later
// A target in rich text: engines, memories, clock, and what of a network it cannot run.
#pragma once

#include "core/session/session.h"

#include <QString>

namespace tw::workbench {

QString targetPage(const session::TargetSurvey& survey);
/// "runs all of it", "cannot run 3 of 120 nodes"; empty when no network was asked about.
QString verdictText(const session::TargetSurvey& survey);

}  // namespace tw::workbench
