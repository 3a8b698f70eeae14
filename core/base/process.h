// SPDX-License-Identifier: Apache-2.0
// The seam to other programs.
#pragma once

#include "core/base/progress.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace tw {

struct Command {
    std::vector<std::string> arguments;               // [0] is looked up in PATH
    std::filesystem::path workingDirectory = {};
    std::map<std::string, std::string> environment = {};  // added to ours
    std::function<void(std::string_view)> onOutput = {};  // stdout and stderr as they come
    int timeoutSeconds = 600;
};

struct Finished {
    int exitCode = 0;      // 128 + signal when killed by one
    std::string output;    // stdout and stderr interleaved
};

/// Fails with ToolFailed when the program cannot be started or the time is over, with Cancelled when cancelled (the
/// process group is killed). A non-zero exit code is no failure of this function.
Result<Finished> runCommand(const Command& command, Progress& progress);

}  // namespace tw
