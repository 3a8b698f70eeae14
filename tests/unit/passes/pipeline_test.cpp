// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/passes/pass_testing.h"
#include "tests/unit/passes/random_graph.h"

#include "core/passes/pipeline.h"

#include <algorithm>

namespace tw::passes {
namespace {

Lowered lowered(const ir::Graph& graph, const LoweringOptions& options)
{
    Progress progress;
    auto result = lower(graph, options, progress);
    if (!result)
        throw std::runtime_error(result.error().text());
    return std::move(result).value();
}

/// Some operators want channels last and some do not, by their name.
bool mixedWishes(const ir::Graph&, const ir::Node& node)
{
    return std::hash<std::string>{}(node.name) % 3 != 0;
}

void expectOrigins(const ir::Graph& before, const ir::Graph& after)
{
    for (const auto& node : after.nodes)
        for (const auto& name : split(node.metadata.at("origin"), '\n'))
            EXPECT_TRUE(std::any_of(before.nodes.begin(), before.nodes.end(), [&](const auto& one) { return one.name == name; }))
                << node.name << " stands for " << name;
}

class RandomNetworks : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomNetworks, FloatsKeepTheirResults)
{
    const auto before = randomFloatGraph(GetParam());
    SCOPED_TRACE(ir::writeGraph(before));
    const auto after = lowered(before, {.wantsChannelsLast = mixedWishes});
    expectSameResults(before, after.graph, 1e-5);
    expectOrigins(before, after.graph);
}

TEST_P(RandomNetworks, IntegersKeepTheirResultsExactly)
{
    const auto before = randomIntegerGraph(GetParam());
    SCOPED_TRACE(ir::writeGraph(before));
    const auto after = lowered(before, {.wantsChannelsLast = mixedWishes,
                                        .inputTypes = {{"x0", ir::DataType::I8}, {"x1", ir::DataType::U8}}});
    for (const auto& node : after.graph.nodes)
        if (!ops::findOp(after.graph, node))
            GTEST_SKIP() << node.op << " is not known yet";
    for (const auto& node : after.graph.nodes)
        for (const auto output : node.outputs)
            EXPECT_TRUE(ir::isInteger(after.graph.tensor(output).type)) << node.name;
    expectSameResults(before, after.typed);
    expectSameResults(before, after.graph);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomNetworks, ::testing::Range<std::uint64_t>(1, 41));

TEST(Lower, EveryPassIsShownInOrder)
{
    std::vector<std::string> seen;
    LoweringOptions options;
    options.dump = [&](std::string_view name, int index, const ir::Graph& graph) {
        EXPECT_EQ(index, static_cast<int>(seen.size()));
        EXPECT_TRUE(ir::checkGraph(graph));
        seen.emplace_back(name);
    };
    lowered(graphOf("graph g(x: f32[2]) -> y\ny = Relu(x)"), options);
    ASSERT_GT(seen.size(), 10U);
    EXPECT_EQ(seen.front(), "imported");
    EXPECT_EQ(seen.back(), "removeDeadNodes");
}

TEST(Lower, AnUnknownDimensionIsAnErrorThatNamesIt)
{
    Progress progress;
    const auto result = lower(graphOf("graph g(x: f32[1,h]) -> y\ny = Relu(x)"), {}, progress);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Code::UnknownShape);
    EXPECT_EQ(result.error().hint, "choose a value with --dim h=N");
}

TEST(Lower, CanBeCancelled)
{
    Progress progress;
    progress.cancel();
    const auto result = lower(graphOf("graph g(x: f32[2]) -> y\ny = Relu(x)"), {}, progress);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Code::Cancelled);
}

TEST(Lower, AQuantisedClassifierBecomesAChainOfFusedOperators)
{
    const auto before = graphOf(R"(graph g(x: f32[n,3,8,8]) -> y
        a = Conv(x, f32[4,3,3,3] fill -1) {pads=[1,1,1,1]}
        b = RequantShift(a, f32[4,1,1] fill 9, f32[1] fill 0) {div=f32[]{16.0}, n_levels=f32[1]{256.0}, signed=f32[1]{0.0}}
        c = Conv(b, f32[4,4,3,3] fill 1) {pads=[1,1,1,1]}
        d = RequantShift(c, f32[4,1,1] fill 9, f32[1] fill 0) {div=f32[]{16.0}, n_levels=f32[1]{256.0}, signed=f32[1]{1.0}}
        e = MaxPool(d) {kernel_shape=[8,8]}
        f = Flatten(e)
        m = MatMul(f, f32[4,5] fill 2)
        h = Add(f32[5] fill 3, m)
        y = RequantShift(h, f32[5] fill 9, f32[1] fill 0) {div=f32[]{16.0}, n_levels=f32[1]{256.0}, signed=f32[1]{1.0}})");
    LoweringOptions options;
    options.wantsChannelsLast = [](const ir::Graph&, const ir::Node&) { return true; };
    const auto after = lowered(before, options);
    EXPECT_EQ(opsOf(after.graph), "Transpose RequantizedConv RequantizedConv MaxPool Reshape RequantizedGemm");
    EXPECT_EQ(nodeOf(after.graph, "RequantizedGemm").metadata.at("origin"), "m\nh\ny");
}

}  // namespace
}  // namespace tw::passes
