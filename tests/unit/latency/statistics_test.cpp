// SPDX-License-Identifier: Apache-2.0
#include "core/latency/statistics.h"

#include "vectors.h"

#include "core/latency/sampler.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace tw::latency {
namespace {

using test::faultIn;

TEST(Statistics, OfTheTutorialSpace)
{
    const auto space = test::tutorial();
    EXPECT_EQ(minLatency(space), 47);
    EXPECT_EQ(maxLatency(space), 67);
    EXPECT_DOUBLE_EQ(meanLatency(space), 57);
    EXPECT_NEAR(moments(space).variance, 20.0 / 3, 1e-12);
}

TEST(Statistics, OfRaggedRows)
{
    const auto space = test::ragged();
    EXPECT_DOUBLE_EQ(meanLatency(space), 116);
    EXPECT_NEAR(moments(space).variance, 15.5, 1e-12);
}

TEST(Statistics, OfAHugeSpace)
{
    const auto space = test::huge();
    EXPECT_EQ(minLatency(space), 68);
    EXPECT_EQ(maxLatency(space), 472);
    EXPECT_NEAR(meanLatency(space), 263.8, 1e-9);
    EXPECT_NEAR(moments(space).variance, 633.52, 1e-9);
}

TEST(Statistics, WithoutBlocksAreTheConstant)
{
    const auto plain = test::container(3.5, {});
    EXPECT_EQ(minLatency(plain), 3.5);
    EXPECT_EQ(maxLatency(plain), 3.5);
    EXPECT_EQ(meanLatency(plain), 3.5);
    EXPECT_EQ(medianLatency(plain).value(), 3.5);
    EXPECT_EQ(currentLatency(plain, MultiArch{}).value(), 3.5);
}

TEST(Moments, AgreeWithEnumeration)
{
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto space = test::randomSpace(seed, test::Numbers::Real);
        const auto all = test::allLatencies(space);
        const auto n = static_cast<double>(all.size());
        const double mean = std::accumulate(all.begin(), all.end(), 0.0) / n;
        double second = 0, third = 0, fourth = 0;
        for (const double latency : all) {
            const double d = latency - mean;
            second += d * d / n;
            third += d * d * d / n;
            fourth += d * d * d * d / n;
        }
        const auto moment = moments(space);
        EXPECT_NEAR(moment.mean, mean, 1e-9 * mean) << seed;
        EXPECT_NEAR(moment.variance, second, 1e-9 * (1 + second)) << seed;
        if (second < 1e-9)
            continue;
        EXPECT_NEAR(moment.skewness.value(), third / std::pow(second, 1.5), 1e-7) << seed;
        EXPECT_NEAR(moment.excessKurtosis.value(), fourth / (second * second) - 3, 1e-7) << seed;
        EXPECT_NEAR(std::accumulate(moment.varianceShare.begin(), moment.varianceShare.end(), 0.0), 1, 1e-12) << seed;
    }
}

TEST(Moments, OfEqualArchitecturesHaveNoSkew)
{
    const auto moment = moments(test::container(1, {{2, 2}, {3}}));
    EXPECT_EQ(moment.variance, 0);
    EXPECT_FALSE(moment.skewness);
    EXPECT_FALSE(moment.excessKurtosis);
}

TEST(Moments, FollowStoredProbabilities)
{
    const auto space =
        LatencyContainer::create({.type = "t", .constant = 1, .operations = {{0, 10}}, .probabilities = {{0.9, 0.1}}}).value();
    EXPECT_DOUBLE_EQ(moments(space, Weighting::Stored).mean, 2);
    EXPECT_DOUBLE_EQ(moments(space, Weighting::Stored).variance, 9);
    EXPECT_DOUBLE_EQ(moments(space).mean, 6);
}

