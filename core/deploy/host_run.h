// SPDX-License-Identifier: Apache-2.0
// Compiles an exported project with the host's C compiler and runs it.
#pragma once

#include "core/deploy/pipeline.h"

namespace tw::deploy {

struct HostRun {
    std::vector<ir::TensorData> outputs;   // types and shapes of the network's ports
    std::uint64_t ticks = 0;               // nanoseconds
};

enum class Sanitize { No, Yes, Threads };   // Yes: AddressSanitizer and UndefinedBehaviorSanitizer

/// Writes `files` into a temporary folder, compiles everything in one call with -std=c99 -Wall -Wextra -Werror, runs
/// it on `inputs`. Fails with ToolFailed and the compiler's or the program's words.
Result<HostRun> runOnHost(const Deployment& deployment, const std::map<std::string, std::string>& files,
                          const std::vector<ir::TensorData>& inputs, Sanitize sanitize, Progress& progress);

}  // namespace tw::deploy
