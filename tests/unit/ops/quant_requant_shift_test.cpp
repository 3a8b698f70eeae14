// SPDX-License-Identifier: Apache-2.0
// RequantShift as an operator: which values of mul and add serve which elements, result types, access, arguments.
#include "tests/unit/ops/access_property.h"
#include "tests/unit/ops/op_case.h"

namespace tw::ops {
namespace {

using test::OpCase;
using Whole = std::vector<std::int64_t>;

OpCase requantCase(std::int64_t divisor, std::int64_t isSigned = 1)
{
    OpCase node("RequantShift");
    node.attribute("div", divisor).attribute("n_levels", std::int64_t{256}).attribute("signed", isSigned);
    return node;
}

OpCase& integers(OpCase& node, const std::vector<std::int64_t>& shape, const Whole& values)
{
    return node.integers(DataType::I32, shape, values);
}

std::int64_t argument(const OpCase& node, std::string_view name)
{
    const auto complete = node.complete();
    const auto arguments = argumentsOf(node.def(), *complete);
    for (const auto& entry : *arguments)
        if (entry.name == name)
            return std::get<std::int64_t>(entry.value);
    ADD_FAILURE() << "no argument " << name;
    return -1;
}

TEST(RequantShift, RoundsHalvesUpAlsoBelowZeroAndClips)
{
    OpCase node = requantCase(4);
    integers(node, {1, 6}, {6, -6, -7, 5, 600, -600});
    integers(node, {}, {1});
    integers(node, {}, {0});
    EXPECT_EQ(node.whole(), (Whole{2, -1, -2, 1, 127, -128}));   // 1.5 -1.5 -1.75 1.25 150 -150
}

TEST(RequantShift, UnsignedResultsStartAtZero)
{
    OpCase node = requantCase(2, 0);
    integers(node, {1, 3}, {-9, 3, 511});
    integers(node, {1}, {1});
    integers(node, {1}, {1});
    EXPECT_EQ(node.whole(), (Whole{0, 2, 255}));   // -4 2 256
    EXPECT_EQ(node.infer()->at(0).type, DataType::U8);
}

TEST(RequantShift, FollowsAxisOneEvenWhereBroadcastingWouldEnlargeTheInput)
{
    OpCase node = requantCase(1);
    integers(node, {1, 2, 3}, {1, 2, 3, 4, 5, 6});
    integers(node, {2, 1, 1}, {1, 10});
    integers(node, {2, 1}, {0, -1});
    EXPECT_EQ(node.whole(), (Whole{1, 2, 3, 39, 49, 59}));
    EXPECT_EQ(node.infer()->at(0).shape, (Shape{1, 2, 3}));
}

TEST(RequantShift, TakesOneValuePerRowOrPerColumnOfAMatrix)
{
    OpCase node = requantCase(1);
    integers(node, {2, 3}, {1, 2, 3, 4, 5, 6});
    integers(node, {2, 1}, {1, 10});
    integers(node, {3}, {0, 1, 2});
    EXPECT_EQ(node.whole(), (Whole{1, 3, 5, 40, 51, 62}));
    EXPECT_EQ(argument(node, "mul_inner"), 3);
    EXPECT_EQ(argument(node, "mul_period"), 2);
    EXPECT_EQ(argument(node, "add_inner"), 1);
    EXPECT_EQ(argument(node, "add_period"), 3);
    EXPECT_EQ(argument(node, "follows_channels"), 0);
}

TEST(RequantShift, ChannelsStandLastInAnNhwcNode)
{
    OpCase node = requantCase(1);
    node.attribute("layout", std::string("NHWC"));
    integers(node, {1, 1, 2, 2}, {1, 2, 3, 4});
    integers(node, {2, 1, 1}, {1, 10});
    integers(node, {}, {0});
    EXPECT_EQ(node.whole(), (Whole{1, 20, 3, 40}));
    EXPECT_EQ(argument(node, "mul_period"), 2);
    EXPECT_EQ(argument(node, "follows_channels"), 1);
}

TEST(RequantShift, AcceptsWholeNumbersStoredAsFloatsAndKeepsThemFloat)
{
    OpCase node = requantCase(2);
    node.floats({1, 2}, {3, -3}).floats({1}, {1}).floats({1}, {0});
    EXPECT_EQ(node.infer()->at(0).type, DataType::F32);
    EXPECT_EQ(node.doubles(), (std::vector<double>{2, -1}));
}

TEST(RequantShift, RefusesParametersThatFitNoAxis)
{
    OpCase node = requantCase(1);
    integers(node, {1, 2, 4}, Whole(8, 1));
    integers(node, {3}, {1, 1, 1});
    integers(node, {}, {0});
    EXPECT_EQ(node.infer().error().code, Code::BadShape);
}

TEST(RequantShift, InfersWhatItCanWithoutShapes)
{
    OpCase node = requantCase(1);
    node.unknown(DataType::Undefined, Shape()).unknown(DataType::I32, {3}).unknown(DataType::I32, Shape());
    const auto inferred = node.infer();
    ASSERT_TRUE(inferred);
    EXPECT_EQ(inferred->at(0).type, DataType::I8);
    EXPECT_FALSE(inferred->at(0).shape.ranked());
}

TEST(RequantShift, AccessNamesTheParameterOfEachElement)
{
    const std::map<std::string, ir::Attribute> attributes = {
        {"div", std::int64_t{4}}, {"n_levels", std::int64_t{65536}}, {"signed", std::int64_t{1}}};
    using enum DataType;
    for (const auto& parameter : {Shape{3, 1, 1}, Shape{1, 3, 1, 1}, Shape{3}})
        testing::expectAccessHolds(
            testing::Example{"RequantShift", {{I32, {1, 3, 2, 2}}, {I32, parameter}, {I32, {1}}}, attributes},
            testing::Claim::Tight);
    testing::expectAccessHolds(
        testing::Example{"RequantShift", {{I32, {3, 4}}, {I32, {3, 1}}, {I32, {4}}}, attributes}, testing::Claim::Tight);
}

}  // namespace
}  // namespace tw::ops
