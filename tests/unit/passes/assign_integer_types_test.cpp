// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/passes/pass_testing.h"

#include "core/passes/assign_integer_types.h"

namespace tw::passes {
namespace {

using Types = std::map<std::string, ir::DataType>;

std::string typeOf(const ir::Graph& graph, ir::TensorId id)
{
    return std::string(ir::typeName(graph.tensor(id).type));
}

/// "i8 i8 i32": operands of the node, then its first result.
std::string signatureOf(const ir::Graph& graph, std::string_view op)
{
    const auto& node = nodeOf(graph, op);
    std::vector<std::string> types;
    for (const auto id : node.inputs)
        types.push_back(typeOf(graph, id));
    types.push_back(typeOf(graph, node.outputs[0]));
    return join(types, " ");
}

constexpr std::string_view kRequant = "{div=f32[]{256.0}, n_levels=f32[]{256.0}, signed=f32[]{1.0}}";

TEST(AssignIntegerTypes, ARequantisedNetworkGetsItsTypes)
{
    const auto before = graphOf(cat(R"(graph g(x: f32[1,4,5]) -> y
        a = Add(x, f32[4,1]{1.0,-2.0,3.0,127.0})
        y = RequantShift(a, f32[1,4,1]{10.0,20.0,-30.0,40.0}, f32[1,4,1]{100.0,200.0,300.0,70000.0}) )", kRequant));
    PassReport report;
    const auto after = assignIntegerTypes(before, {{"x", ir::DataType::U8}}, report);
    EXPECT_EQ(signatureOf(after, "Add"), "u8 i8 i32");
    EXPECT_EQ(signatureOf(after, "RequantShift"), "i32 i32 i32 i8");
    EXPECT_EQ(typeOf(after, after.outputs[0]), "i8");
    EXPECT_EQ(messagesOf(report), "");
    expectSameResults(before, after);
}

TEST(AssignIntegerTypes, AnInputWithoutATypeBecomesI8WithAWarning)
{
    PassReport report;
    const auto after = assignIntegerTypes(
        graphOf(cat("graph g(x: f32[1,4]) -> y\ny = RequantShift(x, f32[]{3.0}, f32[]{0.0}) ", kRequant)), {}, report);
    EXPECT_EQ(typeOf(after, after.inputs[0]), "i8");
    ASSERT_EQ(report.diagnostics.size(), 1U);
    EXPECT_EQ(report.diagnostics[0].severity, Severity::Warning);
    EXPECT_EQ(report.diagnostics[0].error.hint, "choose with --type x=u8, or give test data");
}

TEST(AssignIntegerTypes, FloatNetworksStayAsTheyAre)
{
    PassReport report;
    const auto after = assignIntegerTypes(
        graphOf("graph g(x: f32[2]) -> y\na = Add(x, f32[2] fill 1)\ny = Div(a, f32[2] fill 2) {Delta=1, eta=1, eps=0}"), {}, report);
    EXPECT_EQ(signatureOf(after, "Add"), "f32 f32 f32");
    EXPECT_EQ(opsOf(after), "Add Div");
    EXPECT_EQ(report.changes, 0);
}

TEST(AssignIntegerTypes, GivenTypesTurnAPlainAdditionIntoAnIntegerOne)
{
    const auto before = graphOf("graph g(a: f32[5], b: f32[5]) -> y\ny = Add(a, b)");
    PassReport report;
    const auto after = assignIntegerTypes(before, {{"a", ir::DataType::I16}, {"b", ir::DataType::U8}}, report);
    EXPECT_EQ(signatureOf(after, "Add"), "i16 u8 i32");
    expectSameResults(before, after);
}

TEST(AssignIntegerTypes, TypesThatTheModelDeclaresStay)
{
    PassReport report;
    const auto after = assignIntegerTypes(
        graphOf(cat("graph g(x: i32[1,4], f: f32[1,4]) -> y, z\ny = RequantShift(x, f32[]{3.0}, f32[]{0.0}) ", kRequant,
                    "\nz = Add(x, x)")), {{"x", ir::DataType::I8}}, report);
    EXPECT_EQ(signatureOf(after, "RequantShift"), "i32 i32 i32 i8");
    EXPECT_FALSE(nodeOf(after, "Add").attributes.contains("widen"));
    EXPECT_EQ(typeOf(after, after.inputs[1]), "f32");
}

TEST(AssignIntegerTypes, AFloatOperatorReadsIntegersThroughACast)
{
    const auto before = graphOf(cat("graph g(x: f32[1,4]) -> y\na = RequantShift(x, f32[]{300.0}, f32[]{0.0}) ", kRequant,
                                    "\nb = Mul(a, f32[]{0.125})\ny = Exp(b)"));
    PassReport report;
    const auto after = assignIntegerTypes(before, {{"x", ir::DataType::I8}}, report);
    EXPECT_EQ(opsOf(after), "RequantShift Cast Mul Exp");
    EXPECT_EQ(signatureOf(after, "Cast"), "i8 f32");
    EXPECT_EQ(signatureOf(after, "Mul"), "f32 f32 f32");
    EXPECT_EQ(messagesOf(report), "");
}

TEST(AssignIntegerTypes, AnIntegerOperatorThatReadsFloatsIsReported)
{
    PassReport report;
    assignIntegerTypes(graphOf(cat("graph g(x: f32[1,4]) -> y\na = Exp(x)\ny = RequantShift(a, f32[]{3.0}, f32[]{0.0}) ", kRequant)),
                       {}, report);
    ASSERT_EQ(report.diagnostics.size(), 1U);
    EXPECT_EQ(report.diagnostics[0].severity, Severity::Error);
    EXPECT_EQ(report.diagnostics[0].error.place.node, "y");
}

TEST(AssignIntegerTypes, AConstantWithTwoUsesGetsATypeForEach)
{
    const auto before = graphOf(cat(R"(graph g(x: f32[1,3]) -> y
        c = const f32[1,3] {1.0,2.0,3.0}
        a = Add(x, c)
        y = RequantShift(a, c, f32[]{0.0}) )", kRequant));
    PassReport report;
    const auto after = assignIntegerTypes(before, {}, report);
    EXPECT_EQ(signatureOf(after, "Add"), "i8 i8 i32");
    EXPECT_EQ(signatureOf(after, "RequantShift"), "i32 i32 i32 i8");
    expectSameResults(before, after);
}

TEST(AssignIntegerTypes, DivisionWithDeltaBecomesTheIntegerOne)
{
    const auto before = graphOf(cat(R"(graph g(x: f32[1,3], d: f32[1,3]) -> y
        a = RequantShift(x, f32[]{256.0}, f32[]{0.0}) )", kRequant, R"(
        y = Div(a, f32[1,1]{7.0}) {Delta=64, eta=1, eps=1})"));
    PassReport report;
    const auto after = assignIntegerTypes(before, {}, report);
    EXPECT_EQ(opsOf(after), "RequantShift IntegerDiv");
    EXPECT_EQ(signatureOf(after, "IntegerDiv"), "i8 i8 i32");
}

TEST(AssignIntegerTypes, ACastToFloatBetweenIntegerOperatorsVanishes)
{
    const auto before = graphOf(cat(R"(graph g(x: f32[1,3]) -> y
        a = Cast(x) {to=1}
        y = RequantShift(a, f32[]{3.0}, f32[]{0.0}) )", kRequant));
    PassReport report;
    const auto after = assignIntegerTypes(before, {}, report);
    EXPECT_EQ(opsOf(after), "Identity RequantShift");
    EXPECT_EQ(signatureOf(after, "RequantShift"), "i8 i32 i32 i8");
}

}  // namespace
}  // namespace tw::passes
