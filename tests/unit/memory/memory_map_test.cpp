// SPDX-License-Identifier: Apache-2.0
#include "core/memory/memory_map.h"

#include <gtest/gtest.h>

namespace tw::memory {
namespace {

target::Target twoMemories()
{
    target::Target target;
    target.memories = {{.name = "L1", .bytes = 100, .reserved = 20, .alignment = 8}, {.name = "L2", .bytes = 1000, .alignment = 16}};
    return target;
}

BufferPlan planOf(std::vector<Buffer> buffers)
{
    BufferPlan plan;
    plan.buffers = std::move(buffers);
    return plan;
}

const std::vector<Buffer> kBuffers{{"far", {0, 3}, 200, 16, "L2"}, {"copy", {1, 2}, 50, 8, "L1"}, {"next copy", {2, 3}, 60, 8, "L1"}};

TEST(PlaceBuffers, GivesEveryMemoryAnArenaOfItsOwn)
{
    const auto plan = planOf(kBuffers);
    const auto target = twoMemories();
    const auto map = placeBuffers(plan, target, {{"L2", 300}});
    ASSERT_TRUE(map) << map.error().text();
    EXPECT_EQ(map.value().offsets, (std::vector<std::int64_t>{0, 0, 0}));
    ASSERT_EQ(map.value().memories.size(), 2u);
    EXPECT_EQ(map.value().memories[0].peakBytes, 60);
    EXPECT_EQ(map.value().memories[0].capacity, 80);
    EXPECT_EQ(map.value().memories[1].peakBytes, 200);
    EXPECT_EQ(map.value().memories[1].constantBytes, 300);
    EXPECT_EQ(violations(plan, map.value(), target), std::vector<std::string>{});
}

TEST(PlaceBuffers, CountsConstantsAndActivationsTogether)
{
    const auto fits = placeBuffers(planOf(kBuffers), twoMemories(), {{"L2", 800}});
    EXPECT_TRUE(fits) << fits.error().text();
    const auto overflows = placeBuffers(planOf(kBuffers), twoMemories(), {{"L2", 801}});
    ASSERT_FALSE(overflows);
    EXPECT_EQ(overflows.error().code, Code::MemoryOverflow);
    EXPECT_TRUE(overflows.error().message.starts_with("memory L2 ")) << overflows.error().message;
    EXPECT_NE(overflows.error().message.find("801 bytes of constants"), std::string::npos) << overflows.error().message;
    EXPECT_NE(overflows.error().message.find("far (200 bytes)"), std::string::npos) << overflows.error().message;
}

TEST(PlaceBuffers, SaysThatConstantsAloneAreTooMuch)
{
    const auto map = placeBuffers(planOf({}), twoMemories(), {{"L1", 81}});
    ASSERT_FALSE(map);
    EXPECT_EQ(map.error().code, Code::MemoryOverflow);
    EXPECT_TRUE(map.error().message.starts_with("memory L1 ")) << map.error().message;
}

TEST(MapViolations, FindsEachBrokenRule)
{
    const auto target = twoMemories();
    const auto plan = planOf(kBuffers);
    const auto good = placeBuffers(plan, target, {}).value();
    auto map = good;
    map.offsets.pop_back();
    EXPECT_FALSE(violations(plan, map, target).empty());
    map = good;
    map.offsets[1] = 40;                      // ends at 90, beyond the 80 usable bytes and the stated peak
    EXPECT_FALSE(violations(plan, map, target).empty());
    map = good;
    map.memories.pop_back();                  // nobody answers for L2
    EXPECT_FALSE(violations(plan, map, target).empty());
    map = good;
    map.memories[1].constantBytes = 900;
    EXPECT_FALSE(violations(plan, map, target).empty());
    auto flash = target;
    flash.memories[1].holds = target::Contents::Constants;
    EXPECT_FALSE(violations(plan, good, flash).empty());
}

}  // namespace
}  // namespace tw::memory
