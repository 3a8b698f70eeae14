// SPDX-License-Identifier: Apache-2.0
// Compiles an exported project with the host's C compiler and runs it.
#pragma once

#include "core/deploy/pipeline.h"

namespace tw::deploy {

/// Ticks of the host's clock (nanoseconds) that one tile spends.
struct TileTiming {
    int node = 0;                          // of the lowered graph
    int tile = 0;
    std::uint64_t inputWait = 0;
    std::uint64_t kernel = 0;
    std::uint64_t outputWait = 0;
};

struct HostRun {
    std::vector<ir::TensorData> outputs;   // types and shapes of the network's ports
    std::uint64_t ticks = 0;               // nanoseconds
    std::vector<TileTiming> tiles = {};    // HostBuild::profileTiling; in the order of the run
};

enum class Sanitize { No, Yes, Threads };   // Yes: AddressSanitizer and UndefinedBehaviorSanitizer

struct HostBuild {
    Sanitize sanitize = Sanitize::No;
    bool profileTiling = false;
};

/// Writes `files` into a temporary folder, compiles everything in one call with -std=c99 -Wall -Wextra -Werror, runs
/// it on `inputs`. Fails with ToolFailed and the compiler's or the program's words.
Result<HostRun> runOnHost(const Deployment& deployment, const std::map<std::string, std::string>& files,
                          const std::vector<ir::TensorData>& inputs, const HostBuild& build, Progress& progress);

}  // namespace tw::deploy
