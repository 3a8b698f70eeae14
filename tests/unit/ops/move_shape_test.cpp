// SPDX-License-Identifier: Apache-2.0
// Reshape and its relatives, Shape and Size: expected values are worked out by hand from the ONNX definitions.
#include "core/base/text.h"
#include "tests/unit/ops/op_case.h"

#include <gtest/gtest.h>

using tw::cat;
using tw::Code;
using tw::ir::DataType;
using tw::ir::Dim;
using tw::ir::Shape;
using tw::ops::test::OpCase;
using Doubles = std::vector<double>;
using Whole = std::vector<std::int64_t>;

namespace {

std::string shapeAfter(const OpCase& test, std::size_t output = 0)
{
    const auto inferred = test.infer();
    return inferred ? cat(inferred.value().at(output).shape) : inferred.error().text();
}

Code errorOf(const OpCase& test)
{
    const auto result = test.run();
    return result ? Code::Internal : result.error().code;
}

Shape symbolic(const std::vector<std::string>& dims)
{
    std::vector<Dim> result;
    for (const auto& dim : dims)
        result.push_back(std::isdigit(static_cast<unsigned char>(dim[0])) ? Dim{.value = std::stoll(dim)}
                                                                          : Dim{.symbol = dim});
    return Shape(result);
}

OpCase reshape(const Shape& shape, const Whole& target)
{
    return OpCase("Reshape")
        .unknown(DataType::F32, shape)
        .integers(DataType::I64, {static_cast<std::int64_t>(target.size())}, target);
}

}  // namespace

TEST(Reshape, CopiesZeroAndFillsInMinusOne)
{
    EXPECT_EQ(shapeAfter(reshape(Shape{2, 3, 4}, {0, -1})), "[2, 12]");
    EXPECT_EQ(shapeAfter(reshape(Shape{2, 3, 4}, {4, 0, -1})), "[4, 3, 2]");
    EXPECT_EQ(shapeAfter(reshape(Shape{1}, {})), "[]");
}

TEST(Reshape, KeepsZeroWhenAsked)
{
    const auto empty = reshape(Shape{0, 3}, {3, 0}).attribute("allowzero", std::int64_t{1});
    EXPECT_EQ(shapeAfter(empty), "[3, 0]");
}

TEST(Reshape, KeepsSymbols)
{
    EXPECT_EQ(shapeAfter(reshape(symbolic({"n", "3", "4"}), {-1, 12})), "[n, 12]");
    EXPECT_EQ(shapeAfter(reshape(symbolic({"n", "3", "4"}), {0, -1})), "[n, 12]");
    EXPECT_EQ(shapeAfter(reshape(symbolic({"n", "3", "4"}), {-1, 6})), "[?, 6]");
    EXPECT_EQ(shapeAfter(OpCase("Reshape").unknown(DataType::F32, Shape{4}).unknown(DataType::I64, Shape{3})),
              "[?, ?, ?]");
}

TEST(Reshape, ReadsTheAttributeOfOldOpsets)
{
    EXPECT_EQ(shapeAfter(OpCase("Reshape", 1).attribute("shape", Whole{3, -1}).unknown(DataType::F32, Shape{2, 3})),
              "[3, 2]");
}

TEST(Reshape, RefusesWhatDoesNotFit)
{
    EXPECT_EQ(reshape(Shape{2, 3}, {4, -1}).infer().error().code, Code::BadShape);
    EXPECT_EQ(reshape(Shape{2, 3}, {5}).infer().error().code, Code::BadShape);
    EXPECT_EQ(reshape(Shape{2, 3}, {-1, -1}).infer().error().code, Code::BadShape);
    EXPECT_EQ(reshape(Shape{2, 3}, {1, 2, 0}).infer().error().code, Code::BadShape);
    EXPECT_EQ(OpCase("Reshape").infer().error().code, Code::BadGraph);
}

