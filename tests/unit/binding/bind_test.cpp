// SPDX-License-Identifier: Apache-2.0
#include "core/binding/bind.h"

#include "core/base/text.h"
#include "core/ir/text_form.h"
#include "core/ops/registry.h"
#include "tests/support/toy_target.h"

namespace tw::binding {
namespace {

constexpr const char* kRows = R"({"rows": [
  {"op": "Softmax", "types": {"X": "f32", "Y": "f32"}, "when": "length > 4", "why": "needs rows longer than four", "call": "fast",
   "header": "toy.h", "source": "toy.c", "cycles": "length * 2"},
  {"op": "Relu", "types": {"X": "i8", "Y": "i8"}, "call": "relu_i8", "header": "toy.h", "source": "toy.c"}
]})";

Binding boundTo(const char* rows, std::string_view text)
{
    auto graph = ir::parseGraph(text);
    EXPECT_TRUE(graph) << graph.error().text();
    Diagnostics diagnostics;
    ops::inferGraph(graph.value(), diagnostics);
    const testing::ToyTarget target(rows);
    return bind(graph.value(), target.get(), {.homes = target::defaultHomes(target.get())});
}

TEST(Bind, SaysWhichTypeAKernelTakes)
{
    const auto bound = boundTo(kRows, "graph g(x: f32[4]) -> y  y = Relu(x)");
    ASSERT_EQ(bound.diagnostics.size(), 1u);
    EXPECT_EQ(bound.diagnostics[0].error.code, Code::NoKernel);
    EXPECT_EQ(bound.nodes.at(0).refusals.at("cpu"), "X is f32, the kernel takes i8");
    EXPECT_TRUE(bound.nodes[0].refused());
}

TEST(Bind, SaysThatThereIsNoKernelAtAll)
{
    const auto bound = boundTo(kRows, "graph g(x: f32[4]) -> y  y = Exp(x)");
    EXPECT_EQ(bound.nodes.at(0).refusals.at("cpu"), "cpu has no kernel for Exp");
}

TEST(Bind, KeepsAnUnknownOperatorWithItsReason)
{
    const auto bound = boundTo(kRows, "graph g(x: f32[4]) -> y  opset com.example 1  y = com.example::Mystery(x)");
    ASSERT_EQ(bound.nodes.size(), 1u);
    EXPECT_NE(bound.nodes[0].refusals.at("cpu").find("Mystery"), std::string::npos);
}

TEST(Bind, AnAliasNeedsNoKernel)
{
    const auto bound = boundTo(kRows, "graph g(x: f32[4]) -> y  y = Reshape(x, i64[2]{2, 2})");
    EXPECT_TRUE(bound.complete());
    EXPECT_TRUE(bound.nodes.at(0).alias);
}

TEST(Bind, AColourKeepsTheNodeOnItsEngine)
{
    const testing::ToyTarget target(kRows);
    const auto graph = ir::parseGraph("graph g(x: i8[4]) -> y  y: i8[4] = Relu(x)").value();
    const BindOptions here{.homes = target::defaultHomes(target.get()), .engineOf = {{graph.nodes[0].id, "cpu"}}};
    EXPECT_TRUE(bind(graph, target.get(), here).complete());
    const BindOptions elsewhere{.homes = target::defaultHomes(target.get()), .engineOf = {{graph.nodes[0].id, "npu"}}};
    const auto refused = bind(graph, target.get(), elsewhere);
    ASSERT_EQ(refused.diagnostics.size(), 1u);
    EXPECT_EQ(refused.diagnostics[0].error.message, "npu cannot run this Relu: the target has no such engine");
    EXPECT_TRUE(refused.nodes.at(0).refusals.empty()) << "cpu could run it";
}

constexpr const char* kTypedRows = R"({"rows": [
  {"op": "Relu", "types": {"X": "i8", "Y": "i8"}, "call": "relu_i8", "header": "toy.h", "source": "toy.c"},
  {"op": "Relu", "types": {"X": ["i16", "f32"], "Y": ["i16", "f32"]}, "call": "relu", "header": "toy.h", "source": "toy.c"},
  {"op": "Softmax", "types": {"X": "f32", "Y": "f32"}, "call": "softmax", "header": "toy.h", "source": "toy.c"}
]})";

