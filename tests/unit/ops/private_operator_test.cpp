// SPDX-License-Identifier: Apache-2.0
#include "core/ops/private_operator.h"
#include "core/ops/registry.h"

#include <gtest/gtest.h>

namespace tw::ops {
namespace {

Expression formula(const char* text)
{
    return Expression::parse(text).value();
}

/// Halves the channels of X, keeps its type; a second output is one i32 per image.
PrivateOperator fold()
{
    return {.domain = "acme", .op = "Fold", .argsType = "acme_fold_args", .inputs = {"X", "T"},
            .outputs = {{.name = "Y", .dims = {formula("N"), formula("C / 2"), formula("H"), formula("W - pads_1")}, .typeOfInput = 0},
                        {.name = "S", .dims = {formula("X_0")}, .type = DataType::I32}},
            .arguments = {{"count", formula("elements")}, {"gain", formula("gain / 4")}, {"table", formula("T_0")}},
            .macs = formula("2 * elements")};
}

OpNode node(const Shape& x)
{
    OpNode view;
    view.node = {.id = {0}, .name = "fold", .op = "Fold", .domain = "acme"};
    view.node.attributes = {{"gain", std::int64_t{3}}, {"pads", std::vector<std::int64_t>{0, 1}}};
    view.inputs = {{.present = true, .type = DataType::I8, .shape = x}, {.present = true, .type = DataType::U8, .shape = Shape{16}}};
    return view;
}

class PrivateOperators : public testing::Test {
protected:
    PrivateOperators() { addPrivateOperator(fold(), set_); }
    const OpDef& def() const { return *set_.find("acme", "Fold"); }

    OperatorSet set_;
};

TEST_F(PrivateOperators, AreFoundByDomainAndName)
{
    EXPECT_NE(set_.find("acme", "Fold"), nullptr);
    EXPECT_EQ(set_.find("", "Fold"), nullptr);
    EXPECT_EQ(set_.find("acme", "Unfold"), nullptr);
}

TEST_F(PrivateOperators, InferShapesAndTypesFromFormulas)
{
    const auto results = inferNode(def(), node({2, 6, 4, 5}));
    ASSERT_TRUE(results) << results.error().text();
    EXPECT_EQ(results->at(0).shape, (Shape{2, 3, 4, 4}));
    EXPECT_EQ(results->at(0).type, DataType::I8);
    EXPECT_EQ(results->at(1).shape, (Shape{2}));
    EXPECT_EQ(results->at(1).type, DataType::I32);
}

TEST_F(PrivateOperators, GiveWhatIsKnownOfADynamicShape)
{
    const auto results = inferNode(def(), node({-1, 6, 4, 5}));
    ASSERT_TRUE(results) << results.error().text();
    EXPECT_EQ(results->at(0).shape, (Shape{-1, 3, 4, 4}));
}

TEST_F(PrivateOperators, RefuseDimensionsThatAreNoWholeNumbers)
{
    const auto results = inferNode(def(), node({2, 5, 4, 5}));
    ASSERT_FALSE(results);
    EXPECT_EQ(results.error().code, Code::BadShape);
    EXPECT_NE(results.error().message.find("2.5"), std::string::npos);
}

TEST_F(PrivateOperators, NameTheFormulaThatUsesAnUnknownName)
{
    auto bare = node({2, 6, 4, 5});
    bare.node.attributes.clear();
    const auto results = inferNode(def(), bare);
    ASSERT_FALSE(results);
    EXPECT_NE(results.error().message.find("pads_1"), std::string::npos) << results.error().text();
}

TEST_F(PrivateOperators, NeedAllTheirInputs)
{
    auto half = node({2, 6, 4, 5});
    half.inputs.pop_back();
    EXPECT_EQ(inferNode(def(), half).error().code, Code::BadGraph);
}

TEST_F(PrivateOperators, HandArgumentsToTheKernelAndCountWork)
{
    auto full = node({2, 6, 4, 5});
    full.outputs = {{.present = true, .type = DataType::I8, .shape = {2, 3, 4, 4}}, {.present = true, .type = DataType::I32, .shape = Shape{2}}};
    const auto arguments = argumentsOf(def(), full);
    ASSERT_TRUE(arguments) << arguments.error().text();
    EXPECT_EQ(std::get<std::int64_t>(arguments->at(0).value), 240);
    EXPECT_EQ(std::get<double>(arguments->at(1).value), 0.75);
    EXPECT_EQ(std::get<std::int64_t>(arguments->at(2).value), 16);
    const auto counts = countNode(def(), full);
    EXPECT_EQ(counts.macs, 480);
    EXPECT_EQ(counts.elementOps, 96);
    EXPECT_EQ(counts.readBytes, 256);
    EXPECT_EQ(counts.writeBytes, 104);
}

TEST_F(PrivateOperators, SayThatThereIsNoReference)
{
    const auto results = evaluateNode(def(), node({2, 6, 4, 5}));
    ASSERT_FALSE(results);
    EXPECT_EQ(results.error().code, Code::UnsupportedOperator);
    EXPECT_FALSE(results.error().hint.empty());
}

TEST_F(PrivateOperators, AreFoundThroughTheGraphThatCarriesThem)
{
    auto set = std::make_shared<OperatorSet>();
    addPrivateOperator(fold(), *set);
    ir::Graph graph;
    const ir::Node foldNode{.op = "Fold", .domain = "acme"};
    EXPECT_EQ(findOp(graph, foldNode), nullptr);
    graph.operators = set;
    ASSERT_NE(findOp(graph, foldNode), nullptr);
    EXPECT_EQ(findOp(graph, foldNode)->inputNames, (std::vector<std::string_view>{"X", "T"}));
    EXPECT_NE(findOp(graph, ir::Node{.op = "Relu"}), nullptr);
}

}  // namespace
}  // namespace tw::ops
