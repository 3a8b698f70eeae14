// SPDX-License-Identifier: Apache-2.0
// Transpose, Concat, Split, Slice, Pad: expected values are worked out by hand from the ONNX definitions.
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

constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();

Code errorOf(const OpCase& test)
{
    const auto result = test.run();
    return result ? Code::Internal : result.error().code;
}

std::string shapeAfter(const OpCase& test, std::size_t output = 0)
{
    const auto inferred = test.infer();
    return inferred ? cat(inferred.value().at(output).shape) : inferred.error().text();
}

OpCase count(std::string op, const std::vector<std::int64_t>& shape, DataType type = DataType::I32)
{
    Whole values(static_cast<std::size_t>(Shape::of(shape).elements().value()));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<std::int64_t>(i);
    return OpCase(std::move(op)).integers(type, shape, values);
}

OpCase list(OpCase test, const Whole& values)
{
    return test.integers(DataType::I64, {static_cast<std::int64_t>(values.size())}, values);
}

OpCase slice(const Whole& starts, const Whole& ends, const Whole& axes, const Whole& steps)
{
    return list(list(list(list(count("Slice", {2, 4}), starts), ends), axes), steps);
}

const Shape kBatch(std::vector<Dim>{{.symbol = "n"}, {.value = 2}});

}  // namespace

