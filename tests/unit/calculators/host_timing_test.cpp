// SPDX-License-Identifier: Apache-2.0
// The timing program with a clock that only moves when a kernel says so, and kernels that say how long they take.
#include "core/deploy/host_timing.h"
#include "targets/common/timing/tw_timing.h"

#include <gtest/gtest.h>

namespace {

double now = 0;
double readCost = 0;
int calls[3] = {0, 0, 0};

void busy(int node, double ns)
{
    ++calls[node];
    now += ns;
}

void quick() { busy(0, 2000); }
void slow() { busy(1, 900000); }
/// The first calls take longer, as they do while caches fill.
void settling() { busy(2, calls[2] < 12 ? 1000000.0 / (1 + calls[2]) : 50000); }
void prepare() {}
void whole()
{
    quick();
    slow();
    settling();
}

}  // namespace

extern "C" double tw_fake_now(void)
{
    now += readCost;
    return now;
}

namespace tw::deploy {
namespace {

HostTiming timed(const tw_timing_plan& plan, double costOfClock = 20)
{
    void (*const nodes[])(void) = {quick, slow, settling};
    const tw_timed_network network = {prepare, nodes, 3, whole};
    now = 0;
    readCost = costOfClock;
    std::fill(std::begin(calls), std::end(calls), 0);
    testing::internal::CaptureStdout();
    tw_timing_run(&network, &plan);
    const auto result = readTiming(testing::internal::GetCapturedStdout(), 3);
    EXPECT_TRUE(result);
    return result ? *result : HostTiming{};
}

TEST(TimingProgram, FindsTheTimeOfEachNodeAndOfTheWhole)
{
    const auto timing = timed({10, 4, 200, 5, 0, 0, -2});
    EXPECT_EQ(timing.nodes[0], std::vector<double>(4, 2000));
    EXPECT_EQ(timing.nodes[1], std::vector<double>(4, 900000));
    EXPECT_EQ(timing.nodes[2], std::vector<double>(4, 50000));
    EXPECT_EQ(timing.whole, std::vector<double>(4, 952000));
    EXPECT_EQ(timing.how.at("pinned"), "false");
}

TEST(TimingProgram, RepeatsCallsUntilASampleIsLongEnough)
{
    const auto timing = timed({20, 1, 200, 5, 0, 0, -2});
    EXPECT_EQ(timing.how.at("inner_calls"), "101 1 5 1");   // 200 us of 2 us, 900 us, 50 us, 952 us
}

TEST(TimingProgram, ASampleIsNeverShorterThanAHundredReadsOfTheClock)
{
    const auto timing = timed({1, 1, 1, 5, 0, 0, -2}, 5000);   // a thousand steps of the clock are 5 ms
    EXPECT_EQ(timing.nodes[0], std::vector<double>(1, 2000));
    EXPECT_GE(std::stoi(timing.how.at("inner_calls")), 2500);
}

TEST(TimingProgram, WarmsUpUntilCallsAgreeUpToFiveTimesAsLong)
{
    timed({2, 1, 0, 5, 0, 0, -2});
    // "settling" is within a fifth of its last call from the sixth call on (1/6 to 1/7 is 14 %), so before the tenth
    EXPECT_GE(calls[2], 6);
    const auto cold = timed({10, 1, 0, 5, 1, 1024, -2});
    EXPECT_EQ(cold.how.at("inner_calls"), "1 1 1 1");
    EXPECT_EQ(cold.how.at("swept_bytes"), "1024");
}

TEST(TimingProgram, TakesFewerSamplesOfWhatIsSlow)
{
    const auto timing = timed({1, 100, 0, 0.01, 0, 0, -2});   // 10 ms: eleven calls of 0.9 ms and one to notice
    EXPECT_EQ(timing.nodes[0].size(), 100u);
    EXPECT_LT(timing.nodes[1].size(), 14u);
    EXPECT_GE(timing.nodes[1].size(), 3u);
}

TEST(ReadTiming, PassesOverNoiseAndMissesNothing)
{
    const auto read = readTiming("hello\nLAT 0 5.5\nLAT 9 1\nLAT -1 7\nLAT x\nROUND 1\n", 1);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->nodes[0], std::vector<double>{5.5});
    EXPECT_EQ(read->whole, std::vector<double>{7});
    EXPECT_FALSE(readTiming("LAT 0 5.5\n", 1));
    EXPECT_FALSE(readTiming("LAT -1 5.5\n", 1));
}

}  // namespace
}  // namespace tw::deploy
