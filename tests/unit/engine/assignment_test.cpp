// SPDX-License-Identifier: Apache-2.0
#include "core/engine/assignment.h"

#include "core/engine/cost_shift.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>

namespace tw::engine {
namespace {

using Random = std::mt19937;

int between(Random& random, int least, int most)
{
    return std::uniform_int_distribution(least, most)(random);
}

Assignment variables(Random& random, int count, int leastChoices, int mostChoices, int mostCost = 20)
{
    Assignment problem;
    for (int v = 0; v < count; ++v) {
        problem.variables.emplace_back();
        for (int c = between(random, leastChoices, mostChoices); c > 0; --c)
            problem.variables.back().push_back({between(random, 0, mostCost), between(random, 0, 3)});
    }
    return problem;
}

void connect(Assignment& problem, Random& random, int first, int second, int mostCost = 20)
{
    PairCost pair{.first = first, .second = second};
    const auto cells = problem.variables[static_cast<std::size_t>(first)].size() * problem.variables[static_cast<std::size_t>(second)].size();
    for (std::size_t i = 0; i < cells; ++i)
        pair.costs.push_back({between(random, 0, mostCost), 0});
    problem.pairs.push_back(std::move(pair));
}

Solution solved(const Assignment& problem, const SolveOptions& options = {})
{
    Progress progress;
    auto solution = solve(problem, options, progress);
    EXPECT_TRUE(solution) << solution.error().text();
    for (const auto& broken : violations(problem, solution.value()))
        ADD_FAILURE() << broken;
    return solution.value();
}

Cost costByHand(const Assignment& problem, const std::vector<int>& choice)
{
    Cost sum;
    for (std::size_t v = 0; v < choice.size(); ++v)
        sum += problem.variables[v].at(static_cast<std::size_t>(choice[v]));
    for (const auto& pair : problem.pairs) {
        const auto row = static_cast<std::size_t>(choice.at(static_cast<std::size_t>(pair.first)));
        const auto column = static_cast<std::size_t>(choice.at(static_cast<std::size_t>(pair.second)));
        sum += pair.costs.at(row * problem.variables.at(static_cast<std::size_t>(pair.second)).size() + column);
    }
    return sum;
}

/// Tries every combination.
Cost leastByTrying(const Assignment& problem)
{
    std::vector<int> choice(problem.variables.size());
    Cost least = costByHand(problem, choice);
    for (std::size_t v = 0; v < choice.size();) {
        if (static_cast<std::size_t>(++choice[v]) == problem.variables[v].size()) {
            choice[v++] = 0;
            continue;
        }
        least = std::min(least, costByHand(problem, choice));
        v = 0;
    }
    return least;
}

Assignment randomGraph(Random& random, int nodes, int leastChoices, int mostChoices, double density)
{
    auto problem = variables(random, nodes, leastChoices, mostChoices);
    for (int a = 0; a < nodes; ++a)
        for (int b = 0; b < nodes; ++b)
            if (a != b && std::bernoulli_distribution(density / 2)(random))
                connect(problem, random, a, b);
    return problem;
}

TEST(Solve, EqualsExhaustiveSearchOnAThousandRandomGraphs)
{
    for (unsigned seed = 0; seed < 1000; ++seed) {
        Random random(seed);
        const int nodes = between(random, 1, 10);
        const auto problem = randomGraph(random, nodes, 1, 3, between(random, 0, 10) / 10.0);
        const auto solution = solved(problem);
        ASSERT_TRUE(solution.optimal()) << "seed " << seed;
        ASSERT_EQ(solution.cost, leastByTrying(problem)) << "seed " << seed;
    }
}

TEST(Solve, StaysExactWhenItsTablesAreTooSmallForTheProblem)
{
    for (unsigned seed = 0; seed < 300; ++seed) {
        Random random(seed);
        const auto problem = randomGraph(random, between(random, 5, 9), 2, 3, 0.8);
        const auto solution = solved(problem, {.largestTable = between(random, 1, 9) * 1u});
        ASSERT_TRUE(solution.optimal()) << "seed " << seed;
        ASSERT_EQ(solution.cost, leastByTrying(problem)) << "seed " << seed;
    }
}

TEST(Solve, IsNeverWorseThanItsStart)
{
    for (unsigned seed = 0; seed < 50; ++seed) {
        Random random(seed);
        const auto problem = randomGraph(random, 40, 2, 4, 0.5);
        std::vector<int> start;
        for (const auto& choices : problem.variables)
            start.push_back(between(random, 0, static_cast<int>(choices.size()) - 1));
        const auto solution = solved(problem, {.seconds = 0, .start = start, .largestTable = 8});
        EXPECT_LE(solution.cost, costByHand(problem, start)) << "seed " << seed;
    }
}

/// x0 - x1 - ... - x999: the least cost by the textbook recurrence along the chain.
TEST(Solve, FindsTheShortestPathThroughAChainOfAThousandNodesAtOnce)
{
    Random random(7);
    auto problem = variables(random, 1000, 3, 3);
    for (int v = 0; v + 1 < 1000; ++v)
        connect(problem, random, v, v + 1);
    std::vector<Cost> reach = problem.variables[0];
    for (std::size_t v = 1; v < 1000; ++v) {
        std::vector<Cost> next;
        for (std::size_t to = 0; to < 3; ++to) {
            Cost least = reach[0] + problem.pairs[v - 1].costs[to];
            for (std::size_t from = 1; from < 3; ++from)
                least = std::min(least, reach[from] + problem.pairs[v - 1].costs[from * 3 + to]);
            next.push_back(least + problem.variables[v][to]);
        }
        reach = next;
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto solution = solved(problem, {.seconds = 0});
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    EXPECT_TRUE(solution.optimal());
    EXPECT_EQ(solution.cost, *std::min_element(reach.begin(), reach.end()));
    EXPECT_LT(took.count(), 2.0);
}

/// Diamonds in a row, as residual networks are: series-parallel, so tables of two neighbours do.
TEST(Solve, ProvesSeriesParallelProblemsWithoutSearch)
{
    Random random(8);
    auto problem = variables(random, 3 * 100 + 1, 3, 3);
    for (int d = 0; d < 300; d += 3) {
        connect(problem, random, d, d + 1);
        connect(problem, random, d, d + 2);
        connect(problem, random, d + 1, d + 3);
        connect(problem, random, d + 2, d + 3);
    }
    EXPECT_TRUE(solved(problem, {.seconds = 0, .largestTable = 9}).optimal());
}

TEST(Solve, GivesABoundForAGeneralGraphOfTwoHundredNodes)
{
    Random random(9);
    auto problem = variables(random, 200, 3, 3);
    for (int edge = 0; edge < 800; ++edge) {
        const int a = between(random, 0, 199);
        const int b = between(random, 0, 198);
        connect(problem, random, a, b >= a ? b + 1 : b);
    }
    const auto solution = solved(problem, {.seconds = 1, .largestTable = 1 << 10});
    EXPECT_GT(solution.lowerBound.main, 0);
    const double gap = 1 - static_cast<double>(solution.lowerBound.main) / static_cast<double>(solution.cost.main);
    RecordProperty("gap_percent", static_cast<int>(gap * 100));
    EXPECT_LT(gap, 0.25);
}

TEST(Shifted, ChangesNoAssignmentsCostAndRaisesTheSumOfLeastCosts)
{
    const auto leastCosts = [](const Assignment& problem) {
        std::int64_t sum = 0;
        for (const auto& costs : problem.variables)
            sum += std::min_element(costs.begin(), costs.end())->main;
        for (const auto& pair : problem.pairs)
            sum += std::min_element(pair.costs.begin(), pair.costs.end())->main;
        return sum;
    };
    for (unsigned seed = 0; seed < 50; ++seed) {
        Random random(seed);
        auto problem = randomGraph(random, 12, 2, 4, 0.6);
        for (auto& pair : problem.pairs)
            for (auto& cost : pair.costs)
                cost.main *= 1000;   // far above what rounding loses
        const auto other = shifted(problem, 5);
        EXPECT_GT(leastCosts(other), leastCosts(problem)) << "seed " << seed;
        std::vector<int> choice;
        for (const auto& choices : problem.variables)
            choice.push_back(between(random, 0, static_cast<int>(choices.size()) - 1));
        EXPECT_EQ(costByHand(other, choice), costByHand(problem, choice)) << "seed " << seed;
    }
}

TEST(Solve, AddsUpSeveralPairsOfTheSameVariables)
{
    const Assignment problem{.variables = {{{0}, {0}}, {{0}, {0}}},
                             .pairs = {{0, 1, {{5}, {1}, {5}, {5}}}, {1, 0, {{9}, {9}, {9}, {0}}}}};
    // Together, by first and second choice: 5+9 1+9 / 5+9 5+0.
    EXPECT_EQ(solved(problem).cost.main, 5);
    EXPECT_EQ(solved(problem).choice, (std::vector<int>{1, 1}));
}

TEST(Solve, DecidesBetweenEqualsByTheTie)
{
    EXPECT_EQ(solved({.variables = {{{4, 2}, {4, 1}, {5, 0}}}}).choice, std::vector<int>{1});
}

TEST(Solve, SolvesNothingAtAll)
{
    const auto solution = solved({});
    EXPECT_TRUE(solution.optimal());
    EXPECT_EQ(solution.cost, Cost{});
}

TEST(Solve, StopsWhenCancelled)
{
    Random random(10);
    const auto problem = randomGraph(random, 60, 3, 3, 0.9);
    Progress progress;
    progress.cancel();
    const auto solution = solve(problem, {.largestTable = 4}, progress);
    ASSERT_FALSE(solution);
    EXPECT_EQ(solution.error().code, Code::Cancelled);
}

TEST(Violations, NameWhatIsWrong)
{
    const Assignment problem{.variables = {{{1}, {2}}, {{3}}}, .pairs = {{0, 1, {{10}, {20}}}}};
    EXPECT_TRUE(violations(problem, {{0, 0}, {14}, {14}}).empty());
    EXPECT_EQ(violations(problem, {{0}, {14}, {14}}).front(), "there are 1 choices for 2 variables");
    EXPECT_EQ(violations(problem, {{0, 1}, {14}, {14}}).front(), "variable 1 has no choice 1");
    EXPECT_EQ(violations(problem, {{1, 0}, {14}, {14}}).front(), "the choices cost 25 (0), not 14 (0)");
    EXPECT_EQ(violations(problem, {{0, 0}, {14}, {15}}).front(), "the lower bound 15 is above the cost 14");
}

}  // namespace
}  // namespace tw::engine
