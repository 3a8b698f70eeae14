// SPDX-License-Identifier: Apache-2.0
// Small runs computed by hand from the sizes and figures of a toy target, random ones held against the checker, and
// the checker against timelines that were spoilt.
#include "core/schedule/simulate.h"

#include "core/base/text.h"
#include "core/ir/text_form.h"
#include "core/ops/registry.h"
#include "tests/support/toy_target.h"

#include <random>

namespace tw::schedule {
namespace {

constexpr const char* kRows = R"({"rows": [
  {"op": "Relu", "types": {"X": "f32", "Y": "f32"}, "cycles": "elements", "call": "f", "header": "toy.h", "source": "toy.c"},
  {"op": "Exp", "types": {"X": "f32", "Y": "f32"}, "cycles": "100", "call": "f", "header": "toy.h", "source": "toy.c"},
  {"op": "Add", "types": {"A": "f32", "B": "f32", "C": "f32"}, "cycles": "2 * elements", "call": "f", "header": "toy.h", "source": "toy.c"},
  {"op": "Sqrt", "types": {"X": "f32", "Y": "f32"}, "call": "f", "header": "toy.h", "source": "toy.c"}
]})";

target::Figure figure(double value)
{
    return {.value = value};
}

/// Tensors live in far memory; the engine computes in near memory, from which a link of 4 bytes a cycle, 10 cycles of
/// set-up, leads to it; handing over a kernel takes 7 cycles.
target::Target twoLevels(std::int64_t nearBytes = 1000)
{
    auto target = testing::ToyTarget(kRows).get();
    target.memories = {{.name = "near", .bytes = nearBytes, .alignment = 4, .latencyCycles = figure(0)},
                       {.name = "far", .bytes = 100000, .alignment = 4, .latencyCycles = figure(2)}};
    target.links = {{.name = "dma", .far = "far", .near = "near", .bytesPerCycle = figure(4), .setupCycles = figure(10)}};
    target.engines.front().memory = "near";
    target.engines.front().offloadCycles = figure(7);
    target.activationHomes = target.constantHomes = {"far"};
    return target;
}

/// The same with a memory between the two, and a link of 8 bytes a cycle without set-up to it.
target::Target threeLevels()
{
    auto target = twoLevels(100000);
    target.memories.push_back({.name = "deep", .bytes = 100000, .alignment = 4});
    target.links.push_back({.name = "port", .far = "deep", .near = "far", .bytesPerCycle = figure(8), .overlaps = false});
    target.activationHomes = {"deep"};
    return target;
}

struct Simulated {
    ir::Graph graph;
    target::Target target;
    binding::Binding binding;
    memory::BufferPlan plan;
    Timeline timeline;

    TimelineInput input() const { return {graph, binding, plan, target}; }
    std::vector<std::string> violations(const Timeline& other) const { return schedule::violations(input(), other); }
};

Simulated runOf(std::string_view text, target::Target target, tiling::TileWishes wishes = {}, std::int64_t mostSpans = kMostSpans)
{
    auto graph = ir::parseGraph(text);
    EXPECT_TRUE(graph) << graph.error().text();
    Diagnostics diagnostics;
    ops::inferGraph(graph.value(), diagnostics);
    const auto homes = target::defaultHomes(target);
    Simulated run{.graph = std::move(graph).value(), .target = std::move(target), .binding = {}, .plan = {}, .timeline = {}};
    run.binding = binding::bind(run.graph, run.target, {.homes = homes, .tiles = std::move(wishes)});
    EXPECT_TRUE(run.binding.complete()) << run.binding.diagnostics.front().error.text();
    run.plan = memory::planBuffers(run.graph, run.binding, run.target, homes);
    run.timeline = timelineOf(run.input(), mostSpans);
    EXPECT_EQ(run.violations(run.timeline), std::vector<std::string>{});
    return run;
}

/// "kernel 0 33-133": what, tile, begin and end.
std::vector<std::string> textOf(const Timeline& timeline, int node)
{
    std::vector<std::string> lines;
    for (const auto& span : timeline.spans)
        if (span.node == node)
            lines.push_back(cat(workName(span.what), " ", span.tile, " ", span.begin, "-", span.end));
    return lines;
}

using Lines = std::vector<std::string>;

