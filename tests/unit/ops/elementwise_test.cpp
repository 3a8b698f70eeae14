// SPDX-License-Identifier: Apache-2.0
// Expected values are worked out by hand from the ONNX definitions.
#include "core/base/text.h"
#include "tests/unit/ops/op_case.h"

#include <gtest/gtest.h>

#include <cmath>

using tw::cat;
using tw::Code;
using tw::ir::DataType;
using tw::ir::Dim;
using tw::ir::Shape;
using tw::ops::test::OpCase;
using Doubles = std::vector<double>;
using Whole = std::vector<std::int64_t>;

TEST(Unary, RoundsHalvesToEven)
{
    EXPECT_EQ(OpCase("Round").floats({5}, {0.5, 1.5, 2.5, -0.5, -1.5}).doubles(), (Doubles{0, 2, 2, 0, -2}));
}

TEST(Unary, ReadsAttributesAndTheirDefaults)
{
    EXPECT_EQ(OpCase("LeakyRelu").attribute("alpha", 0.5F).floats({2}, {-2, 2}).doubles(), (Doubles{-1, 2}));
    EXPECT_EQ(OpCase("HardSigmoid").attribute("alpha", 0.25F).floats({3}, {-4, 1, 4}).doubles(), (Doubles{0, 0.75, 1}));
    EXPECT_EQ(OpCase("ThresholdedRelu").floats({3}, {0.5, 1, 2}).doubles(), (Doubles{0, 0, 2}));
}

TEST(Unary, GivesBoolForPredicates)
{
    const auto isInf = OpCase("IsInf").attribute("detect_negative", std::int64_t{0}).floats({3}, {INFINITY, -INFINITY, 1});
    EXPECT_EQ(isInf.whole(), (Whole{1, 0, 0}));
    EXPECT_EQ(isInf.infer().value()[0].type, DataType::Bool);
}

TEST(Unary, WrapsTheSmallestInteger)
{
    EXPECT_EQ(OpCase("Neg").integers(DataType::I8, {2}, {-128, 5}).whole(), (Whole{-128, -5}));
    EXPECT_EQ(OpCase("Abs").integers(DataType::I8, {2}, {-128, -5}).whole(), (Whole{-128, 5}));
}

TEST(Unary, RoundsExponentialsOnce)
{
    const auto result = OpCase("Exp").floats({1}, {24.5}).doubles();
    EXPECT_EQ(result[0], static_cast<double>(static_cast<float>(std::exp(24.5))));
}

TEST(Unary, RefusesFloatsForLogic)
{
    const auto result = OpCase("Not").floats({1}, {1}).run();
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Code::BadType);
}

TEST(Binary, BroadcastsBothOperands)
{
    const auto add = OpCase("Add").floats({2, 1}, {10, 20}).floats({3}, {1, 2, 3});
    EXPECT_EQ(add.doubles(), (Doubles{11, 12, 13, 21, 22, 23}));
    EXPECT_EQ(add.infer().value()[0].shape, (Shape{2, 3}));
}

TEST(Binary, KeepsWhatIsKnownOfSymbolicShapes)
{
    const Shape batch(std::vector<Dim>{{.value = -1, .symbol = "n"}, {.value = 1}});
    const auto inferred = OpCase("Mul").unknown(DataType::F32, batch).unknown(DataType::F32, Shape{4}).infer();
    EXPECT_EQ(cat(inferred.value()[0].shape), "[n, 4]");
    const auto unranked = OpCase("Mul").unknown(DataType::F32, Shape()).unknown(DataType::F32, Shape{4}).infer();
    EXPECT_FALSE(unranked.value()[0].shape.ranked());
}

TEST(Binary, RefusesContradictingShapes)
{
    const auto inferred = OpCase("Add").floats({2}, {1, 2}).floats({3}, {1, 2, 3}).infer();
    ASSERT_FALSE(inferred);
    EXPECT_EQ(inferred.error().code, Code::BadShape);
}

TEST(Binary, PlacesBAtTheAxisOfOldOpsets)
{
    const auto add = OpCase("Add", 6).attribute("broadcast", std::int64_t{1}).attribute("axis", std::int64_t{0})
                         .floats({2, 2}, {1, 2, 3, 4}).floats({2}, {10, 20});
    EXPECT_EQ(add.doubles(), (Doubles{11, 12, 23, 24}));
}

TEST(Binary, WrapsIntegersUnlessToldToWiden)
{
    auto same = OpCase("Add").integers(DataType::I8, {2}, {100, -100}).integers(DataType::I8, {2}, {100, -100});
    EXPECT_EQ(same.whole(), (Whole{-56, 56}));
    auto wide = OpCase("Add").attribute("widen", std::int64_t{1}).integers(DataType::I8, {2}, {-100, 100})
                    .integers(DataType::U8, {2}, {200, 200});
    EXPECT_EQ(wide.whole(), (Whole{100, 300}));
    EXPECT_EQ(wide.infer().value()[0].type, DataType::I32);
}

TEST(Binary, FollowsTheSignRulesOfModulo)
{
    const Whole a{-7, 7, -7, 7};
    const Whole b{3, 3, -3, -3};
    EXPECT_EQ(OpCase("Mod").integers(DataType::I32, {4}, a).integers(DataType::I32, {4}, b).whole(), (Whole{2, 1, -1, -2}));
    EXPECT_EQ(OpCase("Mod").attribute("fmod", std::int64_t{1}).integers(DataType::I32, {4}, a)
                  .integers(DataType::I32, {4}, b).whole(), (Whole{-1, 1, -1, 1}));
}

TEST(Binary, ComparesUnsigned64AsUnsigned)
{
    EXPECT_EQ(OpCase("Greater").integers(DataType::U64, {1}, {-1}).integers(DataType::U64, {1}, {1}).whole(), (Whole{1}));
    EXPECT_EQ(OpCase("Div").integers(DataType::U64, {1}, {-2}).integers(DataType::U64, {1}, {2}).whole(),
              (Whole{0x7FFFFFFFFFFFFFFF}));
}

TEST(Binary, JoinsNeighbouringAxesForTheKernel)
{
    const auto node = OpCase("Add").unknown(DataType::F32, Shape{1, 3, 2, 5}).unknown(DataType::F32, Shape{3, 1, 1}).complete();
    const auto arguments = tw::ops::argumentsOf(OpCase("Add").def(), node.value());
    const auto find = [&](const std::string& name) {
        for (const auto& argument : arguments.value())
            if (argument.name == name)
                return argument.value;
        return std::variant<std::int64_t, double, Whole>{std::int64_t{-1}};
    };
    EXPECT_EQ(std::get<Whole>(find("dims")), (Whole{3, 10}));
    EXPECT_EQ(std::get<Whole>(find("a_strides")), (Whole{10, 1}));
    EXPECT_EQ(std::get<Whole>(find("b_strides")), (Whole{1, 0}));
}
