// SPDX-License-Identifier: Apache-2.0
#include "core/memory/place_exactly.h"

#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace tw::memory {
namespace {

Solution solved(const PlacementProblem& problem, const Effort& effort = {})
{
    Progress progress;
    const auto solution = placeExactly(problem, effort, progress);
    EXPECT_TRUE(solution) << solution.error().text();
    return solution ? solution.value() : Solution{};
}

std::int64_t roundUp(std::int64_t value, std::int64_t multiple) { return (value + multiple - 1) / multiple * multiple; }

/// Smallest peak by trying every order: in a lowest placement each buffer lies at the lowest free address above those
/// that come before it in order of address.
std::int64_t bruteForcePeak(const PlacementProblem& problem)
{
    const auto& buffers = problem.buffers;
    std::int64_t best = INT64_MAX;
    std::vector<std::int64_t> offsets(buffers.size(), -1);
    const auto free = [&](std::size_t i, std::int64_t offset) {
        for (std::size_t j = 0; j < buffers.size(); ++j)
            if (j != i && offsets[j] >= 0 && buffers[i].alive.meets(buffers[j].alive) && buffers[i].bytes > 0 &&
                buffers[j].bytes > 0 && offset < offsets[j] + buffers[j].bytes && offsets[j] < offset + buffers[i].bytes)
                return false;
        return true;
    };
    const std::function<void(std::size_t, std::int64_t)> place = [&](std::size_t left, std::int64_t peak) {
        if (left == 0)
            best = std::min(best, peak);
        for (std::size_t i = 0; left > 0 && i < buffers.size(); ++i) {
            if (offsets[i] >= 0)
                continue;
            std::int64_t offset = 0;
            while (!free(i, offset))
                offset = roundUp(offset + 1, buffers[i].alignment);
            offsets[i] = offset;
            place(left - 1, std::max(peak, offset + buffers[i].bytes));
            offsets[i] = -1;
        }
    };
    std::size_t open = buffers.size();
    std::int64_t peak = 0;
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (const auto fixed = problem.fixedOffset(i)) {
            offsets[i] = *fixed;
            peak = std::max(peak, *fixed + buffers[i].bytes);
            --open;
        }
    place(open, peak);
    return best;
}

PlacementProblem randomProblem(std::mt19937& random, bool aligned, bool fixed)
{
    PlacementProblem problem{.buffers = {}, .capacityBytes = 1000};
    const int count = 2 + static_cast<int>(random() % 5);
    for (int i = 0; i < count; ++i) {
        const int begin = static_cast<int>(random() % 6);
        const std::int64_t alignment = aligned ? std::int64_t{1} << (random() % 4) : 1;
        problem.buffers.push_back({"b" + std::to_string(i), {begin, begin + 1 + static_cast<int>(random() % 4)},
                                   1 + static_cast<std::int64_t>(random() % 9), alignment});
    }
    if (fixed)
        problem.fixedOffsets = {problem.buffers[0].alignment * static_cast<std::int64_t>(random() % 3)};
    return problem;
}

void expectBruteForcePeaks(unsigned seed, bool aligned, bool fixed)
{
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 300; ++round) {
        const auto problem = randomProblem(random, aligned, fixed);
        const auto solution = solved(problem);
        EXPECT_EQ(solution.placement.peakBytes, bruteForcePeak(problem)) << "round " << round;
        EXPECT_TRUE(solution.optimal()) << "round " << round;
        EXPECT_TRUE(violations(problem.buffers, solution.placement, solution.placement.peakBytes).empty()) << "round " << round;
    }
}

TEST(PlaceExactly, FindsTheSmallestPeakOfSmallProblems)
{
    expectBruteForcePeaks(20261201, false, false);
}

TEST(PlaceExactly, FindsTheSmallestPeakOfSmallProblemsWithAlignment)
{
    expectBruteForcePeaks(20261202, true, false);
}

TEST(PlaceExactly, FindsTheSmallestPeakAroundFixedBuffers)
{
    expectBruteForcePeaks(20261203, false, true);
    expectBruteForcePeaks(20261204, true, true);
}

/// The example of the minimalloc benchmarks: 12 bytes are alive at most, and 12 are enough.
TEST(PlaceExactly, SolvesTheSmallExampleAtItsBound)
{
    const PlacementProblem problem{.buffers = {{"b1", {0, 3}, 4}, {"b2", {3, 9}, 4}, {"b3", {0, 9}, 4}, {"b4", {9, 21}, 4}, {"b5", {0, 21}, 4}},
                                   .capacityBytes = 12};
    const auto solution = solved(problem);
    EXPECT_TRUE(solution.fits);
    EXPECT_TRUE(solution.optimal());
    EXPECT_EQ(solution.placement.peakBytes, 12);
}

TEST(PlaceExactly, SaysWhenNothingCanFit)
{
    const auto solution = solved({.buffers = {{"a", {0, 2}, 8}, {"b", {1, 3}, 8}}, .capacityBytes = 15});
    EXPECT_FALSE(solution.fits);
    EXPECT_EQ(solution.provenBytes, 16);
    EXPECT_EQ(solution.placement.peakBytes, 16);
}

TEST(PlaceExactly, GivesTheSameAnswerTwice)
{
    std::mt19937 random(20261205);
    PlacementProblem problem{.buffers = {}, .capacityBytes = 0};
    for (int i = 0; i < 60; ++i) {
        const int begin = static_cast<int>(random() % 40);
        problem.buffers.push_back({"b" + std::to_string(i), {begin, begin + 1 + static_cast<int>(random() % 15)},
                                   1 + static_cast<std::int64_t>(random() % 1000)});
    }
    const Effort some{.stepsToFit = 500'000, .stepsToImprove = 500'000};
    EXPECT_EQ(solved(problem, some).placement.offsets, solved(problem, some).placement.offsets);
}

TEST(PlaceExactly, IsCancelled)
{
    Progress progress;
    progress.cancel();
    const auto solution = placeExactly({.buffers = {{"a", {0, 2}, 8}}, .capacityBytes = 8}, {}, progress);
    ASSERT_FALSE(solution);
    EXPECT_EQ(solution.error().code, Code::Cancelled);
}

TEST(PlaceExactly, RefusesFixedBuffersThatClash)
{
    Progress progress;
    PlacementProblem problem{.buffers = {{"a", {0, 2}, 8, 4}, {"b", {1, 3}, 8, 4}}, .capacityBytes = 32, .fixedOffsets = {0, 4}};
    const auto clash = placeExactly(problem, {}, progress);
    ASSERT_FALSE(clash);
    EXPECT_EQ(clash.error().code, Code::BadInput);
    EXPECT_NE(clash.error().message.find("a and b"), std::string::npos);
    problem.fixedOffsets = {0, 9};
    const auto misaligned = placeExactly(problem, {}, progress);
    ASSERT_FALSE(misaligned);
    EXPECT_NE(misaligned.error().message.find("multiple of 4"), std::string::npos);
}

}  // namespace
}  // namespace tw::memory
