// SPDX-License-Identifier: Apache-2.0
// Reductions, softmax, variadic operators, Where and Clip. Expected values are worked out by hand.
#include "tests/unit/ops/op_case.h"

#include <gtest/gtest.h>

#include <cmath>

using tw::Code;
using tw::ir::DataType;
using tw::ir::Shape;
using tw::ops::test::OpCase;
using Doubles = std::vector<double>;
using Whole = std::vector<std::int64_t>;

namespace {

OpCase reduce(const std::string& op, const Whole& axes, std::int64_t keep)
{
    return OpCase(op, 13).attribute("axes", axes).attribute("keepdims", keep);
}

}  // namespace

TEST(Reduce, TakesAxesFromTheAttributeOrTheInput)
{
    const Doubles x{1, 2, 3, 4, 5, 6};
    EXPECT_EQ(reduce("ReduceSum", {-1}, 0).floats({2, 3}, x).doubles(), (Doubles{6, 15}));
    const auto byInput = OpCase("ReduceSum", 18).floats({2, 3}, x).integers(DataType::I64, {1}, {0});
    EXPECT_EQ(byInput.doubles(), (Doubles{5, 7, 9}));
    EXPECT_EQ(byInput.infer().value()[0].shape, (Shape{1, 3}));
    EXPECT_EQ(OpCase("ReduceSum").floats({2, 3}, x).doubles(), (Doubles{21}));
}

TEST(Reduce, LeavesEverythingWhenToldThatNoAxesMeansNone)
{
    const auto noop = OpCase("ReduceSum").attribute("noop_with_empty_axes", std::int64_t{1}).floats({2}, {1, 2});
    EXPECT_EQ(noop.doubles(), (Doubles{1, 2}));
}

TEST(Reduce, GivesTheRankEvenWhenTheAxesComeAtRunTime)
{
    const auto inferred = OpCase("ReduceMax").unknown(DataType::F32, Shape{2, 3}).unknown(DataType::I64, Shape{1}).infer();
    EXPECT_EQ(inferred.value()[0].shape.rank(), 2);
}

TEST(Reduce, RefusesAxesOutsideTheRank)
{
    const auto inferred = reduce("ReduceSum", {2}, 1).floats({2, 3}, {1, 2, 3, 4, 5, 6}).infer();
    ASSERT_FALSE(inferred);
    EXPECT_EQ(inferred.error().code, Code::BadAttribute);
}

TEST(Reduce, RoundsIntegerMeansHalfUp)
{
    EXPECT_EQ(reduce("ReduceMean", {1}, 0).integers(DataType::I8, {4, 2}, {1, 2, -1, -2, -3, -4, 5, 7}).whole(),
              (Whole{2, -1, -3, 6}));
    EXPECT_EQ(OpCase("IntegerMean", 1, "PACTOps").attribute("axes", std::int64_t{1}).attribute("keepdims", std::int64_t{0})
                  .floats({2, 2}, {1, 2, -1, -2}).doubles(), (Doubles{2, -1}));
}

TEST(Reduce, WidensSumsOfNarrowIntegers)
{
    const auto sum = reduce("ReduceSum", {0}, 0).integers(DataType::I8, {3}, {127, 127, 127});
    EXPECT_EQ(sum.whole(), (Whole{381}));
    EXPECT_EQ(sum.infer().value()[0].type, DataType::I32);
}

TEST(Reduce, SurvivesLargeExponents)
{
    EXPECT_EQ(OpCase("ReduceLogSumExp").floats({2}, {1000, 1000}).doubles()[0],
              static_cast<double>(static_cast<float>(1000 + std::log(2.0))));
}

TEST(ArgReduce, BreaksTiesAsAsked)
{
    EXPECT_EQ(OpCase("ArgMax").attribute("keepdims", std::int64_t{0}).floats({3}, {2, 2, 1}).whole(), (Whole{0}));
    EXPECT_EQ(OpCase("ArgMax").attribute("select_last_index", std::int64_t{1}).floats({3}, {2, 2, 1}).whole(), (Whole{1}));
    EXPECT_EQ(OpCase("ArgMin").attribute("axis", std::int64_t{1}).floats({2, 2}, {2, 1, 3, 4}).whole(), (Whole{1, 0}));
}

TEST(Softmax, TreatsTrailingAxesAsOneBeforeOpset13)
{
    const Doubles zeros(4, 0.0);
    EXPECT_EQ(OpCase("Softmax", 11).floats({1, 2, 2}, zeros).doubles(), Doubles(4, 0.25));
    EXPECT_EQ(OpCase("Softmax", 13).floats({1, 2, 2}, zeros).doubles(), Doubles(4, 0.5));
}

TEST(Softmax, GradientSubtractsTheProjection)
{
    const auto grad = OpCase("SoftmaxGrad", 1, "com.microsoft").floats({2}, {1, 3}).floats({2}, {0.25, 0.75});
    EXPECT_EQ(grad.doubles(), (Doubles{0.25 * (1 - 2.5), 0.75 * (3 - 2.5)}));
}

TEST(Variadic, CombinesAnyNumberOfInputs)
{
    EXPECT_EQ(OpCase("Sum").floats({2}, {1, 2}).floats({1}, {10}).floats({2, 1}, {100, 200}).doubles(),
              (Doubles{111, 112, 211, 212}));
    EXPECT_EQ(OpCase("Mean").floats({1}, {1}).floats({1}, {4}).doubles(), (Doubles{2.5}));
    EXPECT_EQ(OpCase("Max").integers(DataType::U64, {1}, {-1}).integers(DataType::U64, {1}, {1}).whole(), (Whole{-1}));
}

TEST(Where, BroadcastsItsThreeInputs)
{
    EXPECT_EQ(OpCase("Where").integers(DataType::Bool, {2, 1}, {1, 0}).floats({2}, {1, 2}).floats({}, {9}).doubles(),
              (Doubles{1, 2, 9, 9}));
}

TEST(Clip, ReadsLimitsFromAttributesOrInputs)
{
    EXPECT_EQ(OpCase("Clip", 6).attribute("min", -1.0F).attribute("max", 1.0F).floats({3}, {-2, 0, 2}).doubles(),
              (Doubles{-1, 0, 1}));
    EXPECT_EQ(OpCase("Clip").floats({3}, {-2, 0, 2}).absent().floats({}, {1}).doubles(), (Doubles{-2, 0, 1}));
    EXPECT_EQ(OpCase("Clip").integers(DataType::I8, {3}, {-2, 0, 2}).integers(DataType::I8, {}, {0}).whole(), (Whole{0, 0, 2}));
}

TEST(Clip, LetsTheUpperLimitWin)
{
    EXPECT_EQ(OpCase("Clip").floats({1}, {0}).floats({}, {2}).floats({}, {1}).doubles(), (Doubles{1}));
}
