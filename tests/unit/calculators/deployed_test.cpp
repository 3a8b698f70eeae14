// SPDX-License-Identifier: Apache-2.0
// Calculators that deploy: how values of the lowered network come back to the nodes of the network as it was given.
#include "core/deploy/report.h"
#include "core/latency/calculators/deployed_calculators.h"
#include "core/latency/calculators/emulator_calculator.h"
#include "core/latency/calculators/time_calculator.h"
#include "core/ops/registry.h"
#include "core/session/latency_calculators.h"
#include "core/target/load.h"
#include "tests/generator/architectures.h"
#include "tests/generator/sample.h"
#include "tests/generator/shape_builder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace tw::latency::test {
namespace {

using ir::Shape;

/// conv -> bn -> relu
ir::Graph chain()
{
    samples::ShapeBuilder net("chain", Shape{2, 8, 6, 6});
    const auto x = net.batchNorm("bn", net.conv("conv", net.input(), {.inChannels = 8, .outChannels = 8}), 8);
    return net.finish(net.apply("relu", "Relu", {x}));
}

const std::string kConv = "/conv/Conv", kNorm = "/bn/BatchNormalization", kRelu = "/relu/Relu";

/// As lowering would have it: a transpose that nobody wrote, the norm folded into the convolution.
std::vector<DeployedNode> loweredNodes()
{
    return {{.name = "turn", .op = "Transpose", .origins = {"turn"}, .engine = "cpu", .compute = 5, .movement = 0, .overhead = 1},
            {.name = kConv, .op = "Conv", .origins = {kConv, kNorm}, .engine = "npu", .compute = 100, .movement = 20, .overhead = 2,
             .macs = 4608, .moved = {{"L2 -> L1", 300}, {"L1 -> L2", 50}}},
            {.name = kRelu, .op = "Relu", .origins = {kRelu}, .engine = "cpu", .compute = 7, .movement = 3, .overhead = 0.5,
             .moved = {{"L2 -> L1", 40}}}};
}

CalculatorOptions onTarget()
{
    CalculatorOptions options;
    options.target = std::make_shared<const target::Target>(target::Target{.name = "toy"});
    return options;
}

Backend deploying(std::vector<DeployedNode> nodes)
{
    return {.deploy = [nodes = std::move(nodes)](const DeployRequest&, Progress&) -> Result<DeployedNetwork> {
        return DeployedNetwork{.nodes = nodes, .target = "toy"};
    }};
}

TEST(CycleCalculator, BooksLoweredNodesOnWhatTheyCameFrom)
{
    Progress progress;
    const auto result = CycleCalculator(deploying(loweredNodes())).calculate({.graph = chain()}, onTarget(), progress);
    ASSERT_TRUE(result) << result.error().text();
    ASSERT_EQ(result->nodes.size(), 3u);
    EXPECT_EQ(result->nodes[0].value, 128);   // convolution and the transpose before it
    EXPECT_EQ(result->nodes[0].compute, 108);
    EXPECT_EQ(result->nodes[0].movement, 20);
    EXPECT_EQ(result->nodes[0].reason, "with Transpose turn");
    EXPECT_EQ(result->nodes[0].macs, 4608);
    EXPECT_EQ(result->nodes[0].bytes, 350);
    EXPECT_EQ(result->nodes[1].value, 0);
    EXPECT_EQ(result->nodes[1].reason, "part of /conv/Conv");
    EXPECT_EQ(result->nodes[2].value, 10.5);
    EXPECT_EQ(result->total, 138.5);
    EXPECT_FALSE(result->wholeTotal);         // half a cycle is not whole
}

TEST(CycleCalculator, ListsNodesWithoutAnEngineOrAFigure)
{
    auto nodes = loweredNodes();
    nodes[1].engine.clear();
    nodes[1].missing = "no engine runs it: npu: too large";
    nodes[2].compute.reset();
    nodes[2].missing = "no cycle figure for Relu on cpu";
    Progress progress;
    const auto result = CycleCalculator(deploying(nodes)).calculate({.graph = chain()}, onTarget(), progress);
    ASSERT_TRUE(result);
    ASSERT_EQ(result->uncounted.size(), 2u);
    EXPECT_EQ(result->uncounted[0].op, "Conv");
    EXPECT_EQ(result->nodes[2].reason, "no cycle figure for Relu on cpu");
    EXPECT_EQ(result->total, 0);
}

TEST(CycleCalculator, LeavesIgnoredNodesOut)
{
    auto options = onTarget();
    options.ignore.opTypes = {"Conv"};
    Progress progress;
    const auto result = CycleCalculator(deploying(loweredNodes())).calculate({.graph = chain()}, options, progress);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->total, 10.5);
    EXPECT_EQ(result->nodes[0].reason, "ignored by op type Conv");
}

