// SPDX-License-Identifier: Apache-2.0
#include "core/latency/search_space.h"

#include "core/base/text.h"

#include <algorithm>

namespace tw::latency {
namespace {

Result<const LatencyContainer*> latencyIn(const SearchSpace& space)
{
    if (space.latency)
        return &*space.latency;
    return faultError(Fault::LatencyNotInitialised, "the search space has no latency yet", "compute one, or load a container");
}

std::string archText(const Arch& arch)
{
    return cat("[", join(arch, ", "), "]");
}

}  // namespace

Arch SearchSpace::defaultArch() const
{
    Arch arch;
    for (const auto& block : blocks)
        arch.push_back(block.defaultIndex);
    return arch;
}

ir::Graph graphOf(const SearchSpace& space)
{
    auto graph = space.graph;
    graph.opsets[kSearchDomain] = 1;
    graph.metadata["search.format"] = std::string("1");   // the plain literal makes gcc 12 warn of nothing at -O2
    graph.metadata.erase("search.current_arch");
    graph.metadata.erase("search.best_arch");
    if (space.current)
        graph.metadata["search.current_arch"] = archText(*space.current);
    if (space.best)
        graph.metadata["search.best_arch"] = archText(*space.best);
    return graph;
}

Result<void> checkArch(const SearchSpace& space, const Arch& arch)
{
    if (arch.size() != space.blocks.size())
        return faultError(Fault::ArchLengthMismatch, cat("the architecture has ", arch.size(), " choices for ", space.blocks.size(), " blocks"));
    for (std::size_t block = 0; block < arch.size(); ++block)
        if (arch[block] < 0 || static_cast<std::size_t>(arch[block]) >= space.blocks[block].candidates.size())
            return faultError(Fault::ArchIndexOutOfRange, cat("operation ", arch[block], " of block ", space.blocks[block].name,
                                                              " is not one of 0 to ", space.blocks[block].candidates.size() - 1));
    return {};
}

Result<double> minLatency(const SearchSpace& space)
{
    TW_TRY(const auto* container, latencyIn(space));
    return minLatency(*container);
}

Result<double> maxLatency(const SearchSpace& space)
{
    TW_TRY(const auto* container, latencyIn(space));
    return maxLatency(*container);
}

Result<double> meanLatency(const SearchSpace& space)
{
    TW_TRY(const auto* container, latencyIn(space));
    return meanLatency(*container);
}

Result<double> medianLatency(const SearchSpace& space, std::int64_t n, std::uint64_t seed)
{
    TW_TRY(const auto* container, latencyIn(space));
    return medianLatency(*container, n, seed);
}

Result<std::vector<double>> sampleLatencies(const SearchSpace& space, std::int64_t n, std::uint64_t seed)
{
    TW_TRY(const auto* container, latencyIn(space));
    return sampleLatencies(*container, n, seed);
}

Result<double> currentLatency(const SearchSpace& space, const std::optional<MultiArch>& arch)
{
    TW_TRY(const auto* container, latencyIn(space));
    if (arch)
        return currentLatency(*container, arch);
    if (!space.current)
        return faultError(Fault::NoCurrentArchitecture, "no architecture of the search space was selected yet");
    return latencyOf(*container, *space.current);
}

Result<Arch> bestArch(const SearchSpace& space)
{
    if (space.best)
        return *space.best;
    Arch arch;
    for (const auto& block : space.blocks) {
        if (block.probabilities.empty())
            return faultError(Fault::NoBestArchitecture,
                              cat("the search space stores no best architecture, and block ", block.name, " no probabilities"));
        arch.push_back(static_cast<int>(std::ranges::max_element(block.probabilities) - block.probabilities.begin()));
    }
    if (arch.empty())
        return faultError(Fault::NoBestArchitecture, "a model without search blocks has no best architecture");
    return arch;
}

Result<double> bestArchLatency(const SearchSpace& space)
{
    TW_TRY(const auto* container, latencyIn(space));
    TW_TRY(const auto arch, bestArch(space));
    return latencyOf(*container, arch);
}

Result<void> applyLatencyContainer(SearchSpace& space, LatencyContainer container)
{
    const auto& table = container.operationsLatencies();
    if (table.size() != space.blocks.size())
        return faultError(Fault::ShapeMismatch, cat("the container has ", table.size(), " blocks, the search space ", space.blocks.size()));
    for (std::size_t block = 0; block < table.size(); ++block)
        if (table[block].size() != space.blocks[block].candidates.size())
            return faultError(Fault::ShapeMismatch, cat("block ", block, " (", space.blocks[block].name, ") has ", table[block].size(),
                                                        " operations in the container, but ", space.blocks[block].candidates.size(),
                                                        " in the search space"));
    space.latency = std::move(container);
    return {};
}

Result<LatencyContainer> extractLatencyContainer(const SearchSpace& space)
{
    TW_TRY(const auto* container, latencyIn(space));
    return *container;
}

void resetLatency(SearchSpace& space)
{
    space.latency.reset();
}

}  // namespace tw::latency
