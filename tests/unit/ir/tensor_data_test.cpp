// SPDX-License-Identifier: Apache-2.0
#include "core/ir/tensor_data.h"

#include "core/base/check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tw::ir {
namespace {

using Integers = std::vector<std::int64_t>;
using Reals = std::vector<double>;

std::vector<int> bytesOf(const TensorData& data)
{
    std::vector<int> bytes;
    for (const auto byte : data.bytes.view)
        bytes.push_back(std::to_integer<int>(byte));
    return bytes;
}

TEST(TensorData, FourBitValuesArePackedLowNibbleFirst)
{
    const auto data = fromIntegers(DataType::I4, {3}, Integers{1, -8, 7});
    EXPECT_EQ(bytesOf(data), (std::vector<int>{0x81, 0x07}));
    EXPECT_EQ(toIntegers(data), (Integers{1, -8, 7}));
    EXPECT_EQ(toIntegers(fromIntegers(DataType::U4, {2}, Integers{15, 3})), (Integers{15, 3}));
    EXPECT_EQ(toDoubles(fromDoubles(DataType::F4E2M1, {2}, Reals{1.5, -4.0})), (Reals{1.5, -4.0}));
}

TEST(TensorData, ValuesAreLittleEndian)
{
    EXPECT_EQ(bytesOf(fromIntegers(DataType::I32, {1}, Integers{0x01020304})), (std::vector<int>{4, 3, 2, 1}));
    EXPECT_EQ(bytesOf(fromDoubles(DataType::F32, {1}, Reals{1.0})), (std::vector<int>{0, 0, 0x80, 0x3f}));
}

TEST(TensorData, IntegersWrapAndDoublesSaturate)
{
    EXPECT_EQ(toIntegers(fromIntegers(DataType::I8, {3}, Integers{128, -129, 300})), (Integers{-128, 127, 44}));
    EXPECT_EQ(toIntegers(fromIntegers(DataType::U8, {2}, Integers{-1, 256})), (Integers{255, 0}));
    EXPECT_EQ(toIntegers(fromDoubles(DataType::I8, {4}, Reals{127.9, -500, 1e30, NAN})), (Integers{127, -128, 127, 0}));
    EXPECT_EQ(toIntegers(fromDoubles(DataType::I64, {2}, Reals{1e30, -1e30})),
              (Integers{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}));
    EXPECT_EQ(toIntegers(fromDoubles(DataType::I32, {2}, Reals{-1.7, 1.7})), (Integers{-1, 1}));
}

TEST(TensorData, SixtyFourBitIntegersStayExact)
{
    const Integers values{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min() + 1};
    EXPECT_EQ(toIntegers(fromIntegers(DataType::I64, {2}, values)), values);
    const auto top = fromIntegers(DataType::U64, {1}, Integers{-1});
    EXPECT_EQ(toDoubles(top), Reals{18446744073709551616.0});
}

TEST(TensorData, BoolIsNotZero)
{
    EXPECT_EQ(bytesOf(fromDoubles(DataType::Bool, {3}, Reals{0, 0.25, -2})), (std::vector<int>{0, 1, 1}));
    EXPECT_EQ(bytesOf(fromIntegers(DataType::Bool, {2}, Integers{0, 256})), (std::vector<int>{0, 1}));
}

TEST(TensorData, FloatsRoundOnce)
{
    // Half of the last place above 1: to even in float32, and what float32 keeps is not rounded again to half.
    EXPECT_EQ(toDoubles(fromDoubles(DataType::F32, {1}, Reals{1 + std::ldexp(1, -24)})), Reals{1.0});
    const double aboveTheTie = 1 + std::ldexp(1, -11) + std::ldexp(1, -30);
    EXPECT_EQ(toDoubles(fromDoubles(DataType::F16, {1}, Reals{aboveTheTie})), Reals{1 + std::ldexp(1, -10)});
}

TEST(TensorData, FloatsGiveIntegersTowardsZero)
{
    EXPECT_EQ(toIntegers(fromDoubles(DataType::F32, {3}, Reals{-2.9, 2.9, NAN})), (Integers{-2, 2, 0}));
}

TEST(TensorData, ReadsUnalignedBytes)
{
    const auto whole = fromIntegers(DataType::U8, {9}, Integers{0, 4, 3, 2, 1, 0, 0, 0x80, 0x3f});
    const TensorData shifted{.type = DataType::I32, .shape = {1}, .bytes = whole.bytes.slice(1, 4)};
    EXPECT_EQ(toIntegers(shifted), Integers{0x01020304});
    const TensorData real{.type = DataType::F32, .shape = {1}, .bytes = whole.bytes.slice(5, 4)};
    EXPECT_EQ(toDoubles(real), Reals{1.0});
}

TEST(TensorData, CountsBytes)
{
    EXPECT_EQ(byteCount(DataType::F32, 3), 12);
    EXPECT_EQ(byteCount(DataType::I4, 3), 2);
    EXPECT_EQ(byteCount(DataType::C128, 1), 16);
    EXPECT_EQ(byteCount(DataType::String, 5), 0);
}

TEST(TensorData, ReshapingKeepsTheValuesAndTheirNumber)
{
    const auto data = fromIntegers(DataType::I8, {2, 3}, Integers{1, 2, 3, 4, 5, 6});
    const auto turned = reshaped(data, {3, 2});
    EXPECT_EQ(toIntegers(turned), toIntegers(data));
    EXPECT_EQ(turned.bytes.view.data(), data.bytes.view.data());
    EXPECT_THROW(reshaped(data, {4}), InternalError);
}

TEST(DataType, NamesReadBackAndWidthsFit)
{
    for (int number = 1; number <= static_cast<int>(DataType::F4E2M1); ++number) {
        const auto type = static_cast<DataType>(number);
        EXPECT_EQ(typeFromName(typeName(type)), type);
    }
    EXPECT_FALSE(typeFromName("float"));
    EXPECT_EQ(lowest(DataType::I8), -128);
    EXPECT_EQ(highest(DataType::U16), 65535);
    EXPECT_EQ(highest(DataType::U64), std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(lowest(DataType::I4), -8);
    EXPECT_EQ(cTypeName(DataType::I16), "int16_t");
    EXPECT_EQ(cTypeName(DataType::F8E5M2), "");
}

}  // namespace
}  // namespace tw::ir
