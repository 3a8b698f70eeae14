// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/operation_counts.h"

#include "core/ir/text_form.h"
#include "core/ops/registry.h"

#include <gtest/gtest.h>

namespace tw::deploy {
namespace {

OperationCount counted(std::string_view text, OperationsOf definition)
{
    auto graph = ir::parseGraph(text);
    EXPECT_TRUE(graph) << graph.error().text();
    Diagnostics diagnostics;
    ops::inferGraph(graph.value(), diagnostics);
    return countOperations(graph.value(), definition);
}

std::int64_t deeploy(std::string_view text)
{
    return counted(text, OperationsOf::Deeploy).total;
}

constexpr const char* kConv = "graph g(x: f32[2,3,8,8]) -> y  w = const f32[16,3,3,3] fill 1.0  y = Conv(x, w) {pads=[1,1,1,1]}";

TEST(OperationCounts, DeeployCountsOneImageOfAConvolution)
{
    EXPECT_EQ(deeploy(kConv), 2 * (3 * 3) * 3 * 16 * (8 * 8));
}

TEST(OperationCounts, OursCountsTheWholeBatch)
{
    EXPECT_EQ(counted(kConv, OperationsOf::Ours).total, 2 * 2 * (3 * 3) * 3 * 16 * (8 * 8));
}

TEST(OperationCounts, GroupsDivideTheWorkOfAConvolution)
{
    EXPECT_EQ(deeploy("graph g(x: f32[1,8,4,4]) -> y  w = const f32[8,1,3,3] fill 1.0  y = Conv(x, w) {group=8, pads=[1,1,1,1]}"),
              2 * 9 * 8 * (4 * 4));
}

TEST(OperationCounts, AOneDimensionalConvolutionHasOneRow)
{
    EXPECT_EQ(deeploy("graph g(x: f32[1,4,10]) -> y  w = const f32[6,4,3] fill 1.0  y = Conv(x, w)"), 2 * 3 * 4 * 6 * 8);
}

TEST(OperationCounts, DeeployAddsThreeForEachResultOfAGemm)
{
    EXPECT_EQ(deeploy("graph g(x: f32[2,128]) -> y  w = const f32[128,10] fill 1.0  b = const f32[10] fill 1.0  y = Gemm(x, w, b)"),
              2 * 2 * 128 * 10 + 3 * 2 * 10);
}

TEST(OperationCounts, BatchesOfAMatMulCount)
{
    EXPECT_EQ(deeploy("graph g(a: f32[4,2,8], b: f32[4,8,5]) -> y  y = MatMul(a, b)"), 2 * 4 * 2 * 8 * 5);
}

TEST(OperationCounts, SoftmaxTakesFiveForEachElementLessTwoForEachRow)
{
    EXPECT_EQ(deeploy("graph g(x: f32[3,10]) -> y  y = Softmax(x)"), 3 * (5 * 10 - 2));
}

TEST(OperationCounts, PoolsCountTheirWindows)
{
    const std::string x = "graph g(x: f32[1,16,8,8]) -> y  ";
    EXPECT_EQ(deeploy(x + "y = MaxPool(x) {kernel_shape=[2,2], strides=[2,2]}"), 16 * 4 * 4 * (4 - 1));
    EXPECT_EQ(deeploy(x + "y = AveragePool(x) {kernel_shape=[2,2], strides=[2,2]}"), 16 * 4 * 4 * 4);
    EXPECT_EQ(deeploy(x + "y = GlobalAveragePool(x)"), 16 * 64);
    EXPECT_EQ(deeploy(x + "y = GlobalMaxPool(x)"), 16 * (64 - 1));
}

TEST(OperationCounts, EachElementOfARequantisationTakesThree)
{
    EXPECT_EQ(deeploy("graph g(x: i32[1,4,2,2]) -> y  y = RequantShift(x, i32[]{3}, i32[]{0}) {div=4, n_levels=256, signed=1}"), 3 * 16);
}

TEST(OperationCounts, OperatorsWithoutAFormulaAreListed)
{
    const auto count = counted("graph g(x: f32[4]) -> y  a = Erf(x)  b = Reshape(a, i64[2]{2, 2})  c = Erf(b)  y = Relu(c)",
                               OperationsOf::Deeploy);
    EXPECT_EQ(count.total, 4);
    EXPECT_EQ(count.notCounted, (std::vector<std::string>{"Erf"}));
    ASSERT_EQ(count.nodes.size(), 4u);
    EXPECT_FALSE(count.nodes[0].operations);
    EXPECT_EQ(count.nodes[1].operations, 0) << "Deeploy knows it and counts nothing";
    EXPECT_EQ(count.nodes[3].operations, 4);
}

}  // namespace
}  // namespace tw::deploy
