// SPDX-License-Identifier: Apache-2.0
// Compiles an exported project with a program around it that times its nodes on this machine, and runs that program in
// a process of its own.
#pragma once

#include "core/deploy/pipeline.h"

#include <memory>

namespace tw::deploy {

struct TimingOptions {
    int warmup = 10;
    int runs = 10;
    double minimumSampleMicroseconds = 200;   // 0: one call a sample
    double secondsPerNode = 5;
    bool cold = false;
    int core = -1;                            // -1: the last that is allowed; -2: not pinned
};

struct HostTiming {
    std::vector<std::vector<double>> nodes;   // ns a call, as `timedNodes`
    std::vector<double> whole;                // of network_run
    std::map<std::string, std::string> how;   // clock, pinned, inner calls, ...
};

/// A compiled program. Its folder lives as long as it does.
class TimingProgram {
public:
    /// Needs a complete deployment for the host. Fails with ToolFailed and the compiler's words.
    static Result<TimingProgram> build(const Deployment& deployment, const std::vector<ir::TensorData>& inputs,
                                       Progress& progress);

    /// Indices of the lowered nodes that have a kernel, in the order of the run.
    const std::vector<std::size_t>& timedNodes() const { return timedNodes_; }
    /// Compiler, flags, machine.
    const std::map<std::string, std::string>& how() const { return how_; }

    Result<HostTiming> run(const TimingOptions& options, Progress& progress) const;

private:
    TimingProgram(TemporaryFolder folder, std::vector<std::size_t> timedNodes)
        : folder_(std::make_shared<TemporaryFolder>(std::move(folder))), timedNodes_(std::move(timedNodes))
    {
    }
    std::shared_ptr<TemporaryFolder> folder_;
    std::vector<std::size_t> timedNodes_;
    std::map<std::string, std::string> how_;
};

/// What the program printed. Fails with ToolFailed when a node has no sample. Lines
/// that mean nothing are passed over.
Result<HostTiming> readTiming(std::string_view output, std::size_t nodes);

/// Processor, system, frequency governor: what there is to read.
std::map<std::string, std::string> machineFacts();

}  // namespace tw::deploy
