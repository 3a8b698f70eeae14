// SPDX-License-Identifier: Apache-2.0
#include "core/session/pins.h"

#include <gtest/gtest.h>

namespace tw::session {
namespace {

/// conv, requant (run together by one kernel), relu, fold (computed before the run); engines dsp and npu. The npu cannot
/// do relu.
Snapshot network()
{
    auto graph = std::make_shared<ir::Graph>();
    for (const char* name : {"conv", "requant", "relu", "fold"})
        graph->addNode({.name = name, .op = "Op", .inputs = {}, .outputs = {}});
    auto target = std::make_shared<target::Target>();
    target->engines = {{.name = "dsp"}, {.name = "npu"}};
    auto deployment = std::make_shared<DeploymentInfo>();
    deployment->target = target;
    const DeployedNode fused{.engine = "dsp", .candidates = {{"dsp", 100.0}, {"npu", 10.0}}, .work = 0};
    deployment->nodes = {fused, fused,
                         {.engine = "dsp", .refusals = {{"npu", "it has no kernel for Relu"}}, .candidates = {{"dsp", 5.0}}, .work = 1},
                         {.reason = "it is computed before the run"}};
    Snapshot snapshot;
    snapshot.graph = graph;
    snapshot.deployment = deployment;
    return snapshot;
}

using Pins = std::map<std::string, std::string>;

TEST(Pins, GoToTheNodesThatTheEngineCanRun)
{
    const auto pinned = pinNodes(network(), {}, {0, 2, 3}, "npu");
    EXPECT_EQ(pinned.choices.pins, (Pins{{"conv", "npu"}}));
    EXPECT_EQ(pinned.nodes, std::vector<int>{0});
    EXPECT_EQ(pinned.refused, (std::vector<int>{2, 3}));
    EXPECT_EQ(pinned.whyNot, "relu: it has no kernel for Relu");
}

TEST(Pins, OfNodesThatRunTogetherAreOne)
{
    const auto snapshot = network();
    EXPECT_EQ(pinNodes(snapshot, {.pins = {{"conv", "npu"}}}, {1}, "dsp").choices.pins, (Pins{{"requant", "dsp"}}));
    EXPECT_EQ(pinNodes(snapshot, {}, {0, 1}, "dsp").choices.pins, (Pins{{"conv", "dsp"}}));
    EXPECT_EQ(withoutPins(snapshot, {.pins = {{"requant", "dsp"}, {"relu", "dsp"}}}, {0}).pins, (Pins{{"relu", "dsp"}}));
}

TEST(Pins, ARefusedPinChangesNothing)
{
    const Choices before{.pins = {{"relu", "dsp"}}};
    EXPECT_EQ(pinNodes(network(), before, {2}, "npu").choices, before);
}

TEST(Pins, OptionsSayHowManyNodesEachEngineCanRunAndWhyNotTheOthers)
{
    const auto options = engineOptions(network(), {0, 2});
    ASSERT_EQ(options.size(), 2u);
    EXPECT_EQ(options[0].engine, "dsp");
    EXPECT_EQ(options[0].possible, 2);
    EXPECT_EQ(options[0].assigned, 2);
    EXPECT_EQ(options[0].whyNot, "");
    EXPECT_EQ(options[1].possible, 1);
    EXPECT_EQ(options[1].assigned, 0);
    EXPECT_EQ(options[1].whyNot, "relu: it has no kernel for Relu");
}

TEST(Pins, ANodeThatNeverRunsSaysSo)
{
    EXPECT_EQ(whyNot(network(), 3, "dsp"), "it is computed before the run");
    EXPECT_EQ(whyNot(network(), 0, "npu"), "");
    EXPECT_FALSE(whyNot(Snapshot{}, 0, "npu").empty());
}

}  // namespace
}  // namespace tw::session
