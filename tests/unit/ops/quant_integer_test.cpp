// SPDX-License-Identifier: Apache-2.0
// Non-linear integer operators against values worked out by hand from their formulas.
#include "tests/unit/ops/access_property.h"
#include "tests/unit/ops/op_case.h"

namespace tw::ops {
namespace {

using test::OpCase;
using Whole = std::vector<std::int64_t>;

constexpr std::int64_t kLevels = 256;

OpCase softmaxCase()
{
    OpCase node("iSoftmax");
    node.attribute("coeffA", std::int64_t{1}).attribute("coeffB", std::int64_t{2});
    node.attribute("coeffC", std::int64_t{3}).attribute("log2", std::int64_t{2}).attribute("n_levels", kLevels);
    return node;
}

TEST(IntegerSoftmax, EvaluatesTheParabolaAndShifts)
{
    // t = 0 -1 -3, shifts 0 0 1, rests 0 -1 -1, exponentials 7 4 2, sum 13
    OpCase node = softmaxCase();
    node.integers(DataType::I8, {3}, {5, 4, 2});
    EXPECT_EQ(node.whole(), (Whole{137, 78, 39}));
    EXPECT_EQ(node.infer()->at(0).type, DataType::U8);
}

TEST(IntegerSoftmax, TreatsEachRowAloneAndAcceptsUnsignedInput)
{
    OpCase node = softmaxCase();
    node.integers(DataType::U8, {2, 2}, {200, 200, 255, 0});
    EXPECT_EQ(node.whole(), (Whole{127, 127, 255, 0}));   // 7 and 0: the exponential of -255 is shifted away
}

TEST(IntegerSoftmax, RefusesAScalarAndABadStep)
{
    OpCase scalar = softmaxCase();
    scalar.integers(DataType::I8, {}, {1});
    EXPECT_EQ(scalar.infer().error().code, Code::RankTooSmall);
    OpCase badStep = softmaxCase();
    badStep.attribute("log2", std::int64_t{0}).integers(DataType::I8, {1}, {1});
    EXPECT_EQ(badStep.run().error().code, Code::BadAttribute);
}

TEST(ItaMax, HalvesOncePer32StepsBelowTheMaximum)
{
    // halvings 0 1 2 0, sum 256 + 128 + 64 + 256, inverse 255 * 256 / 704 = 92
    OpCase node("ITAMax", 1, "PACTOps");
    node.attribute("n_levels", kLevels).integers(DataType::I8, {1, 4}, {0, -32, -48, -15});
    EXPECT_EQ(node.whole(), (Whole{92, 46, 23, 92}));
}

TEST(ItaPartialMax, ScalesTheSumDownWhenTheMaximumGrows)
{
    // group 1: sum 512; group 2 raises the maximum by 32: 512 / 2 + 256 + 128; inverse 127 * 256 / 640 = 50
    OpCase node("ITAPartialMax", 1, "ai.onnx.contrib");
    node.attribute("n_levels", kLevels).attribute("group_width", std::int64_t{2});
    node.integers(DataType::I8, {4}, {-32, -40, 0, -16});
    EXPECT_EQ(node.whole(), (Whole{25, 25, 50, 25}));
}

TEST(ItaPartialMax, NeedsWholeGroups)
{
    OpCase node("ITAPartialMax");
    node.attribute("group_width", std::int64_t{16}).integers(DataType::I8, {1, 20}, Whole(20, 0));
    EXPECT_EQ(node.infer().error().code, Code::BadShape);
}

TEST(IntegerGelu, HalvesTheErrorFunctionBeforeTheProduct)
{
    OpCase node("iGELU");
    node.attribute("b", std::int64_t{-10}).attribute("one", std::int64_t{100});
    node.integers(DataType::I8, {6}, {4, -4, 20, -20, 3, 0});
    EXPECT_EQ(node.whole(), (Whole{328, -72, 2000, 0, 225, 0}));
    EXPECT_EQ(node.infer()->at(0).type, DataType::I32);
}

TEST(IntegerHardswish, ClipsBetweenZeroAndSix)
{
    OpCase node("iHardswish");
    node.attribute("three", std::int64_t{3}).attribute("six", std::int64_t{6}).attribute("one_over_six", std::int64_t{43});
    node.integers(DataType::I8, {4}, {1, -4, 10, -2});
    EXPECT_EQ(node.whole(), (Whole{172, 0, 2580, -86}));
}

OpCase normCase(const std::string& op, std::int64_t divisor, std::int64_t levels = kLevels)
{
    OpCase node(op);
    node.attribute("D", divisor).attribute("n_levels", levels);
    return node;
}

TEST(IntegerLayerNorm, TruncatesTheDivisionsAndFloorsTheShift)
{
    // mean 0 (-1/4), squares 85, deviation 4; 10 40 120 -320 over 4 plus bias: 3 -1 30 -80
    OpCase node = normCase("iLayerNorm", 4);
    node.integers(DataType::I8, {1, 4}, {1, 2, 4, -8}).integers(DataType::I32, {4}, {10, 20, 30, 40});
    node.integers(DataType::I32, {4}, {1, -11, 0, 0});
    EXPECT_EQ(node.whole(), (Whole{0, -1, 7, -20}));
    EXPECT_EQ(node.infer()->at(0).type, DataType::I8);
}

TEST(IntegerLayerNorm, ClipsToItsLevels)
{
    // mean -7/4 truncated to -1, deviation isqrt(11/4 + 1) = 1
    OpCase node = normCase("iLayerNorm", 1, 4);
    node.integers(DataType::I8, {4}, {-1, -2, -4, 0}).integers(DataType::I32, {4}, {1, 1, 1, 1});
    node.integers(DataType::I32, {4}, {0, 0, 0, 0});
    EXPECT_EQ(node.whole(), (Whole{0, -1, -2, 1}));
}

TEST(IntegerLayerNorm, RefusesAWeightOfAnotherLength)
{
    OpCase node = normCase("iLayerNorm", 1);
    node.integers(DataType::I8, {1, 4}, {1, 2, 3, 4}).integers(DataType::I32, {3}, {1, 1, 1});
    node.integers(DataType::I32, {4}, {0, 0, 0, 0});
    EXPECT_EQ(node.infer().error().code, Code::BadShape);
}

TEST(IntegerRmsNorm, DividesByTheRootMeanSquare)
{
    // squares 25 over 2 plus 1 = 13, deviation 3; 15/3 = 5, -28/3 = -9; shifted by 1
    OpCase node = normCase("iRMSNorm", 2);
    node.integers(DataType::I8, {1, 2}, {3, -4}).integers(DataType::I32, {2}, {5, 7});
    EXPECT_EQ(node.whole(), (Whole{2, -5}));
}

TEST(IntegerRmsNorm, KnowsOnlyTheLastAxis)
{
    OpCase node = normCase("iRMSNorm", 2);
    node.attribute("axis", std::int64_t{0}).integers(DataType::I8, {1, 2}, {3, -4}).integers(DataType::I32, {2}, {5, 7});
    EXPECT_EQ(node.infer().error().code, Code::UnsupportedOperator);
}

TEST(IntegerNoNorm, AlignsWeightAndBiasToTheRight)
{
    OpCase node = normCase("iNoNorm", 8);
    node.attribute("mul", std::int64_t{3}).integers(DataType::I8, {1, 2, 2}, {-2, 2, 3, 4});
    node.integers(DataType::I32, {2, 2}, {1, 2, 3, 4}).integers(DataType::I32, {2}, {1, -1});
    EXPECT_EQ(node.whole(), (Whole{-1, 1, 3, 5}));   // -3 9 30 45 shifted by 3
}

TEST(IntegerDiv, RoundsHalvesAwayFromZero)
{
    OpCase node("IntegerDiv");
    node.attribute("Delta", std::int64_t{10}).attribute("eta", std::int64_t{1}).attribute("eps", std::int64_t{0});
    node.integers(DataType::I32, {3}, {7, -7, 5}).integers(DataType::I32, {1}, {4});
    EXPECT_EQ(node.whole(), (Whole{18, -18, 13}));   // 17.5 -17.5 12.5
}

TEST(IntegerDiv, ScalesBothOperandsAndRefusesZero)
{
    OpCase node("IntegerDiv");
    node.attribute("Delta", std::int64_t{10}).attribute("eta", std::int64_t{2}).attribute("eps", std::int64_t{1});
    node.integers(DataType::I32, {1}, {3}).integers(DataType::I32, {1}, {2});
    EXPECT_EQ(node.whole(), (Whole{12}));   // 60 / 5
    OpCase zero("IntegerDiv");
    zero.attribute("Delta", std::int64_t{1}).attribute("eta", std::int64_t{1}).attribute("eps", std::int64_t{0});
    zero.integers(DataType::I32, {1}, {3}).integers(DataType::I32, {1}, {0});
    EXPECT_EQ(zero.run().error().code, Code::BadInput);
}

TEST(TrueIntegerDiv, FloorsTheConstantFirst)
{
    OpCase node("TrueIntegerDiv");
    node.attribute("Delta", std::int64_t{16384}).attribute("eta", std::int64_t{200000});
    node.attribute("eps", std::int64_t{1}).attribute("y", std::int64_t{2});
    node.integers(DataType::I8, {2}, {1, -3});
    EXPECT_EQ(node.whole(), (Whole{8191, -24573}));
}

TEST(IntegerOperators, ReadAttributesStoredAsOneElementTensors)
{
    OpCase node("ITAMax");
    node.attribute("n_levels", ir::fromDoubles(DataType::F32, Shape{1}, std::vector<double>{256}));
    node.integers(DataType::I8, {2}, {0, 0});
    EXPECT_EQ(node.whole(), (Whole{127, 127}));   // 255 * 256 / 512
}

TEST(IntegerOperators, AccessClaimsWhatMoves)
{
    using enum DataType;
    using testing::Claim;
    using testing::Example;
    const ir::Attribute one = std::int64_t{1};
    const ir::Attribute levels = std::int64_t{65536};
    testing::expectAccessHolds(Example{"iSoftmax", {{I8, {2, 5}}}, {{"coeffB", std::int64_t{30}}, {"coeffC", std::int64_t{40}},
                                                                    {"log2", std::int64_t{20}}}}, Claim::Sound);
    testing::expectAccessHolds(Example{"ITAMax", {{I8, {2, 5}}}}, Claim::Sound);
    testing::expectAccessHolds(Example{"ITAPartialMax", {{I8, {2, 4}}}, {{"group_width", std::int64_t{2}}}}, Claim::Sound);
    testing::expectAccessHolds(Example{"iLayerNorm", {{I8, {2, 3}}, {I32, {3}}, {I32, {3}}}, {{"D", one}, {"n_levels", levels}}},
                               Claim::Sound);
    testing::expectAccessHolds(Example{"iRMSNorm", {{I8, {2, 3}}, {I32, {3}}}, {{"D", one}, {"n_levels", levels}}}, Claim::Sound);
    testing::expectAccessHolds(Example{"iNoNorm", {{I8, {2, 3}}, {I32, {2, 3}}, {I32, {3}}},
                                       {{"D", one}, {"n_levels", levels}, {"mul", one}}}, Claim::Tight);
    testing::expectAccessHolds(Example{"iHardswish", {{I8, {4}}}, {{"three", std::int64_t{300}}, {"six", std::int64_t{600}},
                                                                  {"one_over_six", one}}}, Claim::Tight);
    testing::expectAccessHolds(Example{"IntegerDiv", {{I32, {2, 3}}, {I32, {2, 1}}},
                                       {{"Delta", std::int64_t{1000}}, {"eps", std::int64_t{101}}}}, Claim::Tight);
    testing::expectAccessHolds(Example{"TrueIntegerDiv", {{I8, {3}}}, {{"Delta", std::int64_t{4}}, {"y", std::int64_t{2}}}},
                               Claim::Tight);
}

}  // namespace
}  // namespace tw::ops
