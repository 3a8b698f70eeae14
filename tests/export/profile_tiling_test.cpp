// SPDX-License-Identifier: Apache-2.0
// What an exported project says about its tiles when it is asked to.
#include "core/deploy/host_run.h"
#include "core/ir/text_form.h"
#include "core/target/load.h"

#include <gtest/gtest.h>

namespace tw::deploy {
namespace {

Result<Deployment> tiledDeployment(Progress& progress)
{
    TW_TRY(const auto graph, ir::parseGraph("graph g(x: f32[1,16,32,32]) -> y  a = Relu(x)  y = Sigmoid(a)"));
    TW_TRY(auto target, target::loadTarget("pulp-open", target::installedPlaces()));
    return deployGraph(graph, std::make_shared<const target::Target>(std::move(target)), {.memoryBytes = {{"L1", 20000}}}, progress);
}

/// Tiles of each node of the lowered graph.
std::map<int, int> plannedTiles(const Deployment& deployment)
{
    std::map<int, int> counts;
    for (std::size_t i = 0; i < deployment.binding.nodes.size(); ++i)
        if (const auto& plan = deployment.binding.nodes[i].tiles) {
            auto& count = counts[static_cast<int>(i)] = 1;
            for (const auto& loop : plan->loops)
                count *= static_cast<int>((loop.extent + loop.tile - 1) / loop.tile);
        }
    return counts;
}

Result<HostRun> profiledRun(const Deployment& deployment, bool profile, Progress& progress)
{
    TW_TRY(const auto vectors, testVectors(deployment, {}, progress));
    return runOnHost(deployment, projectFiles(deployment, vectors), vectors.inputs, {.sanitize = Sanitize::Yes, .profileTiling = profile}, progress);
}

TEST(ProfileTiling, EveryTileIsTimedOnce)
{
    Progress progress;
    const auto deployment = tiledDeployment(progress);
    ASSERT_TRUE(deployment) << deployment.error().text();
    const auto planned = plannedTiles(*deployment);
    ASSERT_EQ(planned.size(), 2u);
    const auto run = profiledRun(*deployment, true, progress);
    ASSERT_TRUE(run) << run.error().text();
    std::map<int, int> timed;
    for (const auto& tile : run->tiles)
        EXPECT_EQ(tile.tile, timed[tile.node]++);
    EXPECT_EQ(timed, planned);
}

TEST(ProfileTiling, NobodyIsToldWhoDidNotAsk)
{
    Progress progress;
    const auto deployment = tiledDeployment(progress);
    ASSERT_TRUE(deployment) << deployment.error().text();
    const auto run = profiledRun(*deployment, false, progress);
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_TRUE(run->tiles.empty());
}

}  // namespace
}  // namespace tw::deploy