TEST(Flatten, JoinsAxesOnBothSides)
{
    EXPECT_EQ(shapeAfter(OpCase("Flatten").unknown(DataType::F32, Shape{2, 3, 4, 5})), "[2, 60]");
    EXPECT_EQ(shapeAfter(OpCase("Flatten").attribute("axis", std::int64_t{0}).unknown(DataType::F32, Shape{2, 3})),
              "[1, 6]");
    EXPECT_EQ(shapeAfter(OpCase("Flatten").attribute("axis", std::int64_t{-1}).unknown(DataType::F32, Shape{2, 3, 4})),
              "[6, 4]");
    EXPECT_EQ(shapeAfter(OpCase("Flatten").unknown(DataType::F32, symbolic({"n", "1", "7"}))), "[n, 7]");
}

TEST(Squeeze, TakesAxesFromAttributeOrInput)
{
    EXPECT_EQ(shapeAfter(OpCase("Squeeze", 21).attribute("axes", Whole{0, -1}).unknown(DataType::I8, Shape{1, 3, 1})),
              "[3]");
    EXPECT_EQ(shapeAfter(OpCase("Squeeze", 9).unknown(DataType::I8, Shape{1, 3, 1}).integers(DataType::I64, {1}, {2})),
              "[1, 3]");
    EXPECT_EQ(shapeAfter(OpCase("Squeeze").unknown(DataType::I8, Shape{1, 3, 1})), "[3]");
    EXPECT_EQ(errorOf(OpCase("Squeeze").attribute("axes", Whole{0}).floats({2}, {1, 2})), Code::BadShape);
}

TEST(Unsqueeze, PlacesAxesInTheResult)
{
    EXPECT_EQ(
        shapeAfter(
            OpCase("Unsqueeze").unknown(DataType::F32, symbolic({"n", "4"})).integers(DataType::I64, {2}, {-1, 0})),
        "[1, n, 4, 1]");
    EXPECT_EQ(errorOf(OpCase("Unsqueeze").attribute("axes", Whole{0, 0}).floats({2}, {1, 2})), Code::BadAttribute);
    EXPECT_EQ(errorOf(OpCase("Unsqueeze").attribute("axes", Whole{4}).floats({2}, {1, 2})), Code::BadAttribute);
}

TEST(Dropout, KeepsEverythingInInference)
{
    const auto dropout = OpCase("Dropout").floats({3}, {1, 2, 3}).results(2);
    EXPECT_EQ(dropout.doubles(0), (Doubles{1, 2, 3}));
    EXPECT_EQ(dropout.whole(1), (Whole{1, 1, 1}));
    EXPECT_EQ(dropout.infer().value()[1].type, DataType::Bool);
}

TEST(ShapeOperator, ReadsPartOfTheDimensions)
{
    EXPECT_EQ(OpCase("Shape").floats({2, 1, 2}, {1, 2, 3, 4}).whole(), (Whole{2, 1, 2}));
    EXPECT_EQ(OpCase("Shape").attribute("start", std::int64_t{-2}).floats({2, 1, 2}, {1, 2, 3, 4}).whole(),
              (Whole{1, 2}));
    EXPECT_EQ(OpCase("Shape")
                  .attribute("start", std::int64_t{2})
                  .attribute("end", std::int64_t{1})
                  .floats({1, 1}, {1})
                  .whole(),
              Whole{});
}

TEST(ShapeOperator, KnowsItsValueOnceTheDimensionsAreKnown)
{
    const auto whole = OpCase("Shape").unknown(DataType::F32, symbolic({"n", "3"}));
    EXPECT_FALSE(whole.infer().value()[0].constant);
    EXPECT_EQ(shapeAfter(whole), "[2]");
    const auto part =
        OpCase("Shape").attribute("start", std::int64_t{1}).unknown(DataType::F32, symbolic({"n", "3"})).infer();
    EXPECT_EQ(tw::ir::toIntegers(*part.value()[0].constant), Whole{3});
}

TEST(Size, CountsElements)
{
    EXPECT_EQ(OpCase("Size").floats({2, 2}, {1, 2, 3, 4}).whole(), Whole{4});
    EXPECT_EQ(OpCase("Size").unknown(DataType::F32, Shape{3, 0}).infer().value()[0].constant->elements(), 1);
}
