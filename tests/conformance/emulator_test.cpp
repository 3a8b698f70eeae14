// SPDX-License-Identifier: Apache-2.0
// The MLPerf Tiny networks in the emulators: the stored numbers, and counts of instructions that do not change.
#include "core/target/copy_target.h"
#include "core/target/load.h"
#include "tests/support/corpus_networks.h"

#include <cstdlib>
#include <numeric>

namespace tw {
namespace {

constexpr int kCores = 8;   // of the clusters

std::shared_ptr<const target::Target> targetCalled(const std::string& name)
{
    return session::findTarget(name).value();
}

std::vector<testing::Network> mlperfTiny()
{
    std::vector<testing::Network> networks;
    testing::addFolders(networks, testing::corpusFolder(), "deeploy/Models/MLPerf");
    return networks;
}

#define TW_NEED_EMULATOR(target)                                              \
    if (const auto missing = deploy::missingForEmulator(target).value(); !missing.empty()) \
    GTEST_SKIP() << missing

/// Runs the network twice and compares; empty when all is well.
std::string faultOf(const testing::Network& network, const std::shared_ptr<const target::Target>& target)
{
    Progress progress;
    deploy::VerifyOptions verify{.runner = deploy::Runner::Emulator};
    const auto deployment = testing::deployNetwork(network, target, verify, progress);
    if (!deployment)
        return deployment.error().text();
    const auto first = deploy::verifyDeployment(*deployment, verify, progress);
    if (!first)
        return first.error().text();
    if (!first->ok())
        return cat(first->outputs.front().mismatches, " elements differ");
    const auto second = deploy::verifyDeployment(*deployment, verify, progress);
    if (!second)
        return second.error().text();
    if (second->emulated->instructionsOfHart != first->emulated->instructionsOfHart)
        return cat(first->emulated->instructions, " instructions, then ", second->emulated->instructions);
    return {};
}

class Emulated : public ::testing::TestWithParam<const char*> {};

TEST_P(Emulated, GivesTheStoredNumbersWithTheSameCountOfInstructionsInTwoRuns)
{
    TW_NEED_CORPUS();
    const auto target = targetCalled(GetParam());
    TW_NEED_EMULATOR(*target);
    const auto networks = mlperfTiny();
    ASSERT_EQ(networks.size(), 4u);
    std::vector<std::string> faults(networks.size());
    testing::forEachInParallel(networks.size(), [&](std::size_t i) { faults[i] = faultOf(networks[i], target); });
    for (std::size_t i = 0; i < networks.size(); ++i)
        EXPECT_EQ(faults[i], "") << networks[i].name;
}

INSTANTIATE_TEST_SUITE_P(On, Emulated, ::testing::Values("cortex-m4", "cortex-m7", "cortex-m55", "pulp-open", "siracusa", "gap9", "snitch"),
                         [](const auto& info) { return replaceAll(info.param, "-", "_"); });

/// A cluster's cores share the work, so that none has more than a fair part and a little.
TEST(EmulatedCluster, CountsEachCoreAndEachNode)
{
    TW_NEED_CORPUS();
    const auto target = targetCalled("pulp-open");
    TW_NEED_EMULATOR(*target);
    Progress progress;
    deploy::VerifyOptions verify{.runner = deploy::Runner::Emulator};
    const auto deployment = testing::deployNetwork(mlperfTiny().at(1), target, verify, progress);
    ASSERT_TRUE(deployment) << deployment.error().text();
    const auto result = deploy::verifyDeployment(*deployment, verify, progress);
    ASSERT_TRUE(result) << result.error().text();
    const auto& run = *result->emulated;
    ASSERT_EQ(run.instructionsOfHart.size(), static_cast<std::size_t>(kCores));
    for (const auto count : run.instructionsOfHart)
        EXPECT_LE(static_cast<double>(count) * kCores, 1.2 * static_cast<double>(run.instructions));
    const auto sum = std::accumulate(run.nodes.begin(), run.nodes.end(), std::uint64_t{0},
                                     [](std::uint64_t total, const auto& node) { return total + node.instructions; });
    EXPECT_LE(sum, run.instructions);
    EXPECT_GE(sum + 200, run.instructions);   // what is left is the beginning of network_run
    EXPECT_EQ(run.nodes.size(), static_cast<std::size_t>(std::count_if(deployment->binding.nodes.begin(), deployment->binding.nodes.end(),
                                                                       [](const auto& node) { return node.row >= 0; })));
}

/// The copying hart brings the tiles while the cores compute.
TEST(EmulatedCluster, GivesTheStoredNumbersWhenTheNearMemoryHoldsTilesOnly)
{
    TW_NEED_CORPUS();
    auto smaller = *targetCalled("pulp-open");
    TW_NEED_EMULATOR(smaller);
    for (auto& memory : smaller.memories)
        if (memory.name == "L1")
            memory.bytes = memory.reserved + 16000;
    EXPECT_EQ(faultOf(mlperfTiny().at(1), std::make_shared<const target::Target>(smaller)), "");
}

TEST(Emulator, RefusesANetworkThatTheMachineHasNoRoomFor)
{
    TW_NEED_CORPUS();
    TW_NEED_EMULATOR(*targetCalled("cortex-m4"));
    const auto folder = TemporaryFolder::create("tw-emulator").value();
    const auto places = target::installedPlaces();
    const auto small = folder.path() / "small";
    ASSERT_TRUE(target::copyTarget("cortex-m4", "small", small, places));
    const auto platforms = readTextFile(small / "platforms.json").value();
    ASSERT_TRUE(writeFileAtomically(small / "platforms.json", replaceAll(platforms, "4194304", "16384")));
    auto target = target::loadTarget(small.string(), places);
    ASSERT_TRUE(target) << target.error().text();
    Progress progress;
    deploy::VerifyOptions verify{.runner = deploy::Runner::Emulator};
    const auto keywords = mlperfTiny().at(2);
    const auto deployment = testing::deployNetwork(keywords, std::make_shared<const target::Target>(*target), verify, progress);
    ASSERT_TRUE(deployment) << deployment.error().text();
    const auto result = deploy::verifyDeployment(*deployment, verify, progress);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Code::MemoryOverflow);
    EXPECT_EQ(result.error().message,
              "the network needs 22596 bytes in SSRAM1 of the emulated machine mps2-an386, which has 16384 there");
}

TEST(Emulator, IsRefusedWhereTheTargetHasNone)
{
    const auto missing = deploy::missingForEmulator(*targetCalled("host"));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().message, "the target host has no emulator");
}

/// While it lives, no program is found.
class EmptyPath {
public:
    EmptyPath() : old_(std::getenv("PATH")) { setenv("PATH", "", 1); }
    EmptyPath(const EmptyPath&) = delete;
    EmptyPath& operator=(const EmptyPath&) = delete;
    ~EmptyPath() { setenv("PATH", old_.c_str(), 1); }

private:
    std::string old_;
};

TEST(Emulator, SaysWhichPackageBringsAMissingProgram)
{
    const auto arm = targetCalled("cortex-m4");
    const auto cluster = targetCalled("pulp-open");
    const EmptyPath empty;
    EXPECT_EQ(deploy::missingForEmulator(*arm).value(), "qemu-system-arm is not on this machine: apt-get install qemu-system-arm");
    EXPECT_EQ(deploy::missingForEmulator(*cluster).value(),
              "qemu-system-riscv32 is not on this machine: apt-get install qemu-system-misc");
}

}  // namespace
}  // namespace tw