TEST(TrafficCalculator, AddsWhatIsCopiedBetweenMemories)
{
    Progress progress;
    const auto result = TrafficCalculator(deploying(loweredNodes())).calculate({.graph = chain()}, onTarget(), progress);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->wholeTotal, 390);
    EXPECT_EQ(result->nodes[0].whole, 350);
}

TEST(DeployedCalculators, NeedATargetAndADeployer)
{
    Progress progress;
    const auto without = CycleCalculator(deploying(loweredNodes())).calculate({.graph = chain()}, {}, progress);
    ASSERT_FALSE(without);
    EXPECT_EQ(faultOf(without.error()), Fault::TargetRequired);
    const auto calculator = builtInCalculators().find("cycles.model").value();
    EXPECT_FALSE(calculator->unavailable().empty());
    const auto unable = calculator->calculate({.graph = chain()}, onTarget(), progress);
    ASSERT_FALSE(unable);
    EXPECT_EQ(faultOf(unable.error()), Fault::Unavailable);
}

/// ns: the transpose 1000, the convolution 8000, the rectifier 2000, all together 12000.
Backend timing(int* measurements = nullptr)
{
    return {.prepareOnHost = [measurements](const DeployRequest&, Progress&) -> Result<TimedNetwork> {
        return TimedNetwork{.nodes = loweredNodes(), .how = {{"compiler", "cc 1.0"}, {"governor", "powersave"}},
                            .sample = [measurements](const TimingPlan& plan, Progress&) -> Result<NodeSamples> {
                                if (measurements)
                                    ++*measurements;
                                const auto runs = static_cast<std::size_t>(plan.runs);
                                std::vector<double> shaky(runs, 2000.0);
                                for (std::size_t i = 0; measurements && i < runs; i += 2)
                                    shaky[i] = 4000;
                                return NodeSamples{.nodes = {std::vector(runs, 1000.0), std::vector(runs, 8000.0), shaky},
                                                   .whole = std::vector(runs, 12000.0), .how = {{"pinned", "core 1"}}};
                            }};
    }};
}

TEST(HostTimeCalculator, GivesTheWholeNetworkItsNodesAndHowFarTheirSumIsOff)
{
    Progress progress;
    CalculatorOptions options;
    options.baseSamples = 1;
    const auto result = HostTimeCalculator(timing()).calculate({.graph = chain()}, options, progress);
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_DOUBLE_EQ(result->total, 0.012);
    EXPECT_DOUBLE_EQ(result->nodes[0].value, 0.009);
    EXPECT_DOUBLE_EQ(result->nodes[2].value, 0.002);
    EXPECT_NEAR(std::stod(result->how.at("additivity_error")), 1.0 / 12, 1e-12);
    EXPECT_EQ(result->how.at("compiler"), "cc 1.0");
    EXPECT_EQ(result->how.at("pinned"), "core 1");
    EXPECT_EQ(result->how.at("samples"), "10");
    EXPECT_EQ(result->how.at("confidence_interval_ms"), "0.012 to 0.012 (97.85 %)");
    ASSERT_EQ(result->diagnostics.size(), 1u);
    EXPECT_NE(result->diagnostics[0].error.message.find("powersave"), std::string::npos);
}

TEST(HostTimeCalculator, DividesByTheBaseSamples)
{
    Progress progress;
    const auto result = HostTimeCalculator(timing()).calculate({.graph = chain()}, {}, progress);   // a batch of two
    ASSERT_TRUE(result);
    EXPECT_DOUBLE_EQ(result->total, 0.006);
    CalculatorOptions none;
    none.baseSamples = 0;
    EXPECT_FALSE(HostTimeCalculator(timing()).calculate({.graph = chain()}, none, progress));
}

TEST(HostTimeCalculator, AddsUpWhatIsNotIgnored)
{
    CalculatorOptions options;
    options.baseSamples = 1;
    options.ignore.opTypes = {"Conv"};
    Progress progress;
    const auto result = HostTimeCalculator(timing()).calculate({.graph = chain()}, options, progress);
    ASSERT_TRUE(result);
    EXPECT_DOUBLE_EQ(result->total, 0.002);
}

TEST(HostTimeCalculator, MeasuresAgainAndMarksWhatDoesNotSettle)
{
    int measurements = 0;
    CalculatorOptions options;
    options.extra["max_seconds_per_op"] = "0.002";
    Progress progress;
    const auto result = HostTimeCalculator(timing(&measurements)).calculate({.graph = chain()}, options, progress);
    ASSERT_TRUE(result);
    EXPECT_GT(measurements, 1);
    EXPECT_TRUE(result->nodes[2].unstable);
    EXPECT_FALSE(result->nodes[0].unstable);
    EXPECT_GT(result->nodes[2].standardError.value_or(0), 0);
}

