// SPDX-License-Identifier: Apache-2.0
#include "core/session/compare.h"

#include <gtest/gtest.h>

namespace tw::session {
namespace {

Snapshot deployed(DeploymentInfo info)
{
    Snapshot snapshot;
    snapshot.deployment = std::make_shared<const DeploymentInfo>(std::move(info));
    return snapshot;
}

TEST(Compare, NamesNodesWhoseEngineChangedAndBothSidesOfEveryAmount)
{
    const auto before = deployed({.nodes = {{.engine = "dsp", .cycles = 100}, {.engine = "dsp", .cycles = 7}},
                                  .memories = {{.name = "L1", .capacity = 500, .peak = 40}, {.name = "L3", .peak = 9}},
                                  .cycles = 107, .trafficBytes = 64});
    const auto after = deployed({.nodes = {{.engine = "npu", .cycles = 10}, {.engine = "dsp", .cycles = 7}},
                                 .memories = {{.name = "L1", .capacity = 500, .peak = 60}}, .cycles = 17, .trafficBytes = 128,
                                 .coloringNote = "proven optimal"});
    const auto difference = compare(before, after);
    ASSERT_EQ(difference.nodes.size(), 1u);
    EXPECT_EQ(difference.nodes[0].node, 0);
    EXPECT_EQ(difference.nodes[0].before, "dsp");
    EXPECT_EQ(difference.nodes[0].after, "npu");
    EXPECT_EQ(difference.nodes[0].cyclesBefore, 100);
    EXPECT_EQ(difference.nodes[0].cyclesAfter, 10);
    EXPECT_EQ(difference.cyclesBefore, 107);
    EXPECT_EQ(difference.cyclesAfter, 17);
    EXPECT_EQ(difference.trafficBefore, 64);
    EXPECT_EQ(difference.trafficAfter, 128);
    EXPECT_EQ(difference.note, "proven optimal");
    ASSERT_EQ(difference.memories.size(), 2u);
    EXPECT_EQ(difference.memories[0].before, 40);
    EXPECT_EQ(difference.memories[0].after, 60);
    EXPECT_EQ(difference.memories[0].capacity, 500);
    EXPECT_EQ(difference.memories[1].memory, "L3");
    EXPECT_EQ(difference.memories[1].after, 0);
}

}  // namespace
}  // namespace tw::session
