// SPDX-License-Identifier: Apache-2.0
// cancelTransposePairs, simplifyReshapes, sinkTransposes, reduceUntransposed and layoutToChannelsLast.
#include "tests/unit/passes/pass_testing.h"

#include "core/ops/layout.h"
#include "core/passes/absorb_transposes.h"
#include "core/passes/cancel_transpose_pairs.h"
#include "core/passes/layout_to_channels_last.h"
#include "core/passes/reduce_untransposed.h"
#include "core/passes/remove_dead_nodes.h"
#include "core/passes/settle_transposes.h"
#include "core/passes/simplify_reshapes.h"
#include "core/passes/sink_transposes.h"

namespace tw::passes {
namespace {

bool always(const ir::Graph&, const ir::Node&)
{
    return true;
}

ir::Graph cancelled(const ir::Graph& graph)
{
    PassReport report;
    return removeDeadNodes(cancelTransposePairs(graph, report), report);
}

TEST(CancelTransposePairs, InversePairsVanish)
{
    const auto before = graphOf(R"(graph g(x: f32[1,2,3,4]) -> y
        a = Transpose(x) {perm=[0,3,1,2]}
        b = Transpose(a) {perm=[0,2,3,1]}
        y = Relu(b))");
    const auto after = cancelled(before);
    EXPECT_EQ(opsOf(after), "Relu");
    expectSameResults(before, after);
}

TEST(CancelTransposePairs, OthersAreJoined)
{
    const auto before = graphOf(R"(graph g(x: f32[2,3,4]) -> y
        a = Transpose(x) {perm=[1,2,0]}
        b = Transpose(a) {perm=[0,2,1]}
        y = Transpose(b))");
    const auto after = cancelled(before);
    EXPECT_EQ(opsOf(after), "Transpose");
    expectSameResults(before, after);
}

TEST(CancelTransposePairs, TheFirstStaysForItsOtherReader)
{
    const auto before = graphOf(R"(graph g(x: f32[2,3]) -> y, z
        a = Transpose(x)
        b = Transpose(a)
        y = Relu(b)
        z = Neg(a))");
    const auto after = cancelled(before);
    EXPECT_EQ(opsOf(after), "Transpose Relu Neg");
    expectSameResults(before, after);
}

TEST(CancelTransposePairs, AnInputThatComesBackUnchangedIsCopied)
{
    const auto before = graphOf("graph g(x: f32[2,3]) -> y\na = Transpose(x)\ny = Transpose(a)");
    const auto after = cancelled(before);
    EXPECT_EQ(opsOf(after), "Identity");
    expectSameResults(before, after);
}

TEST(SimplifyReshapes, TransposesOfUnitAxesAndChainsBecomeOneReshape)
{
    const auto before = graphOf(R"(graph g(x: f32[1,1,1,6]) -> y
        a = Transpose(x) {perm=[0,3,1,2]}
        b = Flatten(a)
        y = Unsqueeze(b, i64[1]{2}))");
    PassReport report;
    const auto after = removeDeadNodes(simplifyReshapes(before, report), report);
    EXPECT_EQ(opsOf(after), "Reshape");
    expectSameResults(before, after);
}

TEST(SimplifyReshapes, RealTransposesAndSharedResultsStay)
{
    PassReport report;
    const auto real = graphOf("graph g(x: f32[1,2,3]) -> y\na = Transpose(x) {perm=[0,2,1]}\ny = Flatten(a)");
    EXPECT_EQ(opsOf(simplifyReshapes(real, report)), "Transpose Flatten");
    const auto shared = graphOf("graph g(x: f32[1,2,3]) -> y, z\na = Flatten(x)\ny = Unsqueeze(a, i64[1]{0})\nz = Relu(a)");
    const auto after = removeDeadNodes(simplifyReshapes(shared, report), report);
    EXPECT_EQ(opsOf(after), "Flatten Reshape Relu");
    expectSameResults(shared, after);
}

TEST(AbsorbTransposes, WeightsBehindAFlattenedImageAreReordered)
{
    for (const auto* product : {"Gemm(f, f32[24,2] seed 1, f32[2] seed 2)", "Gemm(f, f32[2,24] seed 1) {transB=1}", "MatMul(f, f32[24,2] seed 1)"})
        for (const auto* order : {"[0,3,1,2]", "[0,2,3,1]", "[0,3,2,1]"}) {
            const auto before = graphOf(cat("graph g(x: f32[2,2,3,4]) -> y\na = Transpose(x) {perm=", order, "}\nf = Flatten(a)\ny = ", product));
            PassReport report;
            const auto after = absorbTransposes(before, report);
            EXPECT_EQ(opsOf(after), cat("Reshape ", before.nodes[2].op));
            expectSameResults(before, after, 1e-6);
        }
}

TEST(AbsorbTransposes, ASecondReaderOrComputedWeightsKeepThem)
{
    PassReport report;
    const auto read = graphOf(R"(graph g(x: f32[1,2,3,4]) -> y, z
        a = Transpose(x) {perm=[0,3,1,2]}
        f = Flatten(a)
        y = MatMul(f, f32[24,2] seed 1)
        z = Relu(a))");
    EXPECT_EQ(opsOf(absorbTransposes(read, report)), "Transpose Flatten MatMul Relu");
    const auto computed = graphOf(R"(graph g(x: f32[1,2,3,4], w: f32[24,2]) -> y
        a = Transpose(x) {perm=[0,3,1,2]}
        f = Flatten(a)
        y = MatMul(f, w))");
    EXPECT_EQ(opsOf(absorbTransposes(computed, report)), "Transpose Flatten MatMul");
}

TEST(ReduceUntransposed, AReductionThatDropsItsAxesReadsTheUntransposed)
{
    const auto before = graphOf(R"(graph g(x: f32[2,3,4,5]) -> y
        a = Transpose(x) {perm=[0,3,1,2]}
        y = ReduceMean(a) {axes=[2,-1], keepdims=0})");
    PassReport report;
    const auto after = removeDeadNodes(reduceUntransposed(before, report), report);
    EXPECT_EQ(opsOf(after), "ReduceMean");
    expectSameResults(before, after, 1e-6);
}

TEST(ReduceUntransposed, OnlyTheSmallResultIsTransposedWhenTheRestChangesItsOrder)
{
    for (const auto* axes : {"[0]", "[1]", "[2]", "[3]"}) {
        const auto before = graphOf(cat(R"(graph g(x: f32[2,3,4,5]) -> y
        a = Transpose(x) {perm=[2,3,1,0]}
        y = ReduceMax(a) {axes=)", axes, ", keepdims=0}"));
        PassReport report;
        const auto after = removeDeadNodes(reduceUntransposed(before, report), report);
        EXPECT_EQ(opsOf(after), "ReduceMax Transpose") << axes;
        expectSameResults(before, after);
    }
}

TEST(ReduceUntransposed, ATransposeWithAnotherReaderOrKeptAxesStays)
{
    const auto read = graphOf(R"(graph g(x: f32[2,3,4]) -> y, z
        a = Transpose(x) {perm=[0,2,1]}
        y = ReduceSum(a) {axes=[1], keepdims=0}
        z = Relu(a))");
    PassReport report;
    EXPECT_EQ(opsOf(reduceUntransposed(read, report)), "Transpose ReduceSum Relu");
    const auto kept = graphOf(R"(graph g(x: f32[2,3,4]) -> y
        a = Transpose(x) {perm=[0,2,1]}
        y = ReduceMean(a) {axes=[1]})");
    EXPECT_EQ(opsOf(reduceUntransposed(kept, report)), "Transpose ReduceMean");
}

struct Settled {
    ir::Graph graph;
    int transposes = 0;
};

Settled settled(const ir::Graph& graph, const WantsChannelsLast& wants = always)
{
    PassReport report;
    Settled result{settleTransposes(graph, wants, report)};
    for (const auto& node : result.graph.nodes)
        result.transposes += node.op == "Transpose";
    return result;
}

void expectTransposes(std::string_view text, int count)
{
    const auto before = graphOf(text);
    const auto after = settled(before);
    EXPECT_EQ(after.transposes, count) << ir::writeGraph(after.graph);
    expectSameResults(before, after.graph, 1e-6);
}

TEST(SinkTransposes, TheyMeetBehindElementwiseOperators)
{
    expectTransposes(R"(graph g(x: f32[1,2,3,4], z: f32[1,2,3,4]) -> y
        a = Transpose(x) {perm=[0,2,3,1]}
        b = Transpose(z) {perm=[0,2,3,1]}
        c = Add(a, b)
        d = Clip(c, f32[]{0.0}, f32[]{0.5})
        e = Mul(d, f32[2]{2.0, 3.0})
        y = Transpose(e) {perm=[0,3,1,2]})", 0);
}

TEST(SinkTransposes, ConcatPadAndReductionsAreCrossedWithTheirAxesTurned)
{
    expectTransposes(R"(graph g(x: f32[1,2,3,4], z: f32[1,5,3,4]) -> y
        a = Transpose(x) {perm=[0,2,3,1]}
        b = Transpose(z) {perm=[0,2,3,1]}
        c = Concat(a, b) {axis=-1}
        y = Transpose(c) {perm=[0,3,1,2]})", 0);
    expectTransposes(R"(graph g(x: f32[1,2,3,4]) -> y
        a = Transpose(x) {perm=[0,2,3,1]}
        r = ReduceMean(a) {axes=[1,-2], keepdims=1}
        y = Transpose(r) {perm=[0,3,1,2]})", 0);
    auto padded = R"(graph g(x: f32[1,2,3,4]) -> y
        opset 2
        a = Transpose(x) {perm=[0,2,3,1]}
        c = Pad(a) {pads=[0,1,2,0,0,3,4,0], value=0.5}
        y = Transpose(c) {perm=[0,3,1,2]})";
    expectTransposes(padded, 0);
}

TEST(SinkTransposes, AnInverseIsPutInFrontOfAnotherOperandWhenThatPays)
{
    expectTransposes(R"(graph g(x: f32[1,2,3,4], z: f32[1,3,4,2]) -> y
        a = Transpose(x) {perm=[0,2,3,1]}
        c = Add(a, z)
        y = Transpose(c) {perm=[0,3,1,2]})", 1);
}

TEST(SinkTransposes, OneWithoutAPartnerStaysWhereItIs)
{
    const auto before = graphOf("graph g(x: f32[2,3]) -> y\na = Transpose(x)\nb = Relu(a)\ny = Exp(b)");
    EXPECT_EQ(opsOf(settled(before).graph), "Transpose Relu Exp");
}

TEST(SinkTransposes, OperatorsThatCareAboutAxesAreNotCrossed)
{
    expectTransposes(R"(graph g(x: f32[2,3]) -> y
        a = Transpose(x)
        b = Softmax(a) {axis=-1}
        y = Transpose(b))", 2);
    expectTransposes(R"(graph g(x: f32[2,3], z: f32[2]) -> y
        a = Transpose(x)
        b = Add(a, z)
        y = Transpose(b))", 2);
}

ir::Graph channelsLast(const ir::Graph& graph, const WantsChannelsLast& wants = always)
{
    PassReport report;
    return settled(layoutToChannelsLast(graph, wants, report), wants).graph;
}

TEST(LayoutToChannelsLast, ChainsOfConvolutionsHaveNoTransposeBetween)
{
    const auto before = graphOf(R"(graph g(x: f32[1,3,8,8]) -> y
        a = Conv(x, f32[4,3,3,3] seed 1) {pads=[1,1,1,1]}
        b = Relu(a)
        c = Conv(b, f32[4,4,3,3] seed 2) {pads=[1,1,1,1]}
        d = Add(b, c)
        e = MaxPool(d) {kernel_shape=[2,2], strides=[2,2]}
        y = Conv(e, f32[2,4,1,1] seed 3))");
    const auto after = channelsLast(before);
    EXPECT_EQ(opsOf(after), "Transpose Conv Relu Conv Add MaxPool Conv Transpose");
    EXPECT_TRUE(ops::isChannelsLast(nodeOf(after, "MaxPool")));
    expectSameResults(before, after, 1e-5);
}

TEST(LayoutToChannelsLast, RequantisationFollowsItsNeighbours)
{
    const auto before = graphOf(R"(graph g(x: i8[1,3,6,6]) -> y
        a = Conv(x, i8[4,3,3,3] seed 1)
        b = Conv(x, i8[4,3,3,3] seed 2)
        c = Add(a, b) {widen=1}
        d = RequantShift(c, i32[4,1,1] seed 3 range 1 30, i32[1,4,1,1] seed 4) {div=256, n_levels=256, signed=1}
        y = Conv(d, i8[2,4,3,3] seed 5))");
    const auto after = channelsLast(before);
    EXPECT_EQ(opsOf(after), "Transpose Conv Conv Add RequantShift Conv Transpose");
    EXPECT_TRUE(ops::isChannelsLast(nodeOf(after, "RequantShift")));
    expectSameResults(before, after);
}

TEST(LayoutToChannelsLast, ClassifierHeadsNeedNoTranspose)
{
    const auto before = graphOf(R"(graph g(x: f32[1,3,8,8]) -> y
        a = Conv(x, f32[4,3,3,3] seed 1)
        b = GlobalAveragePool(a)
        c = Flatten(b)
        y = Gemm(c, f32[4,5] seed 2))");
    const auto after = channelsLast(before);
    EXPECT_EQ(opsOf(after), "Transpose Conv GlobalAveragePool Reshape Gemm");
    expectSameResults(before, after, 1e-5);
}

TEST(LayoutToChannelsLast, OnlyWhatWantsItIsTurned)
{
    const auto before = graphOf("graph g(x: f32[1,3,8,8]) -> y\na = Conv(x, f32[4,3,3,3] seed 1)\ny = MaxPool(a) {kernel_shape=[2,2]}");
    const auto wantsConv = [](const ir::Graph&, const ir::Node& node) { return node.op == "Conv"; };
    const auto after = channelsLast(before, wantsConv);
    EXPECT_EQ(opsOf(after), "Transpose Conv Transpose MaxPool");
    EXPECT_FALSE(ops::isChannelsLast(nodeOf(after, "MaxPool")));
    expectSameResults(before, after, 1e-5);
    EXPECT_EQ(opsOf(channelsLast(before, {})), "Conv MaxPool");
}

TEST(LayoutToChannelsLast, OneChannelNeedsOnlyAReshape)
{
    const auto before = graphOf("graph g(x: f32[1,1,8,8]) -> y\ny = Conv(x, f32[1,1,3,3] seed 1)");
    EXPECT_EQ(opsOf(channelsLast(before)), "Reshape Conv Reshape");
}

TEST(LayoutToChannelsLast, ALoneRequantisationIsNotTurned)
{
    const auto before = graphOf(R"(graph g(x: i8[1,3,4,4]) -> y
        y = RequantShift(x, i32[3,1,1] seed 3 range 1 30, i32[1]{0}) {div=16, n_levels=256, signed=1})");
    EXPECT_EQ(opsOf(channelsLast(before)), "RequantShift");
}

}  // namespace
}  // namespace tw::passes
