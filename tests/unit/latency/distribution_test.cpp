// SPDX-License-Identifier: Apache-2.0
#include "core/latency/distribution.h"

#include "vectors.h"

#include "core/latency/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>

namespace tw::latency {
namespace {

using test::faultIn;

LatencyDistribution distributionOf(const LatencyContainer& container, DistributionOptions options = {})
{
    Progress progress;
    return LatencyDistribution::build(container, options, progress).value();
}

std::map<double, std::string> countsOf(const LatencyDistribution& distribution)
{
    std::map<double, std::string> result;
    const auto& counts = distribution.counts().value();
    for (std::size_t i = 0; i < counts.sums().size(); ++i)
        result[distribution.lattice()->value(counts.sums()[i])] = counts.countAt(i).text();
    return result;
}

TEST(Distribution, OfTheTutorialSpace)
{
    const auto distribution = distributionOf(test::tutorial());
    EXPECT_EQ(distribution.architectures().text(), "59049");
    const std::vector<int> half{1, 10, 55, 210, 615, 1452, 2850, 4740, 6765, 8350, 8953};
    std::map<double, std::string> expected;
    for (int i = 0; i <= 10; ++i)
        expected[47 + i] = expected[67 - i] = std::to_string(half[static_cast<std::size_t>(i)]);
    EXPECT_EQ(countsOf(distribution), expected);
    EXPECT_EQ(distribution.exactMedian().value, 57);
    const std::map<std::uint64_t, double> quantiles{{1, 51}, {5, 53}, {25, 55}, {75, 59}, {95, 61}, {99, 63}};
    for (const auto& [percent, value] : quantiles)
        EXPECT_EQ(distribution.quantile({percent, 100}).value, value) << percent;
    EXPECT_EQ(distribution.countBelow(50).lower.text(), "276");
    EXPECT_EQ((distribution.countBelow(52).lower - distribution.countBelow(49).lower).text(), "2277");
}

TEST(Distribution, OfTheTutorialSpaceConditioned)
{
    Progress progress;
    const auto space = test::tutorial();
    const auto lattice = latticeOf(space).value();
    const auto counts = exactChoiceCounts(lattice, 0, 3, progress).value().value();
    EXPECT_EQ(counts[0][0].text(), "211");
    EXPECT_EQ(counts[0][1].text(), "55");
    EXPECT_EQ(counts[0][2].text(), "10");
    const auto shares = distributionOf(space).choices(47, 50);
    EXPECT_NEAR(shares.fraction, 276.0 / 59049, 1e-12);
    EXPECT_NEAR(shares.share[0][0], 211.0 / 276, 1e-12);
    EXPECT_NEAR(shares.share[0][2], 10.0 / 276, 1e-12);
}

TEST(Distribution, OfRaggedRows)
{
    const auto distribution = distributionOf(test::ragged());
    const std::map<double, std::string> expected{{109, "2"}, {111, "2"}, {112, "1"}, {113, "2"}, {114, "1"}, {115, "2"},
                                                 {116, "5"}, {118, "1"}, {119, "2"}, {120, "4"}, {123, "2"}};
    EXPECT_EQ(countsOf(distribution), expected);
    EXPECT_EQ(distribution.exactMedian().value, 116);
    Progress progress;
    const auto& lattice = distribution.lattice().value();
    const auto counts = exactChoiceCounts(lattice, 0, lattice.atMost(112), progress).value().value();
    std::vector<std::vector<std::string>> texts;
    for (const auto& row : counts) {
        texts.emplace_back();
        for (const auto& count : row)
            texts.back().push_back(count.text());
    }
    EXPECT_EQ(texts, (std::vector<std::vector<std::string>>{{"5", "0"}, {"2", "2", "1"}, {"3", "2", "0", "0"}, {"5"}}));
}

TEST(Distribution, CountsBeyond64Bits)
{
    const auto distribution = distributionOf(test::huge());
    EXPECT_EQ(distribution.architectures().text(), "9094947017729282379150390625");
    EXPECT_EQ(distribution.counts()->total(), distribution.architectures());
    EXPECT_EQ(distribution.exactMedian().value, 264);
    const std::map<std::uint64_t, double> quantiles{{1, 206}, {5, 222}, {25, 247}, {75, 281}, {95, 305}, {99, 322}};
    for (const auto& [percent, value] : quantiles)
        EXPECT_EQ(distribution.quantile({percent, 100}).value, value) << percent;
}

TEST(Distribution, AgreesWithEnumerationForWholeNumbers)
{
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const auto space = test::randomSpace(seed, test::Numbers::Whole);
        const auto all = test::allLatencies(space);
        std::map<double, std::uint64_t> expected;
        for (const double latency : all)
            ++expected[latency];
        const auto distribution = distributionOf(space);
        const auto counts = countsOf(distribution);
        ASSERT_EQ(counts.size(), expected.size()) << seed;
        for (const auto& [latency, count] : expected)
            EXPECT_EQ(counts.at(latency), std::to_string(count)) << seed;
        EXPECT_EQ(distribution.counts()->total(), distribution.architectures()) << seed;
        EXPECT_EQ(distribution.exactMedian().value, medianOf(all)) << seed;
    }
}

TEST(Distribution, OfRealNumbersIsExactByHalves)
{
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto space = test::randomSpace(seed, test::Numbers::Real);
        const auto all = test::allLatencies(space);
        const auto distribution = distributionOf(space, {.bins = 256});
        EXPECT_TRUE(distribution.isExact());
        for (const std::uint64_t percent : {0, 1, 10, 50, 90, 100}) {
            const auto rank = std::max<std::size_t>(1, (all.size() * percent + 99) / 100);
            EXPECT_NEAR(distribution.quantile({percent, 100}).value, all[rank - 1], 1e-9) << seed << ", " << percent;
        }
        for (std::size_t i = 0; i + 1 < all.size(); i += 1 + all.size() / 20) {
            const double budget = (all[i] + all[i + 1]) / 2;
            if (all[i + 1] - all[i] > 1e-6) {
                EXPECT_EQ(distribution.countBelow(budget).lower, BigCount(i + 1)) << seed;
            }
        }
    }
}

