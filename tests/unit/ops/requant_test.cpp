// SPDX-License-Identifier: Apache-2.0
#include "core/ops/requant.h"
#include "kernels/include/requant.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tw::ops {
namespace {

using Steps = std::vector<std::int64_t>;

OpNode nodeWith(std::int64_t divisor, std::int64_t levels, std::int64_t isSigned)
{
    OpNode node;
    node.node.attributes = {{"div", divisor}, {"n_levels", levels}, {"signed", isSigned}};
    return node;
}

TEST(Requant, AddsHalfBeforeTheShiftSoThatHalvesRoundUp)
{
    const auto requant = requantOf(nodeWith(4, 256, 1));
    ASSERT_TRUE(requant) << requant.error().text();
    EXPECT_EQ(requant->shift, 2);
    EXPECT_EQ((*requant)(6, 1, 0), 2);     //  1.5
    EXPECT_EQ((*requant)(-6, 1, 0), -1);   // -1.5
    EXPECT_EQ((*requant)(-7, 1, 0), -2);   // -1.75
    EXPECT_EQ((*requant)(3, -5, 2), -3);   // (-15 + 2) / 4 = -3.25
}

TEST(Requant, ClipsToTheLevels)
{
    const auto signedEight = *requantOf(nodeWith(1, 256, 1));
    EXPECT_EQ(signedEight(100, 3, 0), 127);
    EXPECT_EQ(signedEight(100, -3, 0), -128);
    const auto unsignedEight = *requantOf(nodeWith(1, 256, 0));
    EXPECT_EQ(unsignedEight(100, 3, 0), 255);
    EXPECT_EQ(unsignedEight(100, -3, 0), 0);
    const auto twoBits = *requantOf(nodeWith(1, 4, 1));
    EXPECT_EQ(twoBits(9, 1, 0), 1);
    EXPECT_EQ(twoBits(-9, 1, 0), -2);
}

TEST(Requant, DoesNotOverflowWithTheLargestParameters)
{
    const auto requant = *requantOf(nodeWith(std::int64_t{1} << 30, 256, 1));
    EXPECT_EQ(requant(2147483647, 128631864, 0), 127);
    EXPECT_EQ(requant(1, 1 << 30, 1 << 30), 2);
}

TEST(Requant, KernelArithmeticAgreesOnEveryRounding)
{
    for (int shift = 0; shift < 5; ++shift)
        for (int value = -300; value <= 300; ++value) {
            const double exact = (value * -3.0 + 7) / (1 << shift);
            const auto expected = std::clamp(std::floor(exact + (shift > 0 ? 0.5 : 0.0)), -128.0, 127.0);
            EXPECT_EQ(tw_requant(value, -3, 7, shift, -128, 127), expected) << value << " shift " << shift;
            EXPECT_EQ((Requant{shift, -128, 127})(value, -3, 7), expected) << value << " shift " << shift;
        }
}

TEST(Requant, TypeIsTheSmallestThatHoldsTheLevels)
{
    EXPECT_EQ(requantType(nodeWith(1, 256, 1)), DataType::I8);
    EXPECT_EQ(requantType(nodeWith(1, 256, 0)), DataType::U8);
    EXPECT_EQ(requantType(nodeWith(1, 16, 0)), DataType::U8);
    EXPECT_EQ(requantType(nodeWith(1, 512, 1)), DataType::I16);
    EXPECT_EQ(requantType(nodeWith(1, 65536, 0)), DataType::U16);
    EXPECT_EQ(requantType(OpNode{}), DataType::Undefined);
}

TEST(Requant, NeedsItsAttributes)
{
    OpNode node = nodeWith(4, 256, 1);
    node.node.attributes.erase("signed");
    EXPECT_EQ(requantOf(node).error().code, Code::BadAttribute);
    EXPECT_EQ(requantOf(nodeWith(6, 256, 1)).error().code, Code::BadAttribute);
    EXPECT_EQ(requantOf(nodeWith(4, 0, 1)).error().code, Code::BadAttribute);
}

TEST(Requant, AcceptsTheOtherSpellingOfLevels)
{
    OpNode node = nodeWith(4, 256, 1);
    node.node.attributes.erase("n_levels");
    node.node.attributes["n_levels_out"] = std::int64_t{16};
    EXPECT_EQ(requantOf(node)->highest, 7);
}

TEST(RequantParameters, FollowChannelsInAnyOfTheirShapes)
{
    const Shape image{1, 16, 5, 7};
    for (const auto& shape : {Shape{16}, Shape{16, 1}, Shape{16, 1, 1}, Shape{1, 16, 1, 1}})
        for (const auto rule : {ParameterRule::Channel, ParameterRule::Guess})
            EXPECT_EQ(*parameterSteps(image, shape, rule), (Steps{0, 1, 0, 0})) << shape;
    const Shape signal{1, 16, 32};
    EXPECT_EQ(*parameterSteps(signal, Shape{16, 1, 1}, ParameterRule::Guess), (Steps{0, 1, 0}));
    EXPECT_EQ(*parameterSteps(signal, Shape{1}, ParameterRule::Channel), (Steps{0, 0, 0}));
    EXPECT_EQ(*parameterSteps(signal, Shape::scalar(), ParameterRule::Broadcast), (Steps{0, 0, 0}));
}

TEST(RequantParameters, FollowRowsOrColumnsAfterAProduct)
{
    EXPECT_EQ(*parameterSteps(Shape{8, 5}, Shape{8, 1}, ParameterRule::Broadcast), (Steps{1, 0}));
    EXPECT_EQ(*parameterSteps(Shape{8, 5}, Shape{5}, ParameterRule::Broadcast), (Steps{0, 1}));
    EXPECT_EQ(*parameterSteps(Shape{1, 4, 8, 5}, Shape{1, 4, 1, 1}, ParameterRule::Broadcast), (Steps{0, 1, 0, 0}));
    EXPECT_EQ(parameterSteps(Shape{8, 5}, Shape{3}, ParameterRule::Broadcast).error().code, Code::BadShape);
    EXPECT_EQ(parameterSteps(Shape{1, 8, 5}, Shape{3, 1, 1}, ParameterRule::Guess).error().code, Code::BadShape);
}

TEST(RequantParameters, AccessNamesTheAxisOfTheResult)
{
    EXPECT_EQ(parameterAccess(Shape{1, 16, 32}, Shape{16, 1, 1}, ParameterRule::Channel),
              (std::vector<DimAccess>{identity(1), broadcast(), broadcast()}));
    EXPECT_EQ(parameterAccess(Shape{8, 5}, Shape{5}, ParameterRule::Broadcast), (std::vector<DimAccess>{identity(1)}));
}

}  // namespace
}  // namespace tw::ops
