// SPDX-License-Identifier: Apache-2.0
// The solver against every candidate, and what it says when there is none.
#include "core/tiling/pipeline.h"
#include "tests/unit/tiling/random_nodes.h"

namespace tw::tiling::testing {
namespace {

std::string textOf(const TilePlan& plan)
{
    std::string text;
    for (const auto& loop : plan.loops)
        text += cat("axis ", loop.axis, ": ", loop.extent, " by ", loop.tile, "; ");
    for (const auto* side : {&plan.inputs, &plan.outputs})
        for (const auto& operand : *side)
            text += cat(operand.buffers, " x ", operand.slotBytes, " (", operand.far, " to ", operand.near, ", moves ", operand.movedBytes, "); ");
    return cat(text, plan.nearBytes, " bytes, ", plan.cost.compute, " + ", plan.cost.inputWait, " + ", plan.cost.outputWait, " + ",
               plan.cost.overhead, " cycles");
}

/// Bytes of the near memory that everything takes when nothing is cut and nothing stays at home.
std::int64_t wholeBytes(const target::MatchNode& node)
{
    std::int64_t bytes = 0;
    for (const auto* side : {&node.view.inputs, &node.view.outputs})
        for (const auto& operand : *side)
            bytes += operand.present ? (ir::byteCount(operand.type, *operand.shape.elements()) + 15) / 16 * 16 : 0;
    return bytes;
}

class SolverAgainstBruteForce : public ::testing::TestWithParam<unsigned> {};

TEST_P(SolverAgainstBruteForce, FindsAPlanOfAsFewCycles)
{
    Dice dice(GetParam());
    SCOPED_TRACE(cat("seed ", GetParam()));
    const auto& target = installed(std::vector<std::string>{"pulp-open", "siracusa", "gap9", "snitch"}[static_cast<std::size_t>(dice.roll(0, 3))]);
    const auto node = randomNode(dice);
    const auto rows = rowsFor(target, node);
    if (rows.empty())
        GTEST_SKIP() << "no kernel for " << node.def->op;
    const auto& row = *rows[static_cast<std::size_t>(dice.roll(0, static_cast<std::int64_t>(rows.size()) - 1))];
    const auto bytes = wholeBytes(node);
    const TileOptions options{.homes = target::defaultHomes(target),
                              .buffering = static_cast<Buffering>(dice.roll(0, 3) == 0 ? dice.roll(0, 1) : 2),
                              .nearBytes = dice.roll(std::max<std::int64_t>(bytes / 8, 32), bytes * 2)};
    const auto found = planTiles(target, row, node, options);
    const auto expected = planTilesByBruteForce(target, row, node, options);
    ASSERT_EQ(found.has_value(), expected.has_value()) << (found ? expected : found).error().text();
    if (!found) {
        EXPECT_EQ(found.error().message, expected.error().message);
        return;
    }
    EXPECT_NEAR(found->cost.total(), expected->cost.total(), 0.01) << node.def->op << " on " << row.place
        << "\n" << textOf(*found) << "\n" << textOf(*expected);
    EXPECT_LE(found->nearBytes, options.nearBytes);
    EXPECT_EQ(found->missing, expected->missing);
    for (const auto& broken : violations(target, row, node, *found))
        ADD_FAILURE() << broken;
}

INSTANTIATE_TEST_SUITE_P(Seeds, SolverAgainstBruteForce, ::testing::Range(0u, 500u));

target::MatchNode reluOf(std::int64_t rows, std::int64_t columns)
{
    return matchOf({.op = "Relu", .inputs = {{DataType::F32, {rows, columns}}}}, 0);
}

Result<TilePlan> planOn(const std::string& name, const target::MatchNode& node, TileOptions options)
{
    const auto& target = installed(name);
    options.homes = target::defaultHomes(target);
    return planTiles(target, *rowsFor(target, node).front(), node, options);
}

TEST(TilingSolver, SaysWhatTheSmallestTileNeeds)
{
    // A row in and a row out, 24 bytes each in a slot of 32.
    auto node = matchOf({.op = "Softmax", .inputs = {{DataType::F32, {4, 6}}}, .attributes = {{"axis", std::int64_t{-1}}}}, 0);
    auto target = installed("pulp-open");
    for (auto& engine : target.engines)
        engine.reads.clear();
    const auto plan = planTiles(target, *rowsFor(target, node).front(), node,
                                {.homes = target::defaultHomes(target), .nearBytes = 48});
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().code, Code::TileTooLarge);
    EXPECT_EQ(plan.error().message, "the smallest legal tile of node, 1 x 6, needs 64 bytes in L1, which offers 48");
    EXPECT_EQ(plan.error().hint, "enlarge L1 or choose another engine");
}

TEST(TilingSolver, TakesTheTileSizesThatAPersonWants)
{
    const auto plan = planOn("pulp-open", reluOf(40, 50), {.tile = {{0, 7}}});
    ASSERT_TRUE(plan) << plan.error().text();
    const auto found = std::find_if(plan->loops.begin(), plan->loops.end(), [](const auto& loop) { return loop.axis == 0; });
    ASSERT_NE(found, plan->loops.end());
    EXPECT_EQ(found->tile, 7);
    EXPECT_EQ(found->count(), 6);
}

TEST(TilingSolver, SaysWhyAWantedTileSizeIsNone)
{
    EXPECT_EQ(planOn("pulp-open", reluOf(40, 50), {.tile = {{2, 7}}}).error().message, "the result has no axis 2");
    EXPECT_EQ(planOn("pulp-open", reluOf(40, 50), {.tile = {{1, 51}}}).error().message,
              "a tile of 51 positions along axis 1 is not between 1 and 50");
    const auto softmax = matchOf({.op = "Softmax", .inputs = {{DataType::F32, {4, 6}}}, .attributes = {{"axis", std::int64_t{-1}}}}, 0);
    const auto refused = planOn("pulp-open", softmax, {.tile = {{1, 3}}});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("axis 1 cannot be cut"), std::string::npos) << refused.error().message;
}

