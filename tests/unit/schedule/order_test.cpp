// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/order.h"

#include "core/schedule/order_search.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace tw::schedule {
namespace {

using Problem = OrderProblem;

NodeOrder solved(const Problem& problem, OrderKind kind = OrderKind::MinPeak)
{
    Progress progress;
    const auto order = orderNodes(problem, kind, progress);
    EXPECT_TRUE(order) << order.error().text();
    EXPECT_EQ(violations(problem, order.value()), std::vector<std::string>{});
    return order.value();
}

/// A network where each node writes one buffer of the given bytes and reads those of the nodes named; the results of
/// nodes that nobody reads are its outputs.
struct Sketch {
    std::int64_t bytes = 0;
    std::vector<int> needs = {};
};

Problem problemOf(const std::vector<Sketch>& sketches)
{
    Problem problem;
    for (std::size_t i = 0; i < sketches.size(); ++i) {
        const bool isRead = std::any_of(sketches.begin(), sketches.end(), [&](const auto& s) {
            return std::find(s.needs.begin(), s.needs.end(), static_cast<int>(i)) != s.needs.end();
        });
        problem.buffers.push_back({.bytes = sketches[i].bytes, .aliveAtEnd = !isRead});
        problem.nodes.push_back({.after = sketches[i].needs, .reads = sketches[i].needs, .writes = {static_cast<int>(i)}});
    }
    return problem;
}

/// A complete binary tree of unit results whose leaves need nothing; `takeover`: a node may use the place of a child.
Problem binaryTree(int height, bool takeover)
{
    std::vector<Sketch> sketches;
    const std::function<int(int)> add = [&](int h) {
        std::vector<int> needs;
        if (h > 0) {
            needs.push_back(add(h - 1));
            needs.push_back(add(h - 1));
        }
        sketches.push_back({1, needs});
        return static_cast<int>(sketches.size()) - 1;
    };
    add(height);
    auto problem = problemOf(sketches);
    for (auto& node : problem.nodes)
        for (const int child : takeover ? node.reads : std::vector<int>{})
            node.takeovers.push_back({child, node.writes.front()});
    return problem;
}

/// Breadth first: all leaves, then their parents, and so on; the worst order for a tree.
Problem levelByLevel(int leaves)
{
    std::vector<Sketch> sketches(static_cast<std::size_t>(leaves), Sketch{1, {}});
    int begin = 0;
    for (int width = leaves; width > 1; width /= 2) {
        for (int i = 0; i < width; i += 2)
            sketches.push_back({1, {begin + i, begin + i + 1}});
        begin += width;
    }
    return problemOf(sketches);
}

TEST(MinPeak, PebblesACompleteBinaryTreeWithTheTextbookNumber)
{
    // The pebble game: height + 2 pebbles when a pebble must be free for each node, height + 1 when a child's may slide.
    for (int height = 1; height <= 4; ++height) {
        EXPECT_EQ(solved(binaryTree(height, false)).peakBytes, height + 2);
        EXPECT_EQ(solved(binaryTree(height, true)).peakBytes, height + 1);
    }
    EXPECT_TRUE(solved(binaryTree(3, false)).proven);
}

TEST(MinPeak, FindsTheTreeNumberFromABadGraphOrder)
{
    EXPECT_EQ(solved(levelByLevel(8), OrderKind::Graph).peakBytes, 9);   // eight leaves and the first parent
    EXPECT_EQ(solved(levelByLevel(8)).peakBytes, 5);                     // height 3, plus 2
    EXPECT_EQ(solved(levelByLevel(8), OrderKind::DepthFirst).peakBytes, 5);
}

TEST(MinPeak, FinishesTheBranchWithTheLargeIntermediateFirst)
{
    // x -> big (100) -> small (1), x -> large result (50); the sum of both. Big first: 10 + 100 + 1, then 10 + 1 + 50.
    auto problem = problemOf({{50, {}}, {100, {}}, {1, {1}}, {1, {0, 2}}});
    problem.buffers.push_back({.bytes = 10, .aliveAtStart = true});
    problem.nodes[0].reads = {4};
    problem.nodes[1].reads = {4};
    EXPECT_EQ(solved(problem, OrderKind::Graph).peakBytes, 160);
    const auto best = solved(problem);
    EXPECT_EQ(best.peakBytes, 111);   // input, big and small
    EXPECT_EQ(best.nodes, (std::vector<int>{1, 2, 0, 3}));
    EXPECT_TRUE(best.proven);
}

TEST(MinPeak, CountsScratchOnlyWhileItsNodeRuns)
{
    auto problem = problemOf({{10, {}}, {10, {}}, {1, {0}}, {1, {1}}, {1, {2, 3}}});
    problem.nodes[2].scratchBytes = 100;
    problem.nodes[3].scratchBytes = 90;
    EXPECT_EQ(solved(problem).peakBytes, 111);   // 0, 2 (10 + 1 + 100), then 1, 3 (1 + 10 + 1 + 90)
}

TEST(MinPeak, StopsWhenCancelled)
{
    Progress progress;
    progress.cancel();
    std::vector<Sketch> sketches(70, Sketch{1, {}});
    const auto order = orderNodes(problemOf(sketches), OrderKind::MinPeak, progress);
    ASSERT_FALSE(order);
    EXPECT_EQ(order.error().code, Code::Cancelled);
}

TEST(Orders, OfNothingAreEmpty)
{
    for (const auto kind : {OrderKind::Graph, OrderKind::DepthFirst, OrderKind::MinPeak})
        EXPECT_TRUE(solved({}, kind).nodes.empty());
}

TEST(Orders, HaveNames)
{
    EXPECT_EQ(orderKindFromName("graph"), OrderKind::Graph);
    EXPECT_EQ(orderKindFromName("depth-first"), OrderKind::DepthFirst);
    EXPECT_EQ(orderKindFromName("min-peak"), OrderKind::MinPeak);
    EXPECT_FALSE(orderKindFromName("fastest"));
}

TEST(Width, IsTheLargestSetOfIndependentNodes)
{
    EXPECT_EQ(widthOf(binaryTree(3, false)), 8u);
    EXPECT_EQ(widthOf(problemOf({{1, {}}, {1, {0}}, {1, {1}}})), 1u);
    EXPECT_EQ(widthOf(problemOf({{1, {}}, {1, {0}}, {1, {0}}, {1, {1, 2}}})), 2u);
}

TEST(OrderViolations, FindEachBrokenRule)
{
    const auto problem = problemOf({{10, {}}, {20, {0}}, {30, {1}}});
    EXPECT_TRUE(violations(problem, {.nodes = {0, 1, 2}, .peakBytes = 50}).empty());
    EXPECT_FALSE(violations(problem, {.nodes = {0, 1, 2}, .peakBytes = 49}).empty());
    EXPECT_FALSE(violations(problem, {.nodes = {1, 0, 2}, .peakBytes = 50}).empty());
    EXPECT_FALSE(violations(problem, {.nodes = {0, 1}, .peakBytes = 50}).empty());
    EXPECT_FALSE(violations(problem, {.nodes = {0, 1, 1}, .peakBytes = 50}).empty());
    EXPECT_FALSE(violations(problem, {.nodes = {0, 1, 3}, .peakBytes = 50}).empty());
}

/// Independent of the code under test: a set of live buffers, one node after the other.
std::int64_t simulatedPeak(const Problem& problem, const std::vector<int>& order)
{
    const auto readLater = [&](int buffer, std::size_t from) {
        for (std::size_t k = from; k < order.size(); ++k)
            for (const int read : problem.nodes[static_cast<std::size_t>(order[k])].reads)
                if (read == buffer)
                    return true;
        return problem.buffers[static_cast<std::size_t>(buffer)].aliveAtEnd;
    };
    std::vector<int> alive;
    std::int64_t peak = 0;
    for (std::size_t b = 0; b < problem.buffers.size(); ++b)
        if (problem.buffers[b].aliveAtStart)
            alive.push_back(static_cast<int>(b));
    const auto bytesOf = [&](const std::vector<int>& buffers) {
        std::int64_t sum = problem.constantBytes;
        for (const int b : buffers)
            sum += problem.buffers[static_cast<std::size_t>(b)].bytes;
        return sum;
    };
    peak = bytesOf(alive);
    for (std::size_t k = 0; k < order.size(); ++k) {
        const auto& node = problem.nodes[static_cast<std::size_t>(order[k])];
        alive.insert(alive.end(), node.writes.begin(), node.writes.end());
        auto during = bytesOf(alive) + node.scratchBytes;
        if (!node.takeovers.empty() && !readLater(node.takeovers.front().input, k + 1))
            during -= problem.buffers[static_cast<std::size_t>(node.takeovers.front().output)].bytes;
        peak = std::max(peak, during);
        std::erase_if(alive, [&](int b) {
            const bool isUnread = problem.buffers[static_cast<std::size_t>(b)].aliveAtStart &&
                                  std::none_of(problem.nodes.begin(), problem.nodes.end(), [&](const auto& n) {
                                      return std::find(n.reads.begin(), n.reads.end(), b) != n.reads.end();
                                  });
            return !isUnread && !readLater(b, k + 1);
        });
    }
    return peak;
}

/// The least peak over all topological orders.
std::int64_t bruteForce(const Problem& problem)
{
    std::int64_t best = INT64_MAX;
    std::vector<int> order;
    std::vector<bool> done(problem.nodes.size(), false);
    const std::function<void()> extend = [&] {
        if (order.size() == problem.nodes.size())
            best = std::min(best, simulatedPeak(problem, order));
        for (std::size_t node = 0; node < problem.nodes.size(); ++node) {
            const auto& after = problem.nodes[node].after;
            if (done[node] || !std::all_of(after.begin(), after.end(), [&](int b) { return done[static_cast<std::size_t>(b)]; }))
                continue;
            done[node] = true;
            order.push_back(static_cast<int>(node));
            extend();
            order.pop_back();
            done[node] = false;
        }
    };
    extend();
    return best;
}

/// `density`: chance in percent that a node reads an earlier result.
Problem randomProblem(std::mt19937& random, std::size_t nodes, unsigned density)
{
    std::vector<Sketch> sketches;
    for (std::size_t i = 0; i < nodes; ++i) {
        sketches.push_back({static_cast<std::int64_t>(random() % 20)});
        for (std::size_t before = 0; before < i; ++before)
            if (random() % 100 < density)
                sketches.back().needs.push_back(static_cast<int>(before));
    }
    auto problem = problemOf(sketches);
    const int input = static_cast<int>(problem.buffers.size());
    problem.buffers.push_back({.bytes = 7, .aliveAtStart = true, .aliveAtEnd = random() % 8 == 0});
    for (std::size_t i = 0; i < nodes; ++i) {
        auto& node = problem.nodes[i];
        if (node.reads.empty() && random() % 2 == 0)
            node.reads.push_back(input);
        node.scratchBytes = random() % 4 == 0 ? static_cast<std::int64_t>(random() % 20) : 0;
        if (node.reads.empty() || random() % 2 == 0)
            continue;
        const int taken = node.reads.front();
        problem.buffers[i].bytes = problem.buffers[static_cast<std::size_t>(taken)].bytes;
        node.takeovers = {{taken, static_cast<int>(i)}};
    }
    // A later change of a buffer's bytes may have made an earlier takeover unequal.
    for (auto& node : problem.nodes)
        std::erase_if(node.takeovers, [&](const auto& t) {
            return problem.buffers[static_cast<std::size_t>(t.input)].bytes != problem.buffers[static_cast<std::size_t>(t.output)].bytes;
        });
    return problem;
}

TEST(MinPeak, EqualsBruteForceOnRandomGraphs)
{
    const unsigned seed = 20261130;
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 600; ++round) {
        const auto problem = randomProblem(random, 1 + random() % 8, 10 + random() % 50);
        const auto order = solved(problem);
        EXPECT_EQ(order.peakBytes, bruteForce(problem)) << "round " << round;
        EXPECT_EQ(order.peakBytes, simulatedPeak(problem, order.nodes)) << "round " << round;
        EXPECT_TRUE(order.proven);
    }
}

