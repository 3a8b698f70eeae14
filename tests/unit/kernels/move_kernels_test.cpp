// SPDX-License-Identifier: Apache-2.0
// The C kernels that move data against the reference evaluation (which has tests of its own).
#include "tests/support/kernel_case.h"

extern "C" {
#include "concat.h"
#include "gather.h"
#include "pad.h"
#include "strided_copy.h"
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
    const auto node = nodeOf({"Pad", {{F32, std::move(shape)}}, {{"mode", mode}, {"pads", std::move(pads)}, {"value", 2.5F}}});
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
void checkGather(const Example& example, const Whole& indices, void (*kernel)(const Args*, const void*, const void*, void*))
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
    checkGather({"GatherElements", {{I16, {3, 4}}, {I64, {2, 3}}}, {{"axis", std::int64_t{1}}}}, {0, 3, -1, 1, -4, 2}, tw_gather_elements);
    checkGather({"GatherElements", {{I16, {3, 4}}, {I64, {2, 3}}}}, {0, 2, -1, 1, -3, 2}, tw_gather_elements);
}

TEST(GatherNdKernel, ReadsTuples)
{
    checkGather({"GatherND", {{I16, {3, 4, 2}}, {I64, {2, 2}}}}, {0, 3, -1, 1}, tw_gather_nd);
    checkGather({"GatherND", {{I16, {2, 4, 2}}, {I64, {2, 2}}}, {{"batch_dims", std::int64_t{1}}}}, {3, 1, 0, -1}, tw_gather_nd);
}

}  // namespace
}  // namespace tw::testing
