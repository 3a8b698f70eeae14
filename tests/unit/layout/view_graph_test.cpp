// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/graph_fixture.h"
#include "views/graph/arrangement.h"
#include "views/graph/graph_search.h"
#include "views/graph/grouping.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace tw::views::graph {
namespace {

ViewGraph viewOf(ir::GraphPointer graph)
{
    auto view = buildViewGraph(std::move(graph), {}, Progress());
    EXPECT_TRUE(view);
    return std::move(*view);
}

int nodeNamed(const ViewGraph& view, const std::string& name)
{
    for (std::size_t i = 0; i < view.nodes.size(); ++i)
        if (view.nodes[i].node >= 0 && view.graph->nodes[static_cast<std::size_t>(view.nodes[i].node)].name == name)
            return static_cast<int>(i);
    return -1;
}

TEST(ViewGraph, DrawsConstantsInsideTheirReaders)
{
    const auto view = viewOf(residualNetwork(1, 1));
    EXPECT_EQ(view.nodes.size(), 8u);        // five of the block, the pool, one input, one output
    EXPECT_EQ(view.nodes[static_cast<std::size_t>(nodeNamed(view, "/layer0/block0/Conv_a_0"))].constants, 2);
}

TEST(ViewGraph, RanksAreLongestPathsAndSourcesStandAboveTheirReader)
{
    NetworkBuilder net;
    const auto x = net.input("x", {4});
    const auto late = net.input("late", {4});
    const auto a = net.node("Relu", "a", {x}, {4});
    const auto b = net.node("Relu", "b", {a}, {4});
    net.output(net.node("Add", "sum", {b, late}, {4}));
    const auto view = viewOf(net.build());
    EXPECT_EQ(view.nodes[static_cast<std::size_t>(nodeNamed(view, "sum"))].rank, 3);
    const auto source = std::ranges::find_if(view.nodes, [&](const ViewNode& node) { return node.kind == NodeKind::Input && node.tensor == late; });
    EXPECT_EQ(source->rank, 2);
}

TEST(ViewGraph, LongEdgesBecomePortals)
{
    NetworkBuilder net;
    auto x = net.input("x", {4});
    const auto first = net.node("Relu", "first", {x}, {4});
    x = first;
    for (int i = 0; i < 30; ++i)
        x = net.node("Relu", "step" + std::to_string(i), {x}, {4});
    net.output(net.node("Add", "sum", {x, first}, {4}));
    const auto view = viewOf(net.build());
    const auto portals = std::ranges::count_if(view.edges, &ViewEdge::portal);
    EXPECT_EQ(portals, 1);
    const auto portal = std::ranges::find_if(view.edges, &ViewEdge::portal);
    EXPECT_EQ(portal->from, nodeNamed(view, "first"));
    EXPECT_EQ(portal->to, nodeNamed(view, "sum"));
}

TEST(ViewGraph, OfAWideFanOutOnlyTheFirstEdgeIsDrawn)
{
    NetworkBuilder net;
    const auto mask = net.node("Not", "mask", {net.input("x", {4})}, {4});
    for (int i = 0; i < 13; ++i)
        net.output(net.node("Relu", "reader" + std::to_string(i), {mask}, {4}));
    const auto view = viewOf(net.build());
    EXPECT_EQ(std::ranges::count_if(view.edges, &ViewEdge::portal), 12);
}

TEST(ViewGraph, WhatFollowsFromConstantsStandsBeforeItsReader)
{
    NetworkBuilder net;
    const auto size = net.weight("size", {1});
    const auto early = net.node("ConstantOfShape", "early", {size}, {4});
    const auto bias = net.node("Neg", "bias", {early}, {4});
    auto x = net.input("x", {4});
    for (int i = 0; i < 5; ++i)
        x = net.node("Relu", "step" + std::to_string(i), {x}, {4});
    net.output(net.node("Add", "sum", {x, bias}, {4}));
    const auto view = viewOf(net.build());
    EXPECT_EQ(nodeNamed(view, "step0"), 0);
    EXPECT_EQ(nodeNamed(view, "early"), 5);
    EXPECT_EQ(nodeNamed(view, "bias"), 6);
    EXPECT_EQ(nodeNamed(view, "sum"), 7);
    EXPECT_EQ(view.nodeOf[0], 5);
}

TEST(ViewGraph, AChainOfConstantsIsNoLongEdge)
{
    NetworkBuilder net;
    const auto early = net.node("Unsqueeze", "axes", {net.node("ConstantOfShape", "early", {net.weight("size", {1})}, {4})}, {4});
    auto x = net.input("x", {4});
    for (int i = 0; i < 35; ++i)
        x = net.node("Relu", "step" + std::to_string(i), {x}, {4});
    net.output(net.node("Add", "sum", {x, early}, {4}));
    const auto view = viewOf(net.build());
    EXPECT_EQ(std::ranges::count_if(view.edges, &ViewEdge::portal), 0);
    EXPECT_EQ(view.nodes[static_cast<std::size_t>(nodeNamed(view, "axes"))].rank, 35);
    EXPECT_EQ(view.nodes[static_cast<std::size_t>(nodeNamed(view, "early"))].rank, 34);
}

TEST(ViewGraph, OuterTensorsOfASubgraphAreInputs)
{
    const auto outer = branching();
    const auto& choose = outer->nodes.back();
    const auto inside = innerGraphs(choose, nullptr);
    ASSERT_EQ(inside.size(), 2u);
    EXPECT_EQ(inside[0].name, "else_branch");
    const auto view = viewOf(inside[0].graph);
    const auto input = std::ranges::find(view.nodes, NodeKind::Input, &ViewNode::kind);
    ASSERT_NE(input, view.nodes.end());
    EXPECT_TRUE(input->outer);
}

TEST(ViewGraph, ACyclicGraphIsDrawnToo)
{
    NetworkBuilder net;
    const auto loop = net.graph().addTensor({.name = "loop"});
    const auto a = net.node("Add", "a", {net.input("x", {4}), loop}, {4});
    net.graph().addNode({.name = "back", .op = "Relu", .inputs = {a}, .outputs = {loop}});
    const auto view = viewOf(net.build());
    LayoutCache cache;
    const auto arrangement = arrange(view, initiallyOpen(view, 400), cache, Progress());
    ASSERT_TRUE(arrangement);
    EXPECT_EQ(arrangement->groups[0].nodes.size(), 3u);
}

TEST(ViewGraph, CancellingStopsTheWork)
{
    Progress progress;
    progress.cancel();
    const auto view = buildViewGraph(chain(10), {}, progress);
    ASSERT_FALSE(view);
    EXPECT_EQ(view.error().code, Code::Cancelled);
}

// Every operator is in exactly one group, groups keep to the limit and nest at most two deep.
void expectProperGroups(const ViewGraph& view)
{
    std::vector<int> seen(view.nodes.size(), 0);
    for (const auto& group : view.groups) {
        for (const int node : group.nodes)
            ++seen[static_cast<std::size_t>(node)];
        EXPECT_LE(group.nodes.size() + group.groups.size(), static_cast<std::size_t>(kGroupLimit));
        EXPECT_LT(group.parent, static_cast<int>(&group - view.groups.data()));
        const int grandparent = group.parent < 0 ? -1 : view.groups[static_cast<std::size_t>(group.parent)].parent;
        EXPECT_TRUE(grandparent <= 0) << group.name;
    }
    EXPECT_TRUE(std::ranges::all_of(seen, [](int count) { return count == 1; }));
}

TEST(Grouping, FollowsNameScopes)
{
    const auto view = viewOf(residualNetwork(24, 6));
    expectProperGroups(view);
    std::vector<std::string> names;
    for (const int group : view.groups[0].groups)
        names.push_back(view.groups[static_cast<std::size_t>(group)].name);
    EXPECT_EQ(names, (std::vector<std::string>{"layer0", "layer1", "layer2", "layer3", "pool"}));
}

TEST(Grouping, CutsUnnamedChainsIntoSlices)
{
    for (const int nodes : {1, 40, 41, 150, 151, 239, 241, 1000, 10000}) {
        SCOPED_TRACE(nodes);
        expectProperGroups(viewOf(chain(nodes)));
    }
}

TEST(Grouping, CutsWhereFewTensorsCross)
{
    // Blocks of 30 with three parallel tensors inside; only one tensor crosses between blocks.
    NetworkBuilder net;
    auto x = net.input("x", {4});
    for (int block = 0; block < 10; ++block) {
        std::vector<ir::TensorId> lanes(3, x);
        for (int i = 0; i < 27; ++i) {
            auto& lane = lanes[static_cast<std::size_t>(i % 3)];
            lane = net.node("Relu", "n" + std::to_string(block * 100 + i), {lane}, {4});
        }
        x = net.node("Sum", "sum" + std::to_string(block), lanes, {4});
    }
    net.output(x);
    const auto view = viewOf(net.build());
    for (const int group : view.groups[0].groups)
        EXPECT_EQ(view.groups[static_cast<std::size_t>(group)].last % 28, 0);
}

TEST(Grouping, StartsClosedWhenTooMuchWouldBeVisible)
{
    const auto small = viewOf(residualNetwork(24, 6));
    EXPECT_EQ(visibleBoxes(small, initiallyOpen(small, 400)), 123);
    const auto large = viewOf(chain(10000));
    EXPECT_LE(visibleBoxes(large, initiallyOpen(large, 400)), 400);
    EXPECT_GT(visibleBoxes(large, initiallyOpen(large, 400)), 20);
}

bool overlap(const Rect& a, const Rect& b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

void expectProperArrangement(const ViewGraph& view, const std::vector<bool>& open)
{
    LayoutCache cache;
    const auto arrangement = arrange(view, open, cache, Progress());
    ASSERT_TRUE(arrangement);
    std::size_t shown = 0;
    for (const auto& group : arrangement->groups) {
        shown += group.open ? group.nodes.size() : static_cast<std::size_t>(view.groups[static_cast<std::size_t>(group.group)].last - view.groups[static_cast<std::size_t>(group.group)].first);
        for (std::size_t i = 0; i < group.nodes.size(); ++i) {
            EXPECT_TRUE(overlap(group.nodes[i].place, group.place));
            for (std::size_t j = i + 1; j < group.nodes.size(); ++j)
                ASSERT_FALSE(overlap(group.nodes[i].place, group.nodes[j].place));
        }
    }
    EXPECT_EQ(shown, view.nodes.size());
    const auto parent = [&](const PlacedGroup& group) { return view.groups[static_cast<std::size_t>(group.group)].parent; };
    for (const auto& a : arrangement->groups)
        for (const auto& b : arrangement->groups)
            EXPECT_FALSE(a.group != b.group && parent(a) == parent(b) && overlap(a.place, b.place)) << a.group << " " << b.group;
}

TEST(Arrangement, ShowsEveryNodeOnceWithoutOverlapForAnyOpenGroups)
{
    for (const auto& graph : {residualNetwork(24, 6), residualNetwork(400, 10), chain(2000), branching()}) {
        const auto view = viewOf(graph);
        expectProperArrangement(view, initiallyOpen(view, 400));
        expectProperArrangement(view, std::vector<bool>(view.groups.size(), true));
        std::vector<bool> closed(view.groups.size(), false);
        closed[0] = true;
        expectProperArrangement(view, closed);
    }
}

TEST(Arrangement, AGroupStandsBelowTheOneItReadsThroughAPortal)
{
    NetworkBuilder net;
    const auto run = [&](const std::string& scope, ir::TensorId x) {
        for (int i = 0; i < 30; ++i)
            x = net.node("Relu", "/" + scope + "/Relu_" + std::to_string(i), {x}, {4});
        return x;
    };
    const auto a = run("a", net.input("x", {4}));
    const auto b = run("b", net.input("y", {4}));
    net.output(net.node("Add", "/b/Add", {a, b}, {4}));
    const auto view = viewOf(net.build());
    LayoutCache cache;
    const auto arrangement = arrange(view, std::vector<bool>(view.groups.size(), true), cache, Progress());
    const auto placed = [&](const std::string& name) {
        return *std::ranges::find_if(arrangement->groups, [&](const auto& group) { return view.groups[static_cast<std::size_t>(group.group)].name == name; });
    };
    EXPECT_GE(placed("b").place.y, placed("a").place.y + placed("a").place.height);
}

TEST(Arrangement, EqualBlocksShareOneLayout)
{
    const auto view = viewOf(residualNetwork(80, 20));
    LayoutCache cache;
    const auto arrangement = arrange(view, std::vector<bool>(view.groups.size(), true), cache, Progress());
    std::set<LayoutKey> keys;
    for (const auto& wanted : arrangement->wanted)
        keys.insert(wanted.key);
    EXPECT_EQ(arrangement->wanted.size(), 5u);      // four layers and the pool
    EXPECT_EQ(keys.size(), 2u);                     // all layers are alike
}

TEST(Search, FindsByNameOperatorTensorShapeAttributeAndIndex)
{
    const auto view = viewOf(residualNetwork(24, 6));
    const SearchIndex index(view);
    const auto npu = [](int node) -> SearchIndex::Deployed { return {.engine = "npu", .pinned = node == 4, .cycles = node * 1000.0}; };
    const auto count = [&](const char* query) { return index.find(query, npu).size(); };
    EXPECT_EQ(count("op:conv"), 48u);
    EXPECT_EQ(count("name:layer2 op:conv"), 12u);
    EXPECT_EQ(count("LAYER2"), 30u + 2);                 // and the two of layer3 that read a tensor named by layer2
    EXPECT_EQ(count("attr:kernel_shape"), 48u);
    EXPECT_EQ(count("#3"), 1u);
    EXPECT_EQ(count("1x16x1x1"), 2u);                    // the pool and the output
    EXPECT_EQ(count("engine:npu op:conv"), 48u);
    EXPECT_EQ(count("engine:cpu"), 0u);
    EXPECT_EQ(count("is:pinned"), 1u);
    EXPECT_EQ(count("cycles<2500"), 3u);                 // nodes 0, 1 and 2
    EXPECT_EQ(count("cycles>9k cycles<12k"), 2u);
    EXPECT_EQ(count("   "), 0u);
    EXPECT_EQ(count("no such thing"), 0u);
}

TEST(Search, ShapePatternsTakeStars)
{
    EXPECT_TRUE(shapeMatches("1x32x*", "1x32x8x8"));
    EXPECT_TRUE(shapeMatches("1x32x*x*", "1x32x8x8"));
    EXPECT_TRUE(shapeMatches("*x32", "7x32"));
    EXPECT_FALSE(shapeMatches("1x32x*", "1x32"));
    EXPECT_FALSE(shapeMatches("1x32", "1x32x8"));
    EXPECT_FALSE(shapeMatches("1x3", "1x32"));
    EXPECT_TRUE(isShapePattern("1x32x*"));
    EXPECT_FALSE(isShapePattern("box"));
    EXPECT_FALSE(isShapePattern("32"));
}

}  // namespace
}  // namespace tw::views::graph
