// SPDX-License-Identifier: Apache-2.0
#include "core/binding/bind.h"

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

}  // namespace
}  // namespace tw::binding
