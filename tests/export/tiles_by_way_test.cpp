// SPDX-License-Identifier: Apache-2.0
// A near memory too small for whole operands, a home that no link joins with it, and a memory between the two: operands
// come as a whole into the memory between, and go on in tiles. Networks must give the stored numbers.
#include "tests/support/corpus_networks.h"

#include <cstdlib>

namespace tw {
namespace {

std::shared_ptr<const target::Target> threeLevels(std::int64_t nearBytes, bool readsMiddle)
{
    auto target = *session::findTarget("host").value();
    target.name = "three-levels";
    target.memories = {{.name = "L1", .bytes = nearBytes, .alignment = 8},
                       {.name = "L2", .bytes = 1 << 24, .alignment = 16, .latencyCycles = {.value = 10}},
                       {.name = "L3", .bytes = 1 << 28, .alignment = 16}};
    target.links = {{.name = "dma", .far = "L2", .near = "L1", .bytesPerCycle = {.value = 8}, .setupCycles = {.value = 50}, .dimensions = 3},
                    {.name = "port", .far = "L3", .near = "L2", .overlaps = false}};
    target.activationHomes = target.constantHomes = {"L3"};
    auto& engine = target.engines.front();
    engine.memory = "L1";
    engine.cores = 4;
    engine.costs = {{.ops = {"*"}, .cycles = Expression::parse("elements + macs").value()}};
    if (readsMiddle)
        engine.reads = {"L2"};
    target.runtimeFiles.clear();
    for (const char* name : {"tw_clock.c", "tw_team_threads.c", "tw_dma_thread.c"})
        target.runtimeFiles.push_back(testing::sourceDir() / "targets/common/runtime" / name);
    return std::make_shared<const target::Target>(std::move(target));
}

void expectStoredNumbers(const std::vector<std::string>& parts, std::int64_t nearBytes, bool readsMiddle, deploy::Sanitize sanitize)
{
    auto networks = testing::corpusNetworks();
    std::erase_if(networks, [&](const auto& network) {
        return std::none_of(parts.begin(), parts.end(), [&](const auto& part) { return network.name.find(part) != std::string::npos; });
    });
    ASSERT_FALSE(networks.empty());
    const auto target = threeLevels(nearBytes, readsMiddle);
    std::vector<std::string> faults(networks.size());
    testing::forEachInParallel(networks.size(), [&](std::size_t i) {
        faults[i] = testing::verifyNetwork(networks[i], target, {.runner = deploy::Runner::Host, .sanitize = sanitize});
    });
    for (std::size_t i = 0; i < networks.size(); ++i)
        EXPECT_EQ(faults[i], "") << networks[i].name;
}

TEST(TilesByWay, NetworksGiveTheStoredNumbers)
{
    TW_NEED_CORPUS();
    expectStoredNumbers({"CNN_Linear2", "MLPerf/KeywordSpotting"}, 16000, false, deploy::Sanitize::No);
}

TEST(TilesByWay, SoTheyDoWhenTheEngineReadsTheMemoryBetween)
{
    TW_NEED_CORPUS();
    expectStoredNumbers({"miniMobileNetv2"}, 8000, true, deploy::Sanitize::Yes);
}

}  // namespace
}  // namespace tw
