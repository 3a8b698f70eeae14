// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/test_data.h"

#include "core/ir/text_form.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tw::deploy {
namespace {

using ir::DataType;

ir::Graph graphOf(std::string_view text)
{
    auto graph = ir::parseGraph(text);
    EXPECT_TRUE(graph) << graph.error().text();
    return graph.value();
}

onnx::NamedTensor floats(const std::string& name, const std::vector<float>& values)
{
    return {name, ir::makeTensor(DataType::F32, ir::Shape{static_cast<std::int64_t>(values.size())}, values)};
}

TEST(MatchPorts, PrefersNamesAndFallsBackToPositions)
{
    const auto graph = graphOf("graph g(a: f32[1], b: f32[1]) -> c  c = Add(a, b)");
    const auto named = matchPorts(graph, graph.inputs, {floats("b", {2}), floats("a", {1})});
    ASSERT_TRUE(named);
    EXPECT_EQ(named.value()[0].name, "a");
    const auto numbered = matchPorts(graph, graph.inputs, {floats("arr_0", {1}), floats("arr_1", {2}), floats("arr_2", {3})});
    ASSERT_TRUE(numbered);
    EXPECT_EQ(numbered.value().size(), 2u);
    EXPECT_EQ(numbered.value()[0].name, "arr_0");
    EXPECT_FALSE(matchPorts(graph, graph.inputs, {floats("a", {1})}));
}

TEST(IntegerInputTypes, TakesTheSmallestTypeUnsignedFirst)
{
    const auto graph = graphOf("graph g(a: f32[2], b: f32[2], c: f32[2], d: f32[2]) -> e  e = Sum(a, b, c, d)");
    const auto integers = [](const std::string& name, std::vector<std::int64_t> values) {
        return onnx::NamedTensor{name, ir::makeTensor(DataType::I64, ir::Shape{2}, values)};
    };
    const auto types = integerInputTypes(graph, {integers("a", {0, 255}), integers("b", {-1, 127}), integers("c", {-1, 300}),
                                                 floats("d", {0, 1})});
    EXPECT_EQ(types.at("a"), DataType::U8);
    EXPECT_EQ(types.at("b"), DataType::I8);
    EXPECT_EQ(types.at("c"), DataType::I16);
    EXPECT_FALSE(types.contains("d"));   // whole floats of a float network stay floats
}

TEST(DimsOf, ReadsSymbolsFromTheArrays)
{
    const auto graph = graphOf("graph g(a: f32[n,3]) -> b  b = Relu(a)");
    const onnx::NamedTensor array{"a", ir::makeTensor(DataType::F32, ir::Shape{5, 3}, std::vector<float>(15))};
    EXPECT_EQ(dimsOf(graph, {array}).at("n"), 5);
}

TEST(Conform, ConvertsRepeatsAndReshapes)
{
    const ir::Tensor port{.name = "x", .type = DataType::I8, .shape = ir::Shape{2, 2}};
    const auto data = conform(floats("x", {1, -2}).data, port);
    ASSERT_TRUE(data) << data.error().text();
    EXPECT_EQ(ir::toIntegers(data.value()), (std::vector<std::int64_t>{1, -2, 1, -2}));
    EXPECT_EQ(data.value().shape, (ir::Shape{2, 2}));
}

TEST(Conform, RefusesWhatWouldChangeAValue)
{
    const ir::Tensor port{.name = "x", .type = DataType::I8, .shape = ir::Shape{2}};
    EXPECT_FALSE(conform(floats("x", {0.5f, 1}).data, port));
    EXPECT_FALSE(conform(floats("x", {200, 1}).data, port));
    EXPECT_FALSE(conform(floats("x", {1, 2, 3}).data, port));
}

TEST(Compare, HoldsIntegersExactAndFloatsToTheTolerance)
{
    const auto ints = [](std::vector<std::int32_t> v) { return ir::makeTensor(DataType::I32, ir::Shape{2}, v); };
    EXPECT_EQ(compare("y", ints({1, 2}), ints({1, 3}), {}).mismatches, 1);
    EXPECT_EQ(compare("y", ints({1, 2}), ints({1, 3}), {.steps = 1}).mismatches, 0);
    const auto a = floats("", {1.0f, std::nanf("")}).data;
    EXPECT_EQ(compare("y", a, floats("", {1.00005f, std::nanf("")}).data, {}).mismatches, 0);
    EXPECT_EQ(compare("y", a, floats("", {1.001f, 0}).data, {}).mismatches, 2);
    EXPECT_EQ(compare("y", a, floats("", {1}).data, {}).mismatches, 2);
}

}  // namespace
}  // namespace tw::deploy
