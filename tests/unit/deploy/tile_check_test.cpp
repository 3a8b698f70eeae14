// SPDX-License-Identifier: Apache-2.0
// The checker of tiles as a deployment runs it: on the plans that were chosen, and on plans that were broken afterwards.
#include "core/deploy/pipeline.h"
#include "core/deploy/tile_check.h"
#include "core/ir/text_form.h"
#include "core/target/load.h"

#include <gtest/gtest.h>

namespace tw::deploy {
namespace {

class CheckedTiles : public testing::Test {
protected:
    void SetUp() override
    {
        Progress progress;
        const auto graph = ir::parseGraph("graph g(x: f32[8,8,32,48]) -> z  y = Relu(x)  z = Relu(y)");
        ASSERT_TRUE(graph) << graph.error().text();
        auto target = target::loadTarget("siracusa", target::installedPlaces());
        ASSERT_TRUE(target) << target.error().text();
        auto deployed = deployGraph(*graph, std::make_shared<const target::Target>(std::move(target).value()), {}, progress);
        ASSERT_TRUE(deployed) << deployed.error().text();
        deployment_ = std::move(deployed).value();
        for (const auto& bound : deployment_.binding.nodes)
            ASSERT_NE(bound.tiles, nullptr);
    }

    TileCheck check(const binding::Binding& binding, std::int64_t mostTiles = kMostCheckedTiles) const
    {
        return checkTiles(*deployment_.lowered, binding, *deployment_.target, mostTiles);
    }

    Deployment deployment_;
};

TEST_F(CheckedTiles, AChosenPlanThatTwoNodesShareIsWalkedOnce)
{
    ASSERT_EQ(deployment_.binding.nodes.size(), 2u);
    const auto result = check(deployment_.binding);
    EXPECT_EQ(result.broken, std::vector<std::string>{});
    EXPECT_EQ(result.checked, 1);
    EXPECT_EQ(result.leftOut, 0);
    EXPECT_TRUE(deployment_.timingsMs.contains("check_tiles"));
}

TEST_F(CheckedTiles, ABrokenPlanIsSaidWithItsNode)
{
    auto binding = deployment_.binding;
    auto plan = *binding.nodes[1].tiles;
    plan.nearBytes += 8;
    binding.nodes[1].tiles = std::make_shared<const tiling::TilePlan>(plan);
    const auto result = check(binding);
    ASSERT_EQ(result.broken.size(), 1u);
    EXPECT_EQ(result.broken.front().rfind(deployment_.lowered->nodes[1].name + ": ", 0), 0u) << result.broken.front();
    EXPECT_EQ(result.checked, 2);
}

TEST_F(CheckedTiles, PlansOfMoreTilesThanAllowedAreCounted)
{
    const auto tiles = deployment_.binding.nodes[0].tiles->tiles();
    EXPECT_EQ(check(deployment_.binding, tiles).checked, 1);
    const auto result = check(deployment_.binding, tiles - 1);
    EXPECT_EQ(result.checked, 0);
    EXPECT_EQ(result.leftOut, 1);
}

/// A scalar is the same part for every tile: it is brought once, all its four bytes.
TEST(CheckedTilesOfScalars, TheirBytesAreCounted)
{
    Progress progress;
    const auto graph = ir::parseGraph("graph g(x: f32[8,8,32,48]) -> y  s = const f32[] seed 1  y = Mul(x, s)");
    ASSERT_TRUE(graph) << graph.error().text();
    auto target = target::loadTarget("siracusa", target::installedPlaces());
    ASSERT_TRUE(target) << target.error().text();
    const auto deployed = deployGraph(*graph, std::make_shared<const target::Target>(std::move(target).value()), {}, progress);
    ASSERT_TRUE(deployed) << deployed.error().text();
    const auto& plan = deployed->binding.nodes.at(0).tiles;
    ASSERT_NE(plan, nullptr);
    ASSERT_EQ(plan->inputs.at(1).buffers, 1);
    EXPECT_EQ(plan->inputs.at(1).movedBytes, 4);
}

}  // namespace
}  // namespace tw::deploy
