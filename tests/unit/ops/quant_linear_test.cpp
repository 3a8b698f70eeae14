// SPDX-License-Identifier: Apache-2.0
// ONNX quantisation operators: values by hand from the operator definitions.
#include "tests/unit/ops/access_property.h"
#include "tests/unit/ops/op_case.h"

namespace tw::ops {
namespace {

using test::OpCase;
using Whole = std::vector<std::int64_t>;
using Reals = std::vector<double>;

TEST(QuantizeLinear, RoundsHalvesToEvenThenAddsTheZeroPoint)
{
    OpCase node("QuantizeLinear");
    node.floats({5}, {1, 3, 5, -1, 1000}).floats({}, {2}).integers(DataType::U8, {}, {3});
    EXPECT_EQ(node.whole(), (Whole{3, 5, 5, 3, 255}));   // 0.5 1.5 2.5 -0.5 500
}

TEST(QuantizeLinear, ScalesPerAxisAndPerBlock)
{
    OpCase perAxis("QuantizeLinear");
    perAxis.attribute("axis", std::int64_t{0}).floats({2, 2}, {2, 4, 2, 4}).floats({2}, {1, 2});
    perAxis.integers(DataType::I8, {2}, {0, 10});
    EXPECT_EQ(perAxis.whole(), (Whole{2, 4, 11, 12}));
    OpCase blocked("QuantizeLinear");
    blocked.attribute("block_size", std::int64_t{2}).floats({1, 4}, {2, 4, 2, 4}).floats({1, 2}, {1, 2});
    blocked.integers(DataType::I8, {1, 2}, {0, 10});
    EXPECT_EQ(blocked.whole(), (Whole{2, 4, 11, 12}));
}

TEST(QuantizeLinear, GivesTheTypeOfTheZeroPointOrOfTheAttribute)
{
    OpCase plain("QuantizeLinear");
    plain.floats({1}, {1}).floats({}, {1});
    EXPECT_EQ(plain.infer()->at(0).type, DataType::U8);
    OpCase declared("QuantizeLinear");
    declared.attribute("output_dtype", static_cast<std::int64_t>(DataType::I4)).floats({2}, {9, -9}).floats({}, {1});
    EXPECT_EQ(declared.whole(), (Whole{7, -8}));
    OpCase signedZero("QuantizeLinear");
    signedZero.floats({1}, {1}).floats({}, {1}).integers(DataType::I16, {}, {0});
    EXPECT_EQ(signedZero.infer()->at(0).type, DataType::I16);
}

TEST(QuantizeLinear, RefusesAScaleThatDoesNotFit)
{
    OpCase node("QuantizeLinear");
    node.floats({2, 3}, Reals(6, 1)).floats({2}, {1, 1});
    EXPECT_EQ(node.infer().error().code, Code::BadShape);
}

TEST(DequantizeLinear, SubtractsTheZeroPointAndScales)
{
    OpCase node("DequantizeLinear");
    node.attribute("axis", std::int64_t{-1}).integers(DataType::U8, {1, 3}, {0, 128, 255}).floats({3}, {2, 0.5, 1});
    node.integers(DataType::U8, {3}, {128, 128, 0});
    EXPECT_EQ(node.doubles(), (Reals{-256, 0, 255}));
    EXPECT_EQ(node.infer()->at(0).type, DataType::F32);
}

TEST(DequantizeLinear, UnpacksFourBitValues)
{
    OpCase node("DequantizeLinear");
    node.integers(DataType::I4, {3}, {-8, 7, 1}).floats({}, {0.5});
    EXPECT_EQ(node.doubles(), (Reals{-4, 3.5, 0.5}));
}

TEST(DynamicQuantizeLinear, CoversTheRangeAndZero)
{
    // range [-51, 204]: scale 1, zero point 51
    OpCase node("DynamicQuantizeLinear");
    node.floats({3}, {204, -51, 0.5});
    EXPECT_EQ(node.whole(0), (Whole{255, 0, 51}));
    EXPECT_EQ(node.doubles(1), (Reals{1}));
    EXPECT_EQ(node.whole(2), (Whole{51}));
}

TEST(DynamicQuantizeLinear, KeepsAllZeroInputFinite)
{
    OpCase node("DynamicQuantizeLinear");
    node.floats({2}, {0, 0});
    EXPECT_EQ(node.whole(0), (Whole{0, 0}));
}

TEST(QuantizeLinear, AccessClaimsWhatMoves)
{
    using enum DataType;
    using testing::Claim;
    using testing::Example;
    testing::expectAccessHolds(Example{"QuantizeLinear", {{F32, {2, 3}}, {F32, {3}}, {I8, {3}}}}, Claim::Sound);
    testing::expectAccessHolds(Example{"DequantizeLinear", {{I8, {2, 3}}, {F32, {3}}, {I8, {3}}}}, Claim::Sound);
    testing::expectAccessHolds(Example{"DequantizeLinear", {{I8, {2, 4}}, {F32, {2, 2}}, {Undefined, Shape()}},
                                       {{"block_size", std::int64_t{2}}}}, Claim::Sound);
}

}  // namespace
}  // namespace tw::ops