TEST(MinPeak, IsNeverWorseThanGraphOrderOnLargeRandomGraphs)
{
    const unsigned seed = 7;
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 20; ++round) {
        const auto problem = randomProblem(random, 41 + random() % 200, 1 + random() % 4);
        const auto graph = solved(problem, OrderKind::Graph);
        const auto depth = solved(problem, OrderKind::DepthFirst);
        EXPECT_LE(solved(problem).peakBytes, std::min(graph.peakBytes, depth.peakBytes)) << "round " << round;
    }
}

TEST(SearchBeam, GivesAValidOrderAndFindsTheBestOfSmallGraphs)
{
    std::mt19937 random(3);
    int best = 0;
    for (int round = 0; round < 50; ++round) {
        const auto problem = randomProblem(random, 10, 20);
        Progress progress;
        const auto order = searchBeam(problem, progress);
        ASSERT_TRUE(order);
        EXPECT_EQ(violations(problem, order.value()), std::vector<std::string>{});
        best += order.value().peakBytes == solved(problem).peakBytes;
    }
    EXPECT_EQ(best, 50);   // sets of ten nodes rarely outnumber the beam
}

TEST(MinPeak, SolvesTwelveParallelChainsExactly)
{
    // The widest that is promised: 36 nodes in 12 chains, then the join of all.
    std::mt19937 random(11);
    std::vector<Sketch> sketches;
    std::vector<int> ends;
    for (int chain = 0; chain < 12; ++chain)
        for (int k = 0; k < 3; ++k) {
            const int before = static_cast<int>(sketches.size()) - 1;
            sketches.push_back({static_cast<std::int64_t>(1 + random() % 100), k == 0 ? std::vector<int>{} : std::vector{before}});
            if (k == 2)
                ends.push_back(before + 1);
        }
    sketches.push_back({1, ends});
    const auto order = solved(problemOf(sketches));
    EXPECT_TRUE(order.proven);
    EXPECT_LE(order.peakBytes, solved(problemOf(sketches), OrderKind::Graph).peakBytes);
}

}  // namespace
}  // namespace tw::schedule
