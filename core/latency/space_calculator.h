// SPDX-License-Identifier: Apache-2.0
// From a calculator of single networks to the container of a search space. Additive calculators are asked for every
// candidate and for the rest; of the others the rest is what whole architectures take beyond their candidates, and how
// far such sums are off is stored with the container.
#pragma once

#include "core/latency/cell_cache.h"
#include "core/latency/search_space.h"

namespace tw::latency {

struct ComputeRequest {
    const Calculator& calculator;
    CalculatorOptions options = {};
    std::vector<ir::TensorData> inputs = {};     // of the main graph; empty: random ones
    CellCache* cache = nullptr;                  // keeps finished cells, so that a run can be resumed
};

/// A plain network: no blocks, the total as constant, its nodes beside it.
Result<LatencyContainer> computeLatency(const ir::Graph& graph, const ComputeRequest& request, Progress& progress);

/// Errors name block and candidate. Candidates that only hand their input on take 0 and are not calculated.
Result<LatencyContainer> computeLatency(const SearchSpace& space, const ComputeRequest& request, Progress& progress);

/// By the reference's name: computes and applies. On failure the space keeps its former latency. UnknownCalculator,
/// Unavailable, TargetRequired, or what the calculator says.
Result<LatencyContainer> initializeLatency(const std::string& type, SearchSpace& space, const ComputeRequest& request, Progress& progress);

/// The calculator, if it can be used with these options here.
Result<CalculatorPointer> usableCalculator(const CalculatorSet& set, const std::string& name, const CalculatorOptions& options);

/// The graph with numbers in place of symbolic dimensions, types inferred again.
ir::Graph withDimensions(ir::Graph graph, const std::map<std::string, std::int64_t>& dims);

}  // namespace tw::latency
