// SPDX-License-Identifier: Apache-2.0
// Integer results of convolutions, pools and products, worked out by hand; floats are covered by ONNX's node tests.
#include "core/ops/registry.h"

#include <gtest/gtest.h>

namespace tw::ops {
namespace {

using enum DataType;
using Ints = std::vector<std::int64_t>;
using Attributes = std::map<std::string, ir::Attribute>;

Operand tensor(DataType type, const Shape& shape, const Ints& values)
{
    return {.present = true, .type = type, .shape = shape, .constant = ir::fromIntegers(type, shape, values)};
}

Result<TensorData> evaluated(const std::string& op, std::vector<Operand> inputs, Attributes attributes = {},
                             const std::string& domain = "")
{
    OpNode node{.node = {.name = "n", .op = op, .domain = domain, .attributes = std::move(attributes)}, .opset = 21,
                .inputs = std::move(inputs)};
    const auto* def = findOp(domain, op, 21);
    TW_CHECK(def);
    TW_TRY(const auto inferred, inferNode(*def, node));
    node.outputs = {{true, inferred[0].type, inferred[0].shape}};
    TW_TRY(const auto results, evaluateNode(*def, node));
    return results.at(0);
}

Ints valuesOf(const Result<TensorData>& result)
{
    EXPECT_TRUE(result) << result.error().text();
    return result ? ir::toIntegers(*result) : Ints{};
}

Attributes requant(std::int64_t divisor, std::int64_t isSigned)
{
    return {{"div", divisor}, {"n_levels", std::int64_t{256}}, {"signed", isSigned}};
}

const Ints kNine{1, 2, 3, 4, 5, 6, 7, 8, 9};

TEST(ConvEvaluate, SumsIntegersExactly)
{
    const auto y = evaluated("Conv", {tensor(U8, {1, 1, 3, 3}, kNine), tensor(I8, {1, 1, 2, 2}, {1, -1, 2, -2}),
                                      tensor(I32, {1}, {100})});
    EXPECT_EQ(valuesOf(y), (Ints{97, 97, 97, 97}));   // each row pair gives -1 - 2
    EXPECT_EQ(y->type, I32);
}

TEST(ConvEvaluate, KeepsLargeSums)
{
    const auto y = evaluated("Conv", {tensor(I16, {1, 1, 1, 2}, {30000, 30000}), tensor(I16, {1, 1, 1, 2}, {30000, 30000})});
    EXPECT_EQ(valuesOf(y), (Ints{1800000000}));
}

TEST(ConvEvaluate, DepthwiseWithMultiplierTwo)
{
    // Channels 1 2 | 3 4; outputs 0 and 1 read the first, 2 and 3 the second.
    const auto y = evaluated("Conv", {tensor(I8, {1, 2, 2}, {1, 2, 3, 4}), tensor(I8, {4, 1, 1}, {1, 10, 100, -1})},
                             {{"group", std::int64_t{2}}});
    EXPECT_EQ(valuesOf(y), (Ints{1, 2, 10, 20, 300, 400, -3, -4}));
}

TEST(ConvEvaluate, RequantizesPerChannelAlsoIn1D)
{
    // Sums per output channel: 1*x, 2*x. (x * mul + add + 2) >> 2.
    for (const auto& shape : {Shape{2}, Shape{2, 1}, Shape{2, 1, 1}})
        EXPECT_EQ(valuesOf(evaluated("RequantizedConv",
                                     {tensor(I8, {1, 1, 3}, {-3, 5, 100}), tensor(I8, {2, 1, 1}, {1, 2}), {},
                                      tensor(I32, shape, {3, -1}), tensor(I32, shape, {1, 0})},
                                     requant(4, 1), "tilewright")),
                  (Ints{-2, 4, 75, 2, -2, -50}));   // -8+2, 16+2, 301+2; 6+2, -10+2, -200+2, each >> 2
}

TEST(ConvEvaluate, ClipsUnsigned)
{
    EXPECT_EQ(valuesOf(evaluated("RequantizedConv",
                                 {tensor(U8, {1, 1, 3}, {0, 1, 255}), tensor(I8, {1, 1, 1}, {1}), tensor(I32, {1}, {-1}),
                                  tensor(I32, {1}, {2}), tensor(I32, {1}, {0})},
                                 requant(1, 0), "tilewright")),
              (Ints{0, 0, 255}));
}

TEST(MaxPoolEvaluate, PaddingNeverWins)
{
    EXPECT_EQ(valuesOf(evaluated("MaxPool", {tensor(I8, {1, 1, 3}, {-7, -9, -8})},
                                 {{"kernel_shape", Ints{3}}, {"pads", Ints{1, 1}}})),
              (Ints{-7, -7, -8}));
}

TEST(GemmEvaluate, ScalesIntegersByWholeFactors)
{
    const std::vector<Operand> operands{tensor(I8, {2, 2}, {1, 2, 3, 4}), tensor(I8, {2, 2}, {1, 0, 0, -1}),
                                        tensor(I32, {2, 1}, {10, 20})};
    EXPECT_EQ(valuesOf(evaluated("Gemm", operands, {{"alpha", 2.0f}, {"beta", 3.0f}})), (Ints{32, 26, 66, 52}));
    EXPECT_EQ(valuesOf(evaluated("Gemm", operands, {{"transA", std::int64_t{1}}})), (Ints{11, 7, 22, 16}));
    EXPECT_EQ(evaluated("Gemm", operands, {{"alpha", 0.5f}}).error().code, Code::UnsupportedOperator);
}

TEST(GemmEvaluate, RequantizesPerRowOrColumn)
{
    const std::vector<Operand> operands{tensor(I8, {2, 2}, {1, 2, 3, 4}), tensor(I8, {2, 2}, {1, 0, 0, 1}), {}};
    auto perRow = operands;
    perRow.insert(perRow.end(), {tensor(I32, {2, 1}, {1, 10}), tensor(I32, {1}, {0})});
    EXPECT_EQ(valuesOf(evaluated("RequantizedGemm", perRow, requant(1, 1), "tilewright")), (Ints{1, 2, 30, 40}));
    auto perColumn = operands;
    perColumn.insert(perColumn.end(), {tensor(I32, {2}, {1, 10}), tensor(I32, {1, 1, 1}, {5})});
    EXPECT_EQ(valuesOf(evaluated("RequantizedGemm", perColumn, requant(1, 1), "tilewright")), (Ints{6, 25, 8, 45}));
}

TEST(MatMulEvaluate, MixesSignedAndUnsigned)
{
    const auto y = evaluated("MatMul", {tensor(U8, {2, 1, 2}, {200, 1, 0, 255}), tensor(I8, {2, 1}, {-3, 4})});
    EXPECT_EQ(valuesOf(y), (Ints{-596, 1020}));
    EXPECT_EQ(y->shape, (Shape{2, 1, 1}));
}

TEST(MatMulEvaluate, RequantizesPerHead)
{
    EXPECT_EQ(valuesOf(evaluated("RequantizedMatMul",
                                 {tensor(I8, {2, 1, 1}, {3, 5}), tensor(I8, {2, 1, 1}, {2, 2}), tensor(I32, {2, 1, 1}, {1, 3}),
                                  tensor(I32, Shape::scalar(), {0})},
                                 requant(2, 1), "tilewright")),
              (Ints{3, 15}));
}

}  // namespace
}  // namespace tw::ops
