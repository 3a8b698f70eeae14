// SPDX-License-Identifier: Apache-2.0
// The loop over tiles against schedules worked out by hand.
#include "core/tiling/loop_walk.h"

#include <gtest/gtest.h>

#include <list>
#include <random>

namespace tw::tiling {
namespace {

/// One loop of equal tiles with an input and an output, as in the drawings below.
struct Simple {
    std::int64_t tiles = 2;
    int buffers = 2;
    double load = 10;
    double kernel = 20;
    double store = 5;
    bool overlaps = true;
    double overhead = 0;
    std::vector<double> loads = {};
    std::vector<double> kernels = {};
    std::vector<double> stores = {};
    std::vector<std::int64_t> bytes = {64};
    std::vector<char> same = {};

    Walk walk()
    {
        loads = {load};
        kernels = {kernel};
        stores = {store};
        const std::vector<int> kinds(static_cast<std::size_t>(tiles), 0);
        same.assign(static_cast<std::size_t>(tiles), 0);
        const std::vector<WalkFollow> follows{{0, 1, &same, false}};
        return {.loops = {{tiles, kinds, kinds}},
                .inputs = {{0, buffers, 0, follows, &loads, &bytes}},
                .outputs = {{0, buffers, 0, follows, &stores, &bytes}},
                .kernel = {{1}, &kernels},
                .linkOverlaps = {overlaps},
                .overhead = overhead};
    }
};

// link    |load 0 |load 1 |               |st 0|               |st 1|
// engine          |kernel 0      |kernel 1        |
//         0       10      20      30      35      50      55
TEST(LoopWalk, TwoSlotsHideTheSecondLoadAndTheFirstStore)
{
    Simple simple;
    const auto cost = walkLoop(simple.walk());
    EXPECT_EQ(cost.compute, 40);
    EXPECT_EQ(cost.inputWait, 10);
    EXPECT_EQ(cost.outputWait, 5);
    EXPECT_EQ(cost.total(), 55);
}

// The load of tile 1 is queued behind the store of tile 0: 0 load 10 kernel 30 store 35 load 45 kernel 65 store 70.
TEST(LoopWalk, OneSlotMakesEverythingWait)
{
    Simple simple{.buffers = 1};
    const auto cost = walkLoop(simple.walk());
    EXPECT_EQ(cost.inputWait, 10 + 15);
    EXPECT_EQ(cost.outputWait, 5);
    EXPECT_EQ(cost.total(), 70);
}

TEST(LoopWalk, ALinkWithoutOverlapStopsTheEngine)
{
    Simple simple{.overlaps = false};
    const auto cost = walkLoop(simple.walk());
    EXPECT_EQ(cost.inputWait, 20);
    EXPECT_EQ(cost.outputWait, 10);
    EXPECT_EQ(cost.total(), 70);
}

// Loads of 30 and stores of 20 keep the link busy, kernels of 10 wait for it: the link has done load 0 at 30, load 1 at
// 60. Kernel 0 ends at 40; its store is queued behind load 1: 60 to 80. Tile 1 queues load 2, 80 to 110, runs from 60 to
// 70, stores from 110 to 130. Tile 2 starts at 110, needs the slot of tile 0 (free since 80), ends at 120, stores
// from 130 to 150.
TEST(LoopWalk, ASlowLinkSetsThePace)
{
    Simple simple{.tiles = 3, .load = 30, .kernel = 10, .store = 20};
    const auto cost = walkLoop(simple.walk());
    EXPECT_EQ(cost.total(), 150);
    EXPECT_EQ(cost.inputWait, 30 + 20 + 40);
    EXPECT_EQ(cost.outputWait, 30);
}

TEST(LoopWalk, OverheadIsPaidPerTile)
{
    Simple simple{.overhead = 3};
    const auto cost = walkLoop(simple.walk());
    EXPECT_EQ(cost.overhead, 6);
    EXPECT_EQ(cost.total(), 61);
}

TEST(LoopWalk, AnOperandThatStaysTheSameIsLoadedOnce)
{
    Simple simple{.tiles = 4};
    auto walk = simple.walk();
    walk.inputs.front().follows.clear();
    std::int64_t loads = 0;
    const auto cost = walkLoop(walk, [&](const LoopEvent& event) { loads += event.what == Event::Load; });
    EXPECT_EQ(loads, 1);
    EXPECT_EQ(cost.total(), 10 + 4 * 20 + 5);
}

TEST(LoopWalk, EventsNeverOverlapOnTheLinkNorOnTheEngine)
{
    Simple simple{.tiles = 9, .load = 13, .kernel = 11, .store = 7};
    std::vector<LoopEvent> events;
    walkLoop(simple.walk(), [&](const LoopEvent& event) { events.push_back(event); });
    EXPECT_EQ(events.size(), 27u);
    double linkFree = 0;
    double engineFree = 0;
    for (const auto& event : events) {
        auto& free = event.what == Event::Kernel ? engineFree : linkFree;
        EXPECT_GE(event.begin, free);
        free = event.end;
    }
}

/// A random nest of loops over tiles of several kinds.
struct RandomWalk {
    explicit RandomWalk(unsigned seed) : random(seed)
    {
        walk.linkOverlaps = {roll(0, 3) > 0, true};
        walk.overhead = static_cast<double>(roll(0, 5));
        kernels = numbers(64, 40);
        walk.kernel.compute = &kernels;
        int stride = 1;
        for (std::int64_t l = roll(1, 3); l > 0; --l) {
            WalkLoop loop{.count = roll(2, l == 1 ? 40 : 9), .kindOf = {}, .stepOf = {}};
            loop.kindOf.assign(static_cast<std::size_t>(loop.count), 1);
            loop.kindOf.front() = 0;
            loop.kindOf.back() = 2;
            loop.stepOf = loop.kindOf;
            walk.loops.push_back(std::move(loop));
            walk.kernel.strides.push_back(stride);
            stride *= 3;
        }
        same.assign(64, 0);
        for (int i = 0; i < 3; ++i)
            walk.inputs.push_back(operand(i));
        walk.outputs.push_back(operand(0));
        walk.outputs.front().follows.clear();
        for (std::size_t l = 0; l < walk.loops.size(); ++l)
            walk.outputs.front().follows.push_back({l, walk.kernel.strides[l], &same, false});
    }

