// SPDX-License-Identifier: Apache-2.0
// removeUnityRequants and fuseRequant.
#include "tests/unit/passes/pass_testing.h"

#include "core/passes/fuse_requant.h"
#include "core/passes/graph_edit.h"
#include "core/passes/remove_unity_requants.h"

namespace tw::passes {
namespace {

std::string unity(std::string_view input, std::string_view attributes)
{
    return cat("graph g(x: ", input, ") -> y\na = Identity(x)\nb = RequantShift(a, i32[1,2,1] fill 16, i32[]{0}) {div=16, n_levels=256, ",
               attributes, "}\ny = Identity(b)");
}

TEST(RemoveUnityRequants, OneThatChangesNothingGoes)
{
    const auto before = graphOf(unity("i8[1,2,3]", "signed=1"));
    PassReport report;
    const auto after = removeUnityRequants(before, report);
    EXPECT_EQ(opsOf(after), "Identity Identity");
    expectSameResults(before, after);
    EXPECT_EQ(opsOf(removeUnityRequants(graphOf(unity("u8[1,2,3]", "signed=0")), report)), "Identity Identity");
}

TEST(RemoveUnityRequants, OneThatClipsOrChangesTheTypeStays)
{
    PassReport report;
    for (const auto* input : {"i32[1,2,3]", "u8[1,2,3]", "i16[1,2,3]"})
        EXPECT_EQ(opsOf(removeUnityRequants(graphOf(unity(input, "signed=1")), report)), "Identity RequantShift Identity") << input;
    EXPECT_EQ(opsOf(removeUnityRequants(graphOf(unity("i8[1,2,3]", "signed=0")), report)), "Identity RequantShift Identity");
}

TEST(RemoveUnityRequants, OneThatScalesStays)
{
    PassReport report;
    const auto after = removeUnityRequants(
        graphOf("graph g(x: i8[1,2]) -> y\ny = RequantShift(x, i32[2]{16, 15}, i32[]{0}) {div=16, n_levels=256, signed=1}"), report);
    EXPECT_EQ(opsOf(after), "RequantShift");
}

constexpr std::string_view kConv = R"(graph g(x: i8[1,2,4,4]) -> y
    w = const i8[3,2,3,3] seed 1
    b = const i32[3] seed 2 range -500 500
    mul = const i32[3,1,1] seed 3 range -40 40
    add = const i32[1,3,1,1] seed 4 range -9000 9000
    c = Conv(x, w, b) {pads=[1,1,1,1]}
    y = RequantShift(c, mul, add) {div=1024, n_levels=256, signed=1}
)";

TEST(FuseRequant, AConvolutionTakesItsRequantisationIn)
{
    auto before = graphOf(kConv);
    recordOrigins(before);
    PassReport report;
    const auto after = fuseRequant(before, report);
    ASSERT_EQ(opsOf(after), "RequantizedConv");
    const auto& fused = after.nodes[0];
    EXPECT_EQ(fused.domain, "tilewright");
    EXPECT_EQ(fused.id, before.nodes[0].id);
    EXPECT_EQ(fused.inputs.size(), 5U);
    EXPECT_EQ(fused.metadata.at("origin"), "c\ny");
    EXPECT_TRUE(fused.attributes.contains("pads") && fused.attributes.contains("div"));
    expectSameResults(before, after);
}

TEST(FuseRequant, ALeftOutBiasKeepsItsPlace)
{
    const auto before = graphOf(R"(graph g(x: i8[1,2,6]) -> y
        c = Conv(x, i8[4,1,3] seed 5) {group=2}
        y = RequantShift(c, i32[4,1,1] seed 3 range 1 40, i32[1]{-7}) {div=128, n_levels=256, signed=0})");
    PassReport report;
    const auto after = fuseRequant(before, report);
    ASSERT_EQ(opsOf(after), "RequantizedConv");
    EXPECT_FALSE(after.nodes[0].inputs[2].valid());
    expectSameResults(before, after);
}

TEST(FuseRequant, MatrixProductsAreFusedWithParametersPerRowColumnOrHead)
{
    for (const auto* parameter : {"i32[5,1]", "i32[4]", "i32[1]"}) {
        const auto before = graphOf(cat(R"(graph g(a: i8[5,3]) -> y
            c = Gemm(a, i8[4,3] seed 5, i32[4] seed 6) {transB=1, alpha=2.0, beta=3.0}
            y = RequantShift(c, )", parameter, " seed 7 range 1 50, i32[1]{99}) {div=256, n_levels=256, signed=1}"));
        PassReport report;
        const auto after = fuseRequant(before, report);
        ASSERT_EQ(opsOf(after), "RequantizedGemm") << parameter;
        expectSameResults(before, after);
    }
    const auto before = graphOf(R"(graph g(a: i8[1,2,3,4], b: i8[1,2,4,3]) -> y
        c = MatMul(a, b)
        y = RequantShift(c, i32[1,2,1,1]{20,30}, i32[1]{0}) {div=256, n_levels=256, signed=1})");
    PassReport report;
    const auto after = fuseRequant(before, report);
    ASSERT_EQ(opsOf(after), "RequantizedMatMul");
    EXPECT_EQ(after.nodes[0].inputs.size(), 4U);
    expectSameResults(before, after);
}

TEST(FuseRequant, ASecondReaderOrAGraphOutputKeepsThemApart)
{
    PassReport report;
    auto graph = graphOf(kConv);
    graph.outputs.push_back(graph.nodes[0].outputs[0]);
    EXPECT_EQ(opsOf(fuseRequant(graph, report)), "Conv RequantShift");
    const auto second = graphOf(cat(kConv, "z = Relu(c)\n"));
    EXPECT_EQ(opsOf(fuseRequant(second, report)), "Conv RequantShift Relu");
}

TEST(FuseRequant, ParametersComputedAtRunTimeKeepThemApart)
{
    PassReport report;
    const auto graph = graphOf(R"(graph g(a: i8[2,3], m: i32[1]) -> y
        c = MatMul(a, i8[3,2] seed 1)
        y = RequantShift(c, m, i32[1]{0}) {div=256, n_levels=256, signed=1})");
    EXPECT_EQ(opsOf(fuseRequant(graph, report)), "MatMul RequantShift");
}

}  // namespace
}  // namespace tw::passes
