// SPDX-License-Identifier: Apache-2.0
// bindDims, removeDeadNodes, foldConstants and removeIdentities.
#include "tests/unit/passes/pass_testing.h"

#include "core/passes/bind_dims.h"
#include "core/passes/fold_constants.h"
#include "core/passes/remove_dead_nodes.h"
#include "core/passes/remove_identities.h"

namespace tw::passes {
namespace {

TEST(BindDims, GivenDimensionsAreUsedAndTheBatchBecomesOne)
{
    PassReport report;
    const auto bound = bindDims(graphOf("graph g(x: f32[n,3,length], z: f32[?,2]) -> y, u\ny = Relu(x)\nu = Abs(z)"),
                                {{"length", 16}}, report);
    EXPECT_EQ(bound.tensor(bound.inputs[0]).shape, (ir::Shape{1, 3, 16}));
    EXPECT_EQ(bound.tensor(bound.inputs[1]).shape, (ir::Shape{1, 2}));
    EXPECT_EQ(bound.tensor(bound.outputs[0]).shape, (ir::Shape{1, 3, 16}));
    ASSERT_EQ(report.diagnostics.size(), 2U);
    EXPECT_EQ(report.diagnostics[0].error.message, "dimension 0 (n) of input x is not fixed: 1 is used");
    EXPECT_EQ(report.diagnostics[0].error.hint, "choose another value with --dim n=N");
    EXPECT_EQ(report.diagnostics[1].error.message, "dimension 0 of input z is not fixed: 1 is used");
}

TEST(BindDims, OtherUnknownDimensionsAndUnknownNamesAreReported)
{
    PassReport report;
    bindDims(graphOf("graph g(x: f32[1,h]) -> y\ny = Relu(x)"), {{"w", 4}}, report);
    ASSERT_EQ(report.diagnostics.size(), 2U);
    EXPECT_EQ(report.diagnostics[0].severity, Severity::Error);
    EXPECT_EQ(report.diagnostics[0].error.message, "dimension 1 (h) of input x is not fixed");
    EXPECT_EQ(report.diagnostics[1].severity, Severity::Warning);
    EXPECT_EQ(report.diagnostics[1].error.message, "the model has no dimension called w");
}

TEST(BindDims, NamelessDimensionsAreNamedByTheirPlace)
{
    PassReport report;
    const auto bound = bindDims(graphOf("graph g(x: f32[1,?,?]) -> y\ny = Relu(x)"), {{"x:2", 7}}, report);
    EXPECT_EQ(bound.tensor(bound.inputs[0]).shape[2].value, 7);
    ASSERT_EQ(report.diagnostics.size(), 1U);
    EXPECT_EQ(report.diagnostics[0].error.message, "dimension 1 of input x is not fixed");
    EXPECT_EQ(report.diagnostics[0].error.hint, "choose a value with --dim x:1=N");
}

TEST(BindDims, AGivenBatchIsKept)
{
    PassReport report;
    const auto bound = bindDims(graphOf("graph g(x: f32[n]) -> y\ny = Relu(x)"), {{"n", 5}}, report);
    EXPECT_EQ(bound.tensor(bound.inputs[0]).shape, (ir::Shape{5}));
    EXPECT_TRUE(report.diagnostics.empty());
}

TEST(RemoveDeadNodes, WhatNobodyReadsGoesAndTheRestKeepsItsIds)
{
    PassReport report;
    const auto before = graphOf("graph g(x: f32[4], unused: f32[2]) -> y\nd = Abs(x)\ne = Relu(d)\ny = Neg(x)");
    const auto after = removeDeadNodes(before, report);
    EXPECT_EQ(opsOf(after), "Neg");
    EXPECT_EQ(after.nodes[0].id, before.nodes[2].id);
    EXPECT_EQ(after.inputs, before.inputs);
    EXPECT_EQ(report.changes, 2);
}

TEST(RemoveDeadNodes, WhatASubgraphReadsStays)
{
    PassReport report;
    const auto graph = ir::parseGraph(R"(graph g(p: bool[], x: f32[2]) -> y
        outer = Relu(x)
        y = If(p) {then_branch=graph a() -> t { t = Abs(outer) }, else_branch=graph b() -> e { e = Neg(outer) }})");
    EXPECT_EQ(opsOf(removeDeadNodes(graph.value(), report)), "Relu If");
}

TEST(FoldConstants, NodesOfConstantsBecomeConstants)
{
    const auto before = graphOf(R"(graph g(x: f32[2]) -> y
        a = Add(f32[2]{1.0,2.0}, f32[2]{3.0,4.0})
        b = Mul(a, f32[]{2.0})
        y = Add(x, b))");
    PassReport report;
    const auto after = foldConstants(before, report);
    EXPECT_EQ(opsOf(after), "Add");
    EXPECT_EQ(ir::toDoubles(*after.tensor(after.nodes[0].inputs[1]).constant), (std::vector<double>{8, 12}));
    expectSameResults(before, after);
}

TEST(FoldConstants, AConstantOutputIsStillMadeByANode)
{
    const auto before = graphOf("graph g(x: f32[2]) -> y, z\ny = Neg(f32[1]{3.0})\nz = Relu(x)");
    PassReport report;
    const auto after = foldConstants(before, report);
    EXPECT_EQ(opsOf(after), "Identity Relu");
    EXPECT_EQ(after.nodes[0].name, "y");
    expectSameResults(before, after);
}

TEST(FoldConstants, WhatTheInputsDecideStays)
{
    PassReport report;
    EXPECT_EQ(opsOf(foldConstants(graphOf("graph g(x: f32[2]) -> y\na = Neg(x)\ny = Add(a, f32[2] fill 1)"), report)), "Neg Add");
    EXPECT_EQ(report.changes, 0);
}

TEST(FoldConstants, ALargeBroadcastOfSmallConstantsStays)
{
    PassReport report;
    const auto after = foldConstants(graphOf(R"(graph g(x: f32[1024,1024]) -> y
        big = Add(f32[1024,1] fill 1, f32[1,1024] fill 2)
        y = Add(x, big))"), report);
    EXPECT_EQ(opsOf(after), "Add Add");
}

TEST(RemoveIdentities, ChainsVanishAndOutputsKeepTheirNames)
{
    const auto before = graphOf(R"(graph g(x: f32[2,3]) -> y
        a = Identity(x)
        b = Relu(a)
        c = Identity(b)
        y = Identity(c))");
    PassReport report;
    const auto after = removeIdentities(before, report);
    EXPECT_EQ(opsOf(after), "Relu");
    EXPECT_EQ(after.tensor(after.nodes[0].outputs[0]).name, "y");
    EXPECT_EQ(report.changes, 3);
    expectSameResults(before, after);
}

TEST(RemoveIdentities, AnInputThatIsAnOutputKeepsItsCopy)
{
    PassReport report;
    EXPECT_EQ(opsOf(removeIdentities(graphOf("graph g(x: f32[2]) -> y\na = Identity(x)\ny = Identity(a)"), report)), "Identity");
    EXPECT_EQ(opsOf(removeIdentities(graphOf("graph g(x: f32[2]) -> y, z\ny = Relu(x)\nz = Identity(y)"), report)), "Relu Identity");
}

TEST(RemoveIdentities, AnInnerResultThatIsAlsoReadElsewhereIsRenamedEverywhere)
{
    const auto before = graphOf("graph g(x: f32[2]) -> y, z\na = Relu(x)\ny = Identity(a)\nz = Neg(a)");
    PassReport report;
    const auto after = removeIdentities(before, report);
    EXPECT_EQ(opsOf(after), "Relu Neg");
    expectSameResults(before, after);
}

}  // namespace
}  // namespace tw::passes
