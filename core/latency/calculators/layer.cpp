// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/layer.h"

#include "core/base/text.h"
#include "core/latency/calculators/patterns.h"
#include "core/latency/fault.h"

#include <algorithm>
#include <limits>
#include <set>

namespace tw::latency {
namespace {

using Sizes = std::vector<std::int64_t>;

constexpr int kSpatialBegin = 2;   // [N, C, spatial...]

/// One node of the graph, with readers that fail on unknown shapes.
class NodeReader {
public:
    NodeReader(const ir::Graph& graph, const ir::Node& node) : graph_(graph), node_(node) {}

    bool has(std::size_t input) const { return input < node_.inputs.size() && node_.inputs[input].valid(); }
    const ir::Tensor& input(std::size_t i) const { return graph_.tensor(node_.inputs.at(i)); }
    Result<Sizes> in(std::size_t i) const
    {
        if (!has(i))
            return Error{.code = Code::BadGraph, .message = cat("input ", i, " is missing"), .place = {.node = node_.name}};
        return sizesOf(input(i));
    }
    Result<Sizes> out() const
    {
        if (node_.outputs.empty() || !node_.outputs[0].valid())
            return Error{.code = Code::BadGraph, .message = "there is no output", .place = {.node = node_.name}};
        return sizesOf(graph_.tensor(node_.outputs[0]));
    }
    Result<Sizes> sizesOf(const ir::Tensor& tensor) const
    {
        if (!tensor.shape.isStatic())
            return shapeUnknown(tensor).at({.node = node_.name});
        return tensor.shape.sizes();
    }
    const ir::Node& node() const { return node_; }

private:
    const ir::Graph& graph_;
    const ir::Node& node_;
};

using Fill = Result<void> (*)(const NodeReader&, Layer&);

Result<void> fillElements(const NodeReader& reader, Layer& layer)
{
    TW_TRY(const auto x, reader.in(0));
    TW_TRY(const auto y, reader.out());
    layer.x = productOf(x);
    layer.y = productOf(y);
    layer.batch = x.empty() ? 1 : x[0];
    return {};
}

Sizes spatial(const Sizes& image)
{
    return image.size() > kSpatialBegin ? Sizes(image.begin() + kSpatialBegin, image.end()) : Sizes{};
}

Result<void> fillImage(const NodeReader& reader, Layer& layer)
{
    TW_TRY_VOID(fillElements(reader, layer));
    TW_TRY(const auto x, reader.in(0));
    TW_TRY(const auto y, reader.out());
    layer.inSpatial = spatial(x);
    layer.outSpatial = spatial(y);
    layer.inChannels = x.size() > 1 ? x[1] : 1;
    layer.outChannels = y.size() > 1 ? y[1] : 1;
    return {};
}

Result<void> fillConv(const NodeReader& reader, Layer& layer)
{
    TW_TRY_VOID(fillImage(reader, layer));
    TW_TRY(const auto w, reader.in(1));
    TW_TRY(layer.groups, ir::intAttribute(reader.node(), "group", 1));
    if (layer.groups < 1)
        return Error{.code = Code::BadAttribute, .message = cat("group is ", layer.groups),
                     .place = {.node = reader.node().name, .attribute = "group"}};
    layer.w = productOf(w);
    layer.kernel = productOf(spatial(w));
    layer.bias = reader.has(2);
    return {};
}

Result<void> fillGemm(const NodeReader& reader, Layer& layer)
{
    TW_TRY_VOID(fillElements(reader, layer));
    TW_TRY(const auto x, reader.in(0));
    TW_TRY(const auto y, reader.out());
    TW_TRY(const auto transposed, ir::intAttribute(reader.node(), "transA", 0));
    if (x.size() != 2 || y.size() != 2)
        return Error{.code = Code::BadShape, .message = "Gemm needs two matrices", .place = {.node = reader.node().name}};
    layer.inFeatures = x[transposed != 0 ? 0 : 1];
    layer.outFeatures = y[1];
    layer.axisSize = x[1];
    layer.bias = reader.has(2);
    return {};
}

Result<void> fillMatMul(const NodeReader& reader, Layer& layer)
{
    TW_TRY_VOID(fillElements(reader, layer));
    TW_TRY(const auto x, reader.in(0));
    TW_TRY(const auto w, reader.in(1));
    TW_TRY(const auto y, reader.out());
    layer.inFeatures = x.empty() ? 1 : x.back();
    layer.outFeatures = w.size() < 2 ? 1 : w.back();
    layer.axisSize = x.size() > 1 ? x[1] : 1;
    layer.w = productOf(w);
    layer.outSpatial = y;
    return {};
}

Result<void> fillEinsum(const NodeReader& reader, Layer& layer)
{
    TW_TRY(layer.equation, ir::stringAttribute(reader.node(), "equation"));
    for (std::size_t i = 0; i < reader.node().inputs.size(); ++i) {
        TW_TRY(auto sizes, reader.in(i));
        layer.operands.push_back(std::move(sizes));
    }
    return {};
}

bool allEqual(const ir::Tensor& tensor, double value)
{
    if (!tensor.constant || !ir::isFloat(tensor.constant->type))
        return false;
    const auto values = ir::toDoubles(*tensor.constant);
    return std::all_of(values.begin(), values.end(), [&](double one) { return one == value; });
}

Result<void> fillNorm(const NodeReader& reader, Layer& layer)
{
    TW_TRY_VOID(fillElements(reader, layer));
    const bool shifts = reader.has(2) && !allEqual(reader.input(2), 0);
    const bool scales = reader.has(1) && !allEqual(reader.input(1), 1);
    layer.affine = shifts || scales;
    return {};
}

/// The axis of softmax: one axis since opset 13, all from it onwards before.
Result<void> fillSoftmax(const NodeReader& reader, Layer& layer, int opset)
{
    TW_TRY_VOID(fillElements(reader, layer));
    TW_TRY(const auto x, reader.in(0));
    TW_TRY(const auto given, ir::intAttribute(reader.node(), "axis", opset >= 13 ? -1 : 1));
    const auto axis = ir::normalAxis(given, static_cast<int>(x.size()));
    if (!axis)
        return Error{.code = Code::BadAttribute, .message = cat("axis ", given, " is outside of the tensor"),
                     .place = {.node = reader.node().name, .attribute = "axis"}};
    layer.axisSize = opset >= 13 ? x[static_cast<std::size_t>(*axis)] : productOf(Sizes(x.begin() + *axis, x.end()));
    return {};
}

Result<void> fillPool(const NodeReader& reader, Layer& layer)
{
    TW_TRY_VOID(fillImage(reader, layer));
    TW_TRY(const auto kernel, ir::intsAttribute(reader.node(), "kernel_shape"));
    layer.kernel = productOf(kernel);
    layer.kernelFirst = kernel.empty() ? 1 : kernel[0];
    return {};
}

Result<void> fillResize(const NodeReader& reader, Layer& layer)
{
    TW_TRY_VOID(fillImage(reader, layer));
    TW_TRY(const auto mode, ir::stringAttribute(reader.node(), "mode", "nearest"));
    if (mode == "nearest")
        layer.interpolation = Interpolation::Nearest;
    else if (mode == "cubic")
        layer.interpolation = Interpolation::Bicubic;
    else if (mode == "linear" || mode == "bilinear")
        layer.interpolation = layer.inSpatial.size() == 1   ? Interpolation::Linear
                              : layer.inSpatial.size() == 2 ? Interpolation::Bilinear
                                                            : Interpolation::Trilinear;
    return {};
}

Result<void> fillRecurrent(const NodeReader& reader, Layer& layer)
{
    TW_TRY(const auto x, reader.in(0));
    TW_TRY(const auto w, reader.in(1));
    TW_TRY(const auto r, reader.in(2));
    TW_TRY(const auto layout, ir::intAttribute(reader.node(), "layout", 0));
    if (x.size() != 3 || w.size() != 3 || r.size() != 3)
        return Error{.code = Code::BadShape, .message = "X, W and R have three dimensions", .place = {.node = reader.node().name}};
    const std::map<std::string, std::int64_t> gates{{"LSTM", 4}, {"GRU", 3}, {"RNN", 1}};
    layer.gates = gates.at(reader.node().op);
    layer.steps = x[layout == 0 ? 0 : 1];
    layer.batch = x[layout == 0 ? 1 : 0];
    layer.inputSize = x[2];
    layer.hidden = r[2];
    layer.directions = w[0];
    layer.bias = reader.has(3);
    layer.x = productOf(x);
    return {};
}

struct KindRow {
    LayerKind kind;
    Fill fill;   // nullptr: no rule asks for a size
};

const std::map<std::string, KindRow>& kinds()
{
    static const std::map<std::string, KindRow> all = [] {
        std::map<std::string, KindRow> rows{
            {"Conv", {LayerKind::Conv, fillConv}},
            {"ConvTranspose", {LayerKind::ConvTranspose, fillConv}},
            {"Gemm", {LayerKind::Linear, fillGemm}},
            {"MatMul", {LayerKind::MatMul, fillMatMul}},
            {"Einsum", {LayerKind::Einsum, fillEinsum}},
            {"BatchNormalization", {LayerKind::BatchNorm, fillNorm}},
            {"InstanceNormalization", {LayerKind::InstanceNorm, fillNorm}},
            {"LayerNormalization", {LayerKind::LayerNorm, fillNorm}},
            {"GroupNormalization", {LayerKind::GroupNorm, fillNorm}},
            {"Relu", {LayerKind::Relu, fillElements}},
            {"LeakyRelu", {LayerKind::LeakyRelu, fillElements}},
            {"PRelu", {LayerKind::PRelu, fillElements}},
            {"Softmax", {LayerKind::Softmax, nullptr}},   // its axis depends on the opset
            {"Add", {LayerKind::Add, fillElements}},
            {"Mul", {LayerKind::Mul, fillElements}},
            {"MaxPool", {LayerKind::MaxPool, fillPool}},
            {"AveragePool", {LayerKind::AveragePool, fillPool}},
            {"GlobalAveragePool", {LayerKind::AdaptiveAveragePool, fillImage}},
            {"GlobalMaxPool", {LayerKind::AdaptiveMaxPool, nullptr}},
            {"ReduceMean", {LayerKind::Mean, nullptr}},
            {"Resize", {LayerKind::Upsample, fillResize}},
            {"Upsample", {LayerKind::Upsample, fillResize}},
            {"GridSample", {LayerKind::GridSample, fillElements}},
        };
        for (const auto* op : {"LSTM", "GRU", "RNN"})
            rows[op] = {LayerKind::Recurrent, fillRecurrent};
        for (const auto* op : {"Sigmoid", "Tanh", "Gelu", "HardSwish", "HardSigmoid", "Elu", "Selu", "Celu", "Mish", "Softplus",
                               "Softsign", "Swish"})
            rows[op] = {LayerKind::Activation, nullptr};
        for (const auto* op : {"Constant", "ConstantOfShape", "Identity", "Reshape", "Flatten", "Squeeze", "Unsqueeze", "Transpose",
                               "Concat", "Split", "Slice", "Gather", "GatherElements", "GatherND", "Pad", "Expand", "Tile",
                               "Shape", "Size", "Dropout", "DepthToSpace", "SpaceToDepth", "Cast", "Range"})
            rows[op] = {LayerKind::Movement, nullptr};
        return rows;
    }();
    return all;
}

/// PyTorch's exporter names a node after the modules around it. One that has none was a call in the model's own forward.
bool outsideEveryModule(const ir::Node& node)
{
    const auto bare = "/" + node.op;
    if (!node.name.starts_with(bare))
        return false;
    const auto rest = std::string_view(node.name).substr(bare.size());
    return rest.empty() || (rest[0] == '_' && rest.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

bool isClipToSix(const ir::Graph& graph, const ir::Node& node)
{
    const auto bound = [&](const char* name, std::size_t input) -> std::optional<double> {
        if (const auto value = ir::floatAttribute(node, name, -1.0); ir::hasAttribute(node, name) && value)
            return *value;
        if (input >= node.inputs.size() || !node.inputs[input].valid() || !graph.tensor(node.inputs[input]).constant)
            return std::nullopt;
        const auto values = ir::toDoubles(*graph.tensor(node.inputs[input]).constant);
        return values.size() == 1 ? std::optional(values[0]) : std::nullopt;
    };
    return bound("min", 1) == 0.0 && bound("max", 2) == 6.0;
}

/// A rectifier that a compiler merges into what it rectifies.
bool followsOnlyLinear(const ir::Graph& graph, const ir::GraphIndex& index, const ir::Node& node)
{
    if (node.inputs.empty() || !node.inputs[0].valid() || index.isGraphOutput(node.inputs[0]))
        return false;
    const int producer = index.producer(node.inputs[0]);
    const std::set<std::string> linear{"Conv", "ConvTranspose", "Gemm", "MatMul", "BatchNormalization", "Add"};
    return producer >= 0 && index.consumers(node.inputs[0]).size() == 1 &&
           linear.contains(graph.nodes[static_cast<std::size_t>(producer)].op);
}

/// aten::adaptive_avg_pool2d: what exporters write where ONNX has no operator.
bool isAtenAdaptive(const ir::Node& node)
{
    if (node.op.starts_with("adaptive_avg_pool"))
        return true;
    const auto name = ir::stringAttribute(node, "operator", "");
    return node.op == "ATen" && name && name->starts_with("adaptive_avg_pool");
}

Result<void> settleKind(const ir::Graph& graph, const ir::Node& node, const LayerHints& hints, Layer& layer)
{
    const NodeReader reader(graph, node);
    const bool standard = node.domain.empty() || node.domain == "ai.onnx";
    const auto row = standard ? kinds().find(node.op) : kinds().end();
    if (row != kinds().end())
        layer.kind = row->second.kind;
    else if (standard && node.op == "Clip" && isClipToSix(graph, node))
        layer.kind = LayerKind::Relu6;
    else if (isAtenAdaptive(node)) {
        layer.kind = LayerKind::AdaptiveAveragePool;
        return fillImage(reader, layer);
    }
    if (layer.kind == LayerKind::Softmax)
        return fillSoftmax(reader, layer, graph.opset(node.domain));
    if (row != kinds().end() && row->second.fill)
        TW_TRY_VOID(row->second.fill(reader, layer));
    const bool trivialWindow = layer.kernel == 1 && layer.inSpatial == layer.outSpatial && !hints.asWritten;
    if (layer.kind == LayerKind::AveragePool && (trivialWindow || (hints.adaptive && hints.adaptive(node))))
        layer.kind = LayerKind::AdaptiveAveragePool;   // nobody writes an average over one element, adaptive pools become it
    return {};
}

Result<Layer> layerOf(const ir::Graph& graph, std::size_t index, const LayerHints& hints)
{
    const auto& node = graph.nodes[index];
    Layer layer{.op = node.op, .node = index};
    layer.functional = outsideEveryModule(node) || (hints.functional && hints.functional(node));
    TW_TRY_VOID(settleKind(graph, node, hints, layer));
    return layer;
}

Result<Layer> layerOf(const ir::Graph& graph, const Pattern& pattern, const LayerHints& hints)
{
    TW_TRY(auto layer, layerOf(graph, pattern.node, hints));
    const auto& node = graph.nodes[pattern.node];
    const NodeReader reader(graph, node);
    layer.op = pattern.name;
    layer.members = pattern.members;
    layer.affine = pattern.affine;
    layer.bias = pattern.bias;
    if (pattern.kind != LayerKind::Linear) {   // a product has its sizes already, what follows it adds none
        TW_TRY(const auto x, reader.sizesOf(graph.tensor(pattern.input)));
        TW_TRY(const auto y, reader.out());
        layer.x = productOf(x);
        layer.y = productOf(y);
    }
    layer.kind = pattern.kind;
    return layer;
}

}  // namespace

std::int64_t times(std::int64_t a, std::int64_t b)
{
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    return a != 0 && b > kMost / a ? kMost : a * b;
}

std::int64_t plus(std::int64_t a, std::int64_t b)
{
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    return a > kMost - b ? kMost : a + b;
}

std::int64_t productOf(const std::vector<std::int64_t>& factors)
{
    std::int64_t product = 1;
    for (const auto factor : factors)
        product = times(product, factor);
    return product;
}

std::int64_t Layer::outVolume() const
{
    return productOf(outSpatial);
}

std::int64_t Layer::inVolume() const
{
    return productOf(inSpatial);
}

Result<std::vector<Layer>> layersOf(const ir::Graph& graph, const LayerHints& hints)
{
    std::map<std::size_t, const Pattern*> ends;
    std::set<std::size_t> inside;
    const auto patterns = hints.asWritten ? std::vector<Pattern>{} : findPatterns(graph);
    for (const auto& pattern : patterns) {
        ends[pattern.node] = &pattern;
        inside.insert(pattern.members.begin(), pattern.members.end());
    }
    const ir::GraphIndex index(graph);
    std::vector<Layer> layers;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (inside.contains(i))
            continue;
        const auto pattern = ends.find(i);
        auto layer = pattern == ends.end() ? layerOf(graph, i, hints) : layerOf(graph, *pattern->second, hints);
        if (!layer)
            return layer.error();
        layer->fused = (layer->kind == LayerKind::Relu || layer->kind == LayerKind::Relu6) &&
                       followsOnlyLinear(graph, index, graph.nodes[i]);
        layers.push_back(std::move(*layer));
    }
    return layers;
}

Error shapeUnknown(const ir::Tensor& tensor)
{
    return faultError(Fault::ShapeUnknown, cat("tensor ", tensor.name, " has the shape ", tensor.shape),
                      "give its symbolic dimensions values");
}

std::string batchNormFolded(const ir::Graph& graph)
{
    bool norms = false, convs = false, biases = false;
    for (const auto& node : graph.nodes) {
        norms |= node.op == "BatchNormalization";
        convs |= node.op == "Conv";
        biases |= node.op == "Conv" && node.inputs.size() > 2 && node.inputs[2].valid();
    }
    if (!convs)
        return "none";
    return norms && biases ? "mixed" : norms ? "false" : "true";
}

}  // namespace tw::latency
