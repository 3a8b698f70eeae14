// SPDX-License-Identifier: Apache-2.0
#include "core/latency/edit_space.h"

#include "vectors.h"

#include "core/base/text.h"
#include "core/ir/text_form.h"
#include "core/ops/registry.h"

#include <gtest/gtest.h>

namespace tw::latency {
namespace {

using test::faultIn;

ir::Graph parsed(const std::string& text)
{
    return ir::parseGraph(text).value();
}

std::vector<double> outputOf(ir::Graph graph, const std::vector<double>& input)
{
    Diagnostics diagnostics;
    ops::inferGraph(graph, diagnostics);
    Progress progress;
    const auto outputs = ops::runReference(graph, {ir::fromDoubles(ir::DataType::F32, {4}, input)}, progress);
    EXPECT_TRUE(outputs) << outputs.error().text();
    return outputs ? ir::toDoubles(outputs->front()) : std::vector<double>();
}

const std::string kPlain = R"(
    graph plain(x: f32[4]) -> y
    opset 17
    c = const f32[4] seed 3
    a = Relu(x) as first
    y = Mul(a, c) as second
)";

const std::string kTwice = R"(
    graph twice(i: f32[4]) -> o
    opset 17
    o = Add(i, i)
)";

const std::vector<double> kInput{-1, 2, -3, 4};

TEST(AddAlternative, MakesABlockOfANode)
{
    const auto edited = addAlternative(parsed(kPlain), "second", "twice", parsed(kTwice));
    ASSERT_TRUE(edited) << edited.error().text();
    const auto space = searchSpaceOf(edited.value());
    ASSERT_TRUE(space) << space.error().text();
    ASSERT_EQ(space->blocks.size(), 1u);
    EXPECT_EQ(space->blocks[0].name, "second");
    EXPECT_EQ(space->blocks[0].candidates[0].name, "original");
    EXPECT_EQ(space->blocks[0].candidates[1].name, "twice");
    EXPECT_EQ(outputOf(materialise(space.value(), {0}).value(), kInput), outputOf(parsed(kPlain), kInput));
    EXPECT_EQ(outputOf(materialise(space.value(), {1}).value(), kInput), (std::vector<double>{0, 4, 0, 8}));
}

TEST(AddAlternative, AddsToABlockThatThereIs)
{
    const auto once = addAlternative(parsed(kPlain), "second", "twice", parsed(kTwice)).value();
    const auto again = addAlternative(once, "second", "skip", parsed("graph skip(i: f32[4]) -> i\nopset 17\n"));
    ASSERT_TRUE(again) << again.error().text();
    const auto space = searchSpaceOf(again.value()).value();
    ASSERT_EQ(space.blocks[0].candidates.size(), 3u);
    EXPECT_EQ(outputOf(materialise(space, {2}).value(), kInput), (std::vector<double>{0, 2, 0, 4}));
}

TEST(AddAlternative, RefusesWhatDoesNotFit)
{
    EXPECT_EQ(faultIn(addAlternative(parsed(kPlain), "third", "twice", parsed(kTwice))), Fault::BadSpaceFile);
    EXPECT_EQ(faultIn(addAlternative(parsed(kPlain), "second", "original", parsed(kTwice))), Fault::OperationNameRepeated);
    EXPECT_EQ(faultIn(addAlternative(parsed(kPlain), "second", "two", parsed("graph two(i: f32[4], j: f32[4]) -> o\nopset 17\no = Add(i, j)\n"))),
              Fault::InterfaceCount);
    EXPECT_EQ(faultIn(addAlternative(parsed(kPlain), "second", "shape", parsed("graph shape(i: f32[4]) -> o\nopset 17\no = Concat(i, i) {axis=0}\n"))),
              Fault::InterfaceShape);
}

/// The second candidate is a block of two, between an operator and a constant of the main graph.
const std::string kNested = R"(
    graph nested(x: f32[4]) -> y
    opset 17
    opset ai.tilewright.search 1
    shared = const f32[4] seed 4
    y = ai.tilewright.search::SearchBlock(x) {op_names=["skip", "deep"], default_index=1, probabilities=[0.5, 0.5], candidates=[
        graph skip(i: f32[4]) -> i { },
        graph deep(i: f32[4]) -> o {
            r = Relu(i)
            s = ai.tilewright.search::SearchBlock(r) {op_names=["neg", "mul"], default_index=1, probabilities=[0.25, 0.75], candidates=[
                graph neg(k: f32[4]) -> l { l = Neg(k) },
                graph mul(k: f32[4]) -> l { l = Mul(k, shared) }]} as inner
            o = Add(s, i) }]} as outer
)";

TEST(FlattenNested, GivesACandidateForEachInnerChoice)
{
    EXPECT_EQ(faultIn(searchSpaceOf(parsed(kNested))), Fault::NestedBlock);
    const auto flat = flattenNested(parsed(kNested));
    ASSERT_TRUE(flat) << flat.error().text();
    const auto space = searchSpaceOf(flat.value());
    ASSERT_TRUE(space) << space.error().text();
    const auto& block = space->blocks.at(0);
    ASSERT_EQ(block.candidates.size(), 3u);
    EXPECT_EQ(block.candidates[0].name, "skip");
    EXPECT_EQ(block.candidates[1].name, "deep/neg");
    EXPECT_EQ(block.candidates[2].name, "deep/mul");
    EXPECT_EQ(block.defaultIndex, 2);
    EXPECT_EQ(block.probabilities, (std::vector<double>{0.5, 0.125, 0.375}));
    EXPECT_EQ(outputOf(materialise(space.value(), {1}).value(), kInput), (std::vector<double>{-1, 0, -3, 0})) << "x - max(x, 0)";
    EXPECT_EQ(outputOf(materialise(space.value(), {2}).value(), kInput), outputOf(parsed(R"(
        graph plain(x: f32[4]) -> y
        opset 17
        shared = const f32[4] seed 4
        r = Relu(x)
        s = Mul(r, shared)
        y = Add(s, x))"), kInput));
}

TEST(FlattenNested, RefusesMoreThan256Products)
{
    std::string inner, from = "i";
    for (int b = 0; b < 9; ++b) {
        inner += cat("t", b, " = ai.tilewright.search::SearchBlock(", from, R"() {op_names=["a", "b"], candidates=[
            graph a(k: f32[4]) -> l { l = Neg(k) }, graph b(k: f32[4]) -> l { l = Abs(k) }]} as b)", b, "\n");
        from = cat("t", b);
    }
    const auto graph = parsed(cat("graph many(x: f32[4]) -> y\nopset 17\nopset ai.tilewright.search 1\n",
                                  "y = ai.tilewright.search::SearchBlock(x) {op_names=[\"deep\"], candidates=[graph deep(i: f32[4]) -> t8 {\n", inner,
                                  "}]} as outer\n"));
    EXPECT_EQ(faultIn(flattenNested(graph)), Fault::TooManyProducts) << "2^9";
}

TEST(FlattenNested, LeavesOtherSpacesAlone)
{
    EXPECT_EQ(ir::writeGraph(flattenNested(parsed(kPlain)).value()), ir::writeGraph(parsed(kPlain)));
}

}  // namespace
}  // namespace tw::latency
