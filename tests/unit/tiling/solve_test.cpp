// SPDX-License-Identifier: Apache-2.0
// The solver against every candidate, and what it says when there is none.
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
            text += cat(operand.slots, " x ", operand.slotBytes, " (", operand.far, " to ", operand.near, ", moves ", operand.movedBytes, "); ");
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

}  // namespace
}  // namespace tw::tiling::testing