TEST(Timeline, NodeThatIsNotTiledCopiesInComputesAndCopiesOut)
{
    const auto run = runOf("graph g(x: f32[16]) -> y  y = Exp(x)", twoLevels());
    // 64 bytes: 10 + 16 cycles.
    EXPECT_EQ(textOf(run.timeline, 0), (Lines{"load 0 0-26", "set-up 0 26-33", "kernel 0 33-133", "store 0 133-159"}));
    EXPECT_EQ(run.timeline.total, 159);
    EXPECT_EQ(run.timeline.nodes[0].bound, Bound::Compute);
    EXPECT_EQ(run.timeline.lanes[0].busy, 107);
    EXPECT_EQ(run.timeline.lanes[1].busy, 52);
    EXPECT_EQ(run.timeline.lanes[1].bytes, 128);
    EXPECT_DOUBLE_EQ(utilisation(run.timeline, run.timeline.lanes[1]), 52.0 / 159);
}

TEST(Timeline, NodesFollowEachOtherAndTheTotalIsTheirSum)
{
    const auto run = runOf("graph g(x: f32[16]) -> z  y = Exp(x)  z = Exp(y)", twoLevels());
    EXPECT_EQ(run.timeline.nodes[1].begin, 159);
    EXPECT_EQ(run.timeline.nodes[1].end, 318);
    EXPECT_EQ(run.timeline.total, 318);
}

TEST(Timeline, ReshapesTakeNoTime)
{
    const auto run = runOf("graph g(x: f32[4,4]) -> z  y = Reshape(x, i64[1]{16})  z = Exp(y)", twoLevels());
    EXPECT_EQ(run.timeline.nodes[0].end, 0);
    EXPECT_EQ(run.timeline.nodes[0].lane, -1);
    EXPECT_EQ(run.timeline.total, 159);
}

TEST(Timeline, CopiesOverTwoLinksTakeTheFirstHopOfAllOperandsFirst)
{
    auto target = threeLevels();
    target.links.front().overlaps = false;   // so that tiles do not pay
    const auto run = runOf("graph g(a: f32[16], b: f32[16]) -> y  y = Add(a, b)", target);
    // 64 bytes: 8 cycles over the port, 26 over the DMA; Add takes 2 * 16 cycles.
    EXPECT_EQ(textOf(run.timeline, 0), (Lines{"load 0 0-8", "load 0 8-16", "load 0 16-42", "load 0 42-68", "set-up 0 68-75",
                                              "kernel 0 75-107", "store 0 107-133", "store 0 133-141"}));
    EXPECT_EQ(run.timeline.nodes[0].inputWait, 68);
    EXPECT_EQ(run.timeline.nodes[0].outputWait, 34);
    EXPECT_EQ(run.timeline.nodes[0].bound, Bound::InputTransfer);
}

TEST(Timeline, AccessesInPlaceAreTheEnginesTime)
{
    auto target = twoLevels();
    target.engines.front().reads = {"far"};
    target.links.front().setupCycles = figure(10000);   // nothing is worth a copy
    const auto run = runOf("graph g(x: f32[16]) -> y  y = Relu(x)", target);
    // 16 reads and 16 writes of 2 cycles each.
    EXPECT_EQ(textOf(run.timeline, 0), (Lines{"set-up 0 0-7", "kernel 0 7-87"}));
    EXPECT_EQ(run.timeline.nodes[0].access, 64);
    EXPECT_EQ(run.timeline.nodes[0].bound, Bound::Access);
}

tiling::TileWishes tilesOf8(tiling::Buffering buffering)
{
    return {.buffering = buffering, .overrides = {{"n", {{0, 8}}}}};
}

TEST(Timeline, DoubleBuffersLoadTheNextTileWhileTheEngineWorks)
{
    const auto run = runOf("graph g(x: f32[16]) -> y  y = Relu(x) as n", twoLevels(), tilesOf8(tiling::Buffering::Double));
    // 32 bytes: 18 cycles; Relu takes 8. The link serves in the order in which it is asked.
    EXPECT_EQ(textOf(run.timeline, 0), (Lines{"load 0 0-18", "load 1 18-36", "set-up 0 18-25", "kernel 0 25-33", "store 0 36-54",
                                              "set-up 1 36-43", "kernel 1 43-51", "store 1 54-72"}));
    EXPECT_EQ(run.timeline.total, 72);
    const auto& time = run.timeline.nodes[0];
    EXPECT_EQ(time.compute, 16);
    EXPECT_EQ(time.overhead, 14);
    EXPECT_EQ(time.inputWait, 21);    // 0-18, 33-36
    EXPECT_EQ(time.outputWait, 21);   // 51-72
    EXPECT_EQ(run.timeline.lanes[1].busy, 72);
}

