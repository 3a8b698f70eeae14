// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/color_stage.h"

#include "core/ir/text_form.h"
#include "tests/unit/engine/engine_fixture.h"

#include <gtest/gtest.h>

namespace tw::deploy {
namespace {

std::shared_ptr<const target::Target> twoHomes()
{
    target::Target target = engine::testing::threeEngines({{.engine = "npu", .op = "Relu", .cycles = "10"},
                                                           {.engine = "cluster", .op = "Relu", .cycles = "20"},
                                                           {.engine = "cluster", .op = "Sigmoid", .cycles = "20"}});
    target.activationHomes = {"L1", "L2"};
    target.constantHomes = {"L2", "L1"};
    return std::make_shared<const target::Target>(std::move(target));
}

ir::Graph chain()
{
    auto graph = ir::parseGraph(R"(
        graph chain(x: f32[4]) -> y
        a = Relu(x)
        b = Sigmoid(a)
        y = Relu(b)
    )").value();
    Diagnostics diagnostics;
    ops::inferGraph(graph, diagnostics);
    return graph;
}

std::vector<std::string> engines(const ir::Graph& graph, const engine::Coloring& coloring)
{
    std::vector<std::string> result;
    for (const auto& node : graph.nodes)
        result.push_back(coloring.engineOf.at(node.id));
    return result;
}

engine::Coloring colored(const Options& options)
{
    const Deployment deployment{.target = twoHomes(), .homes = {"L1", "L1"}};
    const auto graph = chain();
    Progress progress;
    auto coloring = colorGraph({.graph = graph, .imported = graph, .layout = target::LayoutCheck::Ignore}, deployment,
                               options, progress);
    EXPECT_TRUE(coloring) << coloring.error().text();
    return std::move(coloring).value();
}

TEST(ColorGraph, TakesTheFirstEngineThatCan)
{
    EXPECT_EQ(engines(chain(), colored({})), (std::vector<std::string>{"npu", "cluster", "npu"}));
}

TEST(ColorGraph, PinsWinOverTheMapper)
{
    const auto coloring = colored({.pins = {{"op:Relu", "cluster"}}, .coloring = "optimal"});
    EXPECT_EQ(engines(chain(), coloring), (std::vector<std::string>{"cluster", "cluster", "cluster"}));
    EXPECT_EQ(coloring.pinned.size(), 2u);
}

TEST(WithMemories, GivesTheNetworkExactlyWhatTheUserSays)
{
    const auto changed = withMemories(twoHomes(), {{"L1", 5000}});
    ASSERT_TRUE(changed);
    EXPECT_EQ(changed.value()->memory("L1")->usable(), 5000);
    EXPECT_EQ(changed.value()->memory("L2")->usable(), twoHomes()->memory("L2")->usable());
}

TEST(WithMemories, RefusesAMemoryThatIsNotThere)
{
    const auto changed = withMemories(twoHomes(), {{"L9", 5000}});
    ASSERT_FALSE(changed);
    EXPECT_EQ(changed.error().code, Code::BadUsage);
    EXPECT_EQ(changed.error().hint, "it has L1, L2");
}

TEST(HomesToTry, ListsAllPairsPreferredOnesFirst)
{
    const auto homes = homesToTry(*twoHomes());
    ASSERT_EQ(homes.size(), 4u);
    EXPECT_EQ(homes[0].activations, "L1");
    EXPECT_EQ(homes[0].constants, "L2");
    EXPECT_EQ(homes[1].activations, "L1");
    EXPECT_EQ(homes[1].constants, "L1");
    EXPECT_EQ(homes[3].activations, "L2");
    EXPECT_EQ(homes[3].constants, "L1");
}

}  // namespace
}  // namespace tw::deploy
