// SPDX-License-Identifier: GPL-3.0-or-later
// What an export would do to a folder that is already there.
#pragma once

#include "core/base/progress.h"

#include <QString>

#include <filesystem>
#include <map>
#include <string>

namespace tw::workbench {

/// Path -> "new", "changed", "same" or removedState(), as texts for people. Reads the disk: for worker threads.
Result<std::map<std::string, QString>> compareWithFolder(const std::map<std::string, std::string>& files,
                                                         const std::filesystem::path& folder, Progress& progress);

/// The state of a file that is in the folder now and will not be afterwards.
QString removedState();

/// An export replaces the whole folder. That is fine when it does not exist, is empty, or is an earlier export.
bool mayReplaceFolder(const std::filesystem::path& folder);

}  // namespace tw::workbench