TEST(HostTimeCalculator, RefusesOptionsThatMakeNoSense)
{
    for (const auto& [key, value] : std::map<std::string, std::string>{{"cache", "lukewarm"}, {"statistic", "mode"}, {"pin_core", "-3"}}) {
        CalculatorOptions options;
        options.extra[key] = value;
        Progress progress;
        const auto result = HostTimeCalculator(timing()).calculate({.graph = chain()}, options, progress);
        ASSERT_FALSE(result) << key;
        EXPECT_EQ(faultOf(result.error()), Fault::BadOption);
    }
}

TEST(EmulatorCalculator, GivesTheInstructionsOfTheRunAndOfItsNodes)
{
    const Backend backend{.countInEmulator = [](const DeployRequest&, Progress&) -> Result<CountedNetwork> {
        return CountedNetwork{.nodes = {{kConv, "Conv", {kConv, kNorm}, 900}, {kRelu, "Relu", {kRelu}, 50}}, .total = 960,
                              .how = {{"machine", "toy"}}};
    }};
    Progress progress;
    const auto result = EmulatorCalculator(backend).calculate({.graph = chain()}, onTarget(), progress);
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result->wholeTotal, 960);
    EXPECT_EQ(result->nodes[0].whole, 900);
    EXPECT_EQ(result->how.at("between_nodes"), "10");
    auto options = onTarget();
    options.ignore.opTypes = {"Conv"};
    EXPECT_EQ(EmulatorCalculator(backend).calculate({.graph = chain()}, options, progress)->wholeTotal, 50);
}

TEST(EmulatorCalculator, TakesACountOfZeroForNone)
{
    const Backend backend{.countInEmulator = [](const DeployRequest&, Progress&) -> Result<CountedNetwork> { return CountedNetwork{}; }};
    Progress progress;
    const auto result = EmulatorCalculator(backend).calculate({.graph = chain()}, onTarget(), progress);
    ASSERT_FALSE(result);
    EXPECT_EQ(faultOf(result.error()), Fault::Unavailable);
}

std::shared_ptr<const target::Target> installed(const std::string& name)
{
    auto loaded = target::loadTarget(name, target::installedPlaces());
    EXPECT_TRUE(loaded);
    return std::make_shared<const target::Target>(std::move(*loaded));
}

void expectReportedCycles(const CalculationInput& input, const std::string& targetName, const deploy::Options& deployOptions)
{
    CalculatorOptions options;
    options.target = installed(targetName);
    Progress progress;
    const auto result = session::calculatorSet().find("cycles.model").value()->calculate(input, options, progress);
    ASSERT_TRUE(result) << result.error().text();
    const auto deployment = deploy::deployGraph(input.graph, options.target, deployOptions, progress);
    ASSERT_TRUE(deployment);
    const auto reported = deploy::reportJson(*deployment).at("totals").at("cycles");
    ASSERT_TRUE(reported.is_number()) << targetName;
    EXPECT_NEAR(result->total, reported.get<double>(), 1e-6 * result->total) << targetName;
    EXPECT_TRUE(result->uncounted.empty());
}

TEST(SessionCalculators, ModelledCyclesAreThoseOfTheDeploymentReport)
{
    expectReportedCycles({.graph = samples::resnet8(samples::BatchNorm::Folded)}, "cortex-m7", {});
}

/// The network declares floats; what it computes with follows from the values of its input.
TEST(SessionCalculators, TypesOfAnIntegerNetworkFollowFromItsInputs)
{
    const auto sample = samples::keywordSpotter();
    ASSERT_TRUE(sample);
    deploy::Options options;
    options.inputTypes[sample->graph.tensor(sample->graph.inputs[0]).name] = sample->input.type;
    expectReportedCycles({.graph = sample->graph, .inputs = {sample->input}}, "gap9", options);
}

TEST(SessionCalculators, TimeTheKernelsOfASmallNetworkOnThisHost)
{
    const auto sample = samples::floatResnet();
    ASSERT_TRUE(sample);
    auto graph = sample->graph;
    Diagnostics diagnostics;
    ops::inferGraph(graph, diagnostics);
    CalculatorOptions options{.warmup = 1, .runs = 3};
    options.extra = {{"min_sample_us", "10"}, {"max_seconds_per_op", "0.001"}};
    Progress progress;
    const auto result = session::calculatorSet().find("time.host.cpu").value()->calculate({.graph = graph}, options, progress);
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_GT(result->total, 0);
    EXPECT_EQ(result->nodes.size(), graph.nodes.size());
    for (const auto* fact : {"compiler", "flags", "clock", "pinned", "cache", "samples", "system", "additivity_error"})
        EXPECT_TRUE(result->how.contains(fact)) << fact;
}

}  // namespace
}  // namespace tw::latency::test