TEST(Distribution, InBinsBoundsTheTruth)
{
    std::mt19937_64 random(1);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto space = test::randomSpace(seed, test::Numbers::Real, 8, 4);
        const auto all = test::allLatencies(space);
        const auto n = static_cast<double>(all.size());
        const auto distribution = distributionOf(space, {.bins = 128, .exactCounts = false});
        if (all.back() - all.front() < 1e-9)
            continue;
        for (int i = 0; i < 100; ++i) {
            const double budget = all.front() + (all.back() - all.front()) * static_cast<double>(random() % 10'000) / 9'999;
            const auto below = static_cast<double>(std::ranges::upper_bound(all, budget) - all.begin()) / n;
            const auto bounds = distribution.countBelow(budget);
            EXPECT_LE(bounds.lowerFraction, below + 1e-12) << seed << ", " << budget;
            EXPECT_GE(bounds.upperFraction, below - 1e-12) << seed << ", " << budget;
        }
        for (const std::uint64_t percent : {5, 50, 95}) {
            const auto quantile = distribution.quantile({percent, 100});
            const auto rank = std::max<std::size_t>(1, (all.size() * percent + 99) / 100);
            EXPECT_NEAR(quantile.value, all[rank - 1], quantile.error + distribution.grid().width) << seed;
        }
    }
}

