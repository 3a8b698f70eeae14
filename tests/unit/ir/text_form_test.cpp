// SPDX-License-Identifier: Apache-2.0
#include "core/ir/text_form.h"

#include "core/ir/random_tensor.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tw::ir {
namespace {

Graph parsed(std::string_view text)
{
    auto graph = parseGraph(text);
    if (!graph)
        throw std::runtime_error(graph.error().text());
    return std::move(graph).value();
}

TEST(TextForm, ReadsInputsConstantsNodesAndAttributes)
{
    const Graph graph = parsed(R"(
        graph g(x: f32[1,3,n,?], m: i8[...]) -> y, c   # a comment
        opset 13
        opset com.microsoft 1
        w = const f32[2,3] {1, -2.5, 3e2, 0, inf, 6}
        c = Conv(x, w) {pads=[1,1,1,1], auto_pad="NOTSET", alpha=0.5, scales=[1,2.5]} as first
        y: i8[1] = com.microsoft::Clip(c, , i32[]{7})
    )");
    ASSERT_TRUE(checkGraph(graph));
    EXPECT_EQ(graph.name, "g");
    EXPECT_EQ(graph.opset(), 13);
    EXPECT_EQ(graph.opset("com.microsoft"), 1);
    EXPECT_EQ(graph.tensor(graph.inputs[0]).shape, Shape(std::vector<Dim>{{1}, {3}, {-1, "n"}, {}}));
    EXPECT_FALSE(graph.tensor(graph.inputs[1]).shape.ranked());
    const Node& conv = graph.nodes.at(0);
    EXPECT_EQ(conv.name, "first");
    EXPECT_EQ(std::get<std::vector<std::int64_t>>(conv.attributes.at("pads")), (std::vector<std::int64_t>{1, 1, 1, 1}));
    EXPECT_EQ(std::get<std::string>(conv.attributes.at("auto_pad")), "NOTSET");
    EXPECT_EQ(std::get<float>(conv.attributes.at("alpha")), 0.5F);
    EXPECT_EQ(std::get<std::vector<float>>(conv.attributes.at("scales")), (std::vector<float>{1, 2.5F}));
    EXPECT_EQ(toDoubles(*graph.tensor(conv.inputs[1]).constant)[1], -2.5);
    const Node& clip = graph.nodes.at(1);
    EXPECT_EQ(clip.name, "y");
    EXPECT_EQ(clip.domain, "com.microsoft");
    EXPECT_FALSE(clip.inputs.at(1).valid());
    EXPECT_EQ(toIntegers(*graph.tensor(clip.inputs.at(2)).constant), std::vector<std::int64_t>{7});
    EXPECT_EQ(graph.tensor(graph.outputs[0]).type, DataType::I8);
}

TEST(TextForm, BodiesCaptureTheNamesTheyDoNotMake)
{
    const Graph graph = parsed(R"(
        graph g(p: bool[], x: f32[2]) -> y
        y = If(p) {then_branch=graph a() -> t { t = Relu(x) }, else_branch=graph b() -> e { e = const f32[2] fill 0 }}
    )");
    const auto body = std::get<GraphPointer>(graph.nodes.at(0).attributes.at("then_branch"));
    EXPECT_TRUE(body->captures.contains("x"));
    EXPECT_EQ(GraphIndex(graph).consumers(graph.inputs[1]).size(), 1U);
}

TEST(TextForm, WrittenGraphsReadBackTheSame)
{
    const std::string text = writeGraph(parsed(R"(
        graph "a b"(x: f32[1,"2*n"], p: bool[]) -> "/y/Relu", u
        opset 15
        w = const f16[2,2] seed 7
        big = const i32[64] fill 9
        s = const string[2] {"q\22", plain}
        a, , u = Split(x, w, big, s, f64[1]{0.1}) {axis=-1, k=f32[]{0.1}, e=[], t=["a","b"], o=opaque "sparse" "\00\ff"}
        v = If(p) {then_branch=graph a() -> t { t = Relu(x) }}
        "/y/Relu" = Add(a, v)
    )"));
    EXPECT_EQ(writeGraph(parsed(text)), text);
    EXPECT_NE(text.find("k=f32[]{0.1}"), std::string::npos) << text;
}

TEST(TextForm, TensorsWithEqualNamesStayApart)
{
    Graph graph;
    graph.opsets[""] = 17;
    const auto x = graph.addTensor({.name = "x", .type = DataType::F32, .shape = {2}});
    const auto y = graph.addTensor({.name = "x"});
    graph.inputs = {x};
    graph.outputs = {y};
    graph.addNode({.op = "Relu", .inputs = {x}, .outputs = {y}});
    EXPECT_TRUE(checkGraph(parsed(writeGraph(graph))));
}

TEST(TextForm, FaultsNameTheLine)
{
    const auto messageOf = [](std::string_view text) { return parseGraph(text).error().message; };
    EXPECT_EQ(messageOf("graph g(x: f32[1]) -> y\ny = Relu(z)"), "line 2: nothing makes z");
    EXPECT_EQ(messageOf("graph g(x: f33[1]) -> y"), "line 1: expected an element type, got f33");
    EXPECT_EQ(messageOf("graph g() -> y\n\ny = Relu(x"), "line 3: expected ), got the end of the text");
    EXPECT_EQ(messageOf("graph g() -> y\ny = const f32[2]{1}\n"),
              "line 2: expected 2 values, got 1");
    EXPECT_EQ(messageOf("graph g() -> \"y"), "line 1: a quoted text is not closed");
    EXPECT_FALSE(parseGraph(""));
    EXPECT_FALSE(parseGraph("graph g() -> y y = A() {k=[1,\"a\"]}"));
    EXPECT_FALSE(parseGraph("graph g() -> y y = const f32[n] fill 1"));
    EXPECT_FALSE(parseGraph("graph g() -> y y = const f32[99999999999999] {1} ;"));
}

TEST(RandomTensor, StaysInItsRangeAndDependsOnlyOnTheSeed)
{
    const auto values = toIntegers(randomTensor(DataType::I32, {1000}, 5, ValueRange{-3, 3}));
    EXPECT_EQ(*std::min_element(values.begin(), values.end()), -3);
    EXPECT_EQ(*std::max_element(values.begin(), values.end()), 3);
    EXPECT_EQ(values, toIntegers(randomTensor(DataType::I32, {1000}, 5, ValueRange{-3, 3})));
    EXPECT_NE(values, toIntegers(randomTensor(DataType::I32, {1000}, 6, ValueRange{-3, 3})));
    for (const double value : toDoubles(randomTensor(DataType::F32, {100}, 1)))
        EXPECT_LE(std::abs(value), 1.0);
}

}  // namespace
}  // namespace tw::ir