/// x -> Relu -> ... -> Relu -> Softmax with `relus` rectifiers and no types but those of `input`.
ir::Graph openChain(int relus, ir::DataType input)
{
    ir::Graph graph{.name = "chain", .tensors = {}, .nodes = {}, .inputs = {}, .outputs = {}, .opsets = {{"", 17}}};
    auto last = graph.addTensor({.name = "x", .type = input, .shape = {4}});
    graph.inputs = {last};
    for (int i = 0; i <= relus; ++i) {
        const auto next = graph.addTensor({.name = cat("t", i), .type = ir::DataType::Undefined, .shape = {4}});
        graph.addNode({.id = {}, .name = cat("n", i), .op = i == relus ? "Softmax" : "Relu", .inputs = {last}, .outputs = {next}});
        last = next;
    }
    graph.outputs = {last};
    return graph;
}

TEST(Bind, OpenTypesFollowFromTheLastNodeOf200)
{
    const testing::ToyTarget target(kTypedRows);
    const auto graph = openChain(199, ir::DataType::Undefined);
    const auto bound = bind(graph, target.get(), {.homes = target::defaultHomes(target.get())});
    ASSERT_TRUE(bound.complete()) << bound.diagnostics.front().error.text();
    EXPECT_EQ(bound.types.size(), 201u);
    for (const auto& [tensor, type] : bound.types)
        EXPECT_EQ(type, ir::DataType::F32);
    EXPECT_EQ(target.get().rows[static_cast<std::size_t>(bound.nodes[0].row)].call, "relu");
    EXPECT_LE(bound.visited, 400);
    EXPECT_EQ(withTypes(graph, bound).tensor(graph.outputs[0]).type, ir::DataType::F32);
}

TEST(Bind, TheFirstRowDecidesAnOpenTypeThatNothingElseNeeds)
{
    const testing::ToyTarget target(kTypedRows);
    auto graph = openChain(3, ir::DataType::Undefined);
    graph.nodes.pop_back();
    const auto bound = bind(graph, target.get(), {.homes = target::defaultHomes(target.get())});
    ASSERT_TRUE(bound.complete());
    EXPECT_EQ(bound.types.at(graph.inputs[0]), ir::DataType::I8);
}

TEST(Bind, NamesTheNodesWhoseTypesExcludeEachOther)
{
    const testing::ToyTarget target(kTypedRows);
    const auto bound = bind(openChain(1, ir::DataType::I8), target.get(), {.homes = target::defaultHomes(target.get())});
    ASSERT_EQ(bound.diagnostics.size(), 1u);
    const auto& error = bound.diagnostics[0].error;
    EXPECT_EQ(error.message, "no kernels of n0, n1 agree on the types between them: t0 is i8 from n0 and f32 for n1");
    EXPECT_EQ(error.place.node, "n1");
    EXPECT_FALSE(bound.nodes[0].refused()) << "the rest is bound";
    EXPECT_EQ(bound.nodes[1].refusals.at("cpu"), error.message);
}

TEST(Bind, AReshapeHandsAnOpenTypeOn)
{
    const testing::ToyTarget target(kTypedRows);
    auto graph = openChain(1, ir::DataType::Undefined);
    const auto shape = graph.addConstant("shape", ir::makeTensor<std::int64_t>(ir::DataType::I64, {1}, {4}));
    graph.nodes[0].op = "Reshape";
    graph.nodes[0].inputs.push_back(shape);
    const auto bound = bind(graph, target.get(), {.homes = target::defaultHomes(target.get())});
    ASSERT_TRUE(bound.complete()) << bound.diagnostics.front().error.text();
    EXPECT_EQ(bound.types.at(graph.inputs[0]), ir::DataType::F32);
}

}  // namespace
}  // namespace tw::binding