    std::int64_t roll(std::int64_t low, std::int64_t high) { return std::uniform_int_distribution<std::int64_t>(low, high)(random); }
    std::vector<double> numbers(int count, std::int64_t most)
    {
        std::vector<double> list;
        for (int i = 0; i < count; ++i)
            list.push_back(static_cast<double>(roll(0, most)));
        return list;
    }
    WalkOperand operand(int number)
    {
        WalkOperand own{number, static_cast<int>(roll(1, 2)), static_cast<int>(roll(0, 1)), {}, &tables.emplace_back(numbers(64, 30)), &bytes};
        for (std::size_t l = 0; l < walk.loops.size(); ++l)
            if (roll(0, 1) == 1)
                own.follows.push_back({l, walk.kernel.strides[l], &same, false});
        return own;
    }

    std::mt19937 random;
    Walk walk;
    std::vector<double> kernels;
    std::list<std::vector<double>> tables;
    std::vector<std::int64_t> bytes = std::vector<std::int64_t>(64, 1);
    std::vector<char> same;
};

TEST(LoopWalk, TurnsThatGoAlikeMayBeSkipped)
{
    for (unsigned seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(seed);
        const RandomWalk random(seed);
        const auto skipped = walkLoop(random.walk);
        const auto whole = walkLoop(random.walk, [](const LoopEvent&) {});
        EXPECT_NEAR(skipped.total(), whole.total(), 1e-6);
        EXPECT_NEAR(skipped.inputWait, whole.inputWait, 1e-6);
        EXPECT_NEAR(skipped.outputWait, whole.outputWait, 1e-6);
        EXPECT_NEAR(skipped.compute, whole.compute, 1e-6);
    }
}

}  // namespace
}  // namespace tw::tiling
