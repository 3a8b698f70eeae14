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

struct CheckedTarget {
    Target target;               // of use only without faults
    std::vector<Error> faults;   // each with file, place in the file and what to do; in the order of the file
};

/// Reads target.json, the kernel tables and platforms.json, and on after a fault, to find them all. Fails only when there is no such target.
/// `nameOrPath`: an installed name, a folder, or a target.json.
Result<CheckedTarget> checkTarget(const std::string& nameOrPath, const Places& places);

/// Fails with the first fault.
Result<Target> loadTarget(const std::string& nameOrPath, const Places& places);

}  // namespace tw::target
