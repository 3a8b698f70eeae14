// SPDX-License-Identifier: Apache-2.0
// What the accelerators' kernel tables accept, what they say when they refuse, and the cycles they model.
#include "core/target/channel_norm.h"
#include "core/target/cost.h"
#include "tests/support/flavour_target.h"
#include "tests/unit/ops/access_property.h"

namespace tw::target {
namespace {

using enum ir::DataType;
using ir::DataType;
using ir::Shape;
using Ints = std::vector<std::int64_t>;

/// A requantised convolution; what a test does not set is what the accelerators can do.
struct Layer {
    DataType x = U8;
    std::int64_t inputs = 16;
    std::int64_t outputs = 8;
    std::int64_t group = 1;
    Ints kernel = {3, 3};
    Ints strides = {1, 1};
    Ints pads = {1, 1, 1, 1};
    Ints dilations = {1, 1};
    Ints image = {8, 8};
    std::int64_t levels = 256;
    std::int64_t shift = 8;
    Ints weight = {3};   // all of them
    Ints bias = {10};
    Ints mul = {1};
    Ints add = {0};
};

ir::TensorData filled(DataType type, const Shape& shape, const Ints& values)
{
    const auto count = static_cast<std::size_t>(shape.elements().value());
    return ir::fromIntegers(type, shape, values.size() == count ? values : Ints(count, values.front()));
}

MatchNode matchOf(const Layer& layer)
{
    const auto constant = [&](const Ints& values) {
        return filled(I32, Shape{static_cast<std::int64_t>(values.size())}, values);
    };
    const std::vector<ir::TensorData> data{
        filled(layer.x, Shape{1, layer.image[0], layer.image[1], layer.inputs}, {1}),
        filled(I8, Shape{layer.outputs, layer.inputs / layer.group, layer.kernel[0], layer.kernel[1]}, layer.weight),
        filled(I32, Shape{layer.outputs}, layer.bias), constant(layer.mul), constant(layer.add)};
    ops::testing::Example example{.op = "RequantizedConv", .inputs = {}, .domain = "tilewright"};
    example.attributes = {{"layout", std::string("NHWC")}, {"group", layer.group}, {"strides", layer.strides},
                          {"pads", layer.pads}, {"dilations", layer.dilations}, {"n_levels", layer.levels},
                          {"div", std::int64_t{1} << layer.shift}, {"signed", std::int64_t{0}}};
    for (const auto& one : data) {
        example.values[example.inputs.size()] = one;
        example.inputs.push_back({one.type, one.shape});
    }
    auto view = ops::testing::nodeOf(example);
    const auto* def = ops::findOp("tilewright", "RequantizedConv", 1);
    auto match = matchNodeOf(*def, std::move(view));
    EXPECT_TRUE(match) << match.error().text();
    return std::move(match).value();
}

/// Empty when a row accepts.
std::string refusal(const std::string& flavour, const Layer& layer)
{
    const tw::testing::FlavourTarget target(flavour);
    const auto match = matchOf(layer);
    const auto matches = matchRows(target.get(), match);
    return matches.rows.empty() ? matches.refusals.at("npu") : "";
}

struct Case {
    const char* name;
    Layer layer;
    const char* neureka;   // what the refusal says; empty: accepted
    const char* ne16;
};

class AcceleratorRows : public ::testing::TestWithParam<Case> {};

TEST_P(AcceleratorRows, SayExactlyWhatIsWrong)
{
    const auto& one = GetParam();
    for (const auto& [flavour, said] : {std::pair{"neureka", one.neureka}, {"ne16", one.ne16}}) {
        const auto sentence = refusal(flavour, one.layer);
        if (*said == '\0')
            EXPECT_EQ(sentence, "") << flavour;
        else
            EXPECT_NE(sentence.find(said), std::string::npos) << flavour << ": " << sentence;
    }
}

constexpr const char* kKernel = "the kernel is neither 1x1 nor 3x3";
constexpr const char* kProduct = "sum * mul of some channel may leave the 32 bits";
constexpr const char* kBias = "bias * mul + add + half of some channel does not fit";

INSTANTIATE_TEST_SUITE_P(
    Cases, AcceleratorRows,
    ::testing::Values(
        Case{"Dense", {}, "", ""},
        Case{"Pointwise", {.kernel = {1, 1}, .pads = {0, 0, 0, 0}}, "", ""},
        Case{"Depthwise", {.inputs = 8, .group = 8}, "", ""},
        Case{"KernelSize", {.kernel = {5, 5}}, kKernel, kKernel},
        Case{"KernelNotSquare", {.kernel = {3, 1}}, kKernel, kKernel},
        Case{"Groups", {.group = 2}, "channels in groups", "channels in groups"},
        Case{"ChannelMultiplier", {.inputs = 4, .group = 4}, "channels in groups", "channels in groups"},
        Case{"DepthwisePointwise", {.inputs = 8, .group = 8, .kernel = {1, 1}, .pads = {0, 0, 0, 0}},
             "one filter per channel needs a 3x3 kernel", "one filter per channel needs a 3x3 kernel"},
        Case{"StrideOfTwo", {.strides = {2, 2}}, "strides other than 1x1", ""},
        Case{"StrideOfTwoOddChannels", {.outputs = 7, .strides = {2, 2}}, "strides other than 1x1", "an even number of output channels"},
        Case{"StrideOfThree", {.strides = {3, 3}}, "strides other than 1x1", "strides other than 1x1 and 2x2"},
        Case{"UnequalStrides", {.strides = {2, 1}}, "strides other than 1x1", "strides other than 1x1 and 2x2"},
        Case{"Dilation", {.dilations = {2, 2}}, "dilation is not supported", "dilation is not supported"},
        Case{"PaddedPointwise", {.kernel = {1, 1}}, "padding needs a 3x3 kernel", "padding needs a 3x3 kernel"},
        Case{"MuchPadding", {.pads = {3, 0, 0, 0}}, "more than two rows or columns", "more than two rows or columns"},
        Case{"PaddingBeforeTheLastTile", {.pads = {0, 0, 2, 0}, .image = {7, 8}}, "before the last tile of 6x6", "before the last tile of 3x3"},
        Case{"SignedInput", {.x = I8}, "", "X is i8, the kernel takes u8"},
        Case{"WideInput", {.x = I16}, "X is i16, the kernel takes i8 or u8", "X is i16, the kernel takes u8"},
        Case{"FewLevels", {.levels = 16}, "less than the range of its type", "less than the range of its type"},
        Case{"ManyLevels", {.levels = 65536}, "Y is u16, the kernel takes i8 or u8", "Y is u16, the kernel takes i8 or u8"},
        Case{"LargeBias", {.shift = 20, .bias = {1 << 20}, .mul = {1 << 12}}, kBias, kBias},
        Case{"LargeFactor", {.weight = {127}, .mul = {1 << 20}}, kProduct, kProduct},
        Case{"LargeFactorOfADeadChannel", {.weight = {0}, .bias = {0}, .mul = {128631864}}, "", ""},
        Case{"LateShift", {.shift = 31, .weight = {127}, .bias = {0}, .mul = {450}, .add = {1 << 29}}, "a shift beyond 23", "a shift beyond 23"}),
    [](const auto& info) { return info.param.name; });

TEST(AcceleratorRows, NameTheOperandThatIsNoConstant)
{
    const tw::testing::FlavourTarget target("neureka");
    auto match = matchOf({});
    match.view.inputs[1].constant.reset();
    EXPECT_EQ(matchRows(target.get(), match).refusals.at("npu"), "W must be a constant");
}

TEST(AcceleratorRows, AskForChannelsLast)
{
    const tw::testing::FlavourTarget target("neureka");
    auto match = matchOf({});
    match.view.node.attributes.erase("layout");
    EXPECT_EQ(matchRows(target.get(), match).refusals.at("npu"), "the kernel wants NHWC data");
}

TEST(AcceleratorRows, WeightsMayStayInTheWeightMemory)
{
    const tw::testing::FlavourTarget target("neureka");
    const auto match = matchOf({});
    const auto& row = target.get().rows[static_cast<std::size_t>(matchRows(target.get(), match).rows.at(0))];
    const auto places = placeOperands(target.get(), row, match, {.activations = "L1", .constants = "L1"});
    ASSERT_TRUE(places) << places.error().text();
    EXPECT_EQ(places->inputs[1].memory, "WeightMemory");
    EXPECT_EQ(places->inputs[1].bytes, 8 * 256);   // 8 output channels, one block of 28: 8 planes of 32 bytes
    EXPECT_EQ(places->inputs[2].home, "");         // the bias went into add
    EXPECT_EQ(places->inputs[3].bytes, 8 * 4);     // one factor for all becomes one per channel
}

TEST(AcceleratorRows, WithoutAWeightMemoryWeightsLiveWhereConstantsDo)
{
    const tw::testing::FlavourTarget flavour("neureka");
    auto target = flavour.get();
    target.memories.pop_back();
    const auto match = matchOf({});
    const auto& row = target.rows[static_cast<std::size_t>(matchRows(target, match).rows.at(0))];
    const auto places = placeOperands(target, row, match, {.activations = "L1", .constants = "L1"});
    ASSERT_TRUE(places) << places.error().text();
    EXPECT_EQ(places->inputs[1].home, "L1");
}

/// Cycles that the accepting row models.
double cycles(const std::string& flavour, const Layer& layer)
{
    const tw::testing::FlavourTarget target(flavour);
    const auto match = matchOf(layer);
    const auto matches = matchRows(target.get(), match);
    EXPECT_FALSE(matches.rows.empty());
    const auto& row = target.get().rows[static_cast<std::size_t>(matches.rows.at(0))];
    return row.cycles->evaluate(costVariables(target.get().engines[0], match, ops::countNode(*match.def, match.view))).value();
}

TEST(AcceleratorRows, ModelTheCyclesOfTheCheckValues)
{
    const Ints none{0, 0, 0, 0};
    EXPECT_EQ(cycles("ne16", {.inputs = 16, .outputs = 32, .image = {3, 3}}), 343);
    EXPECT_EQ(cycles("ne16", {.inputs = 64, .outputs = 64, .image = {30, 30}}), 249200);
    EXPECT_EQ(cycles("ne16", {.inputs = 64, .outputs = 64, .kernel = {1, 1}, .pads = none, .image = {30, 30}}), 60400);
    EXPECT_EQ(cycles("ne16", {.inputs = 64, .outputs = 64, .group = 64, .image = {30, 30}}), 90000);
    EXPECT_EQ(cycles("neureka", {.inputs = 28, .outputs = 32, .image = {6, 6}}), 430);
    EXPECT_EQ(cycles("neureka", {.inputs = 56, .outputs = 64, .image = {48, 48}}), 98433);
    EXPECT_EQ(cycles("neureka", {.inputs = 64, .outputs = 64, .kernel = {1, 1}, .pads = none, .image = {48, 48}}), 34817);
    EXPECT_EQ(cycles("neureka", {.inputs = 64, .outputs = 256, .kernel = {1, 1}, .pads = none, .image = {1, 1}}), 1897);
    EXPECT_EQ(cycles("neureka", {.inputs = 256, .outputs = 64, .kernel = {1, 1}, .pads = none, .image = {1, 1}}), 1555);
    EXPECT_EQ(cycles("neureka", {.inputs = 56, .outputs = 56, .group = 56, .image = {48, 48}}), 52865);
}

TEST(ChannelNorm, FoldsBiasAndHalfIntoOneAddend)
{
    const auto norm = channelNormOf(matchOf({.inputs = 1, .outputs = 2, .kernel = {1, 1}, .pads = {0, 0, 0, 0}, .shift = 4,
                                             .weight = {3, -2}, .bias = {10, -7}, .mul = {5, 6}, .add = {100}}));
    ASSERT_TRUE(norm) << norm.error().text();
    EXPECT_EQ(norm->scale, (Ints{5, 6}));
    EXPECT_EQ(norm->bias, (Ints{10 * 5 + 100 + 8, -7 * 6 + 100 + 8}));
    EXPECT_EQ(norm->sums.at(0), (std::pair<std::int64_t, std::int64_t>{0, 3 * 255}));
    EXPECT_EQ(norm->sums.at(1), (std::pair<std::int64_t, std::int64_t>{-2 * 255, 0}));
    const auto variables = normVariables(norm.value());
    EXPECT_EQ(variables.at("product_max"), 3 * 255 * 5);
    EXPECT_EQ(variables.at("product_min"), -2 * 255 * 6);
    EXPECT_EQ(variables.at("scale_min"), 5);
}

MatchNode gemmOf(const Shape& mul, std::int64_t transB)
{
    ops::testing::Example example{.op = "RequantizedGemm",
                                  .inputs = {{I8, {4, 2}}, {I8, transB ? Shape{3, 2} : Shape{2, 3}}, {I32, {1, 3}}, {I32, mul}, {I32, {1}}},
                                  .domain = "tilewright"};
    example.attributes = {{"alpha", 2.0f}, {"beta", 3.0f}, {"transB", transB}, {"div", std::int64_t{2}},
                          {"n_levels", std::int64_t{256}}, {"signed", std::int64_t{1}}};
    example.values = {{1, ir::fromIntegers(I8, example.inputs[1].second, Ints{1, -2, 3, -4, 5, -6})},
                      {2, ir::fromIntegers(I32, Shape{1, 3}, Ints{10, 20, 30})},
                      {4, ir::fromIntegers(I32, Shape{1}, Ints{7})}};
    example.values[3] = filled(I32, mul, {2});
    auto match = matchNodeOf(*ops::findOp("tilewright", "RequantizedGemm", 1), ops::testing::nodeOf(example));
    EXPECT_TRUE(match) << match.error().text();
    return std::move(match).value();
}

TEST(ChannelNorm, FoldsTheFactorsOfAMatrixProduct)
{
    const auto norm = channelNormOf(gemmOf(Shape{3}, 0));
    ASSERT_TRUE(norm) << norm.error().text();
    EXPECT_EQ(norm->scale, (Ints{4, 4, 4}));                                       // alpha * mul
    EXPECT_EQ(norm->bias, (Ints{3 * 10 * 2 + 7 + 1, 3 * 20 * 2 + 8, 3 * 30 * 2 + 8}));   // beta * C * mul + add + half
    // Columns (1, -4), (-2, 5), (3, -6) with inputs from -128 to 127.
    EXPECT_EQ(norm->sums.at(0), (std::pair<std::int64_t, std::int64_t>{-128 - 4 * 127, 127 + 4 * 128}));
    EXPECT_EQ(norm->sums.at(1), (std::pair<std::int64_t, std::int64_t>{-2 * 127 - 5 * 128, 2 * 128 + 5 * 127}));
    const auto turned = channelNormOf(gemmOf(Shape{3}, 1));
    ASSERT_TRUE(turned);
    // Rows (1, -2), (3, -4), (5, -6).
    EXPECT_EQ(turned->sums.at(0), (std::pair<std::int64_t, std::int64_t>{-128 - 2 * 127, 127 + 2 * 128}));
}

TEST(ChannelNorm, RefusesFactorsOfTheRows)
{
    const auto norm = channelNormOf(gemmOf(Shape{4, 1}, 0));
    ASSERT_FALSE(norm);
    EXPECT_EQ(norm.error().message, "mul does not follow the output channels");
}

}  // namespace
}  // namespace tw::target
