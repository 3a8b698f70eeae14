// SPDX-License-Identifier: Apache-2.0
// Expand, Tile, Cast, Scatter, Resize and other movers: expected values are worked out by hand from the ONNX
// definitions.
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

namespace {

constexpr std::int64_t kOne = 1;

Code errorOf(const OpCase& test)
{
    const auto result = test.run();
    return result ? Code::Internal : result.error().code;
}

std::string shapeAfter(const OpCase& test)
{
    const auto inferred = test.infer();
    return inferred ? cat(inferred.value().at(0).shape) : inferred.error().text();
}

OpCase list(OpCase test, const Whole& values)
{
    return test.integers(DataType::I64, {static_cast<std::int64_t>(values.size())}, values);
}

OpCase i32(std::string op, const Whole& shape, const Whole& values)
{
    return OpCase(std::move(op)).integers(DataType::I32, shape, values);
}

}  // namespace

TEST(Expand, BroadcastsToAShape)
{
    const auto expand = list(i32("Expand", {2, 1}, {1, 2}), {3, 1, 2});
    EXPECT_EQ(expand.whole(), (Whole{1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2}));
    EXPECT_EQ(shapeAfter(list(i32("Expand", {3}, {1, 2, 3}), {1})), "[3]");
    EXPECT_EQ(errorOf(list(i32("Expand", {3}, {1, 2, 3}), {2})), Code::BadShape);
    EXPECT_EQ(errorOf(list(i32("Expand", {1}, {1}), {-1})), Code::BadShape);
    EXPECT_EQ(errorOf(list(i32("Expand", {1}, {1}), {1 << 30, 1 << 30})), Code::BadShape);
}

TEST(Tile, RepeatsTheWhole)
{
    EXPECT_EQ(list(i32("Tile", {2, 2}, {1, 2, 3, 4}), {1, 2}).whole(), (Whole{1, 2, 1, 2, 3, 4, 3, 4}));
    EXPECT_EQ(list(i32("Tile", {2}, {1, 2}), {0}).whole(), Whole{});
    EXPECT_EQ(errorOf(list(i32("Tile", {2}, {1, 2}), {1, 2})), Code::BadAttribute);
    EXPECT_EQ(errorOf(list(i32("Tile", {2}, {1, 2}), {-1})), Code::BadAttribute);
}

TEST(DepthToSpace, OrdersChannelsByMode)
{
    const auto image = [](std::string op) {
        return i32(std::move(op), {1, 8, 1, 1}, {0, 1, 2, 3, 4, 5, 6, 7}).attribute("blocksize", std::int64_t{2});
    };
    EXPECT_EQ(image("DepthToSpace").whole(), (Whole{0, 2, 4, 6, 1, 3, 5, 7}));
    EXPECT_EQ(image("DepthToSpace").attribute("mode", std::string("CRD")).whole(), (Whole{0, 1, 2, 3, 4, 5, 6, 7}));
    EXPECT_EQ(shapeAfter(image("DepthToSpace")), "[1, 2, 2, 2]");
    EXPECT_EQ(errorOf(i32("DepthToSpace", {1, 2, 1, 1}, {0, 1}).attribute("blocksize", std::int64_t{2})),
              Code::BadShape);
}

