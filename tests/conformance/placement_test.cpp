// SPDX-License-Identifier: Apache-2.0
// The hard placement problems of the corpus, and the buffers of its networks: solved, checked, proven.
#include "core/base/file.h"
#include "core/memory/place_exactly.h"
#include "core/memory/problem_file.h"
#include "tests/support/corpus_networks.h"

#include <ctime>
#include <iostream>

namespace tw {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kCapacity = 1'048'576;   // the problems' own, in their file names

TEST(PlacementOfTheCorpus, SolvesTheElevenChallengingProblems)
{
    const auto folder = testing::corpusFolder() / "minimalloc/challenging";
    TW_NEED_FOLDER(folder);
    const auto files = testing::filesBelow(folder, ".csv");
    EXPECT_EQ(files.size(), 11u);
    for (const auto& file : files) {
        const auto text = readTextFile(file);
        ASSERT_TRUE(text) << text.error().text();
        auto problem = memory::parseProblem(text.value(), file.string());
        ASSERT_TRUE(problem) << problem.error().text();
        problem.value().problem.capacityBytes = kCapacity;
        Progress progress;
        const auto begin = std::clock();
        const auto solved = memory::placeExactly(problem.value().problem, {.stepsToImprove = 30'000'000}, progress);
        ASSERT_TRUE(solved) << solved.error().text();
        const auto& placement = solved.value().placement;
        EXPECT_TRUE(solved.value().fits) << file;
        EXPECT_TRUE(memory::violations(problem.value().problem.buffers, placement, kCapacity).empty()) << file;
        std::cout << file.filename().string() << ": peak " << placement.peakBytes << ", lower bound " << placement.lowerBound
                  << (solved.value().optimal() ? ", optimal, " : ", ")
                  << 1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC << " ms of CPU\n";
    }
}

/// The memories of the network on the target whose buffers could lie closer together, or are not proven not to.
std::vector<std::string> loosePlacements(const testing::Network& network, std::shared_ptr<const target::Target> target)
{
    Progress progress;
    std::vector<std::string> loose;
    const auto imported = session::importModel(network.model, progress);
    if (!imported)
        return {};
    const auto options = session::optionsOf(*imported.value(), {});
    if (!options)
        return {};
    const auto deployed = deploy::deployGraph(*imported.value()->graph, std::move(target), options.value(), progress);
    if (!deployed || !deployed.value().complete())
        return {};
    const auto& deployment = deployed.value();
    for (const auto& use : deployment.map.memories) {
        memory::PlacementProblem problem{.buffers = {}, .capacityBytes = use.capacity};
        for (const auto& buffer : deployment.plan.buffers)
            if (buffer.memory == use.memory)
                problem.buffers.push_back(buffer);
        const auto solution = memory::placeExactly(problem, {}, progress).value();
        if (!solution.optimal() || use.peakBytes > solution.placement.peakBytes)
            loose.push_back(cat(network.name, " on ", deployment.target->name, ": ", use.memory, " has peak ", use.peakBytes,
                                ", possible are ", solution.placement.peakBytes, ", proven ", solution.provenBytes));
    }
    return loose;
}

TEST(PlacementOfTheCorpus, PutsTheBuffersOfEveryNetworkAsCloseAsPossible)
{
    TW_NEED_FOLDER(testing::corpusFolder() / "deeploy");
    const auto networks = testing::corpusNetworks();
    std::vector<std::vector<std::string>> loose(networks.size());
    const std::vector<std::string> targets{"host", "pulp-open", "siracusa"};
    testing::forEachInParallel(networks.size(), [&](std::size_t i) {
        for (const auto& target : targets)
            for (auto& line : loosePlacements(networks[i], session::findTarget(target).value()))
                loose[i].push_back(std::move(line));
    });
    for (const auto& lines : loose)
        for (const auto& line : lines)
            ADD_FAILURE() << line;
}

}  // namespace
}  // namespace tw
