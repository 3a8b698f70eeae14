// SPDX-License-Identifier: Apache-2.0
// Latencies of a model or a search space, for the workbench and the command line. Every function may be slow and
// belongs on a worker thread; see session.h.
#pragma once

#include "core/latency/compare.h"
#include "core/latency/deployment_space.h"
#include "core/latency/distribution.h"
#include "core/latency/search_space.h"
#include "core/latency/selection.h"
#include "core/session/session.h"

namespace tw::session {

struct CalculatorInfo {
    std::string name;
    std::string unit;
    std::string measures;            // one sentence
    bool additive = true;
    bool needsTarget = false;
    std::string unavailable = {};    // why it cannot be used here; empty: it can
};
/// Sorted by name.
std::vector<CalculatorInfo> latencyCalculators();

struct LatencyRequest {
    std::string calculator = "mmac";
    Choices choices = {};                         // target and dimensions
    latency::CalculatorOptions options = {};      // its target is that of the choices
    std::filesystem::path draft = {};             // keeps finished cells; empty: none
};

/// What was computed or loaded, with everything that is drawn of it.
struct LatencyResult {
    latency::LatencyContainer container;
    std::shared_ptr<const latency::LatencyDistribution> distribution;
    std::shared_ptr<const latency::DeploymentSpace> deployment = {};   // where blocks are engine choices
    std::optional<latency::Arch> current = {};
    std::optional<latency::Arch> best = {};
    Diagnostics diagnostics = {};
};
using LatencyPointer = std::shared_ptr<const LatencyResult>;

/// A plain model, or a search space when it has SearchBlock nodes.
Result<LatencyPointer> computeLatency(const SnapshotPointer& snapshot, const LatencyRequest& request, Progress& progress);
/// The engine choices of the deployed model, in modelled cycles. Needs a deployment.
Result<LatencyPointer> deploymentLatency(const SnapshotPointer& snapshot, Progress& progress);
Result<LatencyPointer> loadLatency(const std::filesystem::path& path, Progress& progress);
/// By extension: .json, .csv, anything else is the native format.
Result<void> saveLatency(const LatencyPointer& latency, const std::filesystem::path& path, Progress& progress);

/// 4,096 bins: enough for every screen, and quick enough to follow the mouse.
inline constexpr std::int64_t kDrawnBins = 4096;
Result<LatencyPointer> analyseLatency(latency::LatencyContainer container, Progress& progress);

/// No value when the architecture does not fit.
std::optional<double> latencyOfArchitecture(const LatencyResult& latency, const latency::Arch& arch);
/// Latencies of random architectures.
std::vector<double> sampleOf(const LatencyResult& latency, int n, std::uint64_t seed);
/// Which choices make up a range, and how many architectures meet a budget: quick enough for the window's own thread.
latency::ChoiceTable choicesWithin(const LatencyResult& latency, double low, double high);
latency::CountBounds countWithin(const LatencyResult& latency, double budget);

/// What one would take under a budget: engine choices as fast as possible, else the greatest network that meets it.
Result<latency::Chosen> bestUnder(const LatencyPointer& latency, double budget, Progress& progress);
/// The same result with this as the best architecture.
LatencyPointer withBest(const LatencyPointer& latency, latency::Arch arch);

/// The choices with the engines of an architecture pinned: those of blocks that imported nodes stand for.
Choices withArchitecture(const Snapshot& snapshot, const Choices& choices, const LatencyResult& latency, const latency::Arch& arch);

/// The index into snapshot.graph->nodes of a block or of a node of the container; -1 when it is not of this model.
int nodeOfBlock(const Snapshot& snapshot, const LatencyResult& latency, std::size_t block);

/// The plain network of an architecture of a model with search blocks, as ONNX.
Result<void> materialiseTo(const SnapshotPointer& snapshot, const latency::Arch& arch, const std::filesystem::path& path, Progress& progress);

}  // namespace tw::session
