// SPDX-License-Identifier: Apache-2.0
// Networks of one layer: what each tool says of it when run; latency-engine.md, section 4.2.
#include "tests/generator/shape_builder.h"
#include "tests/unit/calculators/counting.h"

namespace tw::latency::test {
namespace {

using ir::Shape;
using Ints = std::vector<std::int64_t>;
using samples::ShapeBuilder;

const Shape kImage{2, 8, 6, 6};

/// -1: the tool cannot be asked, or ONNX cannot say it.
struct Expected {
    std::int64_t thop = -1;
    std::int64_t thop2020 = -1;
    std::int64_t fvcore = -1;
    std::int64_t pthflops = -1;
};

void expectCounts(const std::string& what, const ir::Graph& graph, const Expected& expected, const CalculatorOptions& options = {})
{
    const auto check = [&](const std::string& calculator, std::int64_t value) {
        if (value >= 0) {
            EXPECT_EQ(counted(graph, calculator, options), value) << what << " by " << calculator;
        }
    };
    check("mmac.thop", expected.thop);
    check("mmac.thop@2020-05", expected.thop2020);
    check("mmac.fvcore", expected.fvcore);
    check("mmac.pthflops", expected.pthflops);
}

ir::Graph convOf(const Shape& input, samples::ConvSizes shape, std::int64_t dilation = 1)
{
    ShapeBuilder net("conv", input);
    Shape weights{shape.outChannels, shape.inChannels / shape.group};
    Ints pads;
    for (const auto size : shape.kernel) {
        weights.append({.value = size});
        pads.push_back(shape.valid ? 0 : size / 2 * dilation);
    }
    pads.insert(pads.end(), pads.begin(), pads.end());
    ir::Node node{.op = "Conv", .inputs = {net.input(), net.parameter("w", weights)}};
    if (shape.bias)
        node.inputs.push_back(net.parameter("b", Shape{shape.outChannels}));
    node.attributes = {{"kernel_shape", shape.kernel}, {"strides", Ints(shape.kernel.size(), shape.stride)}, {"pads", pads},
                       {"dilations", Ints(shape.kernel.size(), dilation)}, {"group", shape.group}};
    return net.finish(net.node("layer", std::move(node)));
}

TEST(SingleLayers, Convolutions)
{
    expectCounts("bias", convOf(kImage, {.inChannels = 8, .outChannels = 12, .kernel = {3, 3}, .bias = true}), {62208, 63072, 62208, 63072});
    expectCounts("groups", convOf(kImage, {.inChannels = 8, .outChannels = 16, .kernel = {3, 3}, .group = 4, .bias = true}),
                 {20736, 21888, 20736, 21888});
    expectCounts("depthwise", convOf(kImage, {.inChannels = 8, .outChannels = 8, .kernel = {3, 3}, .stride = 2, .group = 8, .bias = true}),
                 {1296, 1440, 1296, 1440});
    expectCounts("dilation", convOf(kImage, {.inChannels = 8, .outChannels = 12, .kernel = {3, 3}}, 2), {62208, 62208, 62208, 62208});
    expectCounts("1-d", convOf(Shape{2, 8, 10}, {.inChannels = 8, .outChannels = 12, .kernel = {3}, .bias = true, .valid = true}),
                 {4608, 4800, 4608, 4800});
    expectCounts("3-d", convOf(Shape{1, 8, 4, 4, 4}, {.inChannels = 8, .outChannels = 4, .kernel = {3, 3, 3}}),
                 {55296, 55296, 55296, 55296});
}

ir::Graph transposedConv(const Shape& weights, bool bias, std::int64_t group, std::int64_t pad)
{
    ShapeBuilder net("transposed", kImage);
    ir::Node node{.op = "ConvTranspose", .inputs = {net.input(), net.parameter("w", weights)}};
    if (bias)
        node.inputs.push_back(net.parameter("b", Shape{weights[1].value * group}));
    node.attributes = {{"strides", Ints{2, 2}}, {"pads", Ints(4, pad)}, {"group", group}};
    return net.finish(net.node("layer", std::move(node)));
}

TEST(SingleLayers, TransposedConvolutionsKeepTheKnownFaults)
{
    const auto plain = transposedConv(Shape{8, 4, 2, 2}, true, 1, 0);
    const auto grouped = transposedConv(Shape{8, 3, 3, 3}, false, 4, 1);
    expectCounts("k2 s2", plain, {36864, 38016, 9216, 38016});
    expectCounts("k3 s2 groups", grouped, {52272, 52272, 15552, 52272});
    EXPECT_EQ(counted(plain, "mmac"), 9216);
    EXPECT_EQ(counted(grouped, "mmac"), 15552);
}

TEST(SingleLayers, LinearLayers)
{
    ShapeBuilder flat("gemm", Shape{2, 8});
    const auto gemm = flat.finish(flat.dense("layer", flat.input(), 8, 5));
    expectCounts("Gemm", gemm, {80, 80, 80, 85});
    EXPECT_EQ(counted(gemm, "mmac.thop@2019-09"), 150);   // (2 * 8 - 1) for each of 10

    ShapeBuilder deep("matmul", Shape{2, 3, 8});
    const auto product = deep.apply("layer", "MatMul", {deep.input(), deep.parameter("w", Shape{8, 5})});
    const auto linear = deep.finish(deep.apply("layer", "Add", {deep.parameter("b", Shape{5}), product}));
    expectCounts("MatMul and Add", linear, {240, 240, 240, 245});
    EXPECT_EQ(counted(linear, "mmac"), 240);
}

ir::Graph productOfActivations(const Shape& a, const Shape& b)
{
    ShapeBuilder net("product", a);
    const auto other = net.apply("other", "Identity", {net.parameter("b", b)});
    return net.finish(net.apply("layer", "MatMul", {net.input(), other}));
}

TEST(SingleLayers, ProductsOfActivations)
{
    expectCounts("matmul", productOfActivations(Shape{2, 3, 4}, Shape{2, 4, 5}), {0, 0, 120, 120});
    const auto broadcast = productOfActivations(Shape{1, 3, 4}, Shape{2, 4, 5});
    expectCounts("broadcast", broadcast, {0, 0, 60, 60});
    EXPECT_EQ(counted(broadcast, "mmac"), 120);
    expectCounts("mm", productOfActivations(Shape{3, 4}, Shape{4, 5}), {-1, -1, 60, -1});
}

ir::Graph einsum(const std::string& equation, const Shape& a, const Shape& b, const Shape& result)
{
    ir::Graph graph{.name = "einsum", .opsets = {{"", 17}}};
    ir::Node node{.name = "layer", .op = "Einsum", .attributes = {{"equation", equation}}};
    for (const auto& shape : {a, b}) {
        graph.inputs.push_back(graph.addTensor({.name = "x", .type = ir::DataType::F32, .shape = shape}));
        node.inputs.push_back(graph.inputs.back());
    }
    graph.outputs = {graph.addTensor({.name = "y", .type = ir::DataType::F32, .shape = result})};
    node.outputs = graph.outputs;
    graph.addNode(std::move(node));
    return graph;
}

TEST(SingleLayers, Einsums)
{
    const auto batched = einsum("bij,bjk->bik", Shape{2, 3, 4}, Shape{2, 4, 5}, Shape{2, 3, 5});
    expectCounts("bmm", batched, {0, 0, 120, 0});
    EXPECT_EQ(counted(batched, "mmac"), 120);
    expectCounts("nc,nchw->hw", einsum("nc,nchw->hw", Shape{3, 4}, Shape{3, 4, 2, 3}, Shape{2, 3}), {-1, -1, 72, -1});
    const auto outer = einsum("a,b->ab", Shape{3}, Shape{4}, Shape{3, 4});   // nothing is summed
    EXPECT_EQ(counted(outer, "mmac"), 0);
}

enum class Affine { Yes, No };

/// Scale and shift are parameters; ones and zeros where the layer has none.
ir::Graph normalised(const std::string& op, Affine affine, std::map<std::string, ir::Attribute> attributes = {}, const Shape& image = kImage,
                     std::int64_t features = 8)
{
    ShapeBuilder net("norm", image, 18);
    const auto scale = net.parameter("scale", Shape{features});
    ir::Node node{.op = op, .inputs = {net.input(), scale, net.parameter("shift", Shape{features})}, .attributes = std::move(attributes)};
    if (op == "BatchNormalization") {
        node.inputs.push_back(net.parameter("mean", Shape{features}));
        node.inputs.push_back(net.parameter("variance", Shape{features}));
    }
    auto graph = net.finish(net.node("layer", std::move(node)));
    if (affine == Affine::No)
        graph.tensor(scale).constant = ir::fromDoubles(ir::DataType::F32, Shape{features},
                                                       std::vector<double>(static_cast<std::size_t>(features), 1.0));
    return graph;
}

TEST(SingleLayers, Normalisations)
{
    const std::int64_t two = 2;
    expectCounts("BatchNorm", normalised("BatchNormalization", Affine::Yes), {2304, 1152, 1152, 1152});
    expectCounts("BatchNorm plain", normalised("BatchNormalization", Affine::No), {1152, 1152, 576, 1152});
    expectCounts("InstanceNorm", normalised("InstanceNormalization", Affine::Yes), {2304, 0, 2880, 0});
    expectCounts("InstanceNorm plain", normalised("InstanceNormalization", Affine::No), {1152, 0, 2304, 0});
    expectCounts("LayerNorm", normalised("LayerNormalization", Affine::Yes, {{"axis", std::int64_t{-1}}}, kImage, 6), {2304, 0, 2880, 0});
    expectCounts("GroupNorm", normalised("GroupNormalization", Affine::Yes, {{"num_groups", two}}, kImage, 2), {0, 0, 2880, 0});
    expectCounts("BatchNorm of 16", normalised("BatchNormalization", Affine::Yes, {}, Shape{2, 2, 2, 2}, 2), {-1, -1, 32, -1});
    expectCounts("BatchNorm of 16, plain", normalised("BatchNormalization", Affine::No, {}, Shape{2, 2, 2, 2}, 2), {-1, -1, 16, -1});
    expectCounts("GroupNorm of 16", normalised("GroupNormalization", Affine::Yes, {{"num_groups", two}}, Shape{2, 2, 2, 2}, 2),
                 {-1, -1, 80, -1});
    expectCounts("GroupNorm of 16, plain", normalised("GroupNormalization", Affine::No, {{"num_groups", two}}, Shape{2, 2, 2, 2}, 2),
                 {-1, -1, 64, -1});
}

ir::Graph unary(const std::string& op, const std::string& scope = "layer", std::map<std::string, ir::Attribute> attributes = {})
{
    ShapeBuilder net(op, kImage);
    return net.finish(net.apply(scope, op, {net.input()}, std::move(attributes)));
}

ir::Graph withItself(const std::string& op)
{
    ShapeBuilder net(op, kImage);
    return net.finish(net.apply("layer", op, {net.input(), net.input()}));
}

TEST(SingleLayers, ActivationsAndArithmetic)
{
    expectCounts("Softmax", unary("Softmax", "layer", {{"axis", std::int64_t{1}}}), {1656, 0, 0, 0});
    expectCounts("Softmax called as a function", unary("Softmax", "", {{"axis", std::int64_t{1}}}), {0, 0, 0, 0});
    expectCounts("ReLU", unary("Relu"), {0, 0, 0, 1152});
    expectCounts("ReLU called as a function", unary("Relu"), {0, 0, 0, 0}, with("functional_relu", "1"));
    expectCounts("LeakyReLU", unary("LeakyRelu"), {0, 576, 0, 0});
    expectCounts("Sigmoid", unary("Sigmoid"), {0, 0, 0, 0});
    expectCounts("x + x", withItself("Add"), {0, 0, 0, 1152});
    expectCounts("x * x", withItself("Mul"), {0, 0, 0, 1152});
    expectCounts("x - x", withItself("Sub"), {0, 0, 0, 0});
    ShapeBuilder prelu("prelu", kImage);
    expectCounts("PReLU", prelu.finish(prelu.apply("layer", "PRelu", {prelu.input(), prelu.parameter("slope", Shape{8, 1, 1})})),
                 {576, 0, 0, 0});
}

ir::Graph pooled(const std::string& op, std::int64_t size, std::int64_t stride, std::int64_t pad)
{
    ShapeBuilder net(op, kImage);
    return net.finish(net.pool("layer", op, net.input(), {size, size}, stride, pad));
}

/// As exporters write the pools that ONNX does not have.
ir::Graph atenAdaptive(std::int64_t side)
{
    ir::Graph graph{.name = "adaptive", .opsets = {{"", 17}, {"org.pytorch.aten", 1}}};
    graph.inputs = {graph.addTensor({.name = "x", .type = ir::DataType::F32, .shape = kImage})};
    graph.outputs = {graph.addTensor({.name = "y", .type = ir::DataType::F32, .shape = Shape{2, 8, side, side}})};
    graph.addNode({.name = "/layer/ATen", .op = "ATen", .domain = "org.pytorch.aten", .inputs = graph.inputs, .outputs = graph.outputs,
                   .attributes = {{"operator", std::string("adaptive_avg_pool2d")}}});
    return graph;
}

TEST(SingleLayers, Pools)
{
    expectCounts("MaxPool 2", pooled("MaxPool", 2, 2, 0), {0, 0, 0, 432});
    expectCounts("AvgPool 2", pooled("AveragePool", 2, 2, 0), {144, 144, 0, 576});
    expectCounts("AvgPool 3 s1 p1", pooled("AveragePool", 3, 1, 1), {576, 576, 0, 5184});
    expectCounts("AdaptiveAvgPool 1", unary("GlobalAveragePool"), {592, 592, 576, 576});
    expectCounts("AdaptiveAvgPool 2", pooled("AveragePool", 3, 3, 0), {640, 640, 576, 2304}, with("adaptive", "/layer/*"));
    expectCounts("AdaptiveAvgPool 2", atenAdaptive(2), {640, 640, 576, 2304});
    expectCounts("AdaptiveAvgPool 4", atenAdaptive(4), {832, 512, 576, 9216});
}

ir::Graph upsampled(const std::string& mode, const Shape& image = kImage)
{
    ShapeBuilder net("upsample", image);
    auto graph = net.finish(net.apply("layer", "Identity", {net.input()}));
    graph.nodes.clear();
    const auto scales = graph.addConstant("scales", ir::fromDoubles(ir::DataType::F32, Shape{4}, std::vector<double>{1, 1, 2, 2}));
    graph.tensor(graph.outputs[0]).shape = Shape{image[0].value, image[1].value, 2 * image[2].value, 2 * image[3].value};
    graph.addNode({.name = "/layer/Resize", .op = "Resize", .inputs = {graph.inputs[0], {}, scales}, .outputs = graph.outputs,
                   .attributes = {{"mode", mode}}});
    return graph;
}

TEST(SingleLayers, Upsampling)
{
    expectCounts("nearest", upsampled("nearest"), {2304, 0, 2304, 0});
    expectCounts("bilinear", upsampled("linear"), {25344, 25344, 9216, 0});
    expectCounts("bicubic", upsampled("cubic"), {596736, 596736, 0, 0});
    expectCounts("bilinear of 16", upsampled("linear", Shape{2, 2, 2, 2}), {-1, -1, 256, -1});
}

struct Cells {
    std::string op = "LSTM";
    std::int64_t gates = 4;
    std::int64_t directions = 1;
    int layers = 1;
};

ir::Graph recurrent(const Cells& cells)
{
    constexpr std::int64_t kHidden = 16;
    ShapeBuilder net(cells.op, Shape{5, 2, 8});
    auto x = net.input();
    std::int64_t features = 8;
    for (int layer = 0; layer < cells.layers; ++layer) {
        const auto w = net.parameter("w", Shape{cells.directions, cells.gates * kHidden, features});
        const auto r = net.parameter("r", Shape{cells.directions, cells.gates * kHidden, kHidden});
        const auto b = net.parameter("b", Shape{cells.directions, 2 * cells.gates * kHidden});
        const std::string direction = cells.directions == 2 ? "bidirectional" : "forward";
        x = net.node("layer", {.op = cells.op, .inputs = {x, w, r, b},
                               .attributes = {{"hidden_size", kHidden}, {"direction", direction}}});
        features = cells.directions * kHidden;
        if (layer + 1 < cells.layers) {   // [steps, directions, batch, hidden] -> [steps, batch, features]
            x = net.apply("layer", "Transpose", {x}, {{"perm", Ints{0, 2, 1, 3}}});
            const auto shape = net.constant("shape", {5, 2, features});
            x = net.apply("layer", "Reshape", {x, shape});
        }
    }
    return net.finish(x);
}

TEST(SingleLayers, RecurrentLayers)
{
    const auto lstm = recurrent({});
    expectCounts("LSTM", lstm, {17920, 17920, 0, -1});
    expectCounts("LSTM, two ways, two layers", recurrent({.directions = 2, .layers = 2}), {102400, 102400, 0, -1});
    expectCounts("GRU", recurrent({.op = "GRU", .gates = 3}), {13600, 13600, 0, -1});
    expectCounts("RNN", recurrent({.op = "RNN", .gates = 1}), {4320, 4320, 0, -1});
    EXPECT_EQ(counted(lstm, "mmac"), 4 * 16 * (8 + 16) * 5 * 2);
}

/// An LSTM cell is exported as the two products that it is made of, and so are the projections of an attention.
TEST(SingleLayers, ProductsInsideCellsAndAttention)
{
    ShapeBuilder cell("lstm_cell", Shape{2, 8});
    const auto gates = cell.dense("cell/x", cell.input(), 8, 64);
    const auto state = cell.dense("cell/h", cell.parameter("h", Shape{2, 16}), 16, 64);
    expectCounts("LSTMCell", cell.finish(cell.apply("cell", "Add", {gates, state})), {-1, -1, 3072, -1});
}

TEST(SingleLayers, MultiheadAttention)
{
    ShapeBuilder net("attention", Shape{5, 2, 8});
    const auto projected = net.apply("attention", "MatMul", {net.input(), net.parameter("in", Shape{8, 24})});
    const auto q = net.apply("attention", "Identity", {net.parameter("q", Shape{4, 5, 4})});
    const auto k = net.apply("attention", "Identity", {net.parameter("k", Shape{4, 4, 5})});
    const auto scores = net.apply("attention", "Softmax", {net.apply("attention", "MatMul", {q, k})});
    const auto mixed = net.apply("attention", "MatMul", {scores, q});
    const auto shape = net.constant("shape", {5, 2, 8});
    const auto merged = net.apply("attention", "Reshape", {mixed, shape});
    const auto out = net.apply("attention", "MatMul", {merged, net.parameter("out", Shape{8, 8})});
    auto graph = net.finish(out);
    graph.outputs.push_back(projected);
    expectCounts("MultiheadAttention", graph, {-1, -1, 3360, -1});
    expectCounts("MultiheadAttention", graph, {0, 0, 3360, -1}, with("functional", "MatMul,Softmax"));
}

}  // namespace
}  // namespace tw::latency::test
