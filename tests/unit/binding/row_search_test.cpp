// SPDX-License-Identifier: Apache-2.0
#include "core/binding/row_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <random>

namespace tw::binding {
namespace {

bool different(int a, int b)
{
    return a != b;
}

bool whatever(int, int)
{
    return true;
}

bool holds(const SearchProblem& problem, const std::vector<int>& values)
{
    return std::all_of(problem.constraints.begin(), problem.constraints.end(), [&](const Constraint& constraint) {
        return constraint.allows(values[static_cast<std::size_t>(constraint.first)], values[static_cast<std::size_t>(constraint.second)]);
    });
}

/// Counts through all assignments in lexicographic order. Variables not in `included` and their constraints are out.
std::optional<std::vector<int>> firstByBruteForce(SearchProblem problem, const std::vector<int>* included = nullptr)
{
    const auto inside = [included](int v) { return !included || std::find(included->begin(), included->end(), v) != included->end(); };
    std::erase_if(problem.constraints, [&](const Constraint& c) { return !inside(c.first) || !inside(c.second); });
    for (std::size_t v = 0; v < problem.domainSizes.size(); ++v)
        if (!inside(static_cast<int>(v)))
            problem.domainSizes[v] = 1;
    if (std::find(problem.domainSizes.begin(), problem.domainSizes.end(), 0) != problem.domainSizes.end())
        return std::nullopt;
    std::vector<int> values(problem.domainSizes.size(), 0);
    while (!holds(problem, values)) {
        std::size_t v = values.size();
        while (v > 0 && ++values[v - 1] == problem.domainSizes[v - 1])
            values[--v] = 0;
        if (v == 0)
            return std::nullopt;
    }
    return values;
}

TEST(RowSearch, TakesTheFirstValuesWhenNothingStandsAgainstThem)
{
    const auto found = searchRows({.domainSizes = {3, 1, 2}});
    EXPECT_EQ(found.outcome, Outcome::Solved);
    EXPECT_EQ(found.values, (std::vector{0, 0, 0}));
    EXPECT_EQ(found.visited, 3);
}

TEST(RowSearch, PrefersTheFirstVariableToBeServed)
{
    const auto found = searchRows({.domainSizes = {2, 2}, .constraints = {{0, 1, different}}});
    EXPECT_EQ(found.values, (std::vector{0, 1}));
}

TEST(RowSearch, AnEmptyProblemIsSolved)
{
    EXPECT_EQ(searchRows({.domainSizes = {}}).outcome, Outcome::Solved);
}

TEST(RowSearch, AnEmptyDomainIsTheWholeConflict)
{
    const auto found = searchRows({.domainSizes = {2, 0, 2}, .constraints = {{0, 1, whatever}}});
    EXPECT_EQ(found.outcome, Outcome::Impossible);
    EXPECT_EQ(found.conflict, (std::vector{1}));
}

/// 200 nodes in a row; the last three must all differ but have two values: no look-ahead sees that, and neighbours
/// before them agree with everything, so chronological backtracking would go through 2^197 assignments.
SearchProblem chainWithConflictAtItsEnd()
{
    SearchProblem problem{.domainSizes = std::vector<int>(200, 2)};
    for (int v = 0; v + 1 < 200; ++v)
        problem.constraints.push_back({v, v + 1, whatever});
    for (const auto& [a, b] : {std::pair{197, 198}, {198, 199}, {197, 199}})
        problem.constraints.push_back({a, b, different});
    return problem;
}

TEST(RowSearch, AConflictAtTheEndOf200NodesDoesNotRepeatTheBeginning)
{
    const auto found = searchRows(chainWithConflictAtItsEnd());
    EXPECT_EQ(found.outcome, Outcome::Impossible);
    EXPECT_EQ(found.conflict, (std::vector{197, 198, 199}));
    EXPECT_LE(found.visited, 2 * 200);
}

TEST(RowSearch, AConflictAtTheEndThatTheFirstNodeCanSolveJumpsThere)
{
    auto problem = chainWithConflictAtItsEnd();
    problem.domainSizes[199] = 3;   // a third value that only goes with the second one of the first node
    problem.constraints.push_back({0, 199, [](int first, int last) { return last != 2 || first == 1; }});
    const auto found = searchRows(problem);
    ASSERT_EQ(found.outcome, Outcome::Solved);
    EXPECT_EQ(found.values.front(), 1);
    EXPECT_EQ(found.values.back(), 2);
    EXPECT_LE(found.visited, 3 * 200);
}

TEST(RowSearch, AgreementAlongAChainIsDecidedBeforeTheSearch)
{
    SearchProblem problem{.domainSizes = std::vector<int>(200, 3)};
    for (int v = 0; v + 1 < 200; ++v)
        problem.constraints.push_back({v, v + 1, std::equal_to<int>()});
    problem.constraints.push_back({198, 199, [](int, int last) { return last == 2; }});
    const auto found = searchRows(problem);
    EXPECT_EQ(found.values, std::vector<int>(200, 2));
    EXPECT_EQ(found.visited, 200);
}

TEST(RowSearch, GivesUpAtItsLimit)
{
    SearchProblem problem{.domainSizes = std::vector<int>(9, 8)};   // nine pigeons, eight holes
    for (int a = 0; a < 9; ++a)
        for (int b = a + 1; b < 9; ++b)
            problem.constraints.push_back({a, b, different});
    const auto found = searchRows(problem, 100);
    EXPECT_EQ(found.outcome, Outcome::GaveUp);
    EXPECT_EQ(found.visited, 101);
}

SearchProblem randomProblem(std::mt19937& random)
{
    const auto below = [&random](unsigned bound) { return static_cast<int>(random() % bound); };
    SearchProblem problem;
    const int variables = 1 + below(6);
    for (int v = 0; v < variables; ++v)
        problem.domainSizes.push_back(below(40) == 0 ? 0 : 1 + below(4));
    const int constraints = variables > 1 ? below(12) : 0;
    const int density = 20 + below(70);
    for (int c = 0; c < constraints; ++c) {
        const int first = below(static_cast<unsigned>(variables));
        const int second = (first + 1 + below(static_cast<unsigned>(variables - 1))) % variables;
        std::vector<bool> table;
        for (int i = 0; i < 16; ++i)
            table.push_back(below(100) < density);
        problem.constraints.push_back({first, second, [table](int a, int b) { return table[static_cast<std::size_t>(a * 4 + b)]; }});
    }
    return problem;
}

void expectMinimalConflict(const SearchProblem& problem, const std::vector<int>& conflict)
{
    EXPECT_FALSE(firstByBruteForce(problem, &conflict)) << "the conflict can be solved";
    for (const int left : conflict) {
        auto rest = conflict;
        std::erase(rest, left);
        EXPECT_TRUE(firstByBruteForce(problem, &rest)) << "variable " << left << " is not needed";
    }
}

TEST(RowSearch, FindsWhatCountingThroughFinds)
{
    int impossible = 0;
    for (unsigned seed = 1; seed <= 6000; ++seed) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed);
        std::mt19937 random(seed);
        const auto problem = randomProblem(random);
        const auto expected = firstByBruteForce(problem);
        const auto found = searchRows(problem);
        ASSERT_EQ(found.outcome == Outcome::Solved, expected.has_value());
        if (expected) {
            ASSERT_EQ(found.values, *expected);
        } else {
            ++impossible;
            expectMinimalConflict(problem, found.conflict);
        }
        if (::testing::Test::HasFailure())
            return;
    }
    EXPECT_GT(impossible, 500);
    EXPECT_LT(impossible, 5500);
}

}  // namespace
}  // namespace tw::binding
