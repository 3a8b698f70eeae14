// SPDX-License-Identifier: Apache-2.0
// Statistics of repeated measurements; expected values by hand and from latency-engine.md, section 6.2.
#include "core/latency/calculators/samples.h"

#include <gtest/gtest.h>

#include <vector>

namespace tw::latency::test {
namespace {

TEST(MedianRanks, AreThePublishedOnes)
{
    const auto ten = medianRanks(10);
    ASSERT_TRUE(ten);
    EXPECT_EQ(ten->lower, 2);
    EXPECT_EQ(ten->upper, 9);
    EXPECT_NEAR(ten->coverage, 0.9785, 5e-5);
    const auto twenty = medianRanks(20);
    ASSERT_TRUE(twenty);
    EXPECT_EQ(twenty->lower, 6);
    EXPECT_EQ(twenty->upper, 15);
}

TEST(MedianRanks, NeedSixSamples)
{
    EXPECT_FALSE(medianRanks(5));
    const auto six = medianRanks(6);   // 1 - 2 / 64
    ASSERT_TRUE(six);
    EXPECT_EQ(six->lower, 1);
    EXPECT_NEAR(six->coverage, 0.96875, 1e-12);
}

TEST(MedianRanks, DoNotUnderflowForManySamples)
{
    const auto many = medianRanks(100000);   // 50000 - 1.96 * sqrt(25000) = 49690
    ASSERT_TRUE(many);
    EXPECT_NEAR(many->lower, 49690, 2);
}

TEST(SampleStatistics, OfSamplesThatAgree)
{
    const std::vector<double> samples{10, 11, 10, 12, 11, 10, 11, 10, 11, 10};
    const auto result = statisticsOf(samples);
    EXPECT_EQ(result.median, 10.5);
    EXPECT_EQ(result.minimum, 10);
    EXPECT_DOUBLE_EQ(result.mean, 10.6);
    EXPECT_EQ(result.deviation, 0.5);
    ASSERT_TRUE(result.interval);
    EXPECT_EQ(result.interval->first, 10);    // second smallest
    EXPECT_EQ(result.interval->second, 11);   // second largest
    EXPECT_EQ(result.flagged, 0);             // 12 is 1.5 away, the limit is 5 * 1.4826 * 0.5
    EXPECT_FALSE(result.unstable);
}

TEST(SampleStatistics, FlagsWhatIsFarAwayAndKeepsIt)
{
    std::vector<double> samples(20, 100.0);
    samples[3] = 101;
    samples[7] = 99;
    samples[12] = 500;
    const auto result = statisticsOf(samples);   // the deviation is 0: whatever differs is far
    EXPECT_EQ(result.flagged, 3);
    EXPECT_FALSE(result.unstable);               // 15 %, and the interval is a point
    EXPECT_DOUBLE_EQ(result.mean, 120);
}

TEST(SampleStatistics, AWideIntervalIsUnstable)
{
    EXPECT_TRUE(statisticsOf(std::vector<double>{100, 120, 100, 120, 100, 120, 100, 120, 100, 120}).unstable);
    EXPECT_FALSE(statisticsOf(std::vector<double>{100, 101, 100, 101, 100, 101, 100, 101, 100, 101}).unstable);
}

TEST(SampleStatistics, FewSamplesHaveNoInterval)
{
    const auto result = statisticsOf(std::vector<double>{3, 1, 2});
    EXPECT_EQ(result.median, 2);
    EXPECT_FALSE(result.interval);
    EXPECT_FALSE(result.unstable);
}

}  // namespace
}  // namespace tw::latency::test
