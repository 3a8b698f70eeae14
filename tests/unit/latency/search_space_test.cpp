// SPDX-License-Identifier: Apache-2.0
#include "core/latency/search_space.h"

#include "vectors.h"

#include "core/ir/text_form.h"
#include "core/latency/space_calculator.h"
#include "core/latency/space_file.h"
#include "core/onnx/foreign_inference.h"
#include "core/ops/registry.h"

#include <gtest/gtest.h>

#include <fstream>

namespace tw::latency {
namespace {

using test::faultIn;

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

/// Two blocks: a choice of convolutions with a shared constant, and an activation that may be skipped.
const std::string kSpace = R"(
    graph space(x: f32[1,2,4,4]) -> z
    opset 17
    opset ai.tilewright.search 1
    shared = const f32[3,2,1,1] seed 1
    a = Relu(x)
    y = ai.tilewright.search::SearchBlock(a) {op_names=["narrow", "wide"], default_index=1, candidates=[
        graph narrow(i: f32[1,2,4,4]) -> o { o = Conv(i, shared) },
        graph wide(i: f32[1,2,4,4]) -> o { w = const f32[3,2,3,3] seed 2
                                           c = Conv(i, w) {pads=[1,1,1,1]}
                                           o = Relu(c) }]} as first
    z = ai.tilewright.search::SearchBlock(y) {op_names=["skip", "sigmoid"], candidates=[
        graph skip(i: f32[1,3,4,4]) -> i { },
        graph sigmoid(i: f32[1,3,4,4]) -> o { o = Sigmoid(i) }]} as second
)";

ir::Graph parsed(const std::string& text)
{
    auto graph = ir::parseGraph(text);
    EXPECT_TRUE(graph) << graph.error().text();
    return graph ? std::move(graph).value() : ir::Graph{};
}

std::optional<Fault> faultOfText(const std::string& from, const std::string& to)
{
    return faultIn(searchSpaceOf(parsed(replaced(kSpace, from, to))));
}

SearchSpace space()
{
    auto read = searchSpaceOf(parsed(kSpace));
    EXPECT_TRUE(read) << read.error().text();
    return std::move(read).value();
}

TEST(SearchSpace, ReadsBlocksInTheOrderOfTheGraph)
{
    const auto read = space();
    ASSERT_EQ(read.blocks.size(), 2u);
    EXPECT_EQ(read.blocks[0].name, "first");
    EXPECT_EQ(read.blocks[0].candidates[1].name, "wide");
    EXPECT_EQ(read.defaultArch(), (Arch{1, 0}));
    const auto& behind = read.graph.tensor(read.graph.outputs[0]);
    EXPECT_EQ(behind.shape, (ir::Shape{1, 3, 4, 4})) << "types go on behind blocks";
}

TEST(SearchSpace, EachRuleHasItsFault)
{
    EXPECT_EQ(faultOfText(R"(op_names=["narrow", "wide"])", R"(op_names=["narrow"])"), Fault::OperationNamesLength);
    EXPECT_EQ(faultOfText(R"(op_names=["narrow", "wide"])", R"(op_names=["narrow", "narrow"])"), Fault::OperationNameRepeated);
    EXPECT_EQ(faultOfText(R"(op_names=["narrow", "wide"])", R"(op_names=["narrow", ""])"), Fault::OperationNameEmpty);
    EXPECT_EQ(faultOfText("default_index=1", "default_index=2"), Fault::BadDefaultIndex);
    EXPECT_EQ(faultOfText("default_index=1", "probabilities=[0.5,0.6]"), Fault::BadProbabilities);
    EXPECT_EQ(faultOfText("default_index=1", "probabilities=[1.0]"), Fault::BadProbabilities);
    EXPECT_EQ(faultOfText("default_index=1", "latencies=[1.0,-1.0]"), Fault::BadLatencies);
    EXPECT_EQ(faultOfText("graph skip(i: f32[1,3,4,4]) -> i", "graph skip(i: f32[1,3,4,4], j: f32[1]) -> i"), Fault::InterfaceCount);
    EXPECT_EQ(faultOfText("pads=[1,1,1,1]", "pads=[0,0,0,0]"), Fault::InterfaceShape);
    EXPECT_EQ(faultOfText("o = Sigmoid(i)", "o = Greater(i, i)"), Fault::InterfaceType);
    EXPECT_EQ(faultOfText("o = Sigmoid(i)", "o = Add(i, a)"), Fault::CapturesActivation);
    EXPECT_EQ(faultOfText("o = Sigmoid(i)", "o = unknown.domain::Thing(i)"), Fault::CandidateInvalid);
    EXPECT_EQ(faultOfText("o = Sigmoid(i)", "o = RandomNormalLike(i)"), Fault::RandomCandidate);
    EXPECT_EQ(faultOfText("o = Sigmoid(i)", R"(o = ai.tilewright.search::SearchBlock(i) {op_names=["a"], candidates=[graph a(k: f32[1,3,4,4]) -> k { }]})"),
              Fault::NestedBlock);
    EXPECT_EQ(faultOfText("as second", "as first"), Fault::BlockNameRepeated);
}

TEST(SearchSpace, BlocksNeedNamesAndCandidates)
{
    auto graph = parsed(kSpace);
    graph.nodes[1].name.clear();
    EXPECT_EQ(faultIn(searchSpaceOf(graph)), Fault::BlockNameEmpty);
    graph = parsed(kSpace);
    graph.nodes[1].attributes.erase("candidates");
    EXPECT_EQ(faultIn(searchSpaceOf(graph)), Fault::NoCandidates);
}

TEST(SearchSpace, RandomCandidatesAreAllowedWhenFlagged)
{
    auto graph = parsed(replaced(kSpace, "o = Sigmoid(i)", "o = RandomNormalLike(i)"));
    graph.nodes[2].attributes["allow_random"] = std::int64_t{1};
    EXPECT_TRUE(searchSpaceOf(graph));
}

TEST(SearchSpace, RefusesBlocksInsideOfBodies)
{
    auto graph = parsed(kSpace);
    auto body = std::make_shared<ir::Graph>();
    body->nodes = {graph.nodes[1]};
    graph.nodes[0].attributes["body"] = ir::GraphPointer(body);
    EXPECT_EQ(faultIn(searchSpaceOf(graph)), Fault::BlockInSubgraph);
}

TEST(SearchSpace, RefusesMoreCandidatesThanTheLimit)
{
    auto graph = parsed(kSpace);
    auto& candidates = std::get<std::vector<ir::GraphPointer>>(graph.nodes[1].attributes["candidates"]);
    candidates.assign(4097, candidates.front());
    EXPECT_EQ(faultIn(searchSpaceOf(graph)), Fault::SpaceTooLarge);
}

TEST(SearchSpace, DropsStoredArchitecturesThatDoNotFit)
{
    auto graph = parsed(kSpace);
    graph.metadata["search.current_arch"] = "[0, 1]";
    graph.metadata["search.best_arch"] = "[0, 7]";
    const auto read = searchSpaceOf(graph);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->current, (Arch{0, 1}));
    EXPECT_FALSE(read->best);
    ASSERT_EQ(read->diagnostics.size(), 1u);
    EXPECT_EQ(read->diagnostics[0].severity, Severity::Warning);
}

