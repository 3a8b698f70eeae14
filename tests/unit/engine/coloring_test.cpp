// SPDX-License-Identifier: Apache-2.0
#include "core/engine/coloring.h"

#include "core/base/text.h"
#include "tests/unit/engine/engine_fixture.h"

namespace tw::engine {
namespace {

using testing::choicesFor;
using testing::graphOf;
using testing::nodeNamed;
using testing::threeEngines;

target::Target everyday()
{
    return threeEngines({{"npu", "Relu", "3"}, {"cluster", "Relu", "5"}, {"cluster", "Exp", "50"}, {"core", "Exp", "40"},
                         {"cluster", "Neg", "1"}});
}

ir::Graph chain()
{
    return graphOf("graph g(x: f32[4]) -> d  a = Relu(x)  b = Exp(a)  c = Relu(b)  d = Neg(c)");
}

Result<Coloring> colored(const ir::Graph& graph, const target::Target& target, const ColorOptions& options = {})
{
    Progress progress;
    return colour(graph, target, choicesFor(graph, target), options, progress);
}

std::vector<std::string> enginesOf(const ir::Graph& graph, const Coloring& coloring)
{
    std::vector<std::string> engines;
    for (const auto& node : graph.nodes)
        engines.push_back(coloring.engineOf.contains(node.id) ? coloring.engineOf.at(node.id) : "-");
    return engines;
}

using Engines = std::vector<std::string>;

TEST(Colour, TakesTheFirstEngineThatCan)
{
    const auto graph = chain();
    const auto result = colored(graph, everyday());
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(enginesOf(graph, result.value()), (Engines{"npu", "cluster", "npu", "cluster"}));
    EXPECT_EQ(result.value().reasonOf.at(nodeNamed(graph, "a").id), "first engine that can");
    EXPECT_EQ(result.value().reasonOf.at(nodeNamed(graph, "d").id), "the only engine that can");
    EXPECT_EQ(result.value().totals.cycles, 3.0 + 50 + 3 + 1);
    EXPECT_TRUE(result.value().pinned.empty());
}

TEST(Colour, APinWins)
{
    const auto graph = chain();
    const auto result = colored(graph, everyday(), {.pins = {{"a", "cluster"}, {"b", "core"}}});
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(enginesOf(graph, result.value()), (Engines{"cluster", "core", "npu", "cluster"}));
    EXPECT_EQ(result.value().reasonOf.at(nodeNamed(graph, "a").id), "pinned by a");
    EXPECT_EQ(result.value().pinned.size(), 2u);
}

TEST(Colour, PinsByPatternAndOperatorCountLessThanNames)
{
    const auto graph = graphOf("graph g(x: f32[4]) -> d  a1 = Relu(x)  a2 = Relu(a1)  c = Relu(a2)  d = Neg(c)");
    const auto result = colored(graph, everyday(), {.pins = {{"op:Relu", "cluster"}, {"a?", "npu"}, {"a2", "cluster"}}});
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(enginesOf(graph, result.value()), (Engines{"npu", "cluster", "cluster", "cluster"}));
}

TEST(Colour, RefusesAPinThatIsNotPossibleWithTheReason)
{
    auto target = everyday();
    target.rows[0].when = testing::formula("count > 100");
    target.rows[0].whenSentence = "needs more than a hundred values";
    const auto result = colored(chain(), target, {.pins = {{"op:Relu", "npu"}}});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Code::NoKernel);
    EXPECT_EQ(result.error().place.node, "a");
    EXPECT_EQ(result.error().message,
              "cannot be pinned to npu: needs more than a hundred values (1 more pinned node cannot either)");
}

TEST(Colour, RefusesUnknownNamesWithNearOnes)
{
    const auto graph = graphOf("graph g(x: f32[4]) -> y  y = Relu(x) as first_relu");
    const auto node = colored(graph, everyday(), {.pins = {{"frist_relu", "npu"}}});
    ASSERT_FALSE(node);
    EXPECT_EQ(node.error().code, Code::BadUsage);
    EXPECT_EQ(node.error().message, "the pin frist_relu: no node of this network is called frist_relu");
    EXPECT_EQ(node.error().hint, "did you mean first_relu?");
    const auto engine = colored(graph, everyday(), {.pins = {{"first_relu", "clutser"}}});
    ASSERT_FALSE(engine);
    EXPECT_EQ(engine.error().hint, "did you mean cluster?");
    const auto op = colored(graph, everyday(), {.pins = {{"op:Rely", "npu"}}});
    ASSERT_FALSE(op);
    EXPECT_EQ(op.error().hint, "did you mean Relu?");
    EXPECT_FALSE(colored(graph, everyday(), {.pins = {{"second*", "npu"}}}));
}

TEST(Colour, FindsTheLoweredNodeByTheNamesOfItsParts)
{
    auto graph = chain();
    graph.nodes[0].metadata["origin"] = "conv1\nrequant1";
    const auto result = colored(graph, everyday(), {.pins = {{"requant1", "cluster"}}});
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result.value().engineOf.at(graph.nodes[0].id), "cluster");
}

