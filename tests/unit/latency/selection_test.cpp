// SPDX-License-Identifier: Apache-2.0
#include "core/latency/selection.h"

#include "vectors.h"

#include "core/latency/statistics.h"

#include <gtest/gtest.h>

#include <set>

namespace tw::latency {
namespace {

using test::faultIn;

TEST(Selection, FindsTheFastestAndSlowestInOrder)
{
    for (const auto numbers : {test::Numbers::Whole, test::Numbers::Real})
        for (std::uint64_t seed = 0; seed < 100; ++seed) {
            const auto space = test::randomSpace(seed, numbers, 5, 4);
            const auto all = test::allLatencies(space);
            const auto quick = fastest(space, 30);
            const auto slow = slowest(space, 30);
            ASSERT_EQ(quick.size(), std::min<std::size_t>(30, all.size())) << seed;
            ASSERT_EQ(slow.size(), quick.size()) << seed;
            std::set<Arch> seen;
            for (std::size_t i = 0; i < quick.size(); ++i) {
                EXPECT_NEAR(quick[i].latency, all[i], 1e-9) << seed;
                EXPECT_NEAR(slow[i].latency, all[all.size() - 1 - i], 1e-9) << seed;
                EXPECT_TRUE(seen.insert(quick[i].arch).second) << "twice, seed " << seed;
            }
        }
}

TEST(Selection, OfAPlainModelIsTheModel)
{
    EXPECT_EQ(fastest(test::container(2, {}), 5).size(), 1u);
    EXPECT_TRUE(fastest(test::ragged(), 0).empty());
}

TEST(Selection, SlowestWithinABudgetIsExactForWholeNumbers)
{
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const auto space = test::randomSpace(seed, test::Numbers::Whole, 6, 4);
        const auto all = test::allLatencies(space);
        for (const double budget : {all.front(), all[all.size() / 3], all[all.size() / 3] + 0.5, all.back() + 10}) {
            Progress progress;
            const auto chosen = slowestWithin(space, budget, progress);
            ASSERT_TRUE(chosen) << chosen.error().text();
            EXPECT_EQ(chosen->latency, *(std::ranges::upper_bound(all, budget) - 1)) << seed << ", " << budget;
            EXPECT_EQ(chosen->slack, 0);
        }
    }
}

TEST(Selection, SlowestWithinABudgetStaysWithinItsSlackForRealNumbers)
{
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const auto space = test::randomSpace(seed, test::Numbers::Real, 6, 4);
        const auto all = test::allLatencies(space);
        const double budget = all[all.size() / 3];
        Progress progress;
        const auto chosen = slowestWithin(space, budget, progress);
        ASSERT_TRUE(chosen) << chosen.error().text();
        EXPECT_LE(chosen->latency, budget + 1e-9) << seed;
        const auto sure = std::ranges::upper_bound(all, budget - chosen->slack) - all.begin();
        EXPECT_GE(chosen->latency, all[static_cast<std::size_t>(std::max<std::ptrdiff_t>(sure, 1) - 1)] - 1e-9) << seed;
    }
}

TEST(Selection, BestWithinABudgetMaximisesTheScore)
{
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
        const auto space = test::randomSpace(seed, test::Numbers::Whole, 5, 4);
        std::mt19937_64 random(seed);
        Table scores = space.operationsLatencies();
        for (auto& row : scores)
            for (auto& score : row)
                score = double(random() % 1000) / 10;
        const double budget = test::allLatencies(space)[test::allLatencies(space).size() / 3];
        double best = -1;
        test::eachArchitecture(space, [&](const auto& arch, double latency) {
            double score = 0;
            for (std::size_t i = 0; i < arch.size(); ++i)
                score += scores[i][static_cast<std::size_t>(arch[i])];
            if (latency <= budget)
                best = std::max(best, score);
        });
        Progress progress;
        const auto chosen = bestWithin(space, scores, budget, progress);
        ASSERT_TRUE(chosen) << chosen.error().text();
        EXPECT_NEAR(chosen->score, best, 1e-9) << seed;
        EXPECT_LE(chosen->latency, budget) << seed;
    }
}

TEST(Selection, RefusesABudgetThatNothingMeets)
{
    Progress progress;
    EXPECT_EQ(faultIn(slowestWithin(test::ragged(), 100, progress)), Fault::Unachievable);
    EXPECT_EQ(faultIn(bestWithin(test::ragged(), {{1, 2}}, 200, progress)), Fault::ShapeMismatch);
}

}  // namespace
}  // namespace tw::latency
