// SPDX-License-Identifier: Apache-2.0
#include "core/ir/graph.h"

#include "core/base/text.h"
#include "core/ir/text_form.h"

#include <gtest/gtest.h>

namespace tw::ir {
namespace {

Graph graphOf(std::string_view text)
{
    const auto parsed = parseGraph(text);
    EXPECT_TRUE(parsed) << parsed.error().text();
    return *parsed;
}

std::vector<std::string> nodeNames(const Graph& graph)
{
    std::vector<std::string> names;
    for (const auto& node : graph.nodes)
        names.push_back(node.name);
    return names;
}

const char* const kDiamond = R"(
    graph g(x: f32[2]) -> y
    a = Relu(x)
    b = Neg(a)
    c = Abs(a)
    y = Add(b, c)
)";

TEST(Graph, SortingKeepsTheOrderThatIsAlreadyRight)
{
    auto graph = graphOf(kDiamond);
    ASSERT_TRUE(sortNodes(graph));
    EXPECT_EQ(nodeNames(graph), (std::vector<std::string>{"a", "b", "c", "y"}));
    std::swap(graph.nodes[0], graph.nodes[3]);
    EXPECT_FALSE(checkGraph(graph));
    ASSERT_TRUE(sortNodes(graph));
    EXPECT_EQ(nodeNames(graph).front(), "a");
    EXPECT_EQ(nodeNames(graph).back(), "y");
    EXPECT_TRUE(checkGraph(graph));
}

TEST(Graph, SortingNamesANodeOnACycle)
{
    auto graph = graphOf(kDiamond);
    graph.nodes[0].inputs[0] = graph.nodes[3].outputs[0];
    const auto sorted = sortNodes(graph);
    ASSERT_FALSE(sorted);
    EXPECT_EQ(sorted.error().code, Code::BadGraph);
    EXPECT_FALSE(sorted.error().place.node.empty());
}

TEST(Graph, SortingCountsWhatBodiesRead)
{
    auto graph = graphOf(R"(
        graph g(c: bool[], x: f32[2]) -> y
        a = Relu(x)
        y = If(c) {then_branch=graph t() -> p { p = Neg(a) }, else_branch=graph e() -> q { q = Abs(x) }}
    )");
    std::swap(graph.nodes[0], graph.nodes[1]);
    ASSERT_TRUE(sortNodes(graph));
    EXPECT_EQ(graph.nodes[0].op, "Relu");
    const GraphIndex index(graph);
    EXPECT_EQ(index.consumers(graph.nodes[0].outputs[0]), std::vector<int>{1});
}

TEST(Graph, IndexKnowsMakersAndReaders)
{
    const auto graph = graphOf(kDiamond);
    const GraphIndex index(graph);
    const auto a = graph.nodes[0].outputs[0];
    EXPECT_EQ(index.producer(a), 0);
    EXPECT_EQ(index.consumers(a), (std::vector<int>{1, 2}));
    EXPECT_EQ(index.producer(graph.inputs[0]), -1);
    EXPECT_TRUE(index.isGraphInput(graph.inputs[0]));
    EXPECT_TRUE(index.isGraphOutput(graph.outputs[0]));
    EXPECT_EQ(index.position(graph.nodes[2].id), 2);
    EXPECT_EQ(index.position(NodeId{99}), -1);
}

TEST(Graph, CheckingNamesTheFault)
{
    const auto faultOf = [](auto&& change) {
        auto graph = graphOf(kDiamond);
        change(graph);
        const auto checked = checkGraph(graph);
        EXPECT_FALSE(checked);
        return checked ? std::string() : checked.error().text();
    };
    EXPECT_NE(faultOf([](Graph& g) { g.nodes[1].name = "a"; }).find("same name"), std::string::npos);
    EXPECT_NE(faultOf([](Graph& g) { g.nodes[1].inputs[0] = {99}; }).find("not there"), std::string::npos);
    EXPECT_NE(faultOf([](Graph& g) { g.nodes[1].outputs[0] = {-7}; }).find("not there"), std::string::npos);
    EXPECT_NE(faultOf([](Graph& g) { g.nodes[2].outputs = g.nodes[1].outputs; }).find("already has a value"), std::string::npos);
    EXPECT_NE(faultOf([](Graph& g) { g.nodes.pop_back(); }).find("nothing makes"), std::string::npos);
}

TEST(Graph, NodesKeepTheirIdsForLife)
{
    auto graph = graphOf(kDiamond);
    const auto id = graph.nodes[2].id;
    graph.nodes.erase(graph.nodes.begin());
    const auto fresh = graph.addNode({.op = "Neg", .inputs = {graph.inputs[0]}, .outputs = {}});
    EXPECT_EQ(GraphIndex(graph).position(id), 1);
    EXPECT_NE(fresh, id);
    EXPECT_FALSE(graph.nodes.back().name.empty());
}

TEST(Attributes, ReadersConvertWhatMeansTheSame)
{
    const Node node{.name = "n", .op = "Thing", .attributes = {
        {"i", Attribute(std::int64_t{3})}, {"f", Attribute(0.5f)}, {"whole", Attribute(4.0f)}, {"s", Attribute(std::string("text"))},
        {"t", Attribute(makeTensor<float>(DataType::F32, {1}, {8.0f}))},
        {"ints", Attribute(std::vector<std::int64_t>{1, 2})},
        {"shape", Attribute(makeTensor<std::int64_t>(DataType::I64, {2}, {5, 6}))}}};
    EXPECT_EQ(intAttribute(node, "i").value(), 3);
    EXPECT_EQ(intAttribute(node, "whole").value(), 4);
    EXPECT_EQ(intAttribute(node, "t").value(), 8);
    EXPECT_EQ(intAttribute(node, "none", 7).value(), 7);
    EXPECT_EQ(floatAttribute(node, "f").value(), 0.5);
    EXPECT_EQ(floatAttribute(node, "i").value(), 3.0);
    EXPECT_EQ(stringAttribute(node, "s").value(), "text");
    EXPECT_EQ(intsAttribute(node, "ints").value(), (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(intsAttribute(node, "i").value(), std::vector<std::int64_t>{3});
    EXPECT_EQ(intsAttribute(node, "shape").value(), (std::vector<std::int64_t>{5, 6}));
}

TEST(Attributes, ReadersNameNodeAndAttributeOfAMismatch)
{
    const Node node{.name = "n", .op = "Thing", .attributes = {{"s", Attribute(std::string("text"))}, {"f", Attribute(0.5f)}}};
    for (const auto& error : {intAttribute(node, "s").error(), intAttribute(node, "f").error(), floatAttribute(node, "s").error(),
                              stringAttribute(node, "f").error(), intsAttribute(node, "s").error(), intAttribute(node, "none").error()}) {
        EXPECT_EQ(error.code, Code::BadAttribute);
        EXPECT_EQ(error.place.node, "n");
        EXPECT_FALSE(error.place.attribute.empty());
    }
}

TEST(Attributes, ComplexTensorsAreNoNumbers)
{
    const TensorData complex{.type = DataType::C64, .shape = {1}, .bytes = Bytes::own(std::vector<std::byte>(8))};
    const Node node{.name = "n", .op = "Thing", .attributes = {{"c", Attribute(complex)}}};
    EXPECT_EQ(floatAttribute(node, "c").error().code, Code::BadAttribute);
    EXPECT_EQ(intsAttribute(node, "c").error().code, Code::BadAttribute);
    EXPECT_EQ(attributeText(node.attributes.at("c")), "tensor c64[1]");
}

TEST(Attributes, HaveATextForPeople)
{
    EXPECT_EQ(attributeText(Attribute(std::vector<std::int64_t>{1, 1})), "[1, 1]");
    EXPECT_EQ(attributeText(Attribute(std::string("constant"))), "\"constant\"");
    EXPECT_EQ(attributeText(Attribute(makeTensor<float>(DataType::F32, {3, 3}, std::vector<float>(9)))), "tensor f32[3, 3]");
    EXPECT_EQ(attributeText(Attribute(std::make_shared<const Graph>(Graph{.name = "then_branch"}))), "graph then_branch");
    const auto longList = attributeText(Attribute(std::vector<std::int64_t>(1000, 1)));
    EXPECT_LT(longList.size(), 300u);
    EXPECT_NE(longList.find("..."), std::string::npos);
}

TEST(Shape, TellsWhatIsKnown)
{
    EXPECT_FALSE(Shape().ranked());
    EXPECT_EQ(Shape().elements(), std::nullopt);
    EXPECT_EQ(Shape::scalar().elements(), 1);
    EXPECT_EQ((Shape{2, 3}).elements(), 6);
    EXPECT_EQ((Shape{2, -1}).elements(), std::nullopt);
    EXPECT_EQ((Shape{0, 3}).elements(), 0);
    EXPECT_EQ((Shape{1LL << 40, 1LL << 40}).elements(), std::nullopt);
    EXPECT_TRUE((Shape{2, 3}).isStatic());
    EXPECT_FALSE((Shape{2, -1}).isStatic());
    EXPECT_EQ(cat(Shape({{.value = 1}, {.symbol = "h"}, {}})), "[1, h, ?]");
    EXPECT_EQ(cat(Shape::scalar()), "[]");
    EXPECT_EQ(cat(Shape()), "[...]");
}

TEST(Shape, NegativeAxesCountFromTheEnd)
{
    EXPECT_EQ(normalAxis(-1, 4), 3);
    EXPECT_EQ(normalAxis(3, 4), 3);
    EXPECT_EQ(normalAxis(4, 4), std::nullopt);
    EXPECT_EQ(normalAxis(-5, 4), std::nullopt);
    EXPECT_EQ(normalAxis(0, 0), std::nullopt);
}

}  // namespace
}  // namespace tw::ir
