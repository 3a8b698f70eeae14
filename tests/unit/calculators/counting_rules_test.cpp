// SPDX-License-Identifier: Apache-2.0
// What is left out of a total and said beside it, and layers that exporters write in several nodes.
#include "tests/generator/architectures.h"
#include "tests/generator/shape_builder.h"
#include "tests/unit/calculators/counting.h"

namespace tw::latency::test {
namespace {

using ir::Shape;
using ir::TensorId;
using samples::ShapeBuilder;

const Shape kImage{2, 8, 6, 6};   // 576 elements

Error failure(const ir::Graph& graph, const std::string& name, const CalculatorOptions& options = {})
{
    Progress progress;
    const auto result = builtInCalculators().find(name).value()->calculate({.graph = graph}, options, progress);
    EXPECT_FALSE(result);
    return result ? Error{} : result.error();
}

TEST(CountingRules, ListWhatTheToolPassesOver)
{
    const auto result = calculated(samples::resnet18(), "mmac.thop");
    ASSERT_EQ(result.uncounted.size(), 1u);
    EXPECT_EQ(result.uncounted[0].op, "Add");
    EXPECT_EQ(result.uncounted[0].nodes, 8);
    const auto mobilenet = calculated(samples::mobilenetV2(), "mmac.fvcore");
    ASSERT_EQ(mobilenet.uncounted.size(), 2u);
    EXPECT_EQ(mobilenet.uncounted[0].op, "Add");
    EXPECT_EQ(mobilenet.uncounted[0].nodes, 10);
    EXPECT_EQ(mobilenet.uncounted[1].op, "Clip");   // ReLU6
    EXPECT_EQ(mobilenet.uncounted[1].nodes, 35);
}

TEST(CountingRules, BookEveryNodeAndAddUpToTheTotal)
{
    const auto graph = samples::resnet8(samples::BatchNorm::Kept);
    for (const auto& name : {"mmac", "mmac.thop", "mmac.fvcore", "mmac.pthflops", "mmac.pthflops@jit", "macc.stm32"}) {
        const auto result = calculated(graph, name);
        ASSERT_EQ(result.nodes.size(), graph.nodes.size()) << name;
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            EXPECT_EQ(result.nodes[i].node, graph.nodes[i].name);
            sum += result.nodes[i].whole.value_or(0);
        }
        EXPECT_EQ(sum, result.wholeTotal) << name;
        EXPECT_EQ(result.total, static_cast<double>(sum) / result.wholePerUnit) << name;
    }
}

TEST(CountingRules, IgnoreByTypeByPatternAndByScope)
{
    const auto graph = samples::resnet18();
    const std::int64_t linear = 512000;
    CalculatorOptions byType;
    byType.ignore.opTypes = {"Gemm"};
    EXPECT_EQ(counted(graph, "mmac", byType), 1813561344);
    CalculatorOptions byPattern;
    byPattern.ignore.nameGlobs = {"/conv?/*", "/layer*"};
    EXPECT_EQ(counted(graph, "mmac", byPattern), linear);
    CalculatorOptions byScope;
    byScope.ignore.scopes = {"/layer1", "/layer2", "/layer3", "/layer4"};
    EXPECT_EQ(counted(graph, "mmac", byScope), linear + std::int64_t{112} * 112 * 64 * 147);
    const auto result = calculated(graph, "mmac", byType);
    EXPECT_EQ(result.nodes.back().reason, "ignored by op type Gemm");
    EXPECT_FALSE(result.nodes.back().counted);
    EXPECT_TRUE(result.uncounted.empty());   // ignored on purpose is not the same as without a rule
}

TEST(CountingRules, WarnOfAnIgnoreRuleThatFitsNothing)
{
    CalculatorOptions options;
    options.ignore.opTypes = {"Convolution"};
    const auto result = calculated(samples::resnet18(), "mmac.thop", options);
    ASSERT_EQ(result.diagnostics.size(), 1u);
    EXPECT_EQ(result.diagnostics[0].error.message, "no node is ignored by op type Convolution");
}

TEST(CountingRules, NeverAssumeASizeThatIsNotKnown)
{
    auto graph = samples::dsCnn(samples::BatchNorm::Kept);
    graph.tensor(graph.inputs[0]).shape[0] = ir::Dim{.symbol = "batch"};
    for (const auto* name : {"mmac", "mmac.thop"}) {
        const auto error = failure(graph, name);
        EXPECT_EQ(faultOf(error), Fault::ShapeUnknown) << error.text();
        EXPECT_NE(error.message.find("tensor input has the shape [batch, 1, 49, 10]"), std::string::npos) << error.message;
    }
}

TEST(CountingRules, RefuseOptionsThatTheyDoNotHave)
{
    const auto error = failure(samples::resnet18(), "mmac.thop", with("functionl", "Relu"));
    EXPECT_EQ(faultOf(error), Fault::BadOption);
    EXPECT_NE(error.hint.find("functional"), std::string::npos) << error.hint;
    EXPECT_EQ(faultOf(failure(samples::resnet18(), "mmac.thop", with("functional_relu", "perhaps"))), Fault::BadOption);
}

TEST(CountingRules, CountTheWholeBatchUnlessAskedForOneSample)
{
    ShapeBuilder net("batch", kImage);
    const auto graph = net.finish(net.conv("layer", net.input(), {.inChannels = 8, .outChannels = 12, .kernel = {3, 3}}));
    EXPECT_EQ(calculated(graph, "mmac").total, 0.062208);
    EXPECT_EQ(calculated(graph, "mmac", with("per_sample", "1")).total, 0.031104);
}

TEST(CountingRules, JitModeCountsByOnnxOperatorsAndOneSampleOnly)
{
    EXPECT_EQ(faultOf(failure(ShapeBuilder("batch", kImage).finish({0}), "mmac.pthflops@jit")), Fault::BadOption);
    ShapeBuilder net("jit", Shape{1, 8, 6, 6});   // 288 elements
    auto x = net.conv("conv", net.input(), {.inChannels = 8, .outChannels = 8, .kernel = {3, 3}, .group = 8, .bias = true});
    x = net.apply("relu", "Relu", {net.batchNorm("bn", x, 8)});
    x = net.apply("add", "Add", {x, net.input()});
    x = net.apply("avgpool", "GlobalAveragePool", {net.pool("maxpool", "MaxPool", x, {2, 2}, 2, 0)});
    const auto graph = net.finish(net.dense("fc", net.apply("flatten", "Flatten", {x}), 8, 5));
    // (9 + 1) * 288, twice 2 * 288, 288, 3 * 72, 9 * 8, 8 * 5
    EXPECT_EQ(counted(graph, "mmac.pthflops@jit"), 2880 + 576 + 576 + 288 + 216 + 72 + 40);
}

/// (x - mean) / sqrt(mean((x - mean)^2) + e) * scale + shift
TensorId decomposedLayerNorm(ShapeBuilder& net, TensorId x)
{
    const auto axes = std::map<std::string, ir::Attribute>{{"axes", std::vector<std::int64_t>{-1}}};
    const auto centred = net.apply("norm", "Sub", {x, net.apply("norm", "ReduceMean", {x}, axes)});
    const auto squared = net.apply("norm", "Pow", {centred, net.parameter("two", Shape::scalar())});
    const auto variance = net.apply("norm", "ReduceMean", {squared}, axes);
    const auto root = net.apply("norm", "Sqrt", {net.apply("norm", "Add", {variance, net.parameter("epsilon", Shape::scalar())})});
    const auto scaled = net.apply("norm", "Mul", {net.apply("norm", "Div", {centred, root}), net.parameter("scale", Shape{6})});
    return net.apply("norm", "Add", {scaled, net.parameter("shift", Shape{6})});
}

TEST(CountingRules, ALayerNormInNinePartsIsOneLayer)
{
    ShapeBuilder net("layer_norm", kImage);
    const auto graph = net.finish(decomposedLayerNorm(net, net.input()));
    EXPECT_EQ(counted(graph, "mmac.thop"), 2304);
    EXPECT_EQ(counted(graph, "mmac.fvcore"), 2880);
    EXPECT_EQ(counted(graph, "mmac.pthflops"), 0);   // its Mul and Add are no layers of their own
}

TEST(CountingRules, APartThatSomebodyElseReadsIsALayerOfItsOwn)
{
    ShapeBuilder net("layer_norm", kImage);
    auto graph = net.finish(decomposedLayerNorm(net, net.input()));
    graph.outputs.push_back(graph.nodes[1].outputs[0]);   // x - mean
    EXPECT_EQ(counted(graph, "mmac.thop"), 0);
    EXPECT_EQ(counted(graph, "mmac.pthflops"), 2 * 576 + 2 * 576 + 2 * 96);   // Mul, Add, Add of the variance
}

TEST(CountingRules, ActivationsInSeveralPartsAreOneLayer)
{
    ShapeBuilder net("activations", kImage);
    const auto scalar = [&](const char* name) { return net.parameter(name, Shape::scalar()); };
    auto x = net.input();
    auto erf = net.apply("gelu", "Erf", {net.apply("gelu", "Div", {x, scalar("root")})});
    auto product = net.apply("gelu", "Mul", {x, net.apply("gelu", "Add", {erf, scalar("one")})});
    x = net.apply("gelu", "Mul", {product, scalar("half")});
    x = net.apply("silu", "Mul", {x, net.apply("silu", "Sigmoid", {x})});
    const auto clipped = net.apply("hardswish", "Clip", {net.apply("hardswish", "Add", {x, scalar("three")})});
    x = net.apply("hardswish", "Div", {net.apply("hardswish", "Mul", {x, clipped}), scalar("six")});
    x = net.apply("hardswish2", "Mul", {x, net.apply("hardswish2", "HardSigmoid", {x})});
    const auto graph = net.finish(x);
    EXPECT_EQ(counted(graph, "mmac.pthflops"), 0);
    EXPECT_EQ(calculated(graph, "mmac.thop").uncounted.size(), 2u);   // booked on a Mul or a Div each
}

TEST(CountingRules, GroupNormAroundAnInstanceNormIsOneLayer)
{
    ShapeBuilder net("group_norm", kImage);
    const auto grouped = net.apply("norm", "Reshape", {net.input(), net.constant("groups", {2, 2, 144})});
    const auto normal = net.apply("norm", "InstanceNormalization", {grouped, net.parameter("one", Shape{2}), net.parameter("zero", Shape{2})});
    const auto back = net.apply("norm", "Reshape", {normal, net.constant("image", {2, 8, 6, 6})});
    const auto scaled = net.apply("norm", "Mul", {back, net.parameter("scale", Shape{8, 1, 1})});
    const auto graph = net.finish(net.apply("norm", "Add", {scaled, net.parameter("shift", Shape{8, 1, 1})}));
    EXPECT_EQ(counted(graph, "mmac.fvcore"), 2880);
    EXPECT_EQ(counted(graph, "mmac.thop"), 0);
    EXPECT_EQ(counted(graph, "mmac.pthflops"), 0);
}

TEST(CountingRules, StrictCountsKeepOtherOperationsApart)
{
    ShapeBuilder net("other", kImage);
    const auto x = net.conv("conv", net.input(), {.inChannels = 8, .outChannels = 12, .kernel = {3, 3}});
    const auto result = calculated(net.finish(net.apply("relu", "Relu", {x})), "mmac");
    EXPECT_EQ(result.wholeTotal, 62208);
    EXPECT_EQ(result.how.at("other_operations"), "864");   // one for each of 2 x 12 x 6 x 6
    EXPECT_EQ(result.nodes[1].reason, "and 864 other operations");
}

TEST(CountingRules, StrictCountsTakeQuantisedOperatorsForWhatTheyAre)
{
    ShapeBuilder net("quantised", kImage);
    auto graph = net.finish(net.apply("x", "Identity", {net.input()}));
    graph.nodes.clear();
    graph.tensor(graph.inputs[0]).type = ir::DataType::U8;
    const auto weights = graph.addConstant("w", ir::fromIntegers(ir::DataType::I8, Shape{12, 8, 3, 3}, std::vector<std::int64_t>(864, 1)));
    graph.tensor(graph.outputs[0]) = {.name = "y", .type = ir::DataType::I32, .shape = Shape{2, 12, 6, 6}};
    graph.addNode({.name = "conv", .op = "ConvInteger", .inputs = {graph.inputs[0], weights}, .outputs = graph.outputs,
                   .attributes = {{"pads", std::vector<std::int64_t>(4, 1)}}});
    EXPECT_EQ(counted(graph, "mmac"), 62208);
}

TEST(CountingRules, UnknownOperatorsAreListedAndCountNothing)
{
    ir::Graph graph{.name = "unknown", .opsets = {{"", 17}}};
    graph.inputs = {graph.addTensor({.name = "x", .type = ir::DataType::F32, .shape = kImage})};
    graph.outputs = {graph.addTensor({.name = "y"})};   // nobody knows its shape, and nobody needs it
    graph.addNode({.name = "strange", .op = "Strange", .domain = "my.domain", .inputs = graph.inputs, .outputs = graph.outputs});
    for (const auto* name : {"mmac", "mmac.thop", "mmac.fvcore", "mmac.pthflops", "macc.stm32"}) {
        const auto result = calculated(graph, name);
        EXPECT_EQ(result.wholeTotal, 0) << name;
        ASSERT_EQ(result.uncounted.size(), 1u) << name;
        EXPECT_EQ(result.uncounted[0].op, "Strange");
    }
}

}  // namespace
}  // namespace tw::latency::test
