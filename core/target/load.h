// SPDX-License-Identifier: Apache-2.0
// Finds and loads targets.
#pragma once

#include "core/target/target.h"

namespace tw::target {

struct Places {
    std::filesystem::path targets;   // folder of target folders
    std::filesystem::path kernels;   // folder of flavours and of include/
};

/// Beside the executable's prefix (share/tilewright), or the source tree of a development build; the environment
/// variable TILEWRIGHT_DATA (a folder with targets/ and kernels/) wins.
Places installedPlaces();

/// Folder names under places.targets that hold a target.json, sorted.
std::vector<std::string> targetNames(const Places& places);

/// `nameOrPath`: an installed name, a folder, or a target.json. Every fault names file, row and field.
Result<Target> loadTarget(const std::string& nameOrPath, const Places& places);

}  // namespace tw::target
