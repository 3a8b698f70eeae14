// SPDX-License-Identifier: Apache-2.0
// The integer networks of the corpus on the targets with accelerators: everything that the accelerator takes runs on
// its model, the rest on the cluster, in the memories of the target. The exported C must give the stored numbers and
// be clean under the address and undefined-behaviour sanitizers.
#include "tests/support/corpus_networks.h"

#include <iostream>

namespace tw::testing {
namespace {

struct Outcome {
    std::string fault;      // empty: the stored numbers
    int onAccelerator = 0;  // nodes
};

std::vector<Network> integerNetworks()
{
    auto networks = corpusNetworks();
    std::erase_if(networks, [](const Network& network) {
        const auto has = [&](const char* part) { return network.name.find(part) != std::string::npos; };
        return !has("Kernels/Integer") && !has("MLPerf") && !has("CNN_Linear") && !has("miniMobileNet");
    });
    return networks;
}

Result<Outcome> run(const Network& network, std::shared_ptr<const target::Target> target)
{
    Progress progress;
    deploy::VerifyOptions verify{.runner = deploy::Runner::Host, .sanitize = deploy::Sanitize::Yes};
    TW_TRY(verify.inputs, onnx::readNpz(network.inputs));
    TW_TRY(verify.expected, onnx::readNpz(network.expected));
    TW_TRY(const auto snapshot, session::importModel(network.model, progress));
    TW_TRY(auto options, session::optionsOf(*snapshot, {}));
    deploy::completeOptions(*snapshot->graph, verify.inputs, options);
    TW_TRY(const auto deployment, deploy::deployGraph(*snapshot->graph, target, options, progress));
    TW_TRY(const auto verification, deploy::verifyDeployment(deployment, verify, progress));
    Outcome outcome{.fault = verification.ok() ? "" : "the numbers differ"};
    for (const auto& node : deployment.binding.nodes)
        outcome.onAccelerator += node.row >= 0 && target->rows[static_cast<std::size_t>(node.row)].flavour != "generic";
    return outcome;
}

class AcceleratedCorpus : public ::testing::TestWithParam<const char*> {};

TEST_P(AcceleratedCorpus, GivesTheStoredNumbersUnderSanitizers)
{
    TW_NEED_CORPUS();
    const auto target = session::findTarget(GetParam());
    ASSERT_TRUE(target) << target.error().text();
    const auto networks = integerNetworks();
    std::vector<Outcome> outcomes(networks.size());
    forEachInParallel(networks.size(), [&](std::size_t i) {
        const auto outcome = run(networks[i], target.value());
        outcomes[i] = outcome ? *outcome : Outcome{.fault = outcome.error().text()};
    });
    int passed = 0;
    int accelerated = 0;
    for (std::size_t i = 0; i < networks.size(); ++i) {
        EXPECT_EQ(outcomes[i].fault, "") << networks[i].name;
        passed += outcomes[i].fault.empty();
        accelerated += outcomes[i].onAccelerator;
    }
    std::cout << GetParam() << ": " << passed << '/' << networks.size() << " networks give the stored numbers, " << accelerated
              << " nodes ran on the accelerator\n";
    EXPECT_GT(accelerated, 0);
}

INSTANTIATE_TEST_SUITE_P(Targets, AcceleratedCorpus, ::testing::Values("siracusa", "gap9"),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace tw::testing
