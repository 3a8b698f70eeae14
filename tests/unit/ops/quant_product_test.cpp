// SPDX-License-Identifier: Apache-2.0
// Convolution, matrix product and sum of quantised tensors: values by hand from the operator definitions.
#include "tests/unit/ops/access_property.h"
#include "tests/unit/ops/op_case.h"

namespace tw::ops {
namespace {

using test::OpCase;
using Whole = std::vector<std::int64_t>;

TEST(MatMulInteger, SubtractsZeroPointsPerRowAndColumn)
{
    OpCase node("MatMulInteger");
    node.integers(DataType::U8, {2, 2}, {1, 2, 3, 4}).integers(DataType::U8, {2, 2}, {1, 0, 0, 1});
    node.integers(DataType::U8, {2}, {1, 3}).integers(DataType::U8, {2}, {0, 1});
    // rows [0 1] and [0 1]; columns [1 0] and [-1 0]
    EXPECT_EQ(node.whole(), (Whole{0, 0, 0, 0}));
    OpCase noZero("MatMulInteger");
    noZero.integers(DataType::U8, {1, 2}, {255, 255}).integers(DataType::I8, {2, 1}, {-128, 127});
    EXPECT_EQ(noZero.whole(), (Whole{-255}));
    EXPECT_EQ(noZero.infer()->at(0).type, DataType::I32);
}

TEST(QLinearMatMul, ScalesRowsAndColumns)
{
    OpCase node("QLinearMatMul");
    node.integers(DataType::I8, {2, 1}, {10, 20}).floats({2}, {0.5, 1}).integers(DataType::I8, {}, {0});
    node.integers(DataType::I8, {1, 2}, {3, 5}).floats({2}, {1, 2}).integers(DataType::I8, {}, {0});
    node.floats({}, {4}).integers(DataType::I8, {}, {1});
    // 30 * 0.5 / 4 = 3.75, 50 * 1 / 4 = 12.5, 60 / 4 = 15, 100 * 2 / 4 = 50; plus 1
    EXPECT_EQ(node.whole(), (Whole{5, 13, 16, 51}));
}

TEST(ConvInteger, PadsWithTheZeroPoint)
{
    OpCase node("ConvInteger");
    node.attribute("pads", std::vector<std::int64_t>{1, 1});
    node.integers(DataType::U8, {1, 1, 3}, {11, 12, 13}).integers(DataType::U8, {1, 1, 3}, {1, 1, 1});
    node.integers(DataType::U8, {}, {10});
    EXPECT_EQ(node.whole(), (Whole{3, 6, 5}));
}

TEST(QLinearConv, ScalesPerOutputChannel)
{
    OpCase node("QLinearConv");
    node.integers(DataType::U8, {1, 1, 2}, {10, 20}).floats({}, {0.5}).integers(DataType::U8, {}, {0});
    node.integers(DataType::I8, {2, 1, 1}, {1, 2}).floats({2}, {1, 0.5}).integers(DataType::I8, {2}, {0, 0});
    node.floats({}, {1}).integers(DataType::U8, {}, {100}).integers(DataType::I32, {2}, {4, -100});
    // (10 + 4) / 2, (20 + 4) / 2; (20 - 100) / 4, (40 - 100) / 4; plus 100
    EXPECT_EQ(node.whole(), (Whole{107, 112, 80, 85}));
}

TEST(QLinearAdd, AddsRealValues)
{
    OpCase node("QLinearAdd", 1, "com.microsoft");
    node.integers(DataType::U8, {2}, {130, 120}).floats({}, {0.5}).integers(DataType::U8, {}, {128});
    node.integers(DataType::U8, {1}, {4}).floats({}, {2}).integers(DataType::U8, {}, {0});
    node.floats({}, {1}).integers(DataType::U8, {}, {10});
    EXPECT_EQ(node.whole(), (Whole{19, 14}));   // 1 + 8 + 10, -4 + 8 + 10
}

TEST(QLinearMul, MultipliesRealValues)
{
    OpCase node("QLinearMul", 1, "com.microsoft");
    node.integers(DataType::I8, {2}, {10, -3}).floats({}, {0.5}).absent();
    node.integers(DataType::I8, {2}, {7, 5}).floats({}, {2}).integers(DataType::I8, {}, {4});
    node.floats({}, {4}).integers(DataType::I8, {}, {-1});
    EXPECT_EQ(node.whole(), (Whole{7, -2}));   // 5 * 6 / 4 = 7.5, -1.5 * 2 / 4 = -0.75; minus 1
}

TEST(QLinearAveragePool, RoundsTheMean)
{
    OpCase node("QLinearAveragePool", 1, "com.microsoft");
    node.attribute("kernel_shape", std::vector<std::int64_t>{2});
    node.attribute("strides", std::vector<std::int64_t>{2});
    node.integers(DataType::U8, {1, 1, 4}, {10, 13, 3, 0}).floats({}, {0.5}).integers(DataType::U8, {}, {3});
    node.floats({}, {0.25}).integers(DataType::U8, {}, {1});
    EXPECT_EQ(node.whole(), (Whole{18, 0}));   // (7 + 10) / 2 * 0.5 / 0.25 = 17; (0 - 3) / 2 * 2 = -3; plus 1
}

TEST(QLinearSoftmax, GivesSharesOfOne)
{
    OpCase node("QLinearSoftmax", 1, "com.microsoft");
    node.integers(DataType::U8, {1, 2}, {200, 200}).floats({}, {0.1}).integers(DataType::U8, {}, {0});
    node.floats({}, {1.0 / 256}).integers(DataType::U8, {}, {0});
    EXPECT_EQ(node.whole(), (Whole{128, 128}));
}

TEST(QuantisedProducts, AccessClaimsWhatMoves)
{
    using enum DataType;
    using testing::Claim;
    using testing::Example;
    testing::expectAccessHolds(Example{"MatMulInteger", {{I8, {2, 3}}, {I8, {3, 2}}, {I8, {2}}, {I8, Shape::scalar()}}}, Claim::Sound);
    testing::expectAccessHolds(Example{"ConvInteger", {{U8, {1, 2, 4}}, {U8, {3, 2, 2}}, {U8, Shape::scalar()}, {U8, {3}}}}, Claim::Sound);
    testing::expectAccessHolds(Example{"QLinearAdd", {{U8, {2, 3}}, {F32, Shape::scalar()}, {U8, Shape::scalar()}, {U8, {3}}, {F32, Shape::scalar()}, {U8, Shape::scalar()},
                                                      {F32, Shape::scalar()}, {U8, Shape::scalar()}}, {}, "com.microsoft", 1}, Claim::Sound);
}

}  // namespace
}  // namespace tw::ops
