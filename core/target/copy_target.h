// SPDX-License-Identifier: Apache-2.0
// A new target as a copy of another: the start of somebody's own.
#pragma once

#include "core/target/load.h"

namespace tw::target {

/// Copies the folder of `from` to `folder` and gives the copy `name`. Refuses an existing folder, and names that are
/// not letters, digits, '-' and '_'. Files that `from` shares with the installation stay shared.
Result<void> copyTarget(const std::string& from, const std::string& name, const std::filesystem::path& folder,
                        const Places& places);

}  // namespace tw::target
