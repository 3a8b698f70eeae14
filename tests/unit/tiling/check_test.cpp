// SPDX-License-Identifier: Apache-2.0
// The checker: a plan broken in one place is found out, with the rule that it breaks.
#include "tests/unit/tiling/random_nodes.h"

namespace tw::tiling::testing {
namespace {

/// A convolution of 3 x 3 over a 12 x 10 image of 8 channels, in 16 channels, with paddings, cut along all three axes.
class TilingCheck : public ::testing::Test {
protected:
    TilingCheck()
    {
        const auto result = planTiles(target, row, node, {.homes = target::defaultHomes(target), .buffering = Buffering::Double,
                                                          .tile = {{1, 4}, {2, 5}, {3, 8}}});
        EXPECT_TRUE(result) << result.error().text();
        plan = result.value();
    }

    static target::MatchNode conv()
    {
        ops::testing::Example example{.op = "RequantizedConv", .domain = "tilewright"};
        example.inputs = {{DataType::U8, {1, 12, 10, 8}}, {DataType::I8, {16, 8, 3, 3}}, {DataType::I32, {16}}, {DataType::I32, {16}},
                          {DataType::I32, {16}}};
        example.attributes = {{"layout", std::string("NHWC")}, {"pads", Ints{1, 1, 1, 1}}, {"n_levels", std::int64_t{256}},
                              {"div", std::int64_t{16}}, {"signed", std::int64_t{0}}};
        return matchOf(example, 4);
    }

    std::string broken() const
    {
        std::string text;
        for (const auto& sentence : violations(target, row, node, plan))
            text += sentence + "\n";
        return text;
    }

    void expectBroken(const std::string& words) const
    {
        EXPECT_NE(broken().find(words), std::string::npos) << "got: " << broken();
    }

    const target::Target& target = installed("pulp-open");
    target::MatchNode node = conv();
    const target::KernelRow& row = *rowsFor(target, node).front();
    TilePlan plan;
};

TEST_F(TilingCheck, TakesThePlanOfTheSolver)
{
    EXPECT_EQ(broken(), "");
    EXPECT_EQ(plan.tiles(), 3 * 2 * 2);
}

// By hand. Rows of the image for tiles of 4 rows: 0-4, 3-8, 7-11, so 5 + 6 + 5; columns for tiles of 5: 0-5 and 4-9, so
// 6 + 6. Each tile of the image has all 8 channels.
TEST_F(TilingCheck, TheImageMovesWithItsHalo)
{
    EXPECT_EQ(plan.inputs[0].slotBytes, 6 * 6 * 8);
    auto order = plan.loops;
    const bool channelsInside = order.back().axis == 3;
    EXPECT_EQ(plan.inputs[0].movedBytes, 16 * 12 * 8 * (channelsInside ? 1 : 2));
    EXPECT_EQ(plan.inputs[1].slotBytes, 8 * 8 * 9);
    EXPECT_TRUE(plan.inputs[1].pieces);
    EXPECT_EQ(plan.outputs[0].slotBytes, 4 * 5 * 8);
    EXPECT_EQ(plan.outputs[0].movedBytes, 12 * 10 * 16);
}

TEST_F(TilingCheck, FindsALoopOverTheWrongExtent)
{
    plan.loops.front().extent -= 1;
    expectBroken("the loop goes over");
}

TEST_F(TilingCheck, FindsAnAxisThatIsNotThere)
{
    plan.loops.front().axis = 7;
    expectBroken("there is no axis 7");
}

TEST_F(TilingCheck, FindsAnAxisCutTwice)
{
    plan.loops[1] = plan.loops[0];
    expectBroken("is cut twice");
}

TEST_F(TilingCheck, FindsATileThatDoesNotCut)
{
    plan.loops.front().tile = plan.loops.front().extent;
    expectBroken("do not cut axis");
}

TEST_F(TilingCheck, FindsALargerTileThanTheSlots)
{
    for (auto& loop : plan.loops)
        loop.tile += 1;
    expectBroken("its slot");
}

TEST_F(TilingCheck, FindsASlotThatIsTooLarge)
{
    plan.outputs[0].slotBytes += 16;
    plan.nearBytes += 16 * plan.outputs[0].buffers;
    expectBroken("has 176 bytes for parts of 160");
}

TEST_F(TilingCheck, FindsAnUnalignedSlot)
{
    plan.outputs[0].slotBytes -= 1;
    expectBroken("is no multiple of 16");
}

TEST_F(TilingCheck, FindsAWrongSum)
{
    plan.nearBytes -= 16;
    expectBroken("the slots and the scratch take");
}

TEST_F(TilingCheck, FindsWrongTraffic)
{
    plan.inputs[1].movedBytes += 1;
    expectBroken("moves");
}

TEST_F(TilingCheck, FindsAMemoryThatIsTooSmall)
{
    auto small = target;
    for (auto& memory : small.memories)
        if (memory.name == "L1")
            memory.bytes = memory.reserved + plan.nearBytes - 16;
    const auto found = violations(small, row, node, plan);
    ASSERT_FALSE(found.empty());
    EXPECT_NE(found.front().find("which offers"), std::string::npos) << found.front();
}

TEST_F(TilingCheck, FindsAConstantThatIsNotStoredInPieces)
{
    plan.inputs[1].pieces = false;
    expectBroken("is cut, but not stored in pieces");
}

TEST_F(TilingCheck, FindsAnImageUsedAtHomeInPartsWithGaps)
{
    auto& image = plan.inputs[0];
    plan.nearBytes -= image.buffers * image.slotBytes;
    image = {.present = true, .home = "L2", .far = "L2", .near = "L2"};
    expectBroken("in parts that are not contiguous");
}

TEST_F(TilingCheck, FindsAMissingOperand)
{
    plan.inputs[2].present = false;
    expectBroken("is missing");
}

TEST_F(TilingCheck, FindsMemoriesThatNoLinkJoins)
{
    plan.inputs[0].home = plan.inputs[0].far = "L3";
    expectBroken("no link joins L3 and L1");
}

TEST_F(TilingCheck, FindsAHomeThatNoLinkJoins)
{
    plan.inputs[0].home = "L1";
    plan.inputs[0].far = "L3";
    expectBroken("no link joins L1 and L3, between which X is copied");
}

TEST_F(TilingCheck, FindsAnotherNearMemory)
{
    plan.near = "L2";
    expectBroken("computes in L1");
}

}  // namespace
}  // namespace tw::tiling::testing
