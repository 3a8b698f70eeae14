// SPDX-License-Identifier: Apache-2.0
// Networks on targets whose near memory is as small as it may be: everything runs in tiles, and the exported C gives the
// stored numbers. Prints the smallest near memory with which each network can be deployed.
#include "tests/support/corpus_networks.h"

#include <cstdlib>
#include <iostream>

namespace tw::testing {
namespace {

constexpr std::int64_t kStep = 512;         // resolution of the search for the smallest memory
constexpr std::int64_t kLargest = 131'072;

struct Outcome {
    std::string fault;
    std::int64_t smallest = 0;
    int tiles = 0;                          // nodes in more than one tile, at the smallest memory
};

/// The networks that other compilers use to show their tiles; all of the corpus with TW_ALL_TILES=1.
std::vector<Network> networksInTiles()
{
    std::vector<Network> networks;
    if (std::getenv("TW_ALL_TILES")) {
        networks = corpusNetworks();
        return networks;
    }
    for (const char* folder : {"MLPerf/KeywordSpotting", "CNN_Linear2", "miniMobileNet", "miniMobileNetv2"})
        addFolders(networks, corpusFolder(), cat("deeploy/Models/", folder));
    return networks;
}

class Deployer {
public:
    static Result<Deployer> open(const Network& network, std::shared_ptr<const target::Target> target)
    {
        Deployer result;
        Progress progress;
        TW_TRY(result.verify_.inputs, onnx::readNpz(network.inputs));
        TW_TRY(result.verify_.expected, onnx::readNpz(network.expected));
        TW_TRY(result.snapshot_, session::importModel(network.model, progress));
        TW_TRY(result.options_, session::optionsOf(*result.snapshot_, {}));
        deploy::completeOptions(*result.snapshot_->graph, result.verify_.inputs, result.options_);
        result.target_ = std::move(target);
        return result;
    }

    Result<deploy::Deployment> with(std::int64_t nearBytes)
    {
        Progress progress;
        options_.memoryBytes["L1"] = nearBytes;
        TW_TRY(auto deployment, deploy::deployGraph(*snapshot_->graph, target_, options_, progress));
        if (!deployment.complete())
            return deployment.binding.diagnostics.front().error;
        return deployment;
    }

    std::int64_t smallest()
    {
        std::int64_t least = 0;             // does not do
        std::int64_t most = kLargest;
        while (most - least > kStep) {
            const auto middle = (least + most) / 2 / kStep * kStep;
            (with(std::max(middle, kStep)) ? most : least) = middle;
        }
        return most;
    }

    std::string verify(const deploy::Deployment& deployment) const
    {
        Progress progress;
        auto options = verify_;
        options.runner = deploy::Runner::Host;
        const auto verified = deploy::verifyDeployment(deployment, options, progress);
        return !verified ? verified.error().text() : verified->ok() ? "" : "the numbers differ";
    }

private:
    deploy::VerifyOptions verify_;
    session::SnapshotPointer snapshot_;
    deploy::Options options_;
    std::shared_ptr<const target::Target> target_;
};

Outcome check(const Network& network, std::shared_ptr<const target::Target> target)
{
    auto deployer = Deployer::open(network, std::move(target));
    if (!deployer)
        return {.fault = deployer.error().text()};
    Outcome outcome{.fault = "", .smallest = deployer->smallest()};
    const auto deployment = deployer->with(outcome.smallest);
    if (!deployment)
        return {.fault = deployment.error().text(), .smallest = outcome.smallest};
    for (const auto& bound : deployment->binding.nodes)
        outcome.tiles += bound.tiles && bound.tiles->tiles() > 1;
    outcome.fault = deployer->verify(*deployment);
    return outcome;
}

class TiledCorpus : public ::testing::TestWithParam<const char*> {};

TEST_P(TiledCorpus, GivesTheStoredNumbersInTheSmallestNearMemory)
{
    TW_NEED_CORPUS();
    const auto target = session::findTarget(GetParam());
    ASSERT_TRUE(target) << target.error().text();
    const auto networks = networksInTiles();
    std::vector<Outcome> outcomes(networks.size());
    forEachInParallel(networks.size(), [&](std::size_t i) { outcomes[i] = check(networks[i], target.value()); });
    int passed = 0;
    for (std::size_t i = 0; i < networks.size(); ++i) {
        EXPECT_EQ(outcomes[i].fault, "") << networks[i].name;
        passed += outcomes[i].fault.empty();
        std::cout << GetParam() << "  L1 " << outcomes[i].smallest << "  nodes in tiles " << outcomes[i].tiles << "  " << networks[i].name << '\n';
    }
    std::cout << GetParam() << ": " << passed << '/' << networks.size() << " networks give the stored numbers in the smallest L1\n";
}

INSTANTIATE_TEST_SUITE_P(Targets, TiledCorpus, ::testing::Values("siracusa", "snitch"),
                         [](const auto& info) { return std::string(info.param); });

struct KnownSize {
    const char* folder;
    std::int64_t bytes;
};

/// Deeploy's continuous integration compiles these networks with this much L1.
class KnownNearMemory : public ::testing::TestWithParam<KnownSize> {};

TEST_P(KnownNearMemory, IsEnough)
{
    TW_NEED_CORPUS();
    for (const char* name : {"siracusa", "gap9", "pulp-open"}) {
        const auto target = session::findTarget(name);
        ASSERT_TRUE(target) << target.error().text();
        std::vector<Network> networks;
        addFolders(networks, corpusFolder(), cat("deeploy/", GetParam().folder));
        ASSERT_FALSE(networks.empty());
        auto deployer = Deployer::open(networks.front(), target.value());
        ASSERT_TRUE(deployer) << deployer.error().text();
        const auto deployment = deployer->with(GetParam().bytes);
        EXPECT_TRUE(deployment) << name << ": " << deployment.error().text();
    }
}

INSTANTIATE_TEST_SUITE_P(Networks, KnownNearMemory,
                         ::testing::Values(KnownSize{"Models/CNN_Linear2", 15'000}, KnownSize{"Models/miniMobileNet", 3'000},
                                           KnownSize{"Models/miniMobileNetv2", 8'000}, KnownSize{"Models/TinyViT/Demo", 4'000},
                                           KnownSize{"Models/microLlama/INT8/microLlama1", 5'000},
                                           KnownSize{"Models/microLlama/INT8/microLlama8", 5'000},
                                           KnownSize{"Kernels/Integer/Attention", 5'000}),
                         [](const auto& info) {
                             std::string name = info.param.folder;
                             std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
                             return name;
                         });

}  // namespace
}  // namespace tw::testing
