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

/// The toy with a far memory in which tensors live; `engineReads`: its engine uses them there.
target::Target twoLevels(const std::vector<std::string>& engineReads)
{
    auto target = testing::ToyTarget(kRows).get();
    target.memories = {{.name = "near", .bytes = 1000, .alignment = 4}, {.name = "far", .bytes = 10000, .alignment = 16}};
    target.engines.front().memory = "near";
    target.engines.front().reads = engineReads;
    target.activationHomes = target.constantHomes = {"far"};
    return target;
}

struct Planned {
    ir::Graph graph;
    target::Target target;
    binding::Binding binding;
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

Planned planned(std::string_view text, target::Target target)
{
    auto graph = ir::parseGraph(text);
    EXPECT_TRUE(graph) << graph.error().text();
    Diagnostics diagnostics;
    ops::inferGraph(graph.value(), diagnostics);
    const auto homes = target::defaultHomes(target);
    auto binding = binding::bind(graph.value(), target, {.homes = homes});
    EXPECT_TRUE(binding.complete()) << binding.diagnostics.front().error.text();
    auto plan = planBuffers(graph.value(), binding, target, homes);
    EXPECT_EQ(violations(graph.value(), binding, target, plan), std::vector<std::string>{});
    return {std::move(graph).value(), std::move(target), std::move(binding), std::move(plan)};
}

Planned planned(std::string_view text)
{
    return planned(text, testing::ToyTarget(kRows).get());
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

TEST(PlanBuffers, StagedOperandsLiveAtHomeAndHaveCopiesForOneStep)
{
    const auto p = planned("graph g(x: f32[4]) -> b  a = Exp(x)  b = Exp(a)", twoLevels({}));
    EXPECT_EQ(p.buffer("a").memory, "far");
    EXPECT_EQ(p.buffer("a").alignment, 16);
    const int in = p.plan.copyOfInput.at(1).at(0);
    const int out = p.plan.copyOfOutput.at(1).at(0);
    ASSERT_GE(in, 0);
    ASSERT_GE(out, 0);
    EXPECT_NE(in, out);   // Exp does not work in place
    const auto& copy = p.plan.buffers.at(static_cast<std::size_t>(in));
    EXPECT_EQ(copy.memory, "near");
    EXPECT_EQ(copy.alignment, 4);
    EXPECT_EQ(copy.bytes, 16);
    EXPECT_EQ(copy.alive.begin, 2);
    EXPECT_EQ(copy.alive.end, 3);
}

TEST(PlanBuffers, OperandsThatTheEngineReadsAtHomeHaveNoCopies)
{
    const auto p = planned("graph g(x: f32[4]) -> b  a = Exp(x)  b = Exp(a)", twoLevels({"far"}));
    EXPECT_EQ(p.plan.copyOfInput.at(1).at(0), -1);
    EXPECT_EQ(p.plan.copyOfOutput.at(1).at(0), -1);
    EXPECT_NE(p.bufferOf("a"), p.bufferOf("b"));
}

TEST(PlanBuffers, StagedNodesWriteBackOverTheirInputWhateverTheRowSays)
{
    const auto last = planned("graph g(x: f32[4]) -> b  a = Exp(x)  b = Exp(a)", twoLevels({}));
    EXPECT_EQ(last.bufferOf("a"), last.bufferOf("b"));
    const auto needed = planned("graph g(x: f32[4]) -> b, c  a = Exp(x)  b = Exp(a)  c = Exp(a)", twoLevels({}));
    EXPECT_NE(needed.bufferOf("a"), needed.bufferOf("b"));
}

TEST(PlanBuffers, InPlaceKernelsShareTheCopyEvenWhenTheInputIsNeededLater)
{
    const auto p = planned("graph g(x: f32[4]) -> b, c  a = Exp(x)  b = Relu(a)  c = Exp(a)", twoLevels({}));
    EXPECT_EQ(p.plan.copyOfInput.at(1).at(0), p.plan.copyOfOutput.at(1).at(0));
    EXPECT_NE(p.bufferOf("a"), p.bufferOf("b"));
}

TEST(PlanBuffers, CopiesThatNoLinkServesPassThroughTheMemoryBetween)
{
    auto target = twoLevels({});
    target.memories.push_back({.name = "middle", .bytes = 1000, .alignment = 8});
    target.links = {{.name = "outer", .far = "far", .near = "middle"}, {.name = "inner", .far = "middle", .near = "near"}};
    const auto p = planned("graph g(x: f32[4]) -> a  a = Exp(x)", target);
    const int way = p.plan.wayOfInput.at(0).at(0);
    ASSERT_GE(way, 0);
    EXPECT_EQ(p.plan.buffers.at(static_cast<std::size_t>(way)).memory, "middle");
    EXPECT_EQ(p.plan.buffers.at(static_cast<std::size_t>(way)).bytes, 16);
    target.links.push_back({.name = "direct", .far = "far", .near = "near"});
    EXPECT_EQ(planned("graph g(x: f32[4]) -> a  a = Exp(x)", target).plan.wayOfInput.at(0).at(0), -1);
}

TEST(PlanBuffers, ScratchLiesWhereTheOperandsAreStaged)
{
    const auto p = planned("graph g(x: f32[4]) -> a  a = Softmax(x)", twoLevels({}));
    EXPECT_EQ(p.plan.buffers.at(static_cast<std::size_t>(p.plan.scratchOfNode.at(0))).memory, "near");
}

TEST(PlanViolations, FindsEachBrokenRule)
{
    const auto broken = [](auto change) {
        auto p = planned("graph g(x: f32[4]) -> b, c  a = Exp(x)  b = Softmax(a)  c = Exp(a)", twoLevels({}));
        change(p.plan, static_cast<std::size_t>(p.bufferOf("a")));
        return violations(p.graph, p.binding, p.target, p.plan);
    };
    EXPECT_TRUE(broken([](BufferPlan&, std::size_t) {}).empty());
    EXPECT_FALSE(broken([](BufferPlan& plan, std::size_t a) { plan.buffers[a].bytes = 15; }).empty());
    EXPECT_FALSE(broken([](BufferPlan& plan, std::size_t a) { plan.buffers[a].alive.end = 3; }).empty());
    EXPECT_FALSE(broken([](BufferPlan& plan, std::size_t a) { plan.buffers[a].memory = "near"; }).empty());
    EXPECT_FALSE(broken([](BufferPlan& plan, std::size_t) { plan.copyOfInput[0][0] = -1; }).empty());
    EXPECT_FALSE(broken([](BufferPlan& plan, std::size_t) { plan.copyOfOutput[0][0] = plan.copyOfInput[0][0]; }).empty());
    EXPECT_FALSE(broken([](BufferPlan& plan, std::size_t) { plan.scratchOfNode[1] = -1; }).empty());
}

TEST(PlanViolations, FindsAValueThatIsOverwrittenBeforeItsLastReader)
{
    auto p = planned("graph g(x: f32[4]) -> b, c  a = Exp(x)  b = Exp(a)  c = Exp(a)");
    const auto b = static_cast<std::size_t>(std::find_if(p.graph.tensors.begin(), p.graph.tensors.end(),
                                                         [](const auto& t) { return t.name == "b"; }) - p.graph.tensors.begin());
    p.plan.buffers[static_cast<std::size_t>(p.bufferOf("a"))].alive.end = 6;
    p.plan.ofTensor[b] = p.bufferOf("a");
    const auto sentences = violations(p.graph, p.binding, p.target, p.plan);
    ASSERT_EQ(sentences.size(), 2u);   // the kernel reads what it writes, and c comes too late
    EXPECT_NE(sentences[0].find("does not allow"), std::string::npos) << sentences[0];
    EXPECT_NE(sentences[1].find("overwritten"), std::string::npos) << sentences[1];
}

}  // namespace
}  // namespace tw::memory
