// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/ops/access_property.h"

namespace tw::ops::testing {
namespace {

TEST(AccessProperty, HoldsForIdentity)
{
    expectAccessHolds({.op = "Identity", .inputs = {{DataType::F32, {2, 3}}}}, Claim::Tight);
    expectAccessHolds({.op = "Identity", .inputs = {{DataType::I8, {2, 3}}}}, Claim::Tight);
}

TEST(AccessProperty, SeesWhichElementMatters)
{
    const OpNode node = nodeOf({.op = "Identity", .inputs = {{DataType::F32, {2, 3}}}});
    const auto* def = findOp("", "Identity", 21);
    ASSERT_TRUE(def);
    const auto seen = observedInfluence(*def, node, 0);
    ASSERT_EQ(seen.size(), 6u);
    EXPECT_EQ(seen[4], (std::vector<Range>{{1, 2}, {1, 2}}));
}

}  // namespace
}  // namespace tw::ops::testing
