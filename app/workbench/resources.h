// SPDX-License-Identifier: GPL-3.0-or-later
// The program's name, icons and where it keeps its settings.
#pragma once

namespace tw::workbench {

/// Names, icon resources, style. Once, after QApplication was made.
void describeApplication();

/// Settings and data go to a temporary folder for this run.
void useThrowAwaySettings();

}  // namespace tw::workbench
