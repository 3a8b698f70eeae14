// SPDX-License-Identifier: Apache-2.0
// An ONNX model with alternatives: nodes of type ai.tilewright.search::SearchBlock carry a list of interchangeable
// candidate graphs. One index per block, in the order of the main graph's nodes, makes an architecture.
#pragma once

#include "core/base/diagnostic.h"
#include "core/ir/graph.h"
#include "core/latency/calculator.h"
#include "core/latency/statistics.h"

namespace tw::latency {

inline constexpr const char* kSearchDomain = "ai.tilewright.search";
inline constexpr const char* kSearchBlockOp = "SearchBlock";

struct Candidate {
    std::string name;
    ir::GraphPointer graph;                      // inputs and outputs bound by position
};

struct SearchBlock {
    std::string name;                            // of its node
    int node = -1;                               // index into graph.nodes
    std::vector<Candidate> candidates = {};
    int defaultIndex = 0;
    std::vector<double> probabilities = {};      // empty: none stored
    std::vector<double> latencies = {};
    std::string latencyType = {};
};

struct SearchSpace {
    ir::Graph graph;                             // with the SearchBlock nodes; types known behind them too
    std::vector<SearchBlock> blocks = {};
    std::optional<Arch> current = {};            // selected last
    std::optional<Arch> best = {};
    std::optional<LatencyContainer> latency = {};
    Diagnostics diagnostics = {};

    Arch defaultArch() const;
};

/// Takes the blocks out of a graph and checks them: one Fault for each rule, naming block and candidate. Types behind
/// the blocks are inferred through their default candidates. Stored latencies become `latency` when every block has
/// some of one type. Wrong stored architectures and blocks that nobody reads are warnings.
Result<SearchSpace> searchSpaceOf(ir::Graph graph);

/// The graph with the architectures written into its metadata, ready to be saved as .onnx.
ir::Graph graphOf(const SearchSpace& space);

/// A plain network: the chosen candidates in place of the blocks, their inner names prefixed by "<block>/<op>/".
/// Fails as currentLatency for architectures that do not fit.
Result<ir::Graph> materialise(const SearchSpace& space, const Arch& arch);

/// A candidate as a network of its own, with the types that the block's inputs have and the constants it takes from
/// the main graph.
ir::Graph standalone(const SearchSpace& space, std::size_t block, std::size_t candidate);

/// ArchLengthMismatch, ArchIndexOutOfRange.
Result<void> checkArch(const SearchSpace& space, const Arch& arch);

// The statistics by the reference's names. All fail with LatencyNotInitialised before a container was applied.
Result<double> minLatency(const SearchSpace& space);
Result<double> maxLatency(const SearchSpace& space);
Result<double> meanLatency(const SearchSpace& space);
Result<double> medianLatency(const SearchSpace& space, std::int64_t n = 100, std::uint64_t seed = 1);
Result<std::vector<double>> sampleLatencies(const SearchSpace& space, std::int64_t n = 100, std::uint64_t seed = 1);
/// Without `arch`: of the architecture selected last; NoCurrentArchitecture when there is none.
Result<double> currentLatency(const SearchSpace& space, const std::optional<MultiArch>& arch = {});
/// Of the stored best one, else of the most probable candidates (the first of equals). NoBestArchitecture.
Result<double> bestArchLatency(const SearchSpace& space);
Result<Arch> bestArch(const SearchSpace& space);

/// ShapeMismatch names the first block that differs. Replaces any latency.
Result<void> applyLatencyContainer(SearchSpace& space, LatencyContainer container);
Result<LatencyContainer> extractLatencyContainer(const SearchSpace& space);
/// Architectures and probabilities stay.
void resetLatency(SearchSpace& space);

}  // namespace tw::latency
