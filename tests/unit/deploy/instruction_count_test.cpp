// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/instruction_count.h"

#include <gtest/gtest.h>

namespace tw::deploy {
namespace {

constexpr std::string_view kListing = "00000101 T network_run\n"
                                      "00000120 T tw_step_2\n"
                                      "00000140 t tw_step_10\n"
                                      "00000110 T tw_step_1\n"
                                      "         U absent\n"
                                      "00000200 T tw_not_counted_begin\n"
                                      "00000280 T tw_not_counted_end\n"
                                      "00000300 T tw_step_function\n";

TEST(CountPoints, StartWithTheNetworkAndFollowTheNumbersOfTheSteps)
{
    const auto points = countPoints(readSymbols(kListing));
    ASSERT_EQ(points.size(), 4u);
    EXPECT_EQ(points[0].address, 0x100u);   // the lowest bit of a Thumb function is no address
    EXPECT_EQ(points[1].step, 1);
    EXPECT_EQ(points[2].step, 2);
    EXPECT_EQ(points[3].step, 10);
    EXPECT_EQ(points[3].address, 0x140u);
}

TEST(CountPlan, NamesHartsPointsAndWhatDoesNotCount)
{
    const auto symbols = readSymbols(kListing);
    EXPECT_EQ(countPlan(countPoints(symbols), symbols, 8),
              "harts 8\nskip 200 280\npoint 100\npoint 110\npoint 120\npoint 140\n");
}

TEST(ReadCounts, GivesTheCountOfEachHartWhenAPointWasFirstPassed)
{
    const auto counts = readCounts("100 5 6\n110 15 16\n100 99 99\n", {{0, 0x100}, {1, 0x110}}, 2);
    ASSERT_TRUE(counts) << counts.error().text();
    EXPECT_EQ(*counts, (std::vector<std::vector<std::uint64_t>>{{5, 6}, {15, 16}}));
}

TEST(ReadCounts, FailsWhenAPointWasNeverPassed)
{
    const auto counts = readCounts("100 5\n", {{0, 0x100}, {3, 0x110}}, 1);
    ASSERT_FALSE(counts);
    EXPECT_EQ(counts.error().message, "the emulator did not report step 3 of the network");
}

}  // namespace
}  // namespace tw::deploy
