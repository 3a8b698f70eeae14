// SPDX-License-Identifier: Apache-2.0
// Access maps of convolutions, pools and products, held against the reference evaluation.
#include "tests/unit/ops/access_property.h"

namespace tw::ops::testing {
namespace {

using enum DataType;
using Ints = std::vector<std::int64_t>;

constexpr auto kRequant = "tilewright";

/// Wide levels, so that no change is hidden by clipping.
std::map<std::string, ir::Attribute> withRequant(std::map<std::string, ir::Attribute> attributes)
{
    attributes["div"] = std::int64_t{1};
    attributes["n_levels"] = std::int64_t{1} << 31;
    attributes["signed"] = std::int64_t{1};
    return attributes;
}

// In the padding the outer weights do not matter, so with paddings a tight claim would be wrong for W.
TEST(SpatialAccess, ConvIn2D)
{
    expectAccessHolds({.op = "Conv", .inputs = {{F32, {2, 2, 5, 4}}, {F32, {3, 2, 3, 2}}, {F32, {3}}},
                       .attributes = {{"strides", Ints{2, 1}}}}, Claim::Tight);
    expectAccessHolds({.op = "Conv", .inputs = {{F32, {2, 2, 5, 4}}, {F32, {3, 2, 3, 2}}, {F32, {3}}},
                       .attributes = {{"pads", Ints{1, 0, 1, 1}}, {"strides", Ints{2, 1}}}}, Claim::Sound);
}

TEST(SpatialAccess, ConvWithDilationAndGroups)
{
    expectAccessHolds({.op = "Conv", .inputs = {{I8, {1, 4, 5, 5}}, {I8, {2, 2, 2, 2}}, {Undefined, {}}},
                       .attributes = {{"dilations", Ints{2, 1}}, {"group", std::int64_t{2}}, {"pads", Ints{1, 1, 1, 1}}}},
                      Claim::Sound);
}

TEST(SpatialAccess, ConvDepthwise)
{
    expectAccessHolds({.op = "Conv", .inputs = {{F32, {1, 3, 4, 4}}, {F32, {3, 1, 3, 3}}},
                       .attributes = {{"group", std::int64_t{3}}, {"auto_pad", std::string("SAME_LOWER")}}}, Claim::Sound);
}

TEST(SpatialAccess, ConvDepthwiseWithMultiplier)
{
    expectAccessHolds({.op = "Conv", .inputs = {{F32, {1, 2, 4, 4}}, {F32, {4, 1, 2, 2}}},
                       .attributes = {{"group", std::int64_t{2}}}}, Claim::Sound);
}

TEST(SpatialAccess, ConvIn1DAnd3D)
{
    expectAccessHolds({.op = "Conv", .inputs = {{F32, {1, 2, 7}}, {F32, {2, 2, 3}}},
                       .attributes = {{"auto_pad", std::string("SAME_UPPER")}, {"strides", Ints{2}}}}, Claim::Sound);
    expectAccessHolds({.op = "Conv", .inputs = {{F32, {1, 1, 3, 3, 4}}, {F32, {2, 1, 2, 2, 3}}}}, Claim::Tight);
}

TEST(SpatialAccess, ConvChannelsLast)
{
    expectAccessHolds({.op = "Conv", .inputs = {{F32, {1, 5, 4, 2}}, {F32, {3, 2, 3, 2}}, {F32, {3}}},
                       .attributes = {{"layout", std::string("NHWC")}, {"pads", Ints{1, 0, 0, 1}}}}, Claim::Sound);
}

TEST(SpatialAccess, RequantizedConvPerChannel)
{
    for (const auto& parameter : {Shape{3}, Shape{3, 1, 1}, Shape{1, 3, 1, 1}})
        expectAccessHolds({.op = "RequantizedConv",
                           .inputs = {{I8, {1, 2, 4, 4}}, {I8, {3, 2, 2, 2}}, {Undefined, {}}, {I32, parameter}, {I32, {1}}},
                           .attributes = withRequant({{"pads", Ints{1, 1, 0, 0}}}), .domain = kRequant}, Claim::Sound);
}

TEST(SpatialAccess, ConvTransposeOfStrideOne)
{
    expectAccessHolds({.op = "ConvTranspose", .inputs = {{F32, {1, 2, 4, 3}}, {F32, {2, 3, 3, 2}}, {F32, {3}}},
                       .attributes = {{"pads", Ints{1, 0, 1, 0}}}}, Claim::Sound);
}

TEST(SpatialAccess, ConvTransposeOfOtherForms)
{
    expectAccessHolds({.op = "ConvTranspose", .inputs = {{F32, {1, 2, 4, 3}}, {F32, {2, 1, 3, 3}}},
                       .attributes = {{"strides", Ints{2, 1}}, {"group", std::int64_t{2}}, {"dilations", Ints{1, 2}}}},
                      Claim::Sound);
    expectAccessHolds({.op = "ConvTranspose", .inputs = {{F32, {1, 4, 5}}, {F32, {4, 2, 3}}},
                       .attributes = {{"strides", Ints{2}}, {"group", std::int64_t{2}}}}, Claim::Sound);
}

TEST(SpatialAccess, Pools)
{
    for (const auto* op : {"MaxPool", "AveragePool", "LpPool"}) {
        expectAccessHolds({.op = op, .inputs = {{F32, {1, 2, 5, 6}}},
                           .attributes = {{"kernel_shape", Ints{3, 2}}, {"strides", Ints{2, 2}}, {"pads", Ints{1, 0, 1, 0}}}},
                          Claim::Tight);
        expectAccessHolds({.op = op, .inputs = {{F32, {2, 1, 7}}},
                           .attributes = {{"kernel_shape", Ints{3}}, {"strides", Ints{2}}, {"ceil_mode", std::int64_t{1}}}},
                          Claim::Tight);
        expectAccessHolds({.op = op, .inputs = {{F32, {1, 1, 4, 4, 4}}},
                           .attributes = {{"kernel_shape", Ints{2, 2, 2}}, {"dilations", Ints{1, 2, 1}}}}, Claim::Tight);
    }
    expectAccessHolds({.op = "MaxPool", .inputs = {{U8, {1, 4, 4, 2}}},
                       .attributes = {{"kernel_shape", Ints{2, 2}}, {"layout", std::string("NHWC")}}}, Claim::Sound);
    for (const auto* op : {"GlobalMaxPool", "GlobalAveragePool", "GlobalLpPool"})
        expectAccessHolds({.op = op, .inputs = {{F32, {2, 2, 3, 2}}}}, Claim::Tight);
}

TEST(SpatialAccess, Gemm)
{
    for (const std::int64_t transA : {0, 1})
        for (const std::int64_t transB : {0, 1})
            for (const auto& c : {Shape::scalar(), Shape{4}, Shape{2, 4}, Shape{2, 1}, Shape{1, 4}})
                expectAccessHolds({.op = "Gemm",
                                   .inputs = {{F32, transA ? Shape{3, 2} : Shape{2, 3}},
                                              {F32, transB ? Shape{4, 3} : Shape{3, 4}}, {F32, c}},
                                   .attributes = {{"transA", transA}, {"transB", transB}}}, Claim::Tight);
}

TEST(SpatialAccess, RequantizedGemm)
{
    for (const auto& parameter : {Shape{4}, Shape{2, 1}, Shape{1, 1, 1, 1}})
        expectAccessHolds({.op = "RequantizedGemm",
                           .inputs = {{I8, {2, 3}}, {I8, {3, 4}}, {I32, {4}}, {I32, parameter}, {I32, parameter}},
                           .attributes = withRequant({}), .domain = kRequant}, Claim::Sound);
}

TEST(SpatialAccess, MatMulOfAllRanks)
{
    const std::vector<std::pair<Shape, Shape>> operands = {
        {{3}, {3}}, {{2, 3}, {3}}, {{3}, {3, 2}}, {{2, 3}, {3, 4}}, {{2, 1, 2, 3}, {4, 3, 2}}, {{3, 2, 3}, {3, 2}}, {{2, 3}, {2, 3, 2}}};
    for (const auto& [a, b] : operands)
        expectAccessHolds({.op = "MatMul", .inputs = {{F32, a}, {F32, b}}}, Claim::Tight);
}

TEST(SpatialAccess, RequantizedMatMulPerHead)
{
    expectAccessHolds({.op = "RequantizedMatMul",
                       .inputs = {{I8, {1, 3, 2, 3}}, {I8, {1, 3, 3, 2}}, {I32, {1, 3, 1, 1}}, {I32, {1}}},
                       .attributes = withRequant({}), .domain = kRequant}, Claim::Sound);
}

TEST(SpatialAccess, BatchNormalization)
{
    OpNode node = nodeOf({.op = "BatchNormalization",
                          .inputs = {{F32, {2, 3, 2}}, {F32, {3}}, {F32, {3}}, {F32, {3}}, {U8, {3}}}});
    ASSERT_EQ(node.inputs.size(), 5u);
    node.inputs[4] = {true, F32, Shape{3}, ir::fromDoubles(F32, Shape{3}, std::vector{50.0, 60.0, 70.0})};
    expectAccessHolds(node, Claim::Tight);
}

}  // namespace
}  // namespace tw::ops::testing