TEST(Colour, RefusesDifferentEnginesForPartsOfOneNode)
{
    auto graph = chain();
    graph.nodes[0].metadata["origin"] = "conv1\nrequant1";
    const auto result = colored(graph, everyday(), {.pins = {{"conv1", "npu"}, {"requant1", "cluster"}}});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().message,
              "the pins conv1 = npu and requant1 = cluster disagree: lowering made one node of conv1, requant1");
}

TEST(Colour, ALoweredHelperMayStayOffThePinnedEngine)
{
    auto graph = chain();
    graph.nodes[2].metadata["origin"] = "conv1";   // a Relu, which the NPU has
    graph.nodes[3].metadata["origin"] = "conv1";   // a Neg, which it has not
    const auto result = colored(graph, everyday(), {.pins = {{"conv1", "npu"}}});
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result.value().engineOf.at(graph.nodes[3].id), "cluster");
    EXPECT_EQ(result.value().pinned, std::set{graph.nodes[2].id});
}

TEST(Colour, AHelperBetweenNodesOnDifferentEnginesMayBeAnywhere)
{
    auto graph = graphOf("graph g(x: f32[4]) -> d  a = Relu(x)  b = Neg(a)  c = Exp(b)  d = Relu(c)");
    graph.nodes[1].metadata["origin"] = "a\nc";   // as a transpose joined of two that stood beside a and c
    const auto result = colored(graph, everyday(), {.pins = {{"a", "npu"}, {"c", "core"}}});
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(enginesOf(graph, result.value()), (Engines{"npu", "cluster", "core", "npu"}));
    EXPECT_TRUE(colored(graph, everyday(), {.pins = {{"op:Relu", "npu"}}, .imported = &graph}));
}

TEST(Colour, APinOnANodeThatLoweringTookAwayIsNoFault)
{
    const auto imported = graphOf("graph g(x: f32[4]) -> d  i = Identity(x)  a = Relu(i)  d = Neg(a)");
    const auto lowered = graphOf("graph g(x: f32[4]) -> d  a = Relu(x)  d = Neg(a)");
    EXPECT_TRUE(colored(lowered, everyday(), {.pins = {{"i", "npu"}, {"op:Identity", "npu"}}, .imported = &imported}));
    EXPECT_FALSE(colored(lowered, everyday(), {.pins = {{"i", "npu"}}}));
}

TEST(Colour, OperatorPinsKnowTheImportedOperator)
{
    const auto imported = graphOf("graph g(x: f32[4]) -> d  a = Abs(x)  d = Neg(a)");
    auto lowered = graphOf("graph g(x: f32[4]) -> d  a = Relu(x)  d = Neg(a)");
    const auto result = colored(lowered, everyday(), {.pins = {{"op:Abs", "cluster"}}, .imported = &imported});
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result.value().engineOf.at(lowered.nodes[0].id), "cluster");
}

TEST(Colour, KeepsAColourThatStillHolds)
{
    const auto graph = chain();
    const Colors kept{{graph.nodes[0].id, "cluster"}, {graph.nodes[3].id, "npu"}};   // the NPU cannot run Neg
    const auto result = colored(graph, everyday(), {.kept = kept});
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(enginesOf(graph, result.value()), (Engines{"cluster", "cluster", "npu", "cluster"}));
    EXPECT_EQ(result.value().reasonOf.at(graph.nodes[0].id), "keeps the engine it had");
}

