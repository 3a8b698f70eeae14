// SPDX-License-Identifier: Apache-2.0
// Compiles an exported project for the emulated processor of its target, runs it there, and counts its instructions.
#pragma once

#include "core/deploy/pipeline.h"

namespace tw::deploy {

struct NodeInstructions {
    std::string name;
    std::string op;
    std::uint64_t instructions = 0;                 // of all harts
};

struct EmulatorRun {
    std::vector<ir::TensorData> outputs;            // types and shapes of the network's ports
    std::uint64_t instructions = 0;                 // of network_run, all harts together
    std::vector<std::uint64_t> instructionsOfHart;
    std::vector<NodeInstructions> nodes;            // in the order of the run
    std::string machine;
};

/// Counts are exact and the same in every run; what harts spend waiting for each other, and the emulator's own runtime,
/// is left out. Fails with ToolFailed and the package to install when a program is missing on this machine, with
/// BadUsage when the target has no emulator, with MemoryOverflow when the emulated machine is too small.
Result<EmulatorRun> runInEmulator(const Deployment& deployment, const std::map<std::string, std::string>& files,
                                  const std::vector<ir::TensorData>& inputs, Progress& progress);

/// What this machine lacks to run projects of the target in its emulator, as a sentence; empty: nothing.
Result<std::string> missingForEmulator(const target::Target& target);

}  // namespace tw::deploy
