// SPDX-License-Identifier: Apache-2.0
#include "core/latency/chain.h"

#include "vectors.h"

#include <gtest/gtest.h>

#include <map>

namespace tw::latency {
namespace {

TEST(Chain, AgreesWithEnumeration)
{
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto space = test::randomSpace(seed, test::Numbers::Whole, 5, 4);
        std::mt19937_64 random(seed);
        EngineChain chain{.engineOf = {}, .transition = {{0, 7, 3}, {5, 0, 11}, {2, 9, 0}}};
        for (const auto& row : space.operationsLatencies()) {
            chain.engineOf.emplace_back();
            for (std::size_t k = 0; k < row.size(); ++k)
                chain.engineOf.back().push_back(static_cast<int>(random() % 3));
        }
        std::map<double, double> expected;
        double n = 0;
        test::eachArchitecture(space, [&](const auto& arch, double latency) {
            for (std::size_t i = 1; i < arch.size(); ++i) {
                const auto from = static_cast<std::size_t>(chain.engineOf[i - 1][static_cast<std::size_t>(arch[i - 1])]);
                const auto to = static_cast<std::size_t>(chain.engineOf[i][static_cast<std::size_t>(arch[i])]);
                latency += chain.transition[from][to];
            }
            expected[latency] += 1;
            ++n;
        });
        Progress progress;
        const auto distribution = chainDistribution(space, chain, 4096, progress);
        ASSERT_TRUE(distribution) << distribution.error().text();
        EXPECT_EQ(distribution->errorBound, 0);
        for (std::size_t s = 0; s < distribution->mass.size(); ++s) {
            const auto found = expected.find(distribution->origin + static_cast<double>(s));
            EXPECT_NEAR(distribution->mass[s] * n, found == expected.end() ? 0 : found->second, 1e-6) << seed;
        }
    }
}

TEST(Chain, WithoutTransitionsIsTheSumOfItsBlocks)
{
    const EngineChain chain{.engineOf = {{0, 0}, {0, 0, 0}, {0, 0, 0, 0}, {0}}, .transition = {{0}}};
    Progress progress;
    const auto distribution = chainDistribution(test::ragged(), chain, 4096, progress).value();
    EXPECT_NEAR(distribution.cumulative(112), 5.0 / 24, 1e-12);
    EXPECT_NEAR(distribution.cumulative(123), 1, 1e-12);
}

TEST(Chain, RefusesEnginesThatDoNotFit)
{
    Progress progress;
    EXPECT_EQ(test::faultIn(chainDistribution(test::ragged(), {.engineOf = {{0}}, .transition = {{0}}}, 16, progress)), Fault::ShapeMismatch);
    const auto one = test::container(0, {{1}});
    EXPECT_EQ(test::faultIn(chainDistribution(one, {.engineOf = {{1}}, .transition = {{0}}}, 16, progress)), Fault::ShapeMismatch);
    EXPECT_EQ(test::faultIn(chainDistribution(one, {.engineOf = {{0}}, .transition = {{-1}}}, 16, progress)), Fault::BadValue);
}

}  // namespace
}  // namespace tw::latency
