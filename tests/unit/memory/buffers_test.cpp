// SPDX-License-Identifier: Apache-2.0
#include "core/memory/buffers.h"

#include "core/ir/text_form.h"
#include "core/ops/registry.h"
#include "tests/support/toy_target.h"

namespace tw::memory {
namespace {

constexpr const char* kRows = R"({"rows": [
  {"op": "Relu", "types": {"X": "f32", "Y": "f32"}, "inplace": {"Y": "X"}, "call": "f", "header": "toy.h", "source": "toy.c"},
  {"op": "Exp", "types": {"X": "f32", "Y": "f32"}, "call": "f", "header": "toy.h", "source": "toy.c"},
  {"op": "Softmax", "types": {"X": "f32", "Y": "f32"}, "scratch": "100", "call": "f", "header": "toy.h", "source": "toy.c"}
]})";

struct Planned {
    ir::Graph graph;
    BufferPlan plan;

    int bufferOf(const std::string& name) const
    {
        for (std::size_t i = 0; i < graph.tensors.size(); ++i)
            if (graph.tensors[i].name == name)
                return plan.ofTensor[i];
        ADD_FAILURE() << "no tensor " << name;
        return -2;
    }
    const Buffer& buffer(const std::string& name) const { return plan.buffers.at(static_cast<std::size_t>(bufferOf(name))); }
};

Planned planned(std::string_view text)
{
    auto graph = ir::parseGraph(text);
    EXPECT_TRUE(graph) << graph.error().text();
    Diagnostics diagnostics;
    ops::inferGraph(graph.value(), diagnostics);
    const testing::ToyTarget target(kRows);
    const auto binding = binding::bind(graph.value(), target.get(), {.homes = target::defaultHomes(target.get())});
    EXPECT_TRUE(binding.complete()) << binding.diagnostics.front().error.text();
    return {graph.value(), planBuffers(graph.value(), binding, target.get())};
}

TEST(PlanBuffers, LivesFromItsMakerToItsLastReader)
{
    const auto p = planned("graph g(x: f32[4]) -> d  a = Exp(x)  b = Exp(a)  c = Exp(b)  d = Exp(c)");
    EXPECT_EQ(p.buffer("x").alive.begin, 0);
    EXPECT_EQ(p.buffer("x").alive.end, 2);   // read by the first node, at step 1
    EXPECT_EQ(p.buffer("b").alive.begin, 2);
    EXPECT_EQ(p.buffer("b").alive.end, 4);
    EXPECT_EQ(p.buffer("d").alive.end, 6);   // the output is read after the last node, at step 5
    EXPECT_EQ(p.buffer("a").bytes, 16);
}

TEST(PlanBuffers, WritesInPlaceOnlyOverItsLastUse)
{
    const auto free = planned("graph g(x: f32[4]) -> b  a = Exp(x)  b = Relu(a)");
    EXPECT_EQ(free.bufferOf("a"), free.bufferOf("b"));
    const auto needed = planned("graph g(x: f32[4]) -> b, c  a = Exp(x)  b = Relu(a)  c = Exp(a)");
    EXPECT_NE(needed.bufferOf("a"), needed.bufferOf("b"));
    const auto output = planned("graph g(x: f32[4]) -> a, b  a = Exp(x)  b = Relu(a)");
    EXPECT_NE(output.bufferOf("a"), output.bufferOf("b"));
}

TEST(PlanBuffers, NeverWritesInPlaceWithoutTheRowsWord)
{
    const auto p = planned("graph g(x: f32[4]) -> b  a = Exp(x)  b = Exp(a)");
    EXPECT_NE(p.bufferOf("a"), p.bufferOf("b"));
}

TEST(PlanBuffers, ReshapesShareTheBufferAndItsLifetime)
{
    const auto p = planned("graph g(x: f32[2,3]) -> c  a = Exp(x)  b = Reshape(a, i64[1]{6})  c = Exp(b)");
    EXPECT_EQ(p.bufferOf("a"), p.bufferOf("b"));
    EXPECT_EQ(p.buffer("a").alive.begin, 1);
    EXPECT_EQ(p.buffer("a").alive.end, 4);
}

TEST(PlanBuffers, AnInPlaceNodeSeesReadersOfTheReshapedView)
{
    const auto p = planned("graph g(x: f32[2,3]) -> c, d  a = Exp(x)  b = Reshape(a, i64[1]{6})  c = Relu(a)  d = Exp(b)");
    EXPECT_NE(p.bufferOf("a"), p.bufferOf("c"));
}

TEST(PlanBuffers, ScratchLivesForOneStep)
{
    const auto p = planned("graph g(x: f32[4]) -> b  a = Exp(x)  b = Softmax(a)");
    ASSERT_EQ(p.plan.scratchOfNode.at(0), -1);
    const auto& scratch = p.plan.buffers.at(static_cast<std::size_t>(p.plan.scratchOfNode.at(1)));
    EXPECT_EQ(scratch.bytes, 100);
    EXPECT_EQ(scratch.alive.begin, 2);
    EXPECT_EQ(scratch.alive.end, 3);
}

TEST(PlanBuffers, ConstantsTakeNoBuffer)
{
    const auto p = planned("graph g(x: f32[4]) -> c, v  w = const f32[2,2] seed 1  v = Reshape(w, i64[1]{4})  c = Exp(x)");
    EXPECT_EQ(p.bufferOf("w"), -1);
    EXPECT_EQ(p.bufferOf("v"), -1);
}

}  // namespace
}  // namespace tw::memory
