// SPDX-License-Identifier: Apache-2.0
// What a project needs besides the loops when its nodes run in tiles, and nodes that cannot.
#include "core/deploy/pipeline.h"
#include "core/ir/text_form.h"
#include "core/target/load.h"

#include <gtest/gtest.h>

namespace tw::deploy {
namespace {

Result<Deployment> deployed(const char* text)
{
    Progress progress;
    TW_TRY(const auto graph, ir::parseGraph(text));
    TW_TRY(auto target, target::loadTarget("siracusa", target::installedPlaces()));
    return deployGraph(graph, std::make_shared<const target::Target>(std::move(target)), {}, progress);
}

TEST(TiledProject, OpensTheDmaThoughOnlyTilesNeedIt)
{
    const auto deployment = deployed("graph g(x: f32[8,8,32,48]) -> y  y = Relu(x)");
    ASSERT_TRUE(deployment) << deployment.error().text();
    ASSERT_NE(deployment->binding.nodes.at(0).tiles, nullptr);
    const auto& source = deployment->project.files.at("network.c");
    EXPECT_NE(source.find("tw_dma_open()"), std::string::npos);
    EXPECT_NE(source.find("tw_dma_close()"), std::string::npos);
}

TEST(TiledProject, ANodeWhoseFirstResultIsLeftOutRunsUncut)
{
    const auto deployment = deployed(
        "graph g(x: f32[5,1,8]) -> h  w = const f32[1,12,8] seed 1  r = const f32[1,12,4] seed 2  , h = GRU(x, w, r) {hidden_size=4}");
    ASSERT_TRUE(deployment) << deployment.error().text();
    EXPECT_EQ(deployment->binding.nodes.at(0).tiles, nullptr);
}

}  // namespace
}  // namespace tw::deploy
