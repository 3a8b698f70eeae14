// SPDX-License-Identifier: Apache-2.0
#include "core/latency/additivity.h"
#include "core/latency/compare.h"

#include "vectors.h"

#include <gtest/gtest.h>

namespace tw::latency {
namespace {

TEST(RankCorrelation, IsOneForEqualOrderAndMinusOneForTheReverse)
{
    EXPECT_DOUBLE_EQ(rankCorrelation(std::vector{1.0, 5.0, 3.0}, std::vector{10.0, 500.0, 11.0}).value(), 1);
    EXPECT_DOUBLE_EQ(rankCorrelation(std::vector{1.0, 2.0, 3.0}, std::vector{3.0, 2.0, 1.0}).value(), -1);
}

TEST(RankCorrelation, GivesTiesTheirMeanRank)
{
    // Ranks 1, 2.5, 2.5, 4 against 1, 3, 2, 4: sum of products of deviations 4.5, squares 4.5 and 5.
    EXPECT_NEAR(rankCorrelation(std::vector{1.0, 2.0, 2.0, 3.0}, std::vector{1.0, 3.0, 2.0, 4.0}).value(), 0.94868, 1e-5);
}

TEST(RankCorrelation, NeedsDifferentValues)
{
    EXPECT_FALSE(rankCorrelation(std::vector{1.0}, std::vector{1.0}));
    EXPECT_FALSE(rankCorrelation(std::vector{1.0, 1.0}, std::vector{1.0, 2.0}));
}

TEST(Agreement, ScalesBeforeItCountsErrors)
{
    const auto agreement = agreementOf(std::vector{1.0, 2.0, 4.0}, std::vector{10.0, 20.0, 40.0});
    EXPECT_DOUBLE_EQ(agreement.scale, 10);
    EXPECT_NEAR(agreement.worstRelativeError, 0, 1e-12);
    EXPECT_DOUBLE_EQ(agreement.totalRatio, 0.1);
}

TEST(Additivity, ConstantIsTheMedianRest)
{
    const auto additivity = additivityOf({{12, 10}, {23, 20}, {35, 30}});
    EXPECT_EQ(additivity.constant, 3);
    // Errors -1, 0, 2: mean square 5/3; mean of the measured 70/3.
    EXPECT_NEAR(additivity.rmsRelative.value(), std::sqrt(5.0 / 3) / (70.0 / 3), 1e-12);
    EXPECT_EQ(additivity.largest, 2);
    EXPECT_DOUBLE_EQ(additivity.rankCorrelation.value(), 1);
}

TEST(Additivity, ConstantIsNeverNegative)
{
    const auto additivity = additivityOf({{8, 10}, {17, 20}});
    EXPECT_EQ(additivity.constant, 0);
    EXPECT_TRUE(additivity.clamped);
}

TEST(Additivity, OfOneRunHasNoError)
{
    EXPECT_FALSE(additivityOf({{8, 5}}).rmsRelative);
}

TEST(Compare, MatchesNodesByName)
{
    const auto make = [](std::vector<NodeLatency> nodes) {
        return LatencyContainer::create({.type = "t", .constant = 1, .nodes = std::move(nodes)}).value();
    };
    const auto one = make({{.node = "a", .value = 1}, {.node = "b", .value = 2}, {.node = "c", .value = 3}});
    const auto other = make({{.node = "b", .value = 20}, {.node = "a", .value = 10}, {.node = "d", .value = 5}});
    const auto comparison = compareContainers(one, other);
    ASSERT_TRUE(comparison);
    EXPECT_EQ(comparison->values.size(), 2u);
    EXPECT_EQ(comparison->onlyOne, (std::vector<std::string>{"c"}));
    EXPECT_EQ(comparison->onlyOther, (std::vector<std::string>{"d"}));
    EXPECT_DOUBLE_EQ(comparison->agreement.rankCorrelation.value(), 1);
}

TEST(Compare, RefusesTablesOfOtherShapes)
{
    EXPECT_EQ(test::faultIn(compareContainers(test::ragged(), test::huge())), Fault::ShapeMismatch);
}

}  // namespace
}  // namespace tw::latency
