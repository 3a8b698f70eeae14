// SPDX-License-Identifier: Apache-2.0
// Does a network give the numbers that somebody else computed?
#pragma once

#include "core/deploy/emulator_run.h"
#include "core/deploy/host_run.h"

namespace tw::deploy {

enum class Runner { Reference, Host, Emulator };

struct VerifyOptions {
    std::vector<onnx::NamedTensor> inputs;
    std::vector<onnx::NamedTensor> expected;   // compared by name when all names fit, else by position
    Runner runner = Runner::Reference;
    Sanitize sanitize = Sanitize::No;          // Runner::Host
    bool profileTiling = false;                // Runner::Host
    Tolerance tolerance;
};

struct Verification {
    std::vector<Comparison> outputs;
    std::optional<std::uint64_t> ticks = {};   // Runner::Host: nanoseconds of the network run
    std::vector<TileTiming> tiles = {};        // HostBuild::profileTiling
    std::optional<EmulatorRun> emulated = {};      // Runner::Emulator: the counts, without the outputs
    bool ok() const;
};

/// Types and dimensions of the options that the arrays imply and the user did not give.
void completeOptions(const ir::Graph& imported, const std::vector<onnx::NamedTensor>& inputs, Options& options);

/// Runs on `verify.inputs`. Reference: the evaluation of the graph before lowering. Host, Emulator: the exported C.
Result<Verification> verifyDeployment(const Deployment& deployment, const VerifyOptions& verify, Progress& progress);

}  // namespace tw::deploy
