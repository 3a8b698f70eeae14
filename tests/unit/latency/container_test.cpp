// SPDX-License-Identifier: Apache-2.0
#include "vectors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tw::latency {
namespace {

using test::faultIn;

TEST(LatencyContainer, RefusesAnEmptyType)
{
    EXPECT_EQ(faultIn(LatencyContainer::create({.type = ""})), Fault::EmptyType);
}

TEST(LatencyContainer, RefusesValuesThatAreNotFinite)
{
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity(), -1.0}) {
        EXPECT_EQ(faultIn(LatencyContainer::create({.type = "t", .constant = bad})), Fault::BadValue);
        const auto made = LatencyContainer::create({.type = "t", .operations = {{1}, {2, bad}}});
        ASSERT_EQ(faultIn(made), Fault::BadValue);
        EXPECT_NE(made.error().message.find("block 1, operation 1"), std::string::npos) << made.error().message;
    }
}

TEST(LatencyContainer, AllowsNegativeValuesOnlyWhenAsked)
{
    EXPECT_TRUE(LatencyContainer::create({.type = "t", .operations = {{-1, 2}}}, Negative::Allow));
}

TEST(LatencyContainer, RefusesABlockWithoutOperations)
{
    const auto made = LatencyContainer::create({.type = "t", .operations = {{1}, {}}});
    ASSERT_EQ(faultIn(made), Fault::EmptyRow);
    EXPECT_NE(made.error().message.find("block 1"), std::string::npos);
}

TEST(LatencyContainer, RefusesNamesThatDoNotFitTheTable)
{
    EXPECT_EQ(faultIn(LatencyContainer::create({.type = "t", .operations = {{1}}, .blockNames = {"a", "b"}})), Fault::NameMismatch);
    EXPECT_EQ(faultIn(LatencyContainer::create({.type = "t", .operations = {{1, 2}}, .operationNames = {{"a"}}})), Fault::NameMismatch);
    EXPECT_EQ(faultIn(LatencyContainer::create({.type = "t", .operations = {{1, 2}}, .standardErrors = {{1}, {1}}})), Fault::NameMismatch);
    EXPECT_EQ(faultIn(LatencyContainer::create({.type = "t", .operations = {{1, 2}}, .whole = WholeNumbers{.operations = {{1}}}})),
              Fault::NameMismatch);
}

TEST(LatencyContainer, RefusesProbabilitiesThatAreNone)
{
    EXPECT_EQ(faultIn(LatencyContainer::create({.type = "t", .operations = {{1, 2}}, .probabilities = {{0.5, 0.6}}})), Fault::BadProbability);
    EXPECT_EQ(faultIn(LatencyContainer::create({.type = "t", .operations = {{1, 2}}, .probabilities = {{1.5, -0.5}}})), Fault::BadProbability);
    EXPECT_TRUE(LatencyContainer::create({.type = "t", .operations = {{1, 2}}, .probabilities = {{0.25, 0.75}}}));
}

TEST(LatencyContainer, MayHaveNoBlocksAndZeroLatencies)
{
    EXPECT_TRUE(LatencyContainer::create({.type = "t", .constant = 0}));
    EXPECT_TRUE(LatencyContainer::create({.type = "t", .operations = {{0, 0}}}));
}

TEST(LatencyContainer, IsEqualByTypeConstantAndTableAlone)
{
    const auto one = LatencyContainer::create({.type = "t", .constant = 1, .operations = {{0.0}}, .unit = "ms"}).value();
    EXPECT_EQ(one, LatencyContainer::create({.type = "t", .constant = 1, .operations = {{0.0}}, .blockNames = {"b"}}).value());
    EXPECT_FALSE(one == LatencyContainer::create({.type = "u", .constant = 1, .operations = {{0.0}}}).value());
    EXPECT_FALSE(one == LatencyContainer::create({.type = "t", .constant = 2, .operations = {{0.0}}}).value());
    EXPECT_FALSE(one == LatencyContainer::create({.type = "t", .constant = 1, .operations = {{-0.0}}}).value()) << "bit by bit";
    EXPECT_FALSE(one == LatencyContainer::create({.type = "t", .constant = 1}).value());
}

TEST(LatencyContainer, ScalesConstantAndTable)
{
    const auto scaled = test::ragged().scaled(0.5);
    ASSERT_TRUE(scaled);
    EXPECT_EQ(scaled->constantLatency(), 50);
    EXPECT_EQ(scaled->operationsLatencies()[1], (std::vector{0.5, 0.5, 2.0}));
    EXPECT_EQ(faultIn(test::ragged().scaled(0)), Fault::BadScale);
    EXPECT_EQ(faultIn(test::ragged().scaled(std::nan(""))), Fault::BadScale);
}

TEST(LatencyContainer, PrintsEveryBlockAndTheSizeOfTheSpace)
{
    const auto text = test::huge().toString();
    EXPECT_NE(text.find("9094947017729282379150390625"), std::string::npos) << text;
    EXPECT_NE(text.find("9.09e+27"), std::string::npos) << text;
    EXPECT_NE(test::ragged().toString().find("1 block 1 3 1.0 2.0 4.0"), std::string::npos) << test::ragged().toString();
}

TEST(LatencyValue, IsAFiniteNumberAboveZero)
{
    EXPECT_TRUE(checkLatencyValue(0.1));
    for (const double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
        EXPECT_EQ(faultIn(checkLatencyValue(bad)), Fault::NotPositive);
}

}  // namespace
}  // namespace tw::latency