TEST(Timeline, TilesFromAHomeThatNoLinkJoinsBeginWhenAllIsInTheMemoryBetween)
{
    const auto run = runOf("graph g(x: f32[16]) -> y  y = Relu(x) as n", threeLevels(), tilesOf8(tiling::Buffering::Double));
    // 64 bytes: 8 cycles over the port, before the loop and after it.
    EXPECT_EQ(textOf(run.timeline, 0), (Lines{"load 0 0-8", "load 0 8-26", "load 1 26-44", "set-up 0 26-33", "kernel 0 33-41", "store 0 44-62",
                                              "set-up 1 44-51", "kernel 1 51-59", "store 1 62-80", "store 0 80-88"}));
    EXPECT_EQ(run.timeline.total, 88);
    EXPECT_EQ(run.timeline.nodes[0].inputWait, 29);
    EXPECT_EQ(run.timeline.nodes[0].outputWait, 29);
}

TEST(Timeline, SingleBuffersWaitForEachOther)
{
    const auto run = runOf("graph g(x: f32[16]) -> y  y = Relu(x) as n", twoLevels(), tilesOf8(tiling::Buffering::Single));
    EXPECT_EQ(textOf(run.timeline, 0), (Lines{"load 0 0-18", "set-up 0 18-25", "kernel 0 25-33", "store 0 33-51", "load 1 51-69",
                                              "set-up 1 69-76", "kernel 1 76-84", "store 1 84-102"}));
    EXPECT_EQ(run.timeline.total, 102);
}

TEST(Timeline, SetUpOfTransfersBoundsWhatMovesLittleAtATime)
{
    auto target = twoLevels();
    target.links.front().setupCycles = figure(500);
    const auto run = runOf("graph g(x: f32[16]) -> y  y = Exp(x)", target);
    EXPECT_EQ(run.timeline.nodes[0].bound, Bound::TransferSetup);
}

TEST(Timeline, NodeWithoutFigureHasNoTimeAndTheRunNoTotal)
{
    const auto run = runOf("graph g(x: f32[16]) -> z  y = Sqrt(x)  z = Exp(y)", twoLevels());
    EXPECT_EQ(textOf(run.timeline, 0), Lines{});
    EXPECT_NE(run.timeline.nodes[0].missing.find("no cycle figure for Sqrt"), std::string::npos) << run.timeline.nodes[0].missing;
    EXPECT_FALSE(run.timeline.total);
    EXPECT_EQ(run.timeline.end, 159);
}

TEST(Timeline, JobsInARowBecomeOneRectangleWhenThereAreTooMany)
{
    const char* const text = "graph g(x: f32[400]) -> y  y = Relu(x) as n";
    const auto wishes = tilesOf8(tiling::Buffering::Double);
    const auto full = runOf(text, twoLevels(), wishes);
    const auto few = runOf(text, twoLevels(), wishes, 20);
    EXPECT_EQ(full.timeline.spans.size(), 200u);   // 50 tiles: load, set-up, kernel, store
    EXPECT_LE(few.timeline.spans.size(), 25u);
    EXPECT_EQ(few.timeline.total, full.timeline.total);
    for (std::size_t lane = 0; lane < 2; ++lane) {
        EXPECT_DOUBLE_EQ(few.timeline.lanes[lane].busy, full.timeline.lanes[lane].busy);
        EXPECT_EQ(few.timeline.lanes[lane].jobs, full.timeline.lanes[lane].jobs);
    }
}

/// A chain with side branches of random sizes in a random memory.
class RandomRuns : public ::testing::TestWithParam<unsigned> {};

