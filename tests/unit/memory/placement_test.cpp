// SPDX-License-Identifier: Apache-2.0
#include "core/memory/placement.h"

#include <gtest/gtest.h>

#include <random>

namespace tw::memory {
namespace {

TEST(Place, ReusesSpaceOnceABufferIsDead)
{
    const std::vector<Buffer> buffers{{"a", {0, 2}, 64}, {"b", {2, 4}, 64}, {"c", {0, 4}, 16}};
    const auto placed = place(buffers, 80);
    ASSERT_TRUE(placed) << placed.error().text();
    EXPECT_EQ(placed.value().peakBytes, 80);
    EXPECT_EQ(placed.value().lowerBound, 80);
    EXPECT_TRUE(violations(buffers, placed.value(), 80).empty());
}

TEST(Place, KeepsAlignment)
{
    const std::vector<Buffer> buffers{{"odd", {0, 2}, 3, 1}, {"aligned", {0, 2}, 8, 16}};
    const auto placed = place(buffers, 64);
    ASSERT_TRUE(placed);
    EXPECT_EQ(placed.value().offsets[1] % 16, 0);
}

TEST(Place, SaysWhatIsAliveWhenTheMemoryIsTooSmall)
{
    const auto placed = place({{"weights", {0, 2}, 100}, {"input", {1, 3}, 50}}, 120);
    ASSERT_FALSE(placed);
    EXPECT_EQ(placed.error().code, Code::MemoryOverflow);
    EXPECT_NE(placed.error().message.find("150"), std::string::npos);
    EXPECT_NE(placed.error().message.find("weights"), std::string::npos);
    EXPECT_NE(placed.error().message.find("input"), std::string::npos);
}

TEST(Place, AcceptsNoBuffersAndEmptyOnes)
{
    EXPECT_EQ(place({}, 0).value().peakBytes, 0);
    EXPECT_EQ(place({{"empty", {0, 5}, 0}, {"one", {0, 5}, 4}}, 4).value().peakBytes, 4);
}

TEST(LowerBound, IsTheFullestMoment)
{
    EXPECT_EQ(lowerBound({{"a", {0, 3}, 10}, {"b", {2, 5}, 20}, {"c", {3, 6}, 5}}), 30);
}

TEST(Violations, FindsEachBrokenRule)
{
    const std::vector<Buffer> buffers{{"a", {0, 2}, 16, 8}, {"b", {1, 3}, 16, 8}};
    EXPECT_TRUE(violations(buffers, {{0, 16}, 32, 32}, 32).empty());
    EXPECT_EQ(violations(buffers, {{0, 8}, 24, 24}, 32).size(), 1u);    // overlap in space and time
    EXPECT_EQ(violations(buffers, {{0, 20}, 36, 36}, 40).size(), 1u);   // misaligned
    EXPECT_EQ(violations(buffers, {{0, 16}, 32, 32}, 24).size(), 1u);   // beyond the capacity
    EXPECT_EQ(violations(buffers, {{0, 16}, 16, 32}, 32).size(), 1u);   // beyond the stated peak
    EXPECT_EQ(violations(buffers, {{0}, 32, 32}, 32).size(), 1u);       // an offset is missing
}

TEST(Place, IsAlwaysValidOnRandomProblems)
{
    const unsigned seed = 20261130;
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    std::mt19937 random(seed);
    for (int round = 0; round < 40; ++round) {
        std::vector<Buffer> buffers;
        const int count = 1 + static_cast<int>(random() % 30);
        for (int i = 0; i < count; ++i) {
            const int begin = static_cast<int>(random() % 20);
            buffers.push_back({"b" + std::to_string(i), {begin, begin + 1 + static_cast<int>(random() % 8)},
                               static_cast<std::int64_t>(random() % 100), std::int64_t{1} << (random() % 5)});
        }
        const auto placed = place(buffers, 1 << 20);
        ASSERT_TRUE(placed);
        EXPECT_TRUE(violations(buffers, placed.value(), 1 << 20).empty());
        EXPECT_GE(placed.value().peakBytes, lowerBound(buffers));
    }
}

}  // namespace
}  // namespace tw::memory
