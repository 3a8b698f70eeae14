// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's hints are for both programs and name options of the command line. Here they name the menu.
#pragma once

#include "core/base/diagnostic.h"

#include <string>

namespace tw::workbench {

/// "choose a value with --dim batch=N" -> "choose a value for batch under Deploy > Dimensions and Types".
std::string inWindowWords(const std::string& hint);
Diagnostics inWindowWords(Diagnostics diagnostics);

}  // namespace tw::workbench
