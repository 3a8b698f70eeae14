// SPDX-License-Identifier: Apache-2.0
// Values from the format definitions: IEEE 754 binary16, bfloat16, the 8-bit formats of ONNX, OCP MX float4.
#include "core/ir/small_float.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tw::ir {
namespace {

struct Pair {
    std::uint16_t bits;
    double value;
};

void expectBothWays(DataType type, const std::vector<Pair>& pairs)
{
    for (const auto& [bits, value] : pairs) {
        EXPECT_EQ(smallFloatValue(type, bits), value) << typeName(type) << ' ' << bits;
        EXPECT_EQ(smallFloatBits(type, value), bits) << typeName(type) << ' ' << value;
    }
}

TEST(SmallFloat, HalfHasItsKnownValues)
{
    expectBothWays(DataType::F16, {{0x3c00, 1.0}, {0xc000, -2.0}, {0x7bff, 65504.0}, {0x0001, std::ldexp(1, -24)},
                                   {0x0400, std::ldexp(1, -14)}, {0x8000, -0.0}, {0x7c00, INFINITY}, {0xfc00, -INFINITY}});
    EXPECT_EQ(smallFloatBits(DataType::F16, 65519.0), 0x7bff);
    EXPECT_EQ(smallFloatBits(DataType::F16, 65520.0), 0x7c00);   // the tie goes to infinity
    EXPECT_EQ(smallFloatBits(DataType::F16, 2049.0), smallFloatBits(DataType::F16, 2048.0));   // tie to even
    EXPECT_EQ(smallFloatBits(DataType::F16, 2051.0), smallFloatBits(DataType::F16, 2052.0));
    EXPECT_EQ(smallFloatBits(DataType::F16, std::ldexp(1, -25)), 0x0000);
    EXPECT_EQ(smallFloatBits(DataType::F16, std::ldexp(1.5, -25)), 0x0001);
}

TEST(SmallFloat, BrainFloatIsTheUpperHalfOfFloat)
{
    expectBothWays(DataType::BF16, {{0x3f80, 1.0}, {0xc040, -3.0}, {0x7f80, INFINITY}, {0x0001, std::ldexp(1, -133)}});
    EXPECT_EQ(smallFloatBits(DataType::BF16, 1 + std::ldexp(1, -8)), 0x3f80);   // tie to even
    EXPECT_EQ(smallFloatBits(DataType::BF16, 1 + std::ldexp(3, -8)), 0x3f82);
}

TEST(SmallFloat, Float8HasItsKnownValues)
{
    expectBothWays(DataType::F8E4M3FN, {{0x38, 1.0}, {0x7e, 448.0}, {0xfe, -448.0}, {0x08, std::ldexp(1, -6)}, {0x01, std::ldexp(1, -9)}});
    expectBothWays(DataType::F8E4M3FNUZ, {{0x40, 1.0}, {0x7f, 240.0}, {0xff, -240.0}, {0x01, std::ldexp(1, -10)}});
    expectBothWays(DataType::F8E5M2, {{0x3c, 1.0}, {0x7b, 57344.0}, {0x01, std::ldexp(1, -16)}});
    expectBothWays(DataType::F8E5M2FNUZ, {{0x40, 1.0}, {0x7f, 57344.0}, {0x01, std::ldexp(1, -17)}});
    EXPECT_EQ(smallFloatValue(DataType::F8E5M2, 0x7c), INFINITY);
}

TEST(SmallFloat, Float8SaturatesAndHasOneZeroInTheUzFormats)
{
    EXPECT_EQ(smallFloatBits(DataType::F8E4M3FN, 1e6), 0x7e);
    EXPECT_EQ(smallFloatBits(DataType::F8E4M3FN, -INFINITY), 0xfe);
    EXPECT_EQ(smallFloatBits(DataType::F8E5M2, INFINITY), 0x7b);
    EXPECT_EQ(smallFloatBits(DataType::F8E4M3FN, -0.0), 0x80);
    EXPECT_EQ(smallFloatBits(DataType::F8E4M3FNUZ, -0.0), 0x00);
    EXPECT_EQ(smallFloatBits(DataType::F8E5M2FNUZ, -1e-9), 0x00);
}

TEST(SmallFloat, Float4HasEightMagnitudes)
{
    expectBothWays(DataType::F4E2M1, {{0, 0.0}, {1, 0.5}, {2, 1.0}, {3, 1.5}, {4, 2.0}, {5, 3.0}, {6, 4.0}, {7, 6.0}, {15, -6.0}});
    EXPECT_EQ(smallFloatBits(DataType::F4E2M1, 5.0), 6);     // tie to even: 4
    EXPECT_EQ(smallFloatBits(DataType::F4E2M1, 100.0), 7);
}

TEST(SmallFloat, NotANumberStaysOne)
{
    for (const auto type : {DataType::F16, DataType::BF16, DataType::F8E4M3FN, DataType::F8E4M3FNUZ, DataType::F8E5M2,
                            DataType::F8E5M2FNUZ})
        EXPECT_TRUE(std::isnan(smallFloatValue(type, smallFloatBits(type, NAN)))) << typeName(type);
}

TEST(SmallFloat, EveryBitPatternSurvivesTheWayThroughItsValue)
{
    for (const auto type : {DataType::F16, DataType::BF16, DataType::F8E4M3FN, DataType::F8E4M3FNUZ, DataType::F8E5M2,
                            DataType::F8E5M2FNUZ, DataType::F4E2M1})
        for (int bits = 0; bits < 1 << bitWidth(type); ++bits) {
            const double value = smallFloatValue(type, static_cast<std::uint16_t>(bits));
            const bool saturates = std::isinf(value) && bitWidth(type) == 8;
            if (!std::isnan(value) && !saturates) {
                ASSERT_EQ(smallFloatBits(type, value), bits) << typeName(type);
            }
        }
}

}  // namespace
}  // namespace tw::ir