TEST(SpaceToDepth, UndoesDepthToSpace)
{
    const auto image =
        i32("SpaceToDepth", {1, 2, 2, 2}, {0, 2, 4, 6, 1, 3, 5, 7}).attribute("blocksize", std::int64_t{2});
    EXPECT_EQ(image.whole(), (Whole{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(Cast, ConvertsBetweenNumbers)
{
    const auto cast = [](DataType to) { return OpCase("Cast").attribute("to", static_cast<std::int64_t>(to)); };
    EXPECT_EQ(cast(DataType::I8).floats({3}, {-1.9, 1.9, 300}).whole(), (Whole{-1, 1, 127}));
    EXPECT_EQ(cast(DataType::I8).integers(DataType::I32, {2}, {200, -300}).whole(), (Whole{-56, -44}));
    EXPECT_EQ(cast(DataType::Bool).floats({3}, {0, 0.25, NAN}).whole(), (Whole{0, 1, 1}));
    EXPECT_EQ(cast(DataType::F32).integers(DataType::Bool, {2}, {0, 1}).doubles(), (Doubles{0, 1}));
    EXPECT_EQ(errorOf(cast(DataType::C64).floats({1}, {0})), Code::BadAttribute);
    EXPECT_EQ(errorOf(OpCase("Cast").attribute("to", std::int64_t{99}).floats({1}, {0})), Code::BadAttribute);
    EXPECT_EQ(OpCase("Cast", 1).attribute("to", std::string("INT32")).floats({1}, {2.5}).whole(), Whole{2});
    EXPECT_EQ(OpCase("CastLike").floats({1}, {2.5}).integers(DataType::U8, {1}, {0}).infer().value()[0].type,
              DataType::U8);
}

TEST(ScatterElements, WritesInOrder)
{
    const auto scatter = [](const Whole& indices) {
        return i32("ScatterElements", {4}, {0, 0, 0, 0})
            .integers(DataType::I64, {3}, indices)
            .integers(DataType::I32, {3}, {1, 2, 3});
    };
    EXPECT_EQ(scatter({3, -4, 3}).whole(), (Whole{2, 0, 0, 3}));
    EXPECT_EQ(scatter({3, 0, 3}).attribute("reduction", std::string("add")).whole(), (Whole{2, 0, 0, 4}));
    EXPECT_EQ(scatter({3, 0, 3}).attribute("reduction", std::string("max")).whole(), (Whole{2, 0, 0, 3}));
    EXPECT_EQ(errorOf(scatter({0, 1, 4})), Code::BadInput);
    EXPECT_EQ(errorOf(scatter({0, 1, 2}).attribute("reduction", std::string("mean"))), Code::BadAttribute);
}

TEST(ScatterNd, WritesSlices)
{
    const auto scatter = [](const Whole& indices) {
        return i32("ScatterND", {3, 2}, {1, 2, 3, 4, 5, 6})
            .integers(DataType::I64, {1, 1}, indices)
            .integers(DataType::I32, {1, 2}, {7, 8});
    };
    EXPECT_EQ(scatter({-1}).whole(), (Whole{1, 2, 3, 4, 7, 8}));
    EXPECT_EQ(errorOf(scatter({3})), Code::BadInput);
    EXPECT_EQ(
        errorOf(
            i32("ScatterND", {3}, {1, 2, 3}).integers(DataType::I64, {1, 1}, {0}).integers(DataType::I32, {2}, {7, 8})),
        Code::BadShape);
}

TEST(Constant, HasManySpellings)
{
    EXPECT_EQ(OpCase("Constant").attribute("value_float", 0.5F).doubles(), Doubles{0.5});
    EXPECT_EQ(OpCase("Constant").attribute("value_ints", Whole{1, 2}).whole(), (Whole{1, 2}));
    EXPECT_EQ(shapeAfter(OpCase("Constant").attribute("value_int", kOne)), "[]");
    EXPECT_EQ(errorOf(OpCase("Constant")), Code::BadAttribute);
}

TEST(ConstantOfShape, FillsAShape)
{
    EXPECT_EQ(list(OpCase("ConstantOfShape"), {1, 2}).doubles(), (Doubles{0, 0}));
    const auto ones = tw::ir::fromIntegers(DataType::I8, Shape{1}, Whole{1});
    EXPECT_EQ(list(OpCase("ConstantOfShape").attribute("value", ones), {2}).whole(), (Whole{1, 1}));
    EXPECT_EQ(errorOf(list(OpCase("ConstantOfShape"), {-1})), Code::BadShape);
    EXPECT_EQ(shapeAfter(OpCase("ConstantOfShape").unknown(DataType::I64, Shape{2})), "[?, ?]");
}

TEST(Range, CountsUpAndDown)
{
    const auto range = [](double start, double limit, double delta) {
        return OpCase("Range").floats({}, {start}).floats({}, {limit}).floats({}, {delta});
    };
    EXPECT_EQ(range(1, 5, 2).doubles(), (Doubles{1, 3}));
    EXPECT_EQ(range(3, 0, -1.5).doubles(), (Doubles{3, 1.5}));
    EXPECT_EQ(range(3, 5, -1).doubles(), Doubles{});
    EXPECT_EQ(errorOf(range(0, 1, 0)), Code::BadInput);
}

TEST(CumSum, RunsBothWays)
{
    const auto sum = [] {
        return OpCase("CumSum").integers(DataType::I8, {3}, {100, 100, 1}).integers(DataType::I64, {}, {0});
    };
    EXPECT_EQ(sum().whole(), (Whole{100, -56, -55}));
    EXPECT_EQ(sum().attribute("exclusive", kOne).attribute("reverse", kOne).whole(), (Whole{101, 1, 0}));
    EXPECT_EQ(errorOf(OpCase("CumSum").floats({1}, {1}).integers(DataType::I64, {}, {1})), Code::BadAttribute);
}

TEST(TopK, KeepsTheOrderOfEqualValues)
{
    const auto top = [](std::int64_t k) { return list(i32("TopK", {4}, {5, 9, 5, 9}), {k}).results(2); };
    EXPECT_EQ(top(3).whole(0), (Whole{9, 9, 5}));
    EXPECT_EQ(top(3).whole(1), (Whole{1, 3, 0}));
    EXPECT_EQ(top(2).attribute("largest", std::int64_t{0}).whole(1), (Whole{0, 2}));
    EXPECT_EQ(errorOf(top(5)), Code::BadShape);
}

TEST(Trilu, KeepsATriangle)
{
    const auto matrix = [] { return i32("Trilu", {2, 3}, {1, 2, 3, 4, 5, 6}); };
    EXPECT_EQ(matrix().whole(), (Whole{1, 2, 3, 0, 5, 6}));
    EXPECT_EQ(matrix().attribute("upper", std::int64_t{0}).integers(DataType::I64, {}, {1}).whole(),
              (Whole{1, 2, 0, 4, 5, 6}));
}

TEST(OneHot, LeavesRowsOffForBadIndices)
{
    const auto hot = OpCase("OneHot")
                         .integers(DataType::I64, {3}, {1, -1, 7})
                         .integers(DataType::I64, {}, {2})
                         .integers(DataType::I8, {2}, {0, 5});
    EXPECT_EQ(hot.whole(), (Whole{0, 5, 0, 5, 0, 0}));
    EXPECT_EQ(errorOf(OpCase("OneHot")
                          .integers(DataType::I64, {1}, {0})
                          .integers(DataType::I64, {}, {-2})
                          .integers(DataType::I8, {2}, {0, 1})),
              Code::BadInput);
}

TEST(ReverseSequence, TurnsTheBeginning)
{
    const auto turned = list(i32("ReverseSequence", {3, 2}, {1, 2, 3, 4, 5, 6}), {2, 3});
    EXPECT_EQ(turned.whole(), (Whole{3, 6, 1, 4, 5, 2}));
    EXPECT_EQ(errorOf(list(i32("ReverseSequence", {3, 1}, {1, 2, 3}), {4})), Code::BadInput);
}

TEST(Compress, KeepsSlicesAlongAnAxis)
{
    const auto data = [] { return i32("Compress", {2, 2}, {1, 2, 3, 4}); };
    EXPECT_EQ(data().attribute("axis", kOne).integers(DataType::Bool, {2}, {0, 1}).whole(), (Whole{2, 4}));
    EXPECT_EQ(data().integers(DataType::Bool, {4}, {1, 0, 0, 1}).whole(), (Whole{1, 4}));
    EXPECT_EQ(errorOf(data().integers(DataType::Bool, {5}, {0, 0, 0, 0, 1})), Code::BadInput);
}

TEST(NonZero, ListsCoordinates)
{
    EXPECT_EQ(i32("NonZero", {2, 2}, {1, 0, 1, 1}).whole(), (Whole{0, 1, 1, 0, 0, 1}));
}

TEST(Unique, SortsOrKeepsTheOrder)
{
    const auto values = [] { return i32("Unique", {4}, {3, 1, 3, 2}).results(4); };
    EXPECT_EQ(values().whole(0), (Whole{1, 2, 3}));
    EXPECT_EQ(values().whole(2), (Whole{2, 0, 2, 1}));
    EXPECT_EQ(values().attribute("sorted", std::int64_t{0}).whole(0), (Whole{3, 1, 2}));
    EXPECT_EQ(values().attribute("sorted", std::int64_t{0}).whole(3), (Whole{2, 1, 1}));
}

TEST(Resize, DoublesByNearestAndLinear)
{
    const auto image = [](std::string mode) {
        return OpCase("Resize")
            .attribute("mode", std::move(mode))
            .floats({1, 1, 1, 2}, {0, 4})
            .absent()
            .floats({4}, {1, 1, 1, 2});
    };
    EXPECT_EQ(image("nearest").doubles(), (Doubles{0, 0, 4, 4}));
    EXPECT_EQ(image("linear").doubles(), (Doubles{0, 1, 3, 4}));   // half pixel: -0.25, 0.25, 0.75, 1.25
    EXPECT_EQ(image("linear").attribute("coordinate_transformation_mode", std::string("asymmetric")).doubles(),
              (Doubles{0, 2, 4, 4}));
    EXPECT_EQ(image("nearest").attribute("nearest_mode", std::string("ceil")).doubles(), (Doubles{0, 4, 4, 4}));
}

TEST(Resize, TakesSizesAndKeepsSymbols)
{
    const Shape image(std::vector<Dim>{{.symbol = "n"}, {.value = 3}, {.value = 4}, {.value = 8}});
    const auto sizes = OpCase("Resize")
                           .unknown(DataType::F32, image)
                           .absent()
                           .absent()
                           .attribute("axes", Whole{2, 3})
                           .integers(DataType::I64, {2}, {6, 6});
    EXPECT_EQ(shapeAfter(sizes), "[n, 3, 6, 6]");
    const auto policy = OpCase("Resize")
                            .unknown(DataType::F32, image)
                            .absent()
                            .absent()
                            .attribute("axes", Whole{2, 3})
                            .attribute("keep_aspect_ratio_policy", std::string("not_larger"))
                            .integers(DataType::I64, {2}, {6, 6});
    EXPECT_EQ(shapeAfter(policy), "[n, 3, 3, 6]");
}

TEST(Resize, RefusesImpossibleScales)
{
    const auto by = [](double scale) {
        return OpCase("Resize").floats({1, 1, 2}, {0, 4}).absent().floats({3}, {1, 1, scale});
    };
    EXPECT_EQ(errorOf(by(-1)), Code::BadInput);
    EXPECT_EQ(errorOf(by(NAN)), Code::BadInput);
    EXPECT_EQ(errorOf(by(1e9)), Code::BadInput);
    EXPECT_EQ(errorOf(OpCase("Resize").floats({1, 1, 2}, {0, 4}).absent().floats({2}, {1, 1})), Code::BadShape);
}

TEST(Upsample, ReadsTheAttributeOfOldOpsets)
{
    const auto image = OpCase("Upsample", 7).attribute("scales", std::vector<float>{1, 1, 2}).floats({1, 1, 2}, {1, 2});
    EXPECT_EQ(image.doubles(), (Doubles{1, 1, 2, 2}));
}
