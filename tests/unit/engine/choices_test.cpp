// SPDX-License-Identifier: Apache-2.0
#include "core/engine/choices.h"

#include "core/engine/explain.h"
#include "tests/unit/engine/engine_fixture.h"

namespace tw::engine {
namespace {

using testing::choicesFor;
using testing::graphOf;
using testing::threeEngines;
using testing::withStaging;

TEST(Choices, AreOneRowOfEachEngineThatCanInTheOrderOfTheTarget)
{
    const auto target = threeEngines({{"cluster", "Relu", "7"}, {"cluster", "Relu", "5"}, {"npu", "Relu", "3"}});
    const auto choices = choicesFor(graphOf("graph g(x: f32[4]) -> y  y = Relu(x)"), target);
    ASSERT_EQ(choices.nodes.size(), 1u);
    const auto& node = choices.nodes[0];
    ASSERT_EQ(node.choices.size(), 2u);
    EXPECT_EQ(node.choices[0].engine, "npu");
    EXPECT_EQ(node.choices[0].cost.total(), 3.0);
    EXPECT_EQ(node.choices[1].engine, "cluster");
    EXPECT_EQ(node.choices[1].row, 0) << "the first row that accepts serves, not the cheapest";
    EXPECT_EQ(node.refusals.at("core"), "core has no kernel for Relu");
    EXPECT_EQ(node.refusals.size(), 1u);
}

TEST(Choices, LeaveOutAnEngineWhoseMemoryIsTooSmall)
{
    const auto target = withStaging(threeEngines({{"npu", "Relu", "3"}}), 7);   // one float in and one out are 8
    const auto choices = choicesFor(graphOf("graph g(x: f32[4]) -> y  y = Relu(x)"), target);
    EXPECT_TRUE(choices.nodes[0].choices.empty());
    const auto& why = choices.nodes[0].refusals.at("npu");
    EXPECT_NE(why.find("8 bytes"), std::string::npos) << why;
    EXPECT_NE(why.find("L1"), std::string::npos) << why;
    ASSERT_TRUE(choices.nodes[0].error);
    EXPECT_EQ(choices.nodes[0].error->code, Code::NoKernel);
}

TEST(Choices, CountTheBytesCopiedAndHeld)
{
    const auto target = withStaging(threeEngines({{.engine = "npu", .op = "Relu", .cycles = "3", .scratch = "10"}}), 1000);
    const auto choices = choicesFor(graphOf("graph g(x: f32[4]) -> y  y = Relu(x)"), target);
    const auto& choice = choices.nodes[0].choices.at(0);
    EXPECT_EQ(choice.movedBytes, 32);
    EXPECT_EQ(choice.stagedBytes, 42);
    // In two tiles, four bytes a cycle: two floats in, the first kernel while the others come, the second, two floats out.
    EXPECT_EQ(choice.cost.total(), 2.0 + 3 + 3 + 2);
}

TEST(Choices, TryTheNextRowOfAnEngineWhenTheFirstHasNoRoom)
{
    const auto target = withStaging(threeEngines({{.engine = "npu", .op = "Relu", .cycles = "3", .scratch = "1000"},
                                                  {"npu", "Relu", "9"}}), 100);
    const auto choices = choicesFor(graphOf("graph g(x: f32[4]) -> y  y = Relu(x)"), target);
    ASSERT_EQ(choices.nodes[0].choices.size(), 1u);
    EXPECT_EQ(choices.nodes[0].choices[0].row, 1);
    EXPECT_FALSE(choices.nodes[0].refusals.contains("npu"));
}

TEST(Choices, AnAliasHasNoneAndNeedsNone)
{
    const auto choices = choicesFor(graphOf("graph g(x: f32[4]) -> y  y = Reshape(x, i64[2]{2, 2})"), threeEngines({}));
    EXPECT_TRUE(choices.nodes[0].alias);
    EXPECT_TRUE(choices.nodes[0].choices.empty());
    EXPECT_FALSE(choices.nodes[0].error);
}

TEST(Choices, KeepTheErrorOfAnOperatorThatNobodyKnows)
{
    auto graph = ir::parseGraph("graph g(x: f32[4]) -> y  opset com.example 1  y = com.example::Mystery(x)");
    ASSERT_TRUE(graph);
    const auto choices = choicesFor(graph.value(), threeEngines({}));
    ASSERT_TRUE(choices.nodes[0].error);
    EXPECT_EQ(choices.nodes[0].error->code, Code::UnknownOperator);
    EXPECT_EQ(choices.nodes[0].refusals.size(), 3u);
}

TEST(Choices, StopWhenCancelled)
{
    const auto target = threeEngines({});
    Progress progress;
    progress.cancel();
    const auto choices = choicesOf(graphOf("graph g(x: f32[4]) -> y  y = Relu(x)"), target,
                                   {.homes = target::defaultHomes(target)}, progress);
    ASSERT_FALSE(choices);
    EXPECT_EQ(choices.error().code, Code::Cancelled);
}

TEST(Explain, ComparesWithTheBestOtherEngine)
{
    const auto target = threeEngines({{"npu", "Relu", "12345"}, {"cluster", "Relu", "45000"}, {"core", "Relu", "1.5e6"}});
    const auto node = choicesFor(graphOf("graph g(x: f32[4]) -> y  y = Relu(x)"), target).nodes[0];
    EXPECT_EQ(explain(node, "npu"), "12.3 k cycles against 45.0 k on cluster");
    EXPECT_EQ(explain(node, "core"), "1.50 M cycles against 12.3 k on npu");
}

TEST(Explain, SaysWhatIsNotKnown)
{
    const auto target = threeEngines({{"npu", "Relu", ""}, {"cluster", "Relu", "45000"}});
    const auto node = choicesFor(graphOf("graph g(x: f32[4]) -> y  y = Relu(x)"), target).nodes[0];
    EXPECT_EQ(explain(node, "npu"), "no cycle figure for Relu on npu; 45.0 k cycles on cluster");
    EXPECT_EQ(explain(node, "cluster"), "45.0 k cycles; npu has no figure");
    EXPECT_EQ(explain(node, "core"), "core has no kernel for Relu");
}

TEST(RoundedCycles, KeepsThreeFigures)
{
    EXPECT_EQ(roundedCycles(0), "0");
    EXPECT_EQ(roundedCycles(999.4), "999");
    EXPECT_EQ(roundedCycles(999.6), "1.00 k");
    EXPECT_EQ(roundedCycles(12345), "12.3 k");
    EXPECT_EQ(roundedCycles(99960), "100 k");
    EXPECT_EQ(roundedCycles(4561000), "4.56 M");
    EXPECT_EQ(roundedCycles(47.5e6), "47.5 M");
}

}  // namespace
}  // namespace tw::engine
