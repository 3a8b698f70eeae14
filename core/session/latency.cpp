// SPDX-License-Identifier: Apache-2.0
#include "core/session/latency.h"

#include "core/latency/container_file.h"
#include "core/latency/ignore.h"
#include "core/latency/space_calculator.h"
#include "core/onnx/export.h"
#include "core/session/deploy.h"
#include "core/session/guard.h"
#include "core/session/latency_calculators.h"

#include <algorithm>

namespace tw::session {
namespace {

bool hasSearchBlocks(const ir::Graph& graph)
{
    return std::ranges::any_of(graph.nodes, latency::isSearchBlock);
}

ir::Graph boundGraph(const Snapshot& snapshot, const std::map<std::string, std::int64_t>& dims)
{
    return dims.empty() ? *snapshot.graph : latency::withDimensions(*snapshot.graph, dims);
}

Result<LatencyPointer> analysed(LatencyResult result, Progress& progress)
{
    progress.report(-1, "computing the distribution");
    TW_TRY(auto distribution, latency::LatencyDistribution::build(result.container, {.bins = kDrawnBins}, progress));
    result.distribution = std::make_shared<const latency::LatencyDistribution>(std::move(distribution));
    return std::make_shared<const LatencyResult>(std::move(result));
}

Result<LatencyPointer> computeUnguarded(const SnapshotPointer& snapshot, const LatencyRequest& request, Progress& progress)
{
    auto options = request.options;
    if (!request.choices.target.empty()) {
        TW_TRY(options.target, findTarget(request.choices.target));
    }
    TW_TRY(const auto calculator, latency::usableCalculator(calculatorSet(), request.calculator, options));
    std::optional<latency::CellCache> cache;
    if (!request.draft.empty())
        cache.emplace(request.draft);
    const latency::ComputeRequest compute{.calculator = *calculator, .options = options, .cache = cache ? &*cache : nullptr};
    const auto graph = boundGraph(*snapshot, request.choices.dims);
    std::optional<latency::SearchSpace> space;
    if (hasSearchBlocks(graph)) {
        TW_TRY(space, latency::searchSpaceOf(graph));
    }
    auto container = space ? latency::computeLatency(*space, compute, progress) : latency::computeLatency(graph, compute, progress);
    if (!container)
        return container.error();
    if (cache)
        cache->finish();
    LatencyResult result{.container = std::move(container).value()};
    if (space) {
        result.current = space->current.value_or(space->defaultArch());
        if (const auto best = latency::bestArch(*space))
            result.best = best.value();
        result.diagnostics = space->diagnostics;
    }
    return analysed(std::move(result), progress);
}

/// Lowered node -> its engine, from the imported nodes whose work it does.
std::map<ir::NodeId, std::string> enginesOf(const DeploymentInfo& deployment)
{
    std::map<ir::NodeId, std::string> engines;
    for (const auto& node : deployment.nodes)
        if (node.work >= 0 && !node.engine.empty())
            engines[deployment.lowered->nodes[static_cast<std::size_t>(node.work)].id] = node.engine;
    return engines;
}

Result<LatencyPointer> deploymentUnguarded(const SnapshotPointer& snapshot, Progress& progress)
{
    const auto& deployment = snapshot->deployment;
    if (!deployment || !deployment->lowered || !deployment->target)
        return Error{.code = Code::BadUsage, .message = "the model was not deployed yet", .hint = "choose a target"};
    TW_TRY(auto space, latency::deploymentSpace(*deployment->lowered, *deployment->target,
                                                {.homes = target::defaultHomes(*deployment->target), .engineOf = enginesOf(*deployment)}, progress));
    LatencyResult result{.container = space.container};
    result.current = space.current;
    result.deployment = std::make_shared<const latency::DeploymentSpace>(std::move(space));
    return analysed(std::move(result), progress);
}

int positionOf(const ir::Graph& graph, const std::string& name)
{
    const auto found = std::ranges::find(graph.nodes, name, &ir::Node::name);
    return found == graph.nodes.end() ? -1 : static_cast<int>(found - graph.nodes.begin());
}

}  // namespace

std::vector<CalculatorInfo> latencyCalculators()
{
    const auto set = calculatorSet();
    std::vector<CalculatorInfo> infos;
    for (const auto& [name, calculator] : set.all())
        infos.push_back({name, calculator->unit(), calculator->measures(), calculator->isAdditive(), calculator->needsTarget(),
                         calculator->unavailable()});
    return infos;
}

Result<LatencyPointer> computeLatency(const SnapshotPointer& snapshot, const LatencyRequest& request, Progress& progress)
{
    return guarded([&] { return computeUnguarded(snapshot, request, progress); });
}

Result<LatencyPointer> deploymentLatency(const SnapshotPointer& snapshot, Progress& progress)
{
    return guarded([&] { return deploymentUnguarded(snapshot, progress); });
}

Result<LatencyPointer> loadLatency(const std::filesystem::path& path, Progress& progress)
{
    return guarded([&]() -> Result<LatencyPointer> {
        TW_TRY(auto container, latency::fromFile(path));
        return analysed({.container = std::move(container)}, progress);
    });
}

Result<LatencyPointer> analyseLatency(latency::LatencyContainer container, Progress& progress)
{
    return guarded([&] { return analysed({.container = std::move(container)}, progress); });
}

Result<void> saveLatency(const LatencyPointer& latency, const std::filesystem::path& path, Progress& progress)
{
    return guarded([&]() -> Result<void> {
        TW_TRY_VOID(progress.check());
        return latency::toFile(latency->container, path);
    });
}

std::optional<double> latencyOfArchitecture(const LatencyResult& latency, const latency::Arch& arch)
{
    const auto value = latency::latencyOf(latency.container, arch);
    return value ? std::optional(value.value()) : std::nullopt;
}

std::vector<double> sampleOf(const LatencyResult& latency, int n, std::uint64_t seed)
{
    return latency::sampleLatencies(latency.container, std::max(n, 0), seed).value();
}

latency::ChoiceTable choicesWithin(const LatencyResult& latency, double low, double high)
{
    return latency.distribution->choices(low, high);
}

latency::CountBounds countWithin(const LatencyResult& latency, double budget)
{
    return latency.distribution->countBelow(budget);
}

Result<latency::Chosen> bestUnder(const LatencyPointer& latency, double budget, Progress& progress)
{
    return guarded([&]() -> Result<latency::Chosen> {
        if (!latency->deployment)
            return latency::slowestWithin(latency->container, budget, progress);
        TW_TRY_VOID(latency::checkAchievable(latency->container, budget));
        auto first = latency::fastest(latency->container, 1).front();
        return latency::Chosen{.arch = std::move(first.arch), .latency = first.latency};
    });
}

LatencyPointer withBest(const LatencyPointer& latency, latency::Arch arch)
{
    auto result = *latency;
    result.best = std::move(arch);
    return std::make_shared<const LatencyResult>(std::move(result));
}

int nodeOfBlock(const Snapshot& snapshot, const LatencyResult& latency, std::size_t block)
{
    if (!latency.deployment)
        return positionOf(*snapshot.graph, latency.container.blockName(block));
    const int lowered = latency.deployment->nodes[block];
    const auto& nodes = snapshot.deployment ? snapshot.deployment->nodes : std::vector<DeployedNode>();
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].work == lowered && nodes[i].fusedInto.empty())
            return static_cast<int>(i);
    return -1;
}

Choices withArchitecture(const Snapshot& snapshot, const Choices& choices, const LatencyResult& latency, const latency::Arch& arch)
{
    auto result = choices;
    if (!latency.deployment)
        return result;
    for (std::size_t block = 0; block < arch.size(); ++block) {
        const int node = nodeOfBlock(snapshot, latency, block);
        if (node >= 0)
            result.pins[snapshot.graph->nodes[static_cast<std::size_t>(node)].name] =
                latency.deployment->choices[block][static_cast<std::size_t>(arch[block])].engine;
    }
    return result;
}

Result<void> materialiseTo(const SnapshotPointer& snapshot, const latency::Arch& arch, const std::filesystem::path& path, Progress& progress)
{
    return guarded([&]() -> Result<void> {
        TW_TRY(const auto space, latency::searchSpaceOf(*snapshot->graph));
        TW_TRY(const auto network, latency::materialise(space, arch));
        TW_TRY_VOID(progress.check());
        return onnx::writeOnnx(network, path);
    });
}

}  // namespace tw::session