TEST(Transpose, ReversesOrFollowsPerm)
{
    EXPECT_EQ(count("Transpose", {2, 3}).whole(), (Whole{0, 3, 1, 4, 2, 5}));
    const auto turned = count("Transpose", {1, 2, 3}).attribute("perm", Whole{1, 0, 2});
    EXPECT_EQ(turned.whole(), (Whole{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(shapeAfter(turned), "[2, 1, 3]");
    EXPECT_EQ(shapeAfter(OpCase("Transpose").unknown(DataType::F32, kBatch)), "[2, n]");
}

TEST(Transpose, MovesHalfBytes)
{
    EXPECT_EQ(OpCase("Transpose").integers(DataType::I4, {2, 3}, {-8, 1, 2, 3, -4, 7}).whole(),
              (Whole{-8, 3, 1, -4, 2, 7}));
}

TEST(Transpose, RefusesABadPermutation)
{
    EXPECT_EQ(errorOf(count("Transpose", {2, 3}).attribute("perm", Whole{0, 0})), Code::BadAttribute);
    EXPECT_EQ(errorOf(count("Transpose", {2, 3}).attribute("perm", Whole{0, 2})), Code::BadAttribute);
    EXPECT_EQ(errorOf(count("Transpose", {2, 3}).attribute("perm", Whole{0})), Code::BadAttribute);
}

TEST(Concat, JoinsAlongAnAxis)
{
    const auto joined = OpCase("Concat").attribute("axis", std::int64_t{-1}).integers(DataType::I8, {2, 1}, {1, 2})
                            .integers(DataType::I8, {2, 2}, {3, 4, 5, 6});
    EXPECT_EQ(joined.whole(), (Whole{1, 3, 4, 2, 5, 6}));
}

TEST(Concat, TakesEmptyTensors)
{
    const auto joined = OpCase("Concat").attribute("axis", std::int64_t{1}).integers(DataType::I8, {2, 0}, {})
                            .integers(DataType::I8, {2, 1}, {3, 4});
    EXPECT_EQ(joined.whole(), (Whole{3, 4}));
}

TEST(Concat, MergesWhatIsKnown)
{
    const auto joined = OpCase("Concat")
                            .attribute("axis", std::int64_t{1})
                            .unknown(DataType::F32, kBatch)
                            .unknown(DataType::F32, Shape{-1, 5});
    EXPECT_EQ(shapeAfter(joined), "[n, 7]");
}

TEST(Concat, RefusesContradictions)
{
    const auto two = [](DataType type, const Whole& shape, const Whole& values) {
        return OpCase("Concat")
            .attribute("axis", std::int64_t{0})
            .integers(DataType::I8, {1, 1}, {1})
            .integers(type, shape, values);
    };
    EXPECT_EQ(errorOf(two(DataType::I8, {1, 2}, {1, 2})), Code::BadShape);
    EXPECT_EQ(errorOf(two(DataType::I8, {1}, {1})), Code::BadShape);
    EXPECT_EQ(errorOf(two(DataType::U8, {1, 1}, {1})), Code::BadType);
    EXPECT_EQ(errorOf(OpCase("Concat")), Code::BadGraph);
}

TEST(Split, FollowsSizesFromAttributeOrInput)
{
    const auto byInput = list(count("Split", {2, 3}).attribute("axis", std::int64_t{1}).results(2), {1, 2});
    EXPECT_EQ(byInput.whole(0), (Whole{0, 3}));
    EXPECT_EQ(byInput.whole(1), (Whole{1, 2, 4, 5}));
    const auto byAttribute = count("Split", {3}).attribute("split", Whole{2, 0, 1}).results(3);
    EXPECT_EQ(byAttribute.whole(0), (Whole{0, 1}));
    EXPECT_EQ(byAttribute.whole(1), Whole{});
    EXPECT_EQ(byAttribute.whole(2), Whole{2});
}

TEST(Split, GivesTheLastOfEqualPiecesTheRest)
{
    const auto uneven = count("Split", {7}).attribute("num_outputs", std::int64_t{3}).results(3);
    EXPECT_EQ(uneven.whole(0), (Whole{0, 1, 2}));
    EXPECT_EQ(uneven.whole(2), Whole{6});
    EXPECT_EQ(errorOf(count("Split", {7}).results(3)), Code::BadShape);
    EXPECT_EQ(errorOf(list(count("Split", {3}).results(2), {1, 1})), Code::BadShape);
    EXPECT_EQ(errorOf(list(count("Split", {3}).results(2), {4, -1})), Code::BadAttribute);
}

TEST(Slice, WalksForwardsAndBackwards)
{
    EXPECT_EQ(slice({1, 0}, {2, 3}, {0, 1}, {1, 2}).whole(), (Whole{4, 6}));
    EXPECT_EQ(slice({-1}, {-kFar - 1}, {1}, {-1}).whole(), (Whole{3, 2, 1, 0, 7, 6, 5, 4}));
    EXPECT_EQ(slice({2}, {0}, {-1}, {-2}).whole(), (Whole{2, 6}));
    EXPECT_EQ(slice({1}, {kFar}, {1}, {kFar}).whole(), (Whole{1, 5}));
    EXPECT_EQ(slice({3}, {-kFar - 1}, {1}, {-kFar - 1}).whole(), (Whole{3, 7}));
}

TEST(Slice, ClipsPositions)
{
    EXPECT_EQ(slice({-100}, {2}, {1}, {1}).whole(), (Whole{0, 1, 4, 5}));
    EXPECT_EQ(slice({10}, {20}, {1}, {1}).whole(), Whole{});
    EXPECT_EQ(slice({3}, {1}, {1}, {1}).whole(), Whole{});
    EXPECT_EQ(list(list(count("Slice", {0}), {0}), {5}).whole(), Whole{});
}

TEST(Slice, ReadsAttributesOfOldOpsets)
{
    const auto old =
        count("Slice", {4}).attribute("starts", Whole{1}).attribute("ends", Whole{-1}).attribute("axes", Whole{0});
    EXPECT_EQ(old.whole(), (Whole{1, 2}));
}

TEST(Slice, KeepsASymbolThatIsTakenWhole)
{
    const auto whole = list(list(OpCase("Slice").unknown(DataType::F32, kBatch), {0, 1}), {kFar, 2});
    EXPECT_EQ(shapeAfter(whole), "[n, 1]");
    const auto pending = OpCase("Slice")
                             .unknown(DataType::F32, kBatch)
                             .unknown(DataType::I64, Shape{1})
                             .unknown(DataType::I64, Shape{1});
    EXPECT_EQ(shapeAfter(pending), "[?, ?]");
}

TEST(Slice, RefusesInconsistentParameters)
{
    EXPECT_EQ(errorOf(slice({0}, {1, 2}, {0}, {1})), Code::BadAttribute);
    EXPECT_EQ(errorOf(slice({0}, {1}, {2}, {1})), Code::BadAttribute);
    EXPECT_EQ(errorOf(slice({0}, {1}, {0}, {0})), Code::BadAttribute);
    EXPECT_EQ(errorOf(slice({0, 0}, {1, 1}, {0, -2}, {1, 1})), Code::BadAttribute);
}

TEST(Pad, KnowsFourModes)
{
    const auto padded = [](const std::string& mode) {
        return count("Pad", {3}).attribute("mode", mode).attribute("pads", Whole{3, 2});
    };
    EXPECT_EQ(padded("constant").whole(), (Whole{0, 0, 0, 0, 1, 2, 0, 0}));
    EXPECT_EQ(padded("edge").whole(), (Whole{0, 0, 0, 0, 1, 2, 2, 2}));
    EXPECT_EQ(padded("reflect").whole(), (Whole{1, 2, 1, 0, 1, 2, 1, 0}));
    EXPECT_EQ(padded("wrap").whole(), (Whole{0, 1, 2, 0, 1, 2, 0, 1}));
    EXPECT_EQ(errorOf(padded("mirror")), Code::BadAttribute);
}

TEST(Pad, TakesItsValueFromAttributeOrInput)
{
    const float lowest = -INFINITY;
    EXPECT_EQ(OpCase("Pad", 2).attribute("pads", Whole{1, 0}).attribute("value", lowest).floats({1}, {2}).doubles(),
              (Doubles{-INFINITY, 2}));
    EXPECT_EQ(list(OpCase("Pad").floats({1}, {2}), {0, 1}).floats({}, {0.5}).doubles(), (Doubles{2, 0.5}));
}

TEST(Pad, ReadsPadsThatAreStoredAsFloats)
{
    EXPECT_EQ(count("Pad", {2}).attribute("pads", std::vector<float>{1, 1}).whole(), (Whole{0, 0, 1, 0}));
    EXPECT_EQ(count("Pad", {2}).floats({2}, {0, 1}).whole(), (Whole{0, 1, 0}));
}

TEST(Pad, CutsWithNegativePadsAndNamesAxes)
{
    EXPECT_EQ(count("Pad", {4}).attribute("pads", Whole{-1, -2}).whole(), Whole{1});
    const auto axes = list(list(count("Pad", {2, 2}), {0, 1}).absent(), {-1});
    EXPECT_EQ(axes.whole(), (Whole{0, 1, 0, 2, 3, 0}));
    EXPECT_EQ(errorOf(count("Pad", {2}).attribute("pads", Whole{-2, -1})), Code::BadShape);
    EXPECT_EQ(errorOf(count("Pad", {2}).attribute("pads", Whole{1})), Code::BadAttribute);
    EXPECT_EQ(errorOf(count("Pad", {0}).attribute("pads", Whole{1, 1}).attribute("mode", std::string("edge"))),
              Code::BadShape);
}
