// SPDX-License-Identifier: Apache-2.0
// A target of a near and a far memory whose engine reads nothing but the near one, on four cores: every operand is
// copied in and out, every kernel runs on a team. Networks must give the stored numbers whatever the DMA does.
#include "tests/support/corpus_networks.h"

#include <cstdlib>

namespace tw {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const target::Target> twoLevels(std::int64_t nearBytes)
{
    auto target = *session::findTarget("host").value();
    target.name = "two-levels";
    target.memories = {{.name = "L1", .bytes = nearBytes, .alignment = 8}, {.name = "L2", .bytes = 1 << 28, .alignment = 16}};
    target.activationHomes = target.constantHomes = {"L2"};
    target.engines.front().memory = "L1";
    target.engines.front().cores = 4;
    target.runtimeFiles.clear();
    for (const char* name : {"tw_clock.c", "tw_team_threads.c", "tw_dma_thread.c"})
        target.runtimeFiles.push_back(testing::sourceDir() / "targets/common/runtime" / name);
    return std::make_shared<const target::Target>(std::move(target));
}

/// The networks whose name holds one of `parts`.
std::vector<testing::Network> chosen(const std::vector<std::string>& parts)
{
    auto networks = testing::corpusNetworks();
    std::erase_if(networks, [&](const auto& network) {
        return std::none_of(parts.begin(), parts.end(), [&](const auto& part) { return network.name.find(part) != std::string::npos; });
    });
    return networks;
}

/// While it lives, emulated transfers are late by a random time.
class LateTransfers {
public:
    LateTransfers() { setenv("TW_DMA_DELAY", "200", 1); }
    LateTransfers(const LateTransfers&) = delete;
    LateTransfers& operator=(const LateTransfers&) = delete;
    ~LateTransfers() { unsetenv("TW_DMA_DELAY"); }
};

void expectStoredNumbers(const std::vector<testing::Network>& networks, deploy::Sanitize sanitize)
{
    const LateTransfers late;
    const auto target = twoLevels(1 << 24);
    std::vector<std::string> faults(networks.size());
    testing::forEachInParallel(networks.size(), [&](std::size_t i) {
        faults[i] = testing::verifyNetwork(networks[i], target, {.runner = deploy::Runner::Host, .sanitize = sanitize});
    });
    for (std::size_t i = 0; i < networks.size(); ++i)
        EXPECT_EQ(faults[i], "") << networks[i].name;
    EXPECT_FALSE(networks.empty());
}

TEST(TwoLevels, NetworksGiveTheStoredNumbers)
{
    TW_NEED_CORPUS();
    expectStoredNumbers(chosen({"MLPerf", "CNN_Linear", "Autoencoder1D", "miniMobileNet", "mlperf-tiny/ad_fp32", "micro_kws"}),
                        deploy::Sanitize::No);
}

/// Enough to have every kind of team work and staging once; the conformance tests have all kernels under sanitizers.
const std::vector<std::string> kSanitized{"Kernels/FP32/Add", "Kernels/FP32/Conv", "Kernels/FP32/MatMul", "Kernels/FP32/Softmax",
                                          "Kernels/Integer/Add", "Kernels/Integer/MatMul", "Kernels/Integer/Concat",
                                          "CNN_Linear2", "miniMobileNetv2"};

TEST(TwoLevels, KernelsAreCleanUnderAddressSanitizer)
{
    TW_NEED_CORPUS();
    expectStoredNumbers(chosen(kSanitized), deploy::Sanitize::Yes);
}

TEST(TwoLevels, KernelsAreCleanUnderThreadSanitizer)
{
    TW_NEED_CORPUS();
    expectStoredNumbers(chosen(kSanitized), deploy::Sanitize::Threads);
}

TEST(TwoLevels, RefuseWhatDoesNotFitIntoTheNearMemory)
{
    TW_NEED_CORPUS();
    const auto networks = chosen({"CNN_Linear2"});
    ASSERT_FALSE(networks.empty());
    const auto fault = testing::verifyNetwork(networks.front(), twoLevels(64), {.runner = deploy::Runner::Host});
    EXPECT_NE(fault.find("bytes in L1, which offers 64"), std::string::npos) << fault;
}

}  // namespace
}  // namespace tw