TEST(Colour, ListsNodesWithoutEngine)
{
    std::string text = "graph g(x: f32[4]) -> s11  s0 = Sin(x)";
    for (int i = 1; i < 12; ++i)
        text += cat("  s", i, " = Sin(s", i - 1, ")");
    const auto graph = graphOf(text);
    const auto result = colored(graph, everyday());
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Code::NoKernel);
    const auto& message = result.error().message;
    EXPECT_TRUE(message.starts_with("12 nodes have no engine: s0 (Sin), s1 (Sin)")) << message;
    EXPECT_NE(message.find("s9 (Sin) and 2 more; s0: "), std::string::npos) << message;
    const auto partial = colored(graph, everyday(), {.uncolored = Uncolored::Keep});
    ASSERT_TRUE(partial);
    EXPECT_EQ(partial.value().uncolored.size(), 12u);
    EXPECT_NE(partial.value().reasonOf.at(graph.nodes[0].id).find("npu has no kernel for Sin"), std::string::npos);
}

TEST(Colour, AliasesNeedNoEngine)
{
    const auto graph = graphOf("graph g(x: f32[4]) -> z  y = Reshape(x, i64[2]{2, 2})  z = Relu(y)");
    const auto result = colored(graph, everyday(), {.pins = {{"y", "npu"}}});
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_FALSE(result.value().engineOf.contains(graph.nodes[0].id));
    EXPECT_TRUE(result.value().reasonOf.contains(graph.nodes[0].id));
}

TEST(Colour, SumsOnlyWhatIsKnownAndSaysHowMuchIsNot)
{
    const auto graph = graphOf("graph g(x: f32[4]) -> b  a = Relu(x)  b = Exp(a)");
    const auto result = colored(graph, threeEngines({{"npu", "Relu", "3"}, {"npu", "Exp", ""}}));
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_FALSE(result.value().totals.cycles);
    EXPECT_EQ(result.value().totals.knownCycles, 3);
    EXPECT_EQ(result.value().totals.missingFigures, 1);
}

/// Answers an engine whatever it is asked.
class StubbornMapper : public EngineMapper {
public:
    Mapped map(const ir::Node&, const ir::Graph&, const NodeChoices&) const override
    {
        return {.engine = "npu", .reason = "always"};
    }
};

TEST(Colour, AMapperCannotChooseAnEngineThatCannotRunTheNode)
{
    StubbornMapper mapper;
    const auto result = colored(chain(), everyday(), {.mapper = &mapper});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Code::BadUsage);
    EXPECT_EQ(result.error().message, "the mapper chose npu, which cannot run it: npu has no kernel for Exp");
    EXPECT_EQ(result.error().place.node, "b");
}

TEST(Colour, APinWinsOverAnyMapper)
{
    StubbornMapper mapper;
    const auto graph = graphOf("graph g(x: f32[4]) -> b  a = Relu(x)  b = Exp(a)");
    const auto result = colored(graph, everyday(), {.mapper = &mapper, .pins = {{"b", "core"}}});
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(enginesOf(graph, result.value()), (Engines{"npu", "core"}));
}

TEST(KeptColors, AFusedNodeHasTheColourOfItsPartsWhenTheyAgree)
{
    auto before = chain();
    for (auto& node : before.nodes)
        node.metadata["origin"] = node.name;
    const Colors colors{{before.nodes[0].id, "npu"}, {before.nodes[1].id, "cluster"}, {before.nodes[2].id, "cluster"}};
    auto after = before;
    after.nodes.erase(after.nodes.begin() + 2);
    after.nodes[1].metadata["origin"] = "b\nc";
    EXPECT_EQ(keptColors(before, colors, after), (Colors{{before.nodes[0].id, "npu"}, {before.nodes[1].id, "cluster"}}));
    after.nodes[1].metadata["origin"] = "a\nb";
    EXPECT_EQ(keptColors(before, colors, after), (Colors{{before.nodes[0].id, "npu"}})) << "the parts disagree";
}

TEST(Glob, StarStandsForAnyTextAndQuestionMarkForOneCharacter)
{
    EXPECT_TRUE(globMatches("*", ""));
    EXPECT_TRUE(globMatches("a*c", "abbbc"));
    EXPECT_TRUE(globMatches("*conv*1", "layer/conv_11"));
    EXPECT_TRUE(globMatches("a?c", "abc"));
    EXPECT_FALSE(globMatches("a?c", "ac"));
    EXPECT_FALSE(globMatches("a*c", "abcd"));
    EXPECT_FALSE(globMatches("", "a"));
}

}  // namespace
}  // namespace tw::engine
