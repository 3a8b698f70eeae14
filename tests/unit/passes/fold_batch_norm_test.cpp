// SPDX-License-Identifier: Apache-2.0
// foldBatchNorm and fuseMatMulAdd.
#include "tests/unit/passes/pass_testing.h"

#include "core/passes/fold_batch_norm.h"
#include "core/passes/fuse_matmul_add.h"

namespace tw::passes {
namespace {

constexpr double kRounding = 1e-5;

std::string normalised(std::string_view head, int channels)
{
    return cat(head, "\ny = BatchNormalization(c, f32[", channels, "] seed 11, f32[", channels, "] seed 12, f32[", channels,
               "] seed 13, f32[", channels, "] seed 14 range 0.1 2.0) {epsilon=0.001}\n");
}

void expectFolded(const std::string& text, std::string_view op)
{
    const auto before = graphOf(text);
    PassReport report;
    const auto after = foldBatchNorm(before, report);
    EXPECT_EQ(opsOf(after), op);
    EXPECT_EQ(after.nodes[0].inputs.size(), 3U);
    expectSameResults(before, after, kRounding);
}

TEST(FoldBatchNorm, ConvolutionsTakeItIntoWeightsAndBias)
{
    expectFolded(normalised("graph g(x: f32[1,4,5,5]) -> y\nc = Conv(x, f32[6,4,3,3] seed 1)", 6), "Conv");
    expectFolded(normalised("graph g(x: f32[1,4,5,5]) -> y\nc = Conv(x, f32[6,2,3,3] seed 1, f32[6] seed 2) {group=2}", 6), "Conv");
    expectFolded(normalised("graph g(x: f32[2,4,7]) -> y\nc = Conv(x, f32[4,1,3] seed 1) {group=4, pads=[1,1]}", 4), "Conv");
}

TEST(FoldBatchNorm, TransposedConvolutionsHaveTheirChannelsInTheSecondAxis)
{
    expectFolded(normalised("graph g(x: f32[1,4,5]) -> y\nc = ConvTranspose(x, f32[4,3,2] seed 1, f32[3] seed 2) {strides=[2]}", 3),
                 "ConvTranspose");
    expectFolded(normalised("graph g(x: f32[1,4,5]) -> y\nc = ConvTranspose(x, f32[4,3,2] seed 1) {group=2}", 6), "ConvTranspose");
}

TEST(FoldBatchNorm, MatrixProductsKeepTheirFactors)
{
    expectFolded(normalised("graph g(x: f32[3,4]) -> y\nc = Gemm(x, f32[4,5] seed 1, f32[5] seed 2) {alpha=2.0, beta=0.5}", 5), "Gemm");
    expectFolded(normalised("graph g(x: f32[3,4]) -> y\nc = Gemm(x, f32[5,4] seed 1) {transB=1}", 5), "Gemm");
}

TEST(FoldBatchNorm, ASecondReaderOrAnotherProducerKeepsIt)
{
    PassReport report;
    const auto conv = normalised("graph g(x: f32[1,4,5,5]) -> y\nc = Conv(x, f32[6,4,3,3] seed 1)", 6);
    EXPECT_EQ(opsOf(foldBatchNorm(graphOf(conv + "z = Relu(c)"), report)), "Conv BatchNormalization Relu");
    const auto relu = normalised("graph g(x: f32[1,4,5,5]) -> y\nc = Relu(x)", 4);
    EXPECT_EQ(opsOf(foldBatchNorm(graphOf(relu), report)), "Relu BatchNormalization");
    const auto computed = normalised("graph g(x: f32[1,4,5,5], w: f32[6,4,3,3]) -> y\nc = Conv(x, w)", 6);
    EXPECT_EQ(opsOf(foldBatchNorm(graphOf(computed), report)), "Conv BatchNormalization");
    EXPECT_EQ(report.changes, 0);
}

TEST(FuseMatMulAdd, AProductAndARowBecomeAGemm)
{
    for (const auto* sum : {"Add(m, f32[5] seed 2)", "Add(f32[1,5] seed 2, m)"}) {
        const auto before = graphOf(cat("graph g(x: f32[3,4]) -> y\nm = MatMul(x, f32[4,5] seed 1)\ny = ", sum));
        PassReport report;
        const auto after = fuseMatMulAdd(before, report);
        EXPECT_EQ(opsOf(after), "Gemm");
        EXPECT_EQ(after.nodes[0].name, "m");
        expectSameResults(before, after, kRounding);
    }
}

TEST(FuseMatMulAdd, IntegersKeepTheirAccumulators)
{
    const auto before = graphOf("graph g(x: i8[3,4]) -> y\nm = MatMul(x, i8[4,5] seed 1)\ny = Add(m, i32[5] seed 2) {widen=1}");
    PassReport report;
    const auto after = fuseMatMulAdd(before, report);
    EXPECT_EQ(opsOf(after), "Gemm");
    expectSameResults(before, after);
}

TEST(FuseMatMulAdd, OtherSumsAndOtherRanksStay)
{
    PassReport report;
    const auto opsAfter = [&](std::string_view text) { return opsOf(fuseMatMulAdd(graphOf(text), report)); };
    EXPECT_EQ(opsAfter("graph g(x: f32[2,3,4]) -> y\nm = MatMul(x, f32[4,5] seed 1)\ny = Add(m, f32[5] seed 2)"), "MatMul Add");
    EXPECT_EQ(opsAfter("graph g(x: f32[3,4]) -> y\nm = MatMul(x, f32[4,5] seed 1)\ny = Add(m, f32[3,1] seed 2)"), "MatMul Add");
    EXPECT_EQ(opsAfter("graph g(x: f32[3,4], r: f32[5]) -> y\nm = MatMul(x, f32[4,5] seed 1)\ny = Add(m, r)"), "MatMul Add");
    EXPECT_EQ(opsAfter("graph g(x: f32[3,4]) -> y, m\nm = MatMul(x, f32[4,5] seed 1)\ny = Add(m, f32[5] seed 2)"), "MatMul Add");
}

}  // namespace
}  // namespace tw::passes
