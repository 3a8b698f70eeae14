// SPDX-License-Identifier: GPL-3.0-or-later
// The small networks that come with the program.
#pragma once

#include <QStringList>

namespace tw::workbench {

/// Full paths, sorted by name: of the installation, else of the source tree that the program was built in.
QStringList sampleModels();

}  // namespace tw::workbench
