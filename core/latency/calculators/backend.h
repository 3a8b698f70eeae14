// SPDX-License-Identifier: Apache-2.0
// What calculators need of rooms that this one may not include: deploying a network, and running what was deployed.
// core/session provides them; without, those calculators are listed with the reason why they cannot be used.
#pragma once

#include "core/latency/calculator.h"

namespace tw::latency {

/// A node of the lowered network and what the target's models say of it.
struct DeployedNode {
    std::string name;
    std::string op;
    std::vector<std::string> origins = {};      // nodes of the network as given whose work it does
    std::string engine = {};                    // empty: none runs it
    std::optional<double> compute = {};         // cycles
    std::optional<double> movement = {};
    std::optional<double> overhead = {};
    std::string missing = {};                   // why a part has no figure, or why no engine runs the node
    std::int64_t macs = 0;
    std::map<std::string, std::int64_t> moved = {};   // "L2 -> L1": bytes copied between two memories
};

struct DeployedNetwork {
    std::vector<DeployedNode> nodes;            // in the order of the run; those that need no kernel are left out
    std::string target;
};

struct DeployRequest {
    const CalculationInput& input;
    std::shared_ptr<const target::Target> target;
    std::string coloring = "first";             // or "optimal"
    std::string objective = "cycles";
    std::map<std::string, std::string> types = {};   // graph input -> element type
    std::uint64_t seed = 1;                     // of the inputs where the user gives none
};

/// How the kernels of a deployed network are to be timed; latency-engine.md, sections 6.1 and 6.2.
struct TimingPlan {
    int warmup = 10;
    int runs = 10;
    double minimumSampleMicroseconds = 200;
    double secondsPerNode = 5;
    bool cold = false;
    int core = -1;                              // to pin to; -1: the last one that is allowed; -2: none
};

/// One list a node, and one for the whole network; ns a call.
struct NodeSamples {
    std::vector<std::vector<double>> nodes;
    std::vector<double> whole;
    std::map<std::string, std::string> how = {};   // clock, pinned, cache, ...
};

/// A network that is ready to be timed again and again.
struct TimedNetwork {
    std::vector<DeployedNode> nodes;            // without cycles
    std::map<std::string, std::string> how = {};   // compiler, flags, machine, target
    std::function<Result<NodeSamples>(const TimingPlan&, Progress&)> sample;
};

struct CountedNetwork {
    struct Counted {
        std::string name;
        std::string op;
        std::vector<std::string> origins = {};
        std::int64_t instructions = 0;
    };
    std::vector<Counted> nodes;
    std::int64_t total = 0;
    std::map<std::string, std::string> how;
};

struct Backend {
    std::function<Result<DeployedNetwork>(const DeployRequest&, Progress&)> deploy = {};
    /// The request's target is not asked: it is this host.
    std::function<Result<TimedNetwork>(const DeployRequest&, Progress&)> prepareOnHost = {};
    std::function<Result<CountedNetwork>(const DeployRequest&, Progress&)> countInEmulator = {};
};

}  // namespace tw::latency