TEST_P(RandomRuns, AreAsTheRuntimeAllowsAndTakeTheSumOfTheirNodes)
{
    std::mt19937 random(GetParam());
    SCOPED_TRACE(cat("seed ", GetParam()));
    const auto roll = [&](int low, int high) { return std::uniform_int_distribution(low, high)(random); };
    std::string text = cat("graph g(t0: f32[", roll(1, 5), ",", roll(1, 60), "]) -> t");
    const int nodes = roll(1, 8);
    text += cat(nodes);
    for (int i = 1; i <= nodes; ++i) {
        const auto any = [&] { return cat("t", roll(0, i - 1)); };
        text += roll(0, 1) == 0 ? cat("  t", i, " = Relu(", any(), ")") : cat("  t", i, " = Add(", any(), ", ", any(), ")");
    }
    auto target = roll(0, 2) == 0 ? threeLevels() : twoLevels(roll(60, 2000));
    if (target.links.size() == 1)
        target.links.front().overlaps = roll(0, 3) > 0;
    if (roll(0, 1) == 0)
        target.engines.front().reads = {"far"};
    const auto run = runOf(text, target, {.buffering = static_cast<tiling::Buffering>(roll(0, 2))});
    double sum = 0;
    for (const auto& bound : run.binding.nodes)
        sum += *bound.cost.total();
    ASSERT_TRUE(run.timeline.total);
    EXPECT_NEAR(*run.timeline.total, sum, 1e-6 * sum);
    for (const auto& lane : run.timeline.lanes)
        EXPECT_LE(lane.busy, run.timeline.end + 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomRuns, ::testing::Range(0u, 200u));

/// A timeline of two tiled nodes, to be spoilt.
class TimelineChecker : public ::testing::Test {
protected:
    Span& span(Work what, std::int64_t tile)
    {
        return *std::find_if(timeline_.spans.begin(), timeline_.spans.end(), [&](const auto& one) { return one.what == what && one.tile == tile && one.node == 0; });
    }
    static void move(Span& span, double cycles)
    {
        span.begin += cycles;
        span.end += cycles;
    }
    std::string complaints() const
    {
        std::string text;
        for (const auto& one : run_.violations(timeline_))
            text += one + "\n";
        return text;
    }
    bool complains(std::string_view part) const { return complaints().find(part) != std::string::npos; }

    Simulated run_ = runOf("graph g(x: f32[32]) -> z  y = Relu(x) as n  z = Exp(y)", twoLevels(), tilesOf8(tiling::Buffering::Double));
    Timeline timeline_ = run_.timeline;
};

TEST_F(TimelineChecker, SeesTwoKernelsAtOnce)
{
    move(span(Work::Kernel, 1), span(Work::Kernel, 0).begin + 1 - span(Work::Kernel, 1).begin);
    EXPECT_TRUE(complains("cpu does 2 things at once")) << complaints();
}

TEST_F(TimelineChecker, SeesMoreTransfersThanTheLinkTakes)
{
    move(span(Work::Load, 1), -5);
    EXPECT_TRUE(complains("dma does 2 things at once")) << complaints();
    run_.target.links.front().outstanding = 2;
    EXPECT_FALSE(complains("at once")) << complaints();
}

TEST_F(TimelineChecker, SeesAKernelThatDoesNotWaitForItsTile)
{
    move(span(Work::Load, 0), 8);
    EXPECT_TRUE(complains("used before it has come")) << complaints();
}

TEST_F(TimelineChecker, SeesAResultThatLeavesBeforeItIsMade)
{
    move(span(Work::Store, 2), span(Work::Kernel, 2).begin - span(Work::Store, 2).begin);
    EXPECT_TRUE(complains("leaves before")) << complaints();
}

TEST_F(TimelineChecker, SeesASlotThatIsFilledWhileItIsInUse)
{
    auto& load = span(Work::Load, 2);
    move(load, span(Work::Kernel, 0).begin - load.begin);
    EXPECT_TRUE(complains("overwrites a slot")) << complaints();
}

TEST_F(TimelineChecker, SeesANodeThatBeginsTooEarly)
{
    timeline_.nodes[1].begin -= 20;
    EXPECT_TRUE(complains("begins while the node before still runs")) << complaints();
    EXPECT_TRUE(complains("begins before its input y is made")) << complaints();
}

TEST_F(TimelineChecker, SeesAMissingKernelAndAMissingTransfer)
{
    std::erase_if(timeline_.spans, [](const auto& one) { return one.node == 0 && one.tile == 3; });
    EXPECT_TRUE(complains("runs its kernel 3 times instead of 4")) << complaints();
    std::erase_if(timeline_.spans, [](const auto& one) { return one.node == 1 && one.what == Work::Load; });
    EXPECT_TRUE(complains("loads of operand 0 of")) << complaints();
}

TEST_F(TimelineChecker, SeesPartsThatDoNotAddUp)
{
    timeline_.nodes[0].compute += 5;
    EXPECT_TRUE(complains("the parts of n are")) << complaints();
}

}  // namespace
}  // namespace tw::schedule
