// SPDX-License-Identifier: Apache-2.0
#include "core/latency/big_count.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tw::latency {
namespace {

BigCount power(std::uint64_t base, int exponent)
{
    BigCount result(1);
    for (int i = 0; i < exponent; ++i)
        result *= base;
    return result;
}

TEST(BigCount, MultipliesAndPrintsBeyond64Bits)
{
    EXPECT_EQ(power(5, 40).text(), "9094947017729282379150390625");
    EXPECT_EQ(power(6, 50).text(), "808281277464764060643139600456536293376");
    EXPECT_EQ(power(10, 30).text(), "1" + std::string(30, '0'));
    EXPECT_EQ((BigCount(~std::uint64_t{0}) * ~std::uint64_t{0}).text(), "340282366920938463426481119284349108225");
    EXPECT_EQ(BigCount().text(), "0");
}

TEST(BigCount, AddsAndSubtractsWithCarries)
{
    const BigCount most(~std::uint64_t{0});
    EXPECT_EQ((most + BigCount(1)).text(), "18446744073709551616");
    EXPECT_EQ(most + BigCount(1) - BigCount(1), most);
    EXPECT_EQ(power(2, 200) - power(2, 200), BigCount());
    EXPECT_TRUE((most - most).isZero());
}

TEST(BigCount, DividesWithRest)
{
    auto number = power(7, 60) + BigCount(5);
    EXPECT_EQ(number.divide(7), 5u);
    EXPECT_EQ(number, power(7, 59));
}

TEST(BigCount, Compares)
{
    EXPECT_LT(power(6, 50), power(6, 51));
    EXPECT_LT(BigCount(), BigCount(1));
    EXPECT_GT(power(2, 64), BigCount(~std::uint64_t{0}));
}

TEST(BigCount, HasLogarithmsAndRatiosWithoutOverflow)
{
    EXPECT_NEAR(power(10, 400).log10(), 400, 1e-10);
    EXPECT_NEAR(power(10, 399).ratio(power(10, 400)), 0.1, 1e-15);
    EXPECT_EQ(BigCount().ratio(BigCount(3)), 0);
    EXPECT_TRUE(std::isinf(BigCount().log10()));
}

TEST(BigCount, ShortTextRounds)
{
    EXPECT_EQ(BigCount(999).shortText(), "999");
    EXPECT_EQ(BigCount(9996).shortText(), "1.00e+4");
    EXPECT_EQ(power(5, 40).shortText(), "9.09e+27");
}

TEST(BigCount, SharesRoundDown)
{
    EXPECT_EQ(BigCount(1000).share(0.5), BigCount(500));
    EXPECT_EQ(BigCount(3).share(0.5), BigCount(1));
    EXPECT_EQ(power(6, 50).share(1), power(6, 50));
    EXPECT_TRUE(power(6, 50).share(0).isZero());
}

}  // namespace
}  // namespace tw::latency