TEST(Distribution, AsDrawnKeepsTheMean)
{
    const auto space = test::randomSpace(3, test::Numbers::Real, 9, 4);
    const auto distribution = distributionOf(space, {.bins = 128, .exactCounts = false});
    const auto mass = probabilities(distribution.grid(), Quantiser::Split);
    double mean = 0;
    for (std::size_t s = 0; s < mass.size(); ++s)
        mean += mass[s] * distribution.grid().value(static_cast<std::int64_t>(s));
    EXPECT_NEAR(mean, meanLatency(space), 1e-9);
}

TEST(Distribution, BrushAgreesWithEnumeration)
{
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const auto space = test::randomSpace(seed, test::Numbers::Whole, 5, 4);
        const auto all = test::allLatencies(space);
        const double low = all[all.size() / 5];
        const double high = all[all.size() / 2];
        Table chosen;
        for (const auto& row : space.operationsLatencies())
            chosen.emplace_back(row.size(), 0.0);
        double n = 0;
        test::eachArchitecture(space, [&](const auto& arch, double latency) {
            if (latency < low || latency > high)
                return;
            ++n;
            for (std::size_t i = 0; i < arch.size(); ++i)
                ++chosen[i][static_cast<std::size_t>(arch[i])];
        });
        const auto shares = distributionOf(space).choices(low, high);
        EXPECT_NEAR(shares.fraction * static_cast<double>(all.size()), n, 1e-6) << seed;
        for (std::size_t i = 0; i < chosen.size(); ++i)
            for (std::size_t k = 0; k < chosen[i].size(); ++k)
                EXPECT_NEAR(shares.share[i][k], chosen[i][k] / n, 1e-9) << seed;
        Progress progress;
        const auto lattice = latticeOf(space).value();
        const auto exact = exactChoiceCounts(lattice, lattice.atMost(low - 0.5) + 1, lattice.atMost(high), progress).value().value();
        for (std::size_t i = 0; i < chosen.size(); ++i)
            for (std::size_t k = 0; k < chosen[i].size(); ++k)
                EXPECT_EQ(exact[i][k], BigCount(static_cast<std::uint64_t>(chosen[i][k]))) << seed;
    }
}

TEST(Distribution, BrushReachesBothTails)
{
    const auto space = test::huge();
    const auto distribution = distributionOf(space);
    for (const double end : {distribution.min(), distribution.max()}) {
        const auto shares = distribution.choices(end, end);
        const auto counts = distribution.counts().value();
        const auto count = end == distribution.min() ? counts.countAt(0) : counts.countAt(counts.sums().size() - 1);
        EXPECT_NEAR(shares.fraction / count.ratio(distribution.architectures()), 1, 1e-9);
    }
}

TEST(Distribution, BrushOfAnEmptyRangeHasNoShares)
{
    const auto distribution = distributionOf(test::ragged());
    for (const auto& [low, high] : {std::pair{117.0, 117.0}, {10.0, 50.0}, {200.0, 300.0}, {112.0, 111.0}}) {
        const auto shares = distribution.choices(low, high);
        EXPECT_EQ(shares.fraction, 0) << low;
        EXPECT_TRUE(shares.share.empty()) << low;
    }
}

TEST(Distribution, SamplesWithinARange)
{
    for (const auto numbers : {test::Numbers::Whole, test::Numbers::Real}) {
        const auto space = test::randomSpace(12, numbers, 8, 5);
        const auto distribution = distributionOf(space, {.bins = 200});
        const double low = distribution.quantile({1, 1000}).value;
        const double high = distribution.quantile({1, 100}).value;
        const auto archs = distribution.sample(low, high, 500, 4);
        ASSERT_TRUE(archs) << archs.error().text();
        EXPECT_EQ(archs->size(), 500u);
        for (const auto& arch : archs.value()) {
            const double latency = latencyOf(space, arch).value();
            EXPECT_GE(latency, low);
            EXPECT_LE(latency, high);
        }
    }
}

