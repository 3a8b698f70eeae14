// SPDX-License-Identifier: Apache-2.0
// Random networks on targets with tight memories: they tile, are placed, run as C under sanitizers, and agree with the
// reference evaluation. A few by default; TW_RANDOM_GRAPHS=1000 runs that many, TW_RANDOM_FIRST=N begins at seed N.
#include "core/deploy/verify.h"
#include "core/session/deploy.h"
#include "tests/support/corpus_networks.h"
#include "tests/support/random_graph.h"

#include <cstdlib>
#include <iostream>

namespace tw::testing {
namespace {

const char* const kTargets[] = {"pulp-open", "siracusa", "gap9", "snitch"};

unsigned numberIn(const char* name, unsigned otherwise)
{
    const char* text = std::getenv(name);
    return text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}

struct Outcome {
    std::string fault;
    std::string refusal;
    int tiled = 0;         // nodes in tiles
};

/// The smallest near memory of a few that the network can be deployed with.
Result<deploy::Deployment> tightest(const ir::Graph& graph, const std::string& targetName, Progress& progress)
{
    TW_TRY(const auto target, session::findTarget(targetName));
    const auto& near = target->engines.front().memory;
    Result<deploy::Deployment> last = Error{.code = Code::TileTooLarge, .message = "nothing was tried"};
    for (const std::int64_t bytes : {1024, 2048, 4096, 8192, 16384, 65536}) {
        last = deploy::deployGraph(graph, target, {.memoryBytes = {{near, bytes}}}, progress);
        if (last && last->complete())
            return last;
    }
    if (last)
        return last->binding.diagnostics.front().error;
    return last;
}

Outcome tried(unsigned seed)
{
    const RandomGraph random(seed);
    const std::string place = cat("seed ", seed, " on ", kTargets[seed % 4], "\n", random.text(), "\n");
    Progress progress;
    const auto deployment = tightest(random.graph(), kTargets[seed % 4], progress);
    if (!deployment)
        return {.fault = {}, .refusal = place + deployment.error().text()};
    const auto& typed = *deployment->typed;
    deploy::VerifyOptions verify{.runner = deploy::Runner::Host, .sanitize = deploy::Sanitize::Yes};
    std::vector<ir::TensorData> inputs;
    for (const auto id : typed.inputs) {
        inputs.push_back(deploy::randomValues(typed.tensor(id), seed));
        verify.inputs.push_back({typed.tensor(id).name, inputs.back()});
    }
    const auto expected = ops::runReference(typed, inputs, progress);
    if (!expected)
        return {.fault = place + expected.error().text(), .refusal = {}};
    for (std::size_t i = 0; i < typed.outputs.size(); ++i)
        verify.expected.push_back({typed.tensor(typed.outputs[i]).name, expected.value()[i]});
    Outcome outcome;
    for (const auto& node : deployment->binding.nodes)
        outcome.tiled += node.tiles != nullptr;
    const auto result = deploy::verifyDeployment(*deployment, verify, progress);
    if (!result)
        outcome.fault = place + result.error().text();
    else if (!result->ok())
        outcome.fault = cat(place, "differs from the reference, largest error ", result->outputs.front().maxAbsError);
    return outcome;
}

TEST(RandomGraphs, AgreeWithTheReferenceInTightMemories)
{
    const unsigned first = numberIn("TW_RANDOM_FIRST", 1);
    const unsigned count = numberIn("TW_RANDOM_GRAPHS", 24);
    std::vector<Outcome> outcomes(count);
    forEachInParallel(count, [&](std::size_t i) { outcomes[i] = tried(first + static_cast<unsigned>(i)); });
    int tiled = 0;
    unsigned ran = 0;
    for (const auto& outcome : outcomes) {
        EXPECT_EQ(outcome.fault, "");
        EXPECT_EQ(outcome.refusal, "");
        ran += outcome.fault.empty() && outcome.refusal.empty();
        tiled += outcome.tiled;
    }
    std::cout << ran << "/" << count << " random networks from seed " << first << " on, " << tiled << " nodes in tiles\n";
}

}  // namespace
}  // namespace tw::testing
