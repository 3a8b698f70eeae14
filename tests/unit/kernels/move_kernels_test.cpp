// SPDX-License-Identifier: Apache-2.0
// The C kernels that move data against the reference evaluation (which has tests of its own).
#include "tests/support/kernel_case.h"

extern "C" {
#include "cast.h"
#include "concat.h"
#include "cum_sum.h"
#include "gather.h"
#include "one_hot.h"
#include "pad.h"
#include "resize.h"
#include "reverse_sequence.h"
#include "scatter.h"
#include "strided_copy.h"
#include "top_k.h"
#include "trilu.h"
}

namespace tw::testing {
namespace {

using enum ir::DataType;
using ops::OpNode;
using ops::testing::Example;
using ops::testing::nodeOf;
using Whole = std::vector<std::int64_t>;

template <class T>
void checkStridedCopy(const OpNode& node)
{
    const auto args = argumentStruct<tw_strided_copy_args>(node, TW_STRIDED_COPY_LOOPS);
    expectMatchesReference<T>(node, [&](T* y) { tw_strided_copy(&args, inputData<T>(node, 0), y); });
}

Example transpose(ir::DataType type, ir::Shape shape, Whole perm)
{
    return {"Transpose", {{type, std::move(shape)}}, {{"perm", std::move(perm)}}};
}

TEST(StridedCopyKernel, TransposesEveryWidth)
{
    const Whole perm{2, 0, 1};
    checkStridedCopy<std::int8_t>(nodeOf(transpose(I8, {3, 4, 5}, perm)));
    checkStridedCopy<std::int16_t>(nodeOf(transpose(I16, {3, 4, 5}, perm)));
    checkStridedCopy<float>(nodeOf(transpose(F32, {3, 4, 5}, perm)));
    checkStridedCopy<std::int64_t>(nodeOf(transpose(I64, {3, 4, 5}, perm)));
}

TEST(StridedCopyKernel, CopiesRunsAndScalars)
{
    checkStridedCopy<std::int8_t>(nodeOf(transpose(I8, {3, 4, 5}, {1, 0, 2})));
    checkStridedCopy<std::int8_t>(nodeOf(transpose(I8, {3, 4, 5}, {0, 1, 2})));
    checkStridedCopy<float>(nodeOf(transpose(F32, ir::Shape::scalar(), {})));
    checkStridedCopy<float>(nodeOf(transpose(F32, {2, 0, 3}, {2, 1, 0})));
}

TEST(StridedCopyKernel, TransposesEightAxes)
{
    checkStridedCopy<std::int8_t>(nodeOf(transpose(I8, {2, 2, 2, 2, 2, 2, 2, 2}, {7, 6, 5, 4, 3, 2, 1, 0})));
}

TEST(StridedCopyKernel, SlicesInBothDirections)
{
    const auto slice = [](Whole starts, Whole ends, Whole steps) {
        return nodeOf({"Slice", {{I16, {5, 6, 3}}},
                       {{"starts", starts}, {"ends", ends}, {"axes", Whole{0, 1}}, {"steps", steps}}});
    };
    checkStridedCopy<std::int16_t>(slice({1, 2}, {4, 5}, {1, 1}));
    checkStridedCopy<std::int16_t>(slice({0, 1}, {5, 6}, {2, 3}));
    checkStridedCopy<std::int16_t>(slice({4, -1}, {-9, -9}, {-1, -2}));
    checkStridedCopy<std::int16_t>(slice({2, 3}, {2, 3}, {1, 1}));
}

void checkConcat(const std::vector<std::pair<ir::DataType, ir::Shape>>& inputs, std::int64_t axis)
{
    const auto node = nodeOf({"Concat", inputs, {{"axis", axis}}});
    const auto args = argumentStruct<tw_concat_args>(node, TW_CONCAT_INPUTS);
    std::vector<const void*> pointers;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        pointers.push_back(inputData<std::int16_t>(node, i));
    expectMatchesReference<std::int16_t>(node, [&](std::int16_t* y) { tw_concat(&args, pointers.data(), y); });
}

TEST(ConcatKernel, JoinsAlongEachAxis)
{
    checkConcat({{I16, {2, 3, 4}}, {I16, {5, 3, 4}}}, 0);
    checkConcat({{I16, {2, 3, 4}}, {I16, {2, 0, 4}}, {I16, {2, 5, 4}}}, 1);
    checkConcat({{I16, {2, 3, 1}}, {I16, {2, 3, 2}}, {I16, {2, 3, 3}}}, -1);
    checkConcat({{I16, {2, 0}}, {I16, {2, 0}}}, 1);
}

void checkPad(const std::string& mode, Whole pads, ir::Shape shape)
{
    const auto node =
        nodeOf({"Pad", {{F32, std::move(shape)}}, {{"mode", mode}, {"pads", std::move(pads)}, {"value", 2.5F}}});
    const auto args = argumentStruct<tw_pad_args>(node, TW_PAD_AXES);
    expectMatchesReference<float>(node, [&](float* y) { tw_pad(&args, inputData<float>(node, 0), y); });
}

TEST(PadKernel, PadsAndCutsInEveryMode)
{
    for (const std::string mode : {"constant", "reflect", "edge", "wrap"}) {
        checkPad(mode, {0, 0, 1, 2, 0, 0, 2, 1}, {2, 3, 4, 5});
        checkPad(mode, {0, 2, 0, 0, 1, 0, 0, 0}, {2, 3, 4, 5});
        checkPad(mode, {-1, 3, 2, -2}, {4, 5});
        checkPad(mode, {5, 7}, {2});
        checkPad(mode, {0, 0, 0, 0}, {2, 3});
        checkPad(mode, {}, ir::Shape::scalar());
    }
    checkPad("constant", {1, 1}, {0});
}

template <class Args>
void checkGather(const Example& example, const Whole& indices,
                 void (*kernel)(const Args*, const void*, const void*, void*))
{
    for (const auto type : {I32, I64, I8}) {
        Example typed = example;
        typed.inputs[1].first = type;
        typed.values[1] = ir::fromIntegers(type, typed.inputs[1].second, indices);
        const OpNode node = nodeOf(typed);
        const auto args = argumentStruct<Args>(node, TW_GATHER_AXES);
        expectMatchesReference<std::int16_t>(
            node, [&](std::int16_t* y) { kernel(&args, inputData<char>(node, 0), inputData<char>(node, 1), y); });
    }
}

TEST(GatherKernel, TakesSlicesOfAnAxis)
{
    const Whole indices{4, -1, 0, -5};
    checkGather({"Gather", {{I16, {5, 3}}, {I64, {2, 2}}}}, indices, tw_gather);
    checkGather({"Gather", {{I16, {2, 5, 3}}, {I64, {4}}}, {{"axis", std::int64_t{1}}}}, indices, tw_gather);
    checkGather({"Gather", {{I16, {2, 5}}, {I64, ir::Shape::scalar()}}, {{"axis", std::int64_t{1}}}}, {3}, tw_gather);
}

TEST(GatherKernel, StaysInsideForAnyIndex)
{
    const auto node = nodeOf({"Gather", {{I16, {5}}, {I64, {4}}}});
    const auto args = argumentStruct<tw_gather_args>(node);
    const std::vector<std::int16_t> x{1, 2, 3, 4, 5};
    const Whole wild{5, -6, INT64_MAX, INT64_MIN};
    std::vector<std::int16_t> y(4);
    tw_gather(&args, x.data(), wild.data(), y.data());
    EXPECT_EQ(y, (std::vector<std::int16_t>{5, 1, 5, 1}));
}

TEST(GatherElementsKernel, ReplacesOneCoordinate)
{
    checkGather({"GatherElements", {{I16, {3, 4}}, {I64, {2, 3}}}, {{"axis", std::int64_t{1}}}}, {0, 3, -1, 1, -4, 2},
                tw_gather_elements);
    checkGather({"GatherElements", {{I16, {3, 4}}, {I64, {2, 3}}}}, {0, 2, -1, 1, -3, 2}, tw_gather_elements);
}

TEST(GatherNdKernel, ReadsTuples)
{
    checkGather({"GatherND", {{I16, {3, 4, 2}}, {I64, {2, 2}}}}, {0, 3, -1, 1}, tw_gather_nd);
    checkGather({"GatherND", {{I16, {2, 4, 2}}, {I64, {2, 2}}}, {{"batch_dims", std::int64_t{1}}}}, {3, 1, 0, -1},
                tw_gather_nd);
}

TEST(StridedCopyKernel, RepeatsAndRearranges)
{
    const Whole shape{2, 3, 4};
    checkStridedCopy<float>(nodeOf(
        {.op = "Expand", .inputs = {{F32, {3, 1}}, {I64, {3}}}, .values = {{1, ir::fromIntegers(I64, {3}, shape)}}}));
    checkStridedCopy<float>(nodeOf(
        {.op = "Tile", .inputs = {{F32, {2, 3, 2}}, {I64, {3}}}, .values = {{1, ir::fromIntegers(I64, {3}, shape)}}}));
    for (const std::string mode : {"DCR", "CRD"})
        checkStridedCopy<std::int8_t>(
            nodeOf({"DepthToSpace", {{I8, {2, 18, 2, 3}}}, {{"blocksize", std::int64_t{3}}, {"mode", mode}}}));
    checkStridedCopy<std::int8_t>(nodeOf({"SpaceToDepth", {{I8, {2, 3, 4, 6}}}, {{"blocksize", std::int64_t{2}}}}));
}

template <class To>
void checkCast(ir::DataType from, ir::DataType to)
{
    const auto node = nodeOf({"Cast", {{from, {5, 7}}}, {{"to", static_cast<std::int64_t>(to)}}});
    const auto args = argumentStruct<tw_cast_args>(node);
    expectMatchesReference<To>(node, [&](To* y) { tw_cast(&args, inputData<char>(node, 0), y); });
}

TEST(CastKernel, ConvertsEveryPair)
{
    for (const auto from : {F32, I8, U8, I16, U16, I32, U32, I64, Bool}) {
        checkCast<float>(from, F32);
        checkCast<std::int8_t>(from, I8);
        checkCast<std::uint8_t>(from, U8);
        checkCast<std::int16_t>(from, I16);
        checkCast<std::uint16_t>(from, U16);
        checkCast<std::int32_t>(from, I32);
        checkCast<std::uint32_t>(from, U32);
        checkCast<std::int64_t>(from, I64);
        checkCast<std::uint8_t>(from, Bool);
    }
}

TEST(CastKernel, SaturatesFloats)
{
    const std::vector<float> x{1e30F, -1e30F, NAN, INFINITY, -0.5F, 2147483520.0F};
    const tw_cast_args args{.count = 6, .from = TW_CAST_F32, .to = TW_CAST_I32};
    std::vector<std::int32_t> y(6);
    tw_cast(&args, x.data(), y.data());
    EXPECT_EQ(y, (std::vector<std::int32_t>{INT32_MAX, INT32_MIN, 0, INT32_MAX, 0, 2147483520}));
}

template <class Args>
void checkScatter(Example example, const Whole& indices,
                  void (*kernel)(const Args*, const void*, const void*, const void*, void*))
{
    example.values[1] = ir::fromIntegers(I64, example.inputs[1].second, indices);
    const auto node = nodeOf(example);
    const auto args = argumentStruct<Args>(node, TW_SCATTER_AXES);
    expectMatchesReference<std::int16_t>(node, [&](std::int16_t* y) {
        kernel(&args, inputData<char>(node, 0), inputData<char>(node, 1), inputData<char>(node, 2), y);
    });
}

TEST(ScatterKernel, WritesElementsAndSlices)
{
    checkScatter({"ScatterElements", {{I16, {3, 4}}, {I64, {2, 2}}, {I16, {2, 2}}}, {{"axis", std::int64_t{1}}}},
                 {3, -4, 1, 1}, tw_scatter_elements);
    checkScatter({"ScatterND", {{I16, {3, 4, 2}}, {I64, {3, 1}}, {I16, {3, 4, 2}}}}, {2, 0, -1}, tw_scatter_nd);
    checkScatter({"ScatterND", {{I16, {3, 4}}, {I64, {2, 2}}, {I16, {2}}}}, {2, 0, -1, 3}, tw_scatter_nd);
}

template <class T>
void checkCumSum(ir::DataType type, std::int64_t axis, std::int64_t exclusive, std::int64_t reverse,
                 void (*kernel)(const tw_cum_sum_args*, const T*, T*))
{
    const auto node = nodeOf({.op = "CumSum",
                              .inputs = {{type, {3, 4, 2}}, {I64, {1}}},
                              .attributes = {{"exclusive", exclusive}, {"reverse", reverse}},
                              .values = {{1, ir::fromIntegers(I64, {1}, Whole{axis})}}});
    const auto args = argumentStruct<tw_cum_sum_args>(node);
    expectMatchesReference<T>(node, [&](T* y) { kernel(&args, inputData<T>(node, 0), y); });
}

TEST(CumSumKernel, RunsAlongEachAxis)
{
    for (const std::int64_t axis : {0, 1, 2}) {
        checkCumSum<float>(F32, axis, 0, 0, tw_cum_sum_f32);
        checkCumSum<std::int32_t>(I32, axis, 1, 0, tw_cum_sum_i32);
        checkCumSum<std::int64_t>(I64, axis, 1, 1, tw_cum_sum_i64);
    }
}

template <class T>
void checkTopK(ir::DataType type, std::int64_t k, std::int64_t largest,
               void (*kernel)(const tw_top_k_args*, const T*, T*, std::int64_t*))
{
    for (const std::int64_t axis : {0, 1, 2}) {
        const auto node = nodeOf({"TopK", {{type, {4, 5, 4}}}, {{"k", k}, {"axis", axis}, {"largest", largest}}});
        const auto args = argumentStruct<tw_top_k_args>(node);
        std::vector<std::int64_t> indices(static_cast<std::size_t>(node.outputs.at(1).shape.elements().value()), -1);
        expectMatchesReference<T>(node, [&](T* y) { kernel(&args, inputData<T>(node, 0), y, indices.data()); });
        const auto expected = ops::evaluateNode(*ops::findOp("", "TopK", 21), node);
        EXPECT_EQ(indices, ir::toIntegers(expected->at(1)));
    }
}

TEST(TopKKernel, FindsLargestAndSmallest)
{
    checkTopK<float>(F32, 3, 1, tw_top_k_f32);
    checkTopK<std::int8_t>(I8, 4, 0, tw_top_k_i8);
    checkTopK<std::uint8_t>(U8, 1, 1, tw_top_k_u8);
    checkTopK<std::int32_t>(I32, 2, 1, tw_top_k_i32);
    checkTopK<std::int64_t>(I64, 4, 1, tw_top_k_i64);
}

TEST(TriluKernel, KeepsTriangles)
{
    for (const std::int64_t upper : {0, 1})
        for (const std::int64_t k : {-7, -1, 0, 2, 9}) {
            const auto node = nodeOf({.op = "Trilu",
                                      .inputs = {{I16, {2, 3, 5}}, {I64, {1}}},
                                      .attributes = {{"upper", upper}},
                                      .values = {{1, ir::fromIntegers(I64, {1}, Whole{k})}}});
            const auto args = argumentStruct<tw_trilu_args>(node);
            expectMatchesReference<std::int16_t>(
                node, [&](std::int16_t* y) { tw_trilu(&args, inputData<char>(node, 0), y); });
        }
}

TEST(OneHotKernel, PlacesTheNewAxis)
{
    for (const std::int64_t axis : {0, 1, -1}) {
        const auto node = nodeOf({.op = "OneHot",
                                  .inputs = {{I32, {2, 3}}, {I64, {1}}, {I16, {2}}},
                                  .attributes = {{"axis", axis}},
                                  .values = {{0, ir::fromIntegers(I32, {2, 3}, Whole{0, 3, -1, 9, -9, 2})},
                                             {1, ir::fromIntegers(I64, {1}, Whole{4})}}});
        const auto args = argumentStruct<tw_one_hot_args>(node);
        expectMatchesReference<std::int16_t>(
            node, [&](std::int16_t* y) { tw_one_hot(&args, inputData<char>(node, 0), inputData<char>(node, 2), y); });
    }
}

TEST(ReverseSequenceKernel, WorksInBothOrders)
{
    for (const std::int64_t time : {0, 1}) {
        const ir::Shape shape = time == 0 ? ir::Shape{4, 3, 2} : ir::Shape{3, 4, 2};
        const auto node = nodeOf({.op = "ReverseSequence",
                                  .inputs = {{I16, shape}, {I64, {3}}},
                                  .attributes = {{"time_axis", time}, {"batch_axis", 1 - time}},
                                  .values = {{1, ir::fromIntegers(I64, {3}, Whole{4, 0, 3})}}});
        const auto args = argumentStruct<tw_reverse_sequence_args>(node);
        expectMatchesReference<std::int16_t>(node, [&](std::int16_t* y) {
            tw_reverse_sequence(&args, inputData<char>(node, 0), inputData<char>(node, 1), y);
        });
    }
}

Example resize(const std::string& mode, const std::string& coordinates, const std::string& rounding, Whole sizes,
               const std::string& layout)
{
    const ir::Shape image = layout == "NHWC" ? ir::Shape{2, 4, 5, 3} : ir::Shape{2, 3, 4, 5};
    return {.op = "Resize", .inputs = {{F32, image}, {Undefined, {}}, {Undefined, {}}, {I64, {2}}},
            .attributes = {{"mode", mode}, {"coordinate_transformation_mode", coordinates}, {"nearest_mode", rounding},
                           {"axes", Whole{2, 3}}, {"layout", layout}},
            .values = {{3, ir::fromIntegers(I64, {2}, sizes)}}};
}

using ResizeKernel = void (*)(const tw_resize_args*, const float*, float*, void*);

void nearestNchw(const tw_resize_args* args, const float* x, float* y, void* scratch)
{
    tw_resize_nearest_nchw(args, x, y, scratch);
}

void nearestNhwc(const tw_resize_args* args, const float* x, float* y, void* scratch)
{
    tw_resize_nearest_nhwc(args, x, y, scratch);
}

/// Cores that take turns cannot wait for each other's part of the scratch memory, so a first call fills all of it.
void checkResize(const Example& example, ResizeKernel kernel)
{
    const auto node = nodeOf(example);
    const auto args = argumentStruct<tw_resize_args>(node);
    std::vector<tw_resize_tap> scratch(static_cast<std::size_t>(args.out_h + args.out_w));
    std::vector<float> first(static_cast<std::size_t>(node.outputs.at(0).shape.elements().value()));
    kernel(&args, inputData<float>(node, 0), first.data(), scratch.data());
    expectMatchesReference<float>(node, [&](float* y) { kernel(&args, inputData<float>(node, 0), y, scratch.data()); });
}

TEST(ResizeKernel, TakesTheNearestPixel)
{
    for (const std::string coordinates : {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners",
                                          "asymmetric", "tf_half_pixel_for_nn"})
        for (const std::string rounding : {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"})
            for (const Whole& sizes : {Whole{8, 10}, Whole{3, 7}, Whole{1, 1}}) {
                checkResize(resize("nearest", coordinates, rounding, sizes, "NCHW"), nearestNchw);
                checkResize(resize("nearest", coordinates, rounding, sizes, "NHWC"), nearestNhwc);
            }
}

/// Float arithmetic in another order than the reference: equal up to rounding.
void checkLinear(const std::string& coordinates, const Whole& sizes, const std::string& layout, ResizeKernel kernel)
{
    const auto node = nodeOf(resize("linear", coordinates, "floor", sizes, layout));
    const auto args = argumentStruct<tw_resize_args>(node);
    const auto expected = ir::toDoubles(ops::evaluateNode(*ops::findOp("", "Resize", 21), node)->at(0));
    std::vector<tw_resize_tap> scratch(static_cast<std::size_t>(args.out_h + args.out_w));
    std::vector<float> y(expected.size());
    kernel(&args, inputData<float>(node, 0), y.data(), scratch.data());
    for (std::size_t i = 0; i < y.size(); ++i)
        ASSERT_NEAR(y[i], expected[i], 1e-5) << coordinates << ", element " << i;
}

TEST(ResizeKernel, InterpolatesLinearly)
{
    for (const std::string coordinates :
         {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric"})
        for (const Whole& sizes : {Whole{8, 10}, Whole{3, 7}, Whole{1, 1}}) {
            checkLinear(coordinates, sizes, "NCHW", tw_resize_linear_nchw_f32);
            checkLinear(coordinates, sizes, "NHWC", tw_resize_linear_nhwc_f32);
        }
}

}  // namespace
}  // namespace tw::testing
