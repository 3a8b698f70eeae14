// SPDX-License-Identifier: Apache-2.0
// The weight layouts in the accelerators' kernel tables against bytes worked out by hand from their definition:
//   NE16: (output channel, block of 16 input channels, bit, tap, 16 channels), one bit each
//   N-EUREKA 3x3: (output channel, block of 28, bit, 32 bytes), a plane holding bit tap * 28 + channel
//   N-EUREKA 1x1: (output channel, block of 32, 32 bytes), (channel / 4 * 8 + bit) * 4 + channel % 4
// Stored is the weight plus 128; bits and bytes count from the lowest.
#include "core/base/text.h"
#include "core/target/constant_form.h"
#include "core/target/read_encoding.h"
#include "tests/support/flavour_target.h"

namespace tw::target {
namespace {

using ir::DataType;
using ir::Shape;
using tw::testing::FlavourTarget;

struct Weight {
    std::vector<std::int64_t> at;
    int stored;   // the weight plus 128
};

/// Weights that are all stored as 0 but for some.
ir::TensorData weightsOf(const Shape& shape, const std::vector<Weight>& weights)
{
    std::vector<std::int64_t> values(static_cast<std::size_t>(shape.elements().value()), -128);
    for (const auto& weight : weights) {
        std::size_t index = 0;
        for (int axis = 0; axis < shape.rank(); ++axis)
            index = index * static_cast<std::size_t>(shape[axis].value) + static_cast<std::size_t>(weight.at[static_cast<std::size_t>(axis)]);
        values[index] = weight.stored - 128;
    }
    return ir::fromIntegers(DataType::I8, shape, values);
}

using NonZero = std::map<std::size_t, int>;   // byte -> value

NonZero nonZero(const ir::TensorData& data)
{
    NonZero result;
    for (std::size_t i = 0; i < data.bytes.view.size(); ++i)
        if (data.bytes.view[i] != std::byte{0})
            result[i] = static_cast<int>(data.bytes.view[i]);
    return result;
}

void expectBytes(const Encoding& encoding, const ir::TensorData& weights, std::size_t size, const NonZero& expected)
{
    const auto stored = encoded(encoding, weights);
    ASSERT_TRUE(stored) << stored.error().text();
    EXPECT_EQ(stored->bytes.size(), size);
    EXPECT_EQ(encodedBytes(encoding, DataType::I8, weights.shape), static_cast<std::int64_t>(size));
    EXPECT_EQ(nonZero(stored.value()), expected);
}

TEST(Ne16Weights, PointwiseStandInPlanesOfSixteenChannels)
{
    const FlavourTarget ne16("ne16");
    const auto& encoding = ne16.row("RequantizedConv", "kernel_h == 1 && spatial_rank == 2").weights.at("W");
    // Two output channels of two blocks; 8 planes of 2 bytes per block.
    const auto weights = weightsOf(Shape{2, 17, 1, 1}, {{{0, 0, 0, 0}, 1}, {{0, 9, 0, 0}, 3}, {{0, 16, 0, 0}, 128}, {{1, 2, 0, 0}, 4}});
    expectBytes(encoding, weights, 64, {{0, 0x01}, {1, 0x02}, {3, 0x02}, {16 + 14, 0x01}, {32 + 4, 0x04}});
}

TEST(Ne16Weights, WindowsStandTapByTapInsideAPlane)
{
    const FlavourTarget ne16("ne16");
    const auto& encoding = ne16.row("RequantizedConv", "group == 1").weights.at("W");
    // A plane has 9 taps of 2 bytes: tap 5 of plane 2 is at 2 * 18 + 5 * 2.
    expectBytes(encoding, weightsOf(Shape{1, 4, 3, 3}, {{{0, 3, 1, 2}, 4}}), 144, {{46, 0x08}});
}

TEST(Ne16Weights, DepthwiseFiltersAreTheChannelsOfOneOutput)
{
    const FlavourTarget ne16("ne16");
    const auto& encoding = ne16.row("RequantizedConv", "group > 1").weights.at("W");
    expectBytes(encoding, weightsOf(Shape{18, 1, 3, 3}, {{{17, 0, 2, 2}, 1}, {{8, 0, 0, 0}, 2}}), 288,
                {{144 + 8 * 2, 0x02}, {18 + 1, 0x01}});
}

TEST(NeurekaWeights, WindowsFillAWordOfThirtyTwoBytesPerPlane)
{
    const FlavourTarget neureka("neureka");
    const auto& encoding = neureka.row("RequantizedConv", "group == 1").weights.at("W");
    // Bit 5 * 28 + 3 = 143 of plane 2; the second block of the second output channel is the fourth of 256 bytes.
    expectBytes(encoding, weightsOf(Shape{2, 29, 3, 3}, {{{0, 3, 1, 2}, 4}, {{1, 28, 0, 0}, 1}}), 1024,
                {{2 * 32 + 17, 0x80}, {3 * 256, 0x01}});
}

TEST(NeurekaWeights, PointwiseStandInGroupsOfFourChannelsWithAllTheirBits)
{
    const FlavourTarget neureka("neureka");
    const auto& encoding = neureka.row("RequantizedConv", "kernel_h == 1 && spatial_rank == 2").weights.at("W");
    // Channel 6, bits 0 and 2: (1 * 8 + 0) * 4 + 2 = 34 and (1 * 8 + 2) * 4 + 2 = 42.
    expectBytes(encoding, weightsOf(Shape{1, 33, 1, 1}, {{{0, 6, 0, 0}, 5}, {{0, 32, 0, 0}, 1}}), 64,
                {{4, 0x04}, {5, 0x04}, {32, 0x01}});
}

TEST(NeurekaWeights, DepthwiseFiltersAreTheChannelsOfOneOutput)
{
    const FlavourTarget neureka("neureka");
    const auto& encoding = neureka.row("RequantizedConv", "group > 1").weights.at("W");
    // Channel 28 is the first of the second block; tap 8 of plane 1: bit 224 of the word at 256 + 32.
    expectBytes(encoding, weightsOf(Shape{29, 1, 3, 3}, {{{28, 0, 2, 2}, 2}}), 512, {{256 + 32 + 28, 0x01}});
}

TEST(NeurekaWeights, MatricesAreEncodedWhicheverWayTheyLie)
{
    const FlavourTarget neureka("neureka");
    for (const auto& [condition, shape, at] : {std::tuple<const char*, Shape, std::vector<std::int64_t>>{
                                                   "trans_b == 1", Shape{2, 40}, {1, 33}},
                                               {"trans_b == 0", Shape{40, 2}, {33, 1}}})
        expectBytes(neureka.row("RequantizedGemm", condition).weights.at("B"), weightsOf(shape, {{at, 1}}), 128,
                    {{96, 0x02}});
}

TEST(Encoding, StoresWholeElementsLittleEndian)
{
    const auto encoding = readEncoding(nlohmann::json::parse(R"({"type": "i32", "layout": [{"axis": 1}, {"axis": 0}]})"));
    ASSERT_TRUE(encoding) << encoding.error().text();
    const auto stored = encoded(*encoding, ir::fromIntegers(DataType::I16, Shape{1, 2}, std::vector<std::int64_t>{-2, 300}));
    ASSERT_TRUE(stored);
    EXPECT_EQ(nonZero(stored.value()), (NonZero{{0, 0xfe}, {1, 0xff}, {2, 0xff}, {3, 0xff}, {4, 44}, {5, 1}}));
}

TEST(Encoding, RefusesAValueThatDoesNotFit)
{
    const auto encoding = readEncoding(nlohmann::json::parse(R"({"type": "u8", "offset": 1})"));
    ASSERT_TRUE(encoding) << encoding.error().text();
    const auto stored = encoded(*encoding, ir::fromIntegers(DataType::I32, Shape{1}, std::vector<std::int64_t>{255}));
    ASSERT_FALSE(stored);
    EXPECT_EQ(stored.error().code, Code::BadConstant);
    EXPECT_NE(stored.error().message.find("255"), std::string::npos);
}

struct Fault {
    const char* name;
    const char* json;
    const char* said;
};

class EncodingFault : public ::testing::TestWithParam<Fault> {};

TEST_P(EncodingFault, NamesThePlace)
{
    const auto read = readEncoding(nlohmann::json::parse(GetParam().json));
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, Code::BadTarget);
    EXPECT_NE(read.error().message.find(GetParam().said), std::string::npos) << read.error().text();
}

INSTANTIATE_TEST_SUITE_P(
    Faults, EncodingFault,
    ::testing::Values(Fault{"NoObject", "3", "must be an object"},
                      Fault{"UnknownField", R"({"offest": 1})", "offest is not a known field"},
                      Fault{"UnknownValues", R"({"values": "scale"})", "values must be"},
                      Fault{"FloatType", R"({"type": "f32"})", "type must be an integer type"},
                      Fault{"TooManyBits", R"({"bits": 9, "layout": [{"bit": true}]})", "bits must be at most 8"},
                      Fault{"NoLayout", R"({"bits": 8})", "one loop over the bits"},
                      Fault{"BitsNotSaid", R"({"layout": [{"axis": 0}, {"bit": true}]})", "one loop over the bits"},
                      Fault{"EmptyLayout", R"({"layout": []})", "must be a list of loops"},
                      Fault{"NeitherAxisNorBit", R"({"layout": [{"step": 2}]})", "layout[0]."},
                      Fault{"BadStep", R"({"layout": [{"axis": 0}, {"axis": 1, "step": 0}]})", "layout[1].step"},
                      Fault{"AxisLeftOut", R"({"layout": [{"axis": 1}]})", "axis 0 is not met"},
                      Fault{"Gap", R"({"layout": [{"axis": 0, "step": 8}, {"axis": 0, "count": 4}]})", "step 8"},
                      Fault{"TwoOpenLoops", R"({"layout": [{"axis": 0}, {"axis": 0}]})", "without a count"},
                      Fault{"NoOpenLoop", R"({"layout": [{"axis": 0, "count": 4}]})", "needs a first loop"}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace tw::target
