// SPDX-License-Identifier: Apache-2.0
#include "core/latency/deployment_space.h"

#include "core/latency/statistics.h"
#include "tests/unit/engine/engine_fixture.h"

namespace tw::latency {
namespace {

using engine::testing::graphOf;
using engine::testing::threeEngines;

Result<DeploymentSpace> spaceOf(const ir::Graph& graph, const target::Target& target, std::map<ir::NodeId, std::string> engineOf = {})
{
    Progress progress;
    return deploymentSpace(graph, target, {.homes = target::defaultHomes(target), .engineOf = std::move(engineOf)}, progress);
}

TEST(DeploymentSpace, HasABlockForEachNodeWithAChoice)
{
    const auto target = threeEngines({{"cluster", "Relu", "7"}, {"npu", "Relu", "3"}, {"cluster", "Sigmoid", "11"}});
    const auto graph = graphOf("graph g(x: f32[4]) -> z  y = Relu(x) z = Sigmoid(y)");
    const auto space = spaceOf(graph, target, {{graph.nodes[0].id, "cluster"}});
    ASSERT_TRUE(space) << space.error().text();
    EXPECT_EQ(space->container.operationsLatencies(), (Table{{3, 7}})) << "engines in the order of the target: npu, cluster";
    EXPECT_EQ(space->container.constantLatency(), 11);
    EXPECT_EQ(space->nodes, std::vector<int>{0});
    EXPECT_EQ(space->choices[0][0].engine, "npu");
    EXPECT_EQ(space->current, Arch{1});
    EXPECT_EQ(latencyOf(space->container, space->current).value(), 18);
    EXPECT_EQ(space->container.parts().nodes[0].op, "Sigmoid");
}

TEST(DeploymentSpace, TellsWhichNodesHaveNoFigure)
{
    const auto target = threeEngines({{"cluster", "Relu", "7"}});
    const auto space = spaceOf(graphOf("graph g(x: f32[4]) -> z  y = Relu(x) z = Sigmoid(y)"), target);
    ASSERT_TRUE(space) << space.error().text();
    EXPECT_EQ(space->noFigure.size(), 1u);
    EXPECT_EQ(space->container.blocks(), 0u);
    EXPECT_EQ(space->container.constantLatency(), 7);
}

TEST(DeploymentSpace, CanBeCancelled)
{
    const auto target = threeEngines({{"cluster", "Relu", "7"}});
    const auto graph = graphOf("graph g(x: f32[4]) -> y  y = Relu(x)");
    Progress progress;
    progress.cancel();
    EXPECT_FALSE(deploymentSpace(graph, target, {.homes = target::defaultHomes(target)}, progress));
}

}  // namespace
}  // namespace tw::latency