TEST(TilingSolver, SaysThatNoLinkJoinsTheMemories)
{
    auto target = installed("pulp-open");
    std::erase_if(target.links, [](const auto& link) { return link.far == "L3"; });
    const auto node = reluOf(4, 4);
    const auto plan = planTiles(target, *rowsFor(target, node).front(), node, {.homes = {.activations = "L3", .constants = "L3"}});
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().message, "no link joins L3 and L1");
}

// The port to L3 has no figure, which is no reason to tile blindly: only the whole copies before and after are unknown.
TEST(TilingSolver, GoesByWayOfAMemoryBetween)
{
    const auto& target = installed("pulp-open");
    const auto node = reluOf(40, 50);
    const auto& row = *rowsFor(target, node).front();
    const auto near = planTiles(target, row, node, {.homes = {.activations = "L2", .constants = "L2"}, .nearBytes = 4000});
    const auto far = planTiles(target, row, node, {.homes = {.activations = "L3", .constants = "L2"}, .nearBytes = 4000});
    ASSERT_TRUE(near && far) << far.error().text();
    EXPECT_EQ(far->loops, near->loops);
    EXPECT_EQ(far->cost.total(), near->cost.total());
    EXPECT_EQ(far->missing, "no figure for the transfers between L3 and L2");
    EXPECT_EQ(far->inputs[0].home, "L3");
    EXPECT_EQ(far->inputs[0].far, "L2");
    EXPECT_EQ(far->inputs[0].farBytes, 8000);
    for (const auto& broken : violations(target, row, node, *far))
        ADD_FAILURE() << broken;
}

TEST(TilingSolver, SaysThatTheMemoryBetweenIsTooSmall)
{
    auto target = installed("pulp-open");
    for (auto& memory : target.memories)
        if (memory.name == "L2")
            memory.bytes = memory.reserved + 10000;
    const auto node = reluOf(40, 50);
    const auto plan = planTiles(target, *rowsFor(target, node).front(), node, {.homes = {.activations = "L3", .constants = "L2"}});
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().message, "its data need 16000 bytes in L2 on their way, which offers 10000");
}

TEST(TilingSolver, WithoutFiguresMovesLeastBytes)
{
    auto target = installed("pulp-open");
    for (auto& engine : target.engines)
        engine.reads.clear();
    for (auto& link : target.links)
        link.bytesPerCycle.value.reset();
    const auto node = reluOf(40, 50);
    const auto plan = planTiles(target, *rowsFor(target, node).front(), node,
                                {.homes = target::defaultHomes(target), .nearBytes = 9000});
    ASSERT_TRUE(plan) << plan.error().text();
    EXPECT_EQ(plan->missing, "no figure for the transfers between L2 and L1");
    EXPECT_EQ(plan->tiles(), 2);   // 16,000 bytes in and out: two halves fit into 9,000
    EXPECT_EQ(plan->inputs[0].movedBytes, 8000);
}

TEST(TilingSolver, TheSimulationGivesTheCyclesOfThePlan)
{
    for (unsigned seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(seed);
        Dice dice(seed);
        const auto& target = installed("gap9");
        const auto node = randomNode(dice);
        const auto rows = rowsFor(target, node);
        if (rows.empty())
            continue;
        const auto plan = planTiles(target, *rows.front(), node, {.homes = target::defaultHomes(target), .nearBytes = 4 * wholeBytes(node) / 5});
        ASSERT_TRUE(plan) << plan.error().text();
        const auto cost = simulateLoop(target, *rows.front(), TileView(node, *rows.front()), *plan, [](const LoopEvent&) {});
        ASSERT_EQ(cost.has_value(), plan->missing.empty());
        EXPECT_NEAR(cost ? cost->total() : 0, plan->cost.total(), 1e-6);
    }
}

}  // namespace
}  // namespace tw::tiling::testing
