// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/passes/pass_testing.h"

#include "core/passes/split_to_slices.h"

namespace tw::passes {
namespace {

TEST(SplitToSlices, EachPieceIsASlice)
{
    const auto before = graphOf("graph g(x: f32[2,8]) -> a, b, c\na, b, c = Split(x, i64[3]{3, 1, 4}) {axis=-1}");
    PassReport report;
    const auto after = splitToSlices(before, report);
    EXPECT_EQ(opsOf(after), "Slice Slice Slice");
    EXPECT_EQ(after.nodes[0].id, before.nodes[0].id);
    EXPECT_EQ(report.changes, 1);
    expectSameResults(before, after);
}

TEST(SplitToSlices, UnknownSizesStay)
{
    const auto before = graphOf("graph g(x: f32[n]) -> a, b\na, b = Split(x)");
    PassReport report;
    EXPECT_EQ(opsOf(splitToSlices(before, report)), "Split");
    EXPECT_EQ(report.changes, 0);
}

}  // namespace
}  // namespace tw::passes
