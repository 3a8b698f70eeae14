// SPDX-License-Identifier: Apache-2.0
#include "core/onnx/foreign_inference.h"

#include "core/ir/text_form.h"

#include <gtest/gtest.h>

namespace tw::onnx {
namespace {

using ir::DataType;
using ir::Shape;

/// Infers the last node and returns its first output.
ir::Tensor inferred(std::string_view text)
{
    auto graph = ir::parseGraph(text);
    EXPECT_TRUE(graph) << graph.error().text();
    inferForeign(*graph, graph->nodes.size() - 1);
    return graph->tensor(graph->nodes.back().outputs.front());
}

TEST(ForeignInference, FollowsTheSchemaOfLibonnx)
{
    // Det of a batch of matrices drops the last two dimensions.
    const auto y = inferred("graph g(x: f64[5,n,3,3]) -> y\n opset 11\n y = Det(x)\n");
    EXPECT_EQ(y.type, DataType::F64);
    EXPECT_EQ(y.shape, Shape({{.value = 5}, {.symbol = "n"}}));
}

TEST(ForeignInference, SeesTheValuesOfSmallConstants)
{
    const auto y = inferred("graph g(x: f32[2,3]) -> y\n opset 13\n y = Expand(x, i64[3]{4, 2, 3})\n");
    EXPECT_EQ(y.shape, (Shape{4, 2, 3}));
}

TEST(ForeignInference, LooksIntoBodies)
{
    const auto y = inferred(R"(
        graph g(c: bool[], x: f32[2,3]) -> y
        opset 13
        y = If(c) {then_branch=graph t() -> a { a = Neg(x) }, else_branch=graph e() -> b { b = Abs(x) }}
    )");
    EXPECT_EQ(y.type, DataType::F32);
    EXPECT_EQ(y.shape, (Shape{2, 3}));
}

TEST(ForeignInference, KeepsWhatIsDeclared)
{
    const auto y = inferred("graph g(x: f32[5,3,3]) -> y\n opset 11\n y: f16[7] = Det(x)\n");
    EXPECT_EQ(y.type, DataType::F16);
    EXPECT_EQ(y.shape, (Shape{7}));
}

TEST(ForeignInference, LeavesUnknownAndFaultyNodesAlone)
{
    const auto unknown = inferred("graph g(x: f32[1]) -> y\n y = nowhere::Mystery(x)\n");
    EXPECT_EQ(unknown.type, DataType::Undefined);
    const auto faulty = inferred("graph g(x: f32[2,3]) -> y\n opset 11\n y = Det(x, x, x) {axis=\"no\"}\n");
    EXPECT_FALSE(faulty.shape.ranked());
    const auto noInput = inferred("graph g(x: f32[2,3]) -> y\n opset 11\n y = MaxUnpool()\n");
    EXPECT_FALSE(noInput.shape.ranked());
}

}  // namespace
}  // namespace tw::onnx