TEST(SearchSpace, WarnsOfABlockThatNobodyReads)
{
    auto graph = parsed(kSpace);
    graph.outputs = {graph.nodes[0].outputs[0]};
    const auto read = searchSpaceOf(graph);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->blocks.size(), 2u);
    EXPECT_FALSE(read->diagnostics.empty());
}

std::vector<double> outputOf(ir::Graph graph)
{
    Diagnostics diagnostics;
    ops::inferGraph(graph, diagnostics, onnx::inferForeign);
    std::vector<double> input;
    for (int i = 0; i < 32; ++i)
        input.push_back((i * 7 % 13 - 6) / 5.0);
    Progress progress;
    const auto outputs = ops::runReference(graph, {ir::fromDoubles(ir::DataType::F32, {1, 2, 4, 4}, input)}, progress);
    EXPECT_TRUE(outputs) << outputs.error().text();
    return outputs ? ir::toDoubles(outputs->front()) : std::vector<double>();
}

TEST(Materialise, ComputesWhatTheChosenCandidatesDo)
{
    const auto read = space();
    const auto plain = materialise(read, {1, 1});
    ASSERT_TRUE(plain) << plain.error().text();
    const auto expected = outputOf(parsed(R"(
        graph plain(x: f32[1,2,4,4]) -> z
        opset 17
        w = const f32[3,2,3,3] seed 2
        a = Relu(x)
        c = Conv(a, w) {pads=[1,1,1,1]}
        y = Relu(c)
        z = Sigmoid(y))"));
    EXPECT_EQ(outputOf(plain.value()), expected);
    EXPECT_FALSE(plain->opsets.contains(kSearchDomain));
    EXPECT_EQ(plain->nodes[1].name, "first/wide/c");
}

TEST(Materialise, TakesConstantsOfTheMainGraphAndSkips)
{
    const auto plain = materialise(space(), {0, 0});
    ASSERT_TRUE(plain) << plain.error().text();
    const auto expected = outputOf(parsed(R"(
        graph plain(x: f32[1,2,4,4]) -> y
        opset 17
        shared = const f32[3,2,1,1] seed 1
        a = Relu(x)
        y = Conv(a, shared))"));
    EXPECT_EQ(outputOf(plain.value()), expected);
}

TEST(Materialise, RefusesArchitecturesThatDoNotFit)
{
    EXPECT_EQ(faultIn(materialise(space(), {0})), Fault::ArchLengthMismatch);
    EXPECT_EQ(faultIn(materialise(space(), {0, 2})), Fault::ArchIndexOutOfRange);
}

TEST(SpaceFile, OnnxAndFolderHoldTheSame)
{
    const auto folder = TemporaryFolder::create("space");
    ASSERT_TRUE(folder);
    auto original = space();
    original.current = Arch{0, 1};
    Progress progress;
    const auto file = folder->path() / "space.onnx";
    ASSERT_TRUE(writeSearchSpace(original, file));
    const auto fromFile = readSearchSpace(file, progress);
    ASSERT_TRUE(fromFile) << fromFile.error().text();
    const auto split = folder->path() / "split";
    ASSERT_TRUE(writeSpaceFolder(fromFile.value(), split));
    const auto fromFolder = readSearchSpace(split, progress);
    ASSERT_TRUE(fromFolder) << fromFolder.error().text();
    for (const auto* read : {&fromFile.value(), &fromFolder.value()}) {
        ASSERT_EQ(read->blocks.size(), 2u);
        EXPECT_EQ(read->blocks[0].name, "first");
        EXPECT_EQ(read->blocks[0].defaultIndex, 1);
        EXPECT_EQ(read->blocks[1].candidates[1].name, "sigmoid");
        EXPECT_EQ(read->current, (Arch{0, 1}));
        for (const auto& arch : {Arch{0, 0}, Arch{1, 1}})
            EXPECT_EQ(outputOf(materialise(*read, arch).value()), outputOf(materialise(original, arch).value()));
    }
}

TEST(SpaceFile, RefusesPathsOutsideOfItsFolder)
{
    const auto folder = TemporaryFolder::create("space");
    ASSERT_TRUE(folder);
    const auto split = folder->path() / "split";
    ASSERT_TRUE(writeSpaceFolder(space(), split));
    const auto text = readTextFile(split / "space.json").value();
    Progress progress;
    for (const char* bad : {"../block0_op0.onnx", "/etc/hostname", ""}) {
        std::ofstream(split / "space.json") << replaced(text, "block0_op0.onnx", bad);
        EXPECT_EQ(faultIn(readSearchSpace(split, progress)), Fault::BadPath) << bad;
    }
    std::ofstream(split / "space.json") << "{}";
    EXPECT_EQ(faultIn(readSearchSpace(split, progress)), Fault::BadSpaceFile);
}

/// Counts nodes: an additive calculator that is easy to check; or times them with a fixed overhead for each network.
class Fake : public Calculator {
public:
    explicit Fake(bool additive, double overhead = 0) : additive_(additive), overhead_(overhead) {}
    std::string name() const override { return "fake"; }
    std::string unit() const override { return "nodes"; }
    std::string measures() const override { return "the number of nodes"; }
    bool isAdditive() const override { return additive_; }
    Result<Calculation> calculate(const CalculationInput& input, const CalculatorOptions& options, Progress&) const override
    {
        ++calls;
        Calculation result;
        for (const auto& node : input.graph.nodes)
            if (!(options.ignore.blocks && node.op == kSearchBlockOp))
                result.total += 1;
        if (additive_)
            result.wholeTotal = static_cast<std::int64_t>(result.total);
        result.total += overhead_;
        return result;
    }
    mutable int calls = 0;

private:
    bool additive_;
    double overhead_;
};

TEST(SpaceCalculator, AddsConstantAndCandidates)
{
    const Fake fake(true);
    Progress progress;
    const auto container = computeLatency(space(), {.calculator = fake}, progress);
    ASSERT_TRUE(container) << container.error().text();
    EXPECT_EQ(container->constantLatency(), 1) << "the Relu in front";
    EXPECT_EQ(container->operationsLatencies(), (Table{{1, 2}, {0, 1}}));
    EXPECT_EQ(container->operationName(0, 1), "wide");
    ASSERT_TRUE(container->parts().whole);
    EXPECT_EQ(container->parts().whole->operations[0][1], 2);
}

TEST(SpaceCalculator, MeasuresWhatWholeArchitecturesTakeBeyondTheirParts)
{
    const Fake fake(false, 0.5);
    Progress progress;
    const auto container = computeLatency(space(), {.calculator = fake}, progress);
    ASSERT_TRUE(container) << container.error().text();
    EXPECT_EQ(container->operationsLatencies(), (Table{{1.5, 2.5}, {0, 1.5}}));
    // Whole: 1 + chosen nodes + 0.5, and materialised skips are one Identity. Rests: 1 with a skip, 0 without.
    EXPECT_GE(container->constantLatency(), 0);
    EXPECT_LE(container->constantLatency(), 1);
    EXPECT_EQ(container->parts().meta.at("additivity_runs"), "5");
    EXPECT_TRUE(container->parts().meta.contains("additivity_rms"));
}

TEST(SpaceCalculator, ResumesFromFinishedCells)
{
    const auto folder = TemporaryFolder::create("cells");
    ASSERT_TRUE(folder);
    const Fake first(true);
    Progress progress;
    {
        CellCache cache(folder->path() / "draft");
        ASSERT_TRUE(computeLatency(space(), {.calculator = first, .cache = &cache}, progress));
    }
    EXPECT_EQ(first.calls, 4) << "three candidates and the rest; skips are not calculated";
    const Fake second(true);
    CellCache cache(folder->path() / "draft");
    const auto again = computeLatency(space(), {.calculator = second, .cache = &cache}, progress);
    ASSERT_TRUE(again);
    EXPECT_EQ(second.calls, 1) << "the rest";
    EXPECT_EQ(again->operationsLatencies(), (Table{{1, 2}, {0, 1}}));
    cache.finish();
    EXPECT_FALSE(std::filesystem::exists(folder->path() / "draft"));
}

TEST(SpaceCalculator, FailureKeepsTheFormerLatency)
{
    auto read = space();
    const Fake fake(true);
    Progress progress;
    ASSERT_TRUE(initializeLatency("fake", read, {.calculator = fake}, progress));
    const auto before = extractLatencyContainer(read).value();
    progress.cancel();
    EXPECT_FALSE(initializeLatency("fake", read, {.calculator = fake}, progress));
    EXPECT_EQ(extractLatencyContainer(read).value(), before);
}

TEST(Calculators, AreFoundByNameOrExplained)
{
    CalculatorSet set;
    set.add(std::make_shared<Fake>(true));
    EXPECT_TRUE(set.find("fake"));
    const auto missing = set.find("fakr");
    EXPECT_EQ(faultIn(missing), Fault::UnknownCalculator);
    EXPECT_NE(missing.error().hint.find("fake"), std::string::npos);
    EXPECT_NE(availableCalculatorsString().find("mmac.thop"), std::string::npos);
}

TEST(SpaceStatistics, NeedALatencyAndArchitectures)
{
    auto read = space();
    EXPECT_EQ(faultIn(minLatency(read)), Fault::LatencyNotInitialised);
    EXPECT_EQ(faultIn(currentLatency(read)), Fault::LatencyNotInitialised);
    EXPECT_EQ(faultIn(extractLatencyContainer(read)), Fault::LatencyNotInitialised);
    EXPECT_EQ(faultIn(applyLatencyContainer(read, test::container(0, {{1, 2}, {3}}))), Fault::ShapeMismatch);
    EXPECT_EQ(faultIn(applyLatencyContainer(read, test::container(0, {{1, 2}}))), Fault::ShapeMismatch);
    ASSERT_TRUE(applyLatencyContainer(read, test::container(10, {{1, 2}, {3, 5}})));
    EXPECT_EQ(minLatency(read).value(), 14);
    EXPECT_EQ(maxLatency(read).value(), 17);
    EXPECT_EQ(meanLatency(read).value(), 15.5);
    EXPECT_EQ(sampleLatencies(read, 5).value().size(), 5u);
    EXPECT_TRUE(medianLatency(read));
    EXPECT_EQ(faultIn(currentLatency(read)), Fault::NoCurrentArchitecture);
    read.current = Arch{1, 0};
    EXPECT_EQ(currentLatency(read).value(), 15);
    EXPECT_EQ(faultIn(bestArchLatency(read)), Fault::NoBestArchitecture);
    read.blocks[0].probabilities = {0.5, 0.5};
    read.blocks[1].probabilities = {0.1, 0.9};
    EXPECT_EQ(bestArchLatency(read).value(), 16) << "the first of equals, and the likeliest";
    read.best = Arch{1, 1};
    EXPECT_EQ(bestArchLatency(read).value(), 17);
    resetLatency(read);
    resetLatency(read);
    EXPECT_EQ(faultIn(bestArchLatency(read)), Fault::LatencyNotInitialised);
    EXPECT_EQ(read.best, (Arch{1, 1}));
}

}  // namespace
}  // namespace tw::latency