TEST(Distribution, SamplesUniformlyWithinARange)
{
    const auto space = test::ragged();
    const auto archs = distributionOf(space).sample(109, 112, 20'000, 4).value();
    std::map<Arch, int> seen;
    for (const auto& arch : archs)
        ++seen[arch];
    EXPECT_EQ(seen.size(), 5u);
    for (const auto& [arch, count] : seen)
        EXPECT_NEAR(count, 4000, 250) << "seed 4; four standard deviations are 226";
}

TEST(Distribution, SaysWhenNothingIsInTheRange)
{
    EXPECT_EQ(faultIn(distributionOf(test::ragged()).sample(117, 117, 1, 1)), Fault::EmptyRangeOfLatencies);
}

TEST(Distribution, FollowsStoredProbabilities)
{
    const auto space =
        LatencyContainer::create({.type = "t", .constant = 0, .operations = {{0, 1}, {0, 2}}, .probabilities = {{0.9, 0.1}, {0.75, 0.25}}}).value();
    const auto distribution = distributionOf(space, {.weighting = Weighting::Stored});
    EXPECT_NEAR(distribution.cumulative(0), 0.675, 1e-12);
    EXPECT_NEAR(distribution.cumulative(1), 0.75, 1e-12);
    EXPECT_NEAR(distribution.cumulative(2), 0.975, 1e-12);
    EXPECT_EQ(distribution.quantile({3, 4}).value, 1);
}

TEST(Distribution, HistogramHoldsAllMassInHalfOpenBins)
{
    const auto distribution = distributionOf(test::tutorial());
    const auto bins = distribution.histogram(47, 67, 5);
    double sum = 0;
    for (const auto& bin : bins)
        sum += bin.mass;
    EXPECT_NEAR(sum, 1, 1e-12);
    EXPECT_EQ(bins.size(), 5u);
    EXPECT_NEAR(bins[0].mass, (1 + 10 + 55 + 210) / 59049.0, 1e-12) << "47 to 50: 51 begins the next";
    EXPECT_NEAR(bins[4].mass, (615 + 210 + 55 + 10 + 1) / 59049.0, 1e-12) << "63 to 67, closed";
}

TEST(Distribution, BuiltOfWholeNumbersCountsInTheirUnit)
{
    ContainerParts parts{.type = "mmac", .constant = 1.000001, .operations = {{0.1, 0.2}, {0.3, 0.7}}};
    parts.whole = WholeNumbers{.constant = 1'000'001, .operations = {{100'000, 200'000}, {300'000, 700'000}}, .perUnit = 1e6};
    const auto distribution = distributionOf(LatencyContainer::create(parts).value());
    EXPECT_EQ(distribution.lattice()->step, 100'000);
    EXPECT_EQ(distribution.countBelow(1.500001).lower.text(), "2");
    EXPECT_DOUBLE_EQ(distribution.exactMedian().value, (1.500001 + 1.800001) / 2);
}

TEST(Distribution, CanBeCancelled)
{
    Progress progress;
    progress.cancel();
    const auto built = LatencyDistribution::build(test::huge(), {}, progress);
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().code, Code::Cancelled);
}

TEST(Distribution, OfOneArchitecture)
{
    const auto distribution = distributionOf(test::container(2.5, {{1.25}, {0}}));
    EXPECT_EQ(distribution.architectures(), BigCount(1));
    EXPECT_EQ(distribution.exactMedian().value, 3.75);
    EXPECT_EQ(distribution.cumulative(3.75), 1);
    EXPECT_EQ(distribution.cumulative(3.7), 0);
}

TEST(Percentage, BecomesARatio)
{
    EXPECT_EQ(percentage(99.9)->numerator, 999u);
    EXPECT_EQ(percentage(99.9)->denominator, 1000u);
    EXPECT_EQ(percentage(0)->numerator, 0u);
    EXPECT_EQ(faultIn(percentage(101)), Fault::BadRange);
    EXPECT_EQ(faultIn(percentage(std::nan(""))), Fault::BadRange);
}

}  // namespace
}  // namespace tw::latency
