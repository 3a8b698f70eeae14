// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/order.h"

#include "core/ir/text_form.h"
#include "core/ops/registry.h"
#include "tests/support/toy_target.h"

namespace tw::schedule {
namespace {

constexpr const char* kRows = R"({"rows": [
  {"op": "Relu", "types": {"X": "f32", "Y": "f32"}, "inplace": {"Y": "X"}, "call": "f", "header": "toy.h", "source": "toy.c"},
  {"op": "Exp", "types": {"X": "f32", "Y": "f32"}, "call": "f", "header": "toy.h", "source": "toy.c"},
  {"op": "Add", "types": {"A": "f32", "B": "f32", "C": "f32"}, "call": "f", "header": "toy.h", "source": "toy.c"},
  {"op": "Softmax", "types": {"X": "f32", "Y": "f32"}, "scratch": "100", "call": "f", "header": "toy.h", "source": "toy.c"}
]})";

struct Bound {
    ir::Graph graph;
    binding::Binding binding;
    target::Target target;
    target::Homes homes;

    OrderProblem problem() const { return orderProblem(graph, binding, target, homes); }
};

Bound bound(std::string_view text)
{
    auto graph = ir::parseGraph(text);
    EXPECT_TRUE(graph) << graph.error().text();
    Diagnostics diagnostics;
    ops::inferGraph(graph.value(), diagnostics);
    const testing::ToyTarget toy(kRows);
    const auto homes = target::defaultHomes(toy.get());
    auto binding = binding::bind(graph.value(), toy.get(), {.homes = homes});
    EXPECT_TRUE(binding.complete()) << binding.diagnostics.front().error.text();
    return {std::move(graph).value(), std::move(binding), toy.get(), homes};
}

NodeOrder ordered(const OrderProblem& problem, OrderKind kind)
{
    Progress progress;
    return orderNodes(problem, kind, progress).value();
}

TEST(OrderProblem, ChainInPlaceNeedsOneBuffer)
{
    const auto b = bound("graph g(x: f32[4]) -> c  a = Relu(x)  b = Relu(a)  c = Relu(b)");
    EXPECT_EQ(ordered(b.problem(), OrderKind::Graph).peakBytes, 16);
}

TEST(OrderProblem, InputThatIsReadLaterIsNotTakenOver)
{
    const auto b = bound("graph g(x: f32[4]) -> c  a = Relu(x)  c = Add(a, x)");
    EXPECT_EQ(ordered(b.problem(), OrderKind::Graph).peakBytes, 48);   // x, a, c
}

TEST(OrderProblem, ScratchCountsAndReshapesDoNot)
{
    const auto b = bound("graph g(x: f32[2,2]) -> c  a = Reshape(x, i64[1]{4})  c = Softmax(a)");
    EXPECT_EQ(ordered(b.problem(), OrderKind::Graph).peakBytes, 16 + 100 + 16);
}

TEST(OrderProblem, PeakIsTheLowerBoundOfThePlan)
{
    auto b = bound("graph g(x: f32[8]) -> f  a = Exp(x)  b = Exp(x)  c = Relu(a)  d = Softmax(b)  e = Add(c, d)  f = Relu(e)");
    for (const auto kind : {OrderKind::Graph, OrderKind::DepthFirst, OrderKind::MinPeak}) {
        const auto order = ordered(b.problem(), kind);
        auto graph = b.graph;
        auto binding = b.binding;
        applyOrder(order, graph, binding);
        EXPECT_TRUE(ir::checkGraph(graph));
        const auto plan = memory::planBuffers(graph, binding, b.target, b.homes);
        EXPECT_EQ(memory::lowerBound(plan.buffers), order.peakBytes);
    }
}

TEST(ApplyOrder, KeepsNodesAndTheirBindingTogether)
{
    auto b = bound("graph g(x: f32[8]) -> c  a = Exp(x)  b = Relu(x)  c = Add(a, b)");
    applyOrder({.nodes = {1, 0, 2}}, b.graph, b.binding);
    EXPECT_EQ(b.graph.nodes.front().op, "Relu");
    for (std::size_t i = 0; i < b.graph.nodes.size(); ++i)
        EXPECT_EQ(b.binding.nodes[i].node, b.graph.nodes[i].id);
}

}  // namespace
}  // namespace tw::schedule