TEST(Samples, AreTheSameForTheSameSeedAndAnyLength)
{
    const auto space = test::huge();
    const auto many = sampleLatencies(space, 10'000, 7).value();
    const auto few = sampleLatencies(space, 5'000, 7).value();
    EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin()));
    EXPECT_NE(many, sampleLatencies(space, 10'000, 8).value());
}

TEST(Samples, AreLatenciesOfTheirArchitectures)
{
    const Sampler sampler(test::huge());
    std::vector<double> values(300);
    sampler.fill(values, 3);
    const auto archs = sampler.architectures(300, 3);
    for (std::size_t i = 0; i < archs.size(); ++i)
        EXPECT_EQ(latencyOf(test::huge(), archs[i]).value(), values[i]);
}

TEST(Samples, MayBeNoneButNotFewer)
{
    EXPECT_TRUE(sampleLatencies(test::ragged(), 0).value().empty());
    EXPECT_EQ(faultIn(sampleLatencies(test::ragged(), -1)), Fault::BadCount);
    EXPECT_EQ(faultIn(medianLatency(test::ragged(), 0)), Fault::BadCount);
}

TEST(Samples, ChooseEveryCandidateEquallyOften)
{
    const auto archs = Sampler(test::ragged()).architectures(40'000, 5);
    std::vector<int> seen(4, 0);
    for (const auto& arch : archs)
        ++seen[static_cast<std::size_t>(arch[2])];
    for (const int count : seen)
        EXPECT_NEAR(count, 10'000, 400) << "seed 5; four standard deviations are 346";
}

TEST(Samples, FollowStoredProbabilities)
{
    const auto space =
        LatencyContainer::create({.type = "t", .operations = {{0, 1, 2}, {0, 10}}, .probabilities = {{0.7, 0.2, 0.1}, {}}}).value();
    const auto archs = Sampler(space, Weighting::Stored).architectures(40'000, 5);
    std::vector<int> seen(3, 0);
    for (const auto& arch : archs)
        ++seen[static_cast<std::size_t>(arch[0])];
    EXPECT_NEAR(seen[0], 28'000, 400);
    EXPECT_NEAR(seen[1], 8'000, 350);
    EXPECT_NEAR(seen[2], 4'000, 300);
}

TEST(Median, OfAnEvenNumberIsTheMeanOfTheMiddle)
{
    EXPECT_EQ(medianOf({4, 1, 3, 2}), 2.5);
    EXPECT_EQ(medianOf({5, 1, 3}), 3);
}

TEST(Median, OfManySamplesIsNearTheExactOne)
{
    EXPECT_NEAR(medianLatency(test::huge(), 20'000, 11).value(), 264, 1.5) << "1.2533 * 25.17 / sqrt(20000) = 0.22";
}

TEST(CurrentLatency, AddsTheChosenOperations)
{
    EXPECT_EQ(currentLatency(test::ragged(), multiArch({1, 2, 3, 0})).value(), 123);
    EXPECT_EQ(currentLatency(test::ragged(), MultiArch{std::vector{1}, std::vector{2}, std::vector{3}, std::vector{0}}).value(), 123);
    EXPECT_EQ(currentLatency(test::ragged(), MultiArch{std::vector{0, 1}, 0, std::vector{2, 1}, 0}).value(), 100 + 14 + 1 + 9 + 3);
}

TEST(CurrentLatency, RefusesArchitecturesThatDoNotFit)
{
    const auto space = test::ragged();
    EXPECT_EQ(faultIn(currentLatency(space, std::nullopt)), Fault::ArchRequired);
    EXPECT_EQ(faultIn(latencyOf(space, {0, 0, 0})), Fault::ArchLengthMismatch);
    EXPECT_EQ(faultIn(latencyOf(space, {0, 3, 0, 0})), Fault::ArchIndexOutOfRange);
    EXPECT_EQ(faultIn(latencyOf(space, {0, -1, 0, 0})), Fault::ArchIndexOutOfRange) << "no counting from the end";
    EXPECT_EQ(faultIn(currentLatency(space, MultiArch{std::vector<int>{}, 0, 0, 0})), Fault::EmptyChoice);
    EXPECT_EQ(faultIn(currentLatency(space, MultiArch{std::vector{1, 1}, 0, 0, 0})), Fault::DuplicateChoice);
}

TEST(Budget, IsAchievableFromTheMinimumOn)
{
    EXPECT_TRUE(checkAchievable(test::ragged(), 109));
    EXPECT_EQ(faultIn(checkAchievable(test::ragged(), 108.9)), Fault::Unachievable);
}

}  // namespace
}  // namespace tw::latency
