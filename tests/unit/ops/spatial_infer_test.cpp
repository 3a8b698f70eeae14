// SPDX-License-Identifier: Apache-2.0
// Types, shapes and refusals of convolutions, pools and products.
#include "core/ops/registry.h"

#include <gtest/gtest.h>

namespace tw::ops {
namespace {

using enum DataType;
using Ints = std::vector<std::int64_t>;
using Attributes = std::map<std::string, ir::Attribute>;

Result<std::vector<Inferred>> inferred(const std::string& op, std::vector<Operand> inputs, Attributes attributes = {},
                                       const std::string& domain = "")
{
    OpNode node{.node = {.name = "n", .op = op, .domain = domain, .attributes = std::move(attributes)}, .opset = 21,
                .inputs = std::move(inputs)};
    const auto* def = findOp(domain, op, 21);
    if (!def)
        return Error{.code = Code::UnknownOperator, .message = op};
    return inferNode(*def, node);
}

Operand operand(DataType type, Shape shape)
{
    return {.present = true, .type = type, .shape = std::move(shape)};
}

Shape shapeOf(const Result<std::vector<Inferred>>& result)
{
    EXPECT_TRUE(result) << result.error().text();
    return result ? result->at(0).shape : Shape();
}

Code codeOf(const Result<std::vector<Inferred>>& result)
{
    EXPECT_FALSE(result);
    return result ? Code::Internal : result.error().code;
}

const ir::Dim kBatch{.symbol = "batch"};

TEST(ConvInfer, KeepsSymbolsAndUnknownSizes)
{
    const Shape image(std::vector<ir::Dim>{kBatch, {.value = 3}, {.value = 32}, {}});
    const auto result = inferred("Conv", {operand(F32, image), operand(F32, {8, 3, 3, 3})}, {{"strides", Ints{2, 2}}});
    const Shape shape = shapeOf(result);
    ASSERT_EQ(shape.rank(), 4);
    EXPECT_EQ(shape[0], kBatch);
    EXPECT_EQ(shape[1].value, 8);
    EXPECT_EQ(shape[2].value, 15);
    EXPECT_FALSE(shape[3].known());
}

TEST(ConvInfer, KnowsWhatItCanOfAnUnrankedImage)
{
    const auto result = inferred("Conv", {operand(F32, Shape()), operand(F32, {8, 3, 3, 3})});
    EXPECT_EQ(shapeOf(result), (Shape{-1, 8, -1, -1}));
}

TEST(ConvInfer, AccumulatesSmallIntegersIn32Bits)
{
    for (const auto& [x, y] : {std::pair{I8, I32}, {U8, I32}, {I16, I32}, {I32, I32}, {F32, F32}, {BF16, BF16}}) {
        const auto result = inferred("Conv", {operand(x, {1, 1, 4, 4}), operand(x == U8 ? I8 : x, {1, 1, 3, 3})});
        ASSERT_TRUE(result);
        EXPECT_EQ(result->at(0).type, y);
    }
}

TEST(ConvInfer, RefusesContradictions)
{
    const auto image = operand(F32, {1, 4, 5, 5});
    EXPECT_EQ(codeOf(inferred("Conv", {image, operand(F32, {8, 3, 3, 3})})), Code::BadShape);
    EXPECT_EQ(codeOf(inferred("Conv", {image, operand(F32, {8, 4, 3})})), Code::BadShape);
    EXPECT_EQ(codeOf(inferred("Conv", {image, operand(F32, {8, 4, 6, 6})})), Code::BadShape);
    EXPECT_EQ(codeOf(inferred("Conv", {image, operand(F32, {3, 2, 3, 3})}, {{"group", std::int64_t{2}}})), Code::BadShape);
    EXPECT_EQ(codeOf(inferred("Conv", {image, operand(F32, {8, 4, 3, 3}), operand(F32, {7})})), Code::BadShape);
    EXPECT_EQ(codeOf(inferred("Conv", {operand(F32, {4, 5}), operand(F32, {8, 4})})), Code::RankTooSmall);
    for (const auto& [name, value] : {std::pair<const char*, Ints>{"strides", {0, 1}}, {"strides", {1}}, {"pads", {1, 1}},
                                      {"pads", {0, 0, 0, -1}}, {"dilations", {1, 0}}, {"kernel_shape", {3}}})
        EXPECT_EQ(codeOf(inferred("Conv", {image, operand(F32, {8, 4, 3, 3})}, {{name, value}})), Code::BadAttribute) << name;
    EXPECT_EQ(codeOf(inferred("Conv", {image, operand(F32, {8, 4, 3, 3})}, {{"auto_pad", std::string("SAME")}})),
              Code::BadAttribute);
    EXPECT_EQ(codeOf(inferred("Conv", {image, operand(F32, {8, 4, 3, 3})}, {{"group", std::int64_t{0}}})), Code::BadAttribute);
}

TEST(RequantizedInfer, TypeFollowsTheLevels)
{
    const Attributes attributes{{"div", std::int64_t{8}}, {"n_levels", std::int64_t{256}}, {"signed", std::int64_t{0}}};
    const auto one = operand(I32, {1});
    const auto conv = inferred("RequantizedConv", {operand(I8, {1, 1, 4, 4}), operand(I8, {2, 1, 3, 3}), {}, one, one},
                               attributes, "tilewright");
    EXPECT_EQ(shapeOf(conv), (Shape{1, 2, 2, 2}));
    EXPECT_EQ(conv->at(0).type, U8);
    const auto product = inferred("RequantizedMatMul", {operand(I8, {2, 3}), operand(I8, {3, 4}), one, one}, attributes,
                                  "tilewright");
    EXPECT_EQ(product->at(0).type, U8);
    EXPECT_EQ(codeOf(inferred("RequantizedGemm", {operand(I8, {2, 3}), operand(I8, {3, 4}), {}, one, one}, {}, "tilewright")),
              Code::BadAttribute);
}

TEST(PoolInfer, RoundsUpInCeilModeWithoutWindowsInTheEndPadding)
{
    const auto pooled = [](std::int64_t size, std::int64_t kernel, std::int64_t stride, std::int64_t pad) {
        return shapeOf(inferred("MaxPool", {operand(F32, {1, 1, size})},
                                {{"kernel_shape", Ints{kernel}}, {"strides", Ints{stride}}, {"pads", Ints{pad, pad}},
                                 {"ceil_mode", std::int64_t{1}}}))[2].value;
    };
    EXPECT_EQ(pooled(6, 3, 2, 0), 3);   // (6 - 3) / 2 = 1.5
    EXPECT_EQ(pooled(5, 3, 2, 0), 2);
    EXPECT_EQ(pooled(2, 1, 2, 1), 2);   // 1.5 rounds up to 2, plus 1; the third would begin at 4 - 1 = 3 >= 2
}

TEST(PoolInfer, NeedsAKernelForEachAxis)
{
    EXPECT_EQ(codeOf(inferred("MaxPool", {operand(F32, {1, 1, 5, 5})})), Code::BadAttribute);
    EXPECT_EQ(codeOf(inferred("MaxPool", {operand(F32, {1, 1, 5, 5})}, {{"kernel_shape", Ints{3}}})), Code::BadAttribute);
    EXPECT_EQ(codeOf(inferred("GlobalMaxPool", {operand(F32, {1, 5})})), Code::RankTooSmall);
}

TEST(GemmInfer, RefusesWhatDoesNotFit)
{
    EXPECT_EQ(codeOf(inferred("Gemm", {operand(F32, {2, 3}), operand(F32, {4, 5})})), Code::BadShape);
    EXPECT_EQ(codeOf(inferred("Gemm", {operand(F32, {2, 3, 1}), operand(F32, {3, 5})})), Code::BadShape);
    EXPECT_EQ(codeOf(inferred("Gemm", {operand(F32, {2, 3}), operand(F32, {3, 5}), operand(F32, {2, 2})})), Code::BadShape);
    EXPECT_EQ(codeOf(inferred("Gemm", {operand(F32, {2, 3}), operand(F32, {3, 5}), operand(F32, {1, 2, 5})})), Code::BadShape);
}

TEST(MatMulInfer, BroadcastsBatchesAndDropsVectorAxes)
{
    const auto shape = [](Shape a, Shape b) {
        return shapeOf(inferred("MatMul", {operand(F32, std::move(a)), operand(F32, std::move(b))}));
    };
    EXPECT_EQ(shape({5, 1, 2, 3}, {4, 3, 6}), (Shape{5, 4, 2, 6}));
    EXPECT_EQ(shape({3}, {3}), Shape::scalar());
    EXPECT_EQ(shape({3}, {7, 3, 2}), (Shape{7, 2}));
    EXPECT_EQ(shape({7, 2, 3}, {3}), (Shape{7, 2}));
    EXPECT_EQ(shape({-1, 2, 3}, {3, -1}), (Shape{-1, 2, -1}));
    EXPECT_EQ(codeOf(inferred("MatMul", {operand(F32, {2, 3}), operand(F32, {2, 3})})), Code::BadShape);
    EXPECT_EQ(codeOf(inferred("MatMul", {operand(F32, {2, 2, 3}), operand(F32, {3, 3, 3})})), Code::BadShape);
    EXPECT_EQ(codeOf(inferred("MatMul", {operand(F32, Shape::scalar()), operand(F32, {3})})), Code::RankTooSmall);
}

TEST(BatchNormalizationInfer, NeedsOneStatisticPerChannel)
{
    const auto statistic = operand(F32, {4});
    EXPECT_EQ(codeOf(inferred("BatchNormalization", {operand(F32, {1, 3, 5}), statistic, statistic, statistic, statistic})),
              Code::BadShape);
}

}  // namespace
}  // namespace tw::ops
