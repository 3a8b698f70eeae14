// SPDX-License-Identifier: Apache-2.0
// Convolution, plain and with the requantisation that followed it merged in.
#include "core/base/text.h"
#include "core/ops/counts.h"
#include "core/ops/linear.h"
#include "core/ops/window.h"

namespace tw::ops {
namespace {

enum ConvInput : std::size_t { X, W, B, Mul, Add };

struct Geometry {
    std::int64_t batch = 1;
    std::int64_t inChannels = 1;
    std::int64_t outChannels = 1;
    std::int64_t group = 1;
    int spatialRank = 2;
    Window window;

    std::int64_t inPerGroup() const { return inChannels / group; }
    std::int64_t outPerGroup() const { return outChannels / group; }
};

Error badShape(std::string message)
{
    return {.code = Code::BadShape, .message = std::move(message)};
}

Result<void> checkChannels(const Shape& x, const Shape& w, std::int64_t group)
{
    if (group < 1)
        return Error{.code = Code::BadAttribute, .message = cat("group is ", group), .place = {.attribute = "group"}};
    if (!w.ranked())
        return {};
    if (x.ranked() && x.rank() != w.rank())
        return badShape(cat("weights ", w, " do not fit an input ", x));
    if (w[0].known() && w[0].value % group != 0)
        return badShape(cat(w[0].value, " output channels do not divide into ", group, " groups"));
    if (x.ranked() && x[1].known() && w[1].known() && x[1].value != w[1].value * group)
        return badShape(cat("weights ", w, " in ", group, " groups need ", w[1].value * group, " input channels, got ",
                            x[1].value));
    return {};
}

/// Kernel sizes from the weights, else from the attribute; nullopt when neither tells.
Result<std::optional<std::vector<std::int64_t>>> kernelOf(const OpNode& node)
{
    using Found = std::optional<std::vector<std::int64_t>>;
    std::vector<std::int64_t> declared;
    if (node.hasAttribute("kernel_shape")) {
        TW_TRY(declared, kernelShapeOf(node));
    }
    const auto& w = node.shape(W);
    std::vector<std::int64_t> sizes;
    for (int axis = kSpatialBegin; axis < w.rank() && w[axis].known(); ++axis)
        sizes.push_back(w[axis].value);
    if (!w.ranked() || kSpatialBegin + static_cast<int>(sizes.size()) < w.rank())
        return declared.empty() ? Found() : Found(declared);
    if (!declared.empty() && declared != sizes)
        return badShape(cat("kernel_shape [", join(declared, ", "), "] contradicts weights ", w));
    return Found(sizes);
}

Result<Shape> outputShape(const OpNode& node)
{
    const auto& x = node.shape(X);
    const auto& w = node.shape(W);
    TW_TRY(const auto group, node.intOf("group", 1));
    TW_TRY_VOID(checkImageRank(node, x));
    TW_TRY_VOID(checkChannels(x, w, group));
    const auto channels = w.ranked() ? w[0] : ir::Dim{};
    if (node.has(B) && node.shape(B).isStatic() && channels.known() && node.shape(B) != Shape{channels.value})
        return badShape(cat("a bias of shape ", node.shape(B), " does not fit ", channels.value, " output channels"));
    TW_TRY(const auto kernel, kernelOf(node));
    if (kernel) {
        TW_TRY(const auto attributes, windowAttributes(node, *kernel));
        return windowedShape(attributes, x, channels);
    }
    if (!x.ranked())
        return Shape();
    Shape shape = Shape::ofRank(x.rank());
    shape[0] = x[0];
    shape[1] = channels;
    return shape;
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY(auto shape, outputShape(node));
    return std::vector<Inferred>{{.type = linearResultType(node.type(X), node.type(W)), .shape = std::move(shape)}};
}

Result<std::vector<Inferred>> inferRequantized(const OpNode& node)
{
    TW_TRY_VOID(requantOf(node));
    TW_TRY(auto shape, outputShape(node));
    return std::vector<Inferred>{{.type = requantType(node), .shape = std::move(shape)}};
}

Result<WindowAttributes> attributesOf(const OpNode& node)
{
    TW_TRY(const auto kernel, kernelOf(node));
    TW_CHECK(kernel.has_value());   // shapes are static here
    return windowAttributes(node, *kernel);
}

Result<Geometry> geometryOf(const OpNode& node)
{
    Geometry geometry{.batch = node.shape(X)[0].value,
                      .inChannels = node.shape(X)[1].value,
                      .outChannels = node.shape(W)[0].value,
                      .spatialRank = node.shape(X).rank() - kSpatialBegin};
    TW_TRY(geometry.group, node.intOf("group", 1));
    TW_TRY(const auto attributes, attributesOf(node));
    TW_TRY(geometry.window, windowOf(attributes, node.shape(X), node.outputs.at(0).shape));
    return geometry;
}

template <class T>
std::vector<T> convolve(const Geometry& geometry, const std::vector<T>& x, const std::vector<T>& w,
                        const std::vector<T>& bias)
{
    const auto taps = kernelTaps(geometry.window);
    const auto inPlane = inputPlane(geometry.window);
    const auto outPlane = outputPlane(geometry.window);
    std::vector<T> y(static_cast<std::size_t>(geometry.batch * geometry.outChannels * outPlane));
    for (std::int64_t plane = 0; plane < geometry.batch * geometry.outChannels; ++plane) {
        const auto o = plane % geometry.outChannels;
        const auto firstInput = plane / geometry.outChannels * geometry.inChannels +
                                o / geometry.outPerGroup() * geometry.inPerGroup();
        T* out = y.data() + plane * outPlane;
        std::fill_n(out, outPlane, bias.empty() ? T{} : bias[static_cast<std::size_t>(o)]);
        for (std::int64_t c = 0; c < geometry.inPerGroup(); ++c) {
            const T* in = x.data() + (firstInput + c) * inPlane;
            const T* weights = w.data() + (o * geometry.inPerGroup() + c) * taps;
            forEachTapRow(geometry.window, [&](const TapRow& row) {
                for (std::int64_t i = 0; i < row.count; ++i)
                    out[row.output + i] += weights[row.tap] * in[row.input + i * row.inputStep];
            });
        }
    }
    return y;
}

template <class T>
std::vector<T> convolved(const OpNode& node, const Geometry& geometry)
{
    return convolve(geometry, valuesOf<T>(node, X), valuesOf<T>(node, W), valuesOf<T>(node, B));
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const auto geometry, geometryOf(node));
    if (computesInIntegers(node))
        return asOutput(node, convolved<std::int64_t>(node, geometry));
    return asOutput(node, convolved<double>(node, geometry));
}

Result<std::vector<TensorData>> evaluateRequantized(const OpNode& node)
{
    TW_TRY(const auto geometry, geometryOf(node));
    return requantisedOutput(node, convolved<std::int64_t>(node, geometry), Mul, ParameterRule::Channel);
}

Counts count(const OpNode& node)
{
    Counts counts = bytesMoved(node);
    const auto outputs = node.outputs[0].shape.elements().value_or(0);
    const auto weightsPerOutput = node.shape(W).elements().value_or(0) / std::max<std::int64_t>(node.shape(W)[0].value, 1);
    counts.macs = outputs * weightsPerOutput;
    counts.elementOps = node.has(B) ? outputs : 0;
    return counts;
}

Counts countRequantized(const OpNode& node)
{
    Counts counts = count(node);
    counts.elementOps += kRequantOperations * node.outputs[0].shape.elements().value_or(0);
    return counts;
}

/// `reduction` is how the kernel needs the input channels of an ungrouped convolution.
AccessMap accessWith(const OpNode& node, const DimAccess& reduction)
{
    const auto geometry = geometryOf(node);
    const auto attributes = attributesOf(node);
    TW_CHECK(geometry.has_value() && attributes.has_value());
    // Other groupings pair an input channel with several outputs in steps that no map can name.
    const bool channelwise = geometry->group == geometry->inChannels && geometry->group == geometry->outChannels;
    const DimAccess grouped = channelwise ? identity(1) : full();
    AccessMap map;
    map.inputs.resize(node.inputs.size());
    map.inputs[X] = {identity(0), geometry->group == 1 ? reduction : grouped};
    const auto windows = windowAccess(*attributes, node.shape(X));
    map.inputs[X].insert(map.inputs[X].end(), windows.begin(), windows.end());
    map.inputs[W] = {identity(1), geometry->group == 1 ? reduction : full()};
    map.inputs[W].insert(map.inputs[W].end(), windows.size(), full());
    if (node.has(B))
        map.inputs[B] = {identity(1)};
    return map;
}

AccessMap access(const OpNode& node)
{
    return accessWith(node, reduced());
}

AccessMap accessRequantized(const OpNode& node)
{
    // a partial sum cannot be requantised
    return withParameters(accessWith(node, full()), node, Mul, ParameterRule::Channel);
}

Result<Arguments> sizeArguments(const OpNode& node)
{
    TW_TRY(const auto geometry, geometryOf(node));
    Arguments result{{"batch", geometry.batch},
                     {"in_c", geometry.inChannels},
                     {"out_c", geometry.outChannels},
                     {"group", geometry.group}};
    const auto window = windowArguments(geometry.window, geometry.spatialRank);
    result.insert(result.end(), window.begin(), window.end());
    result.push_back({"x_type", static_cast<std::int64_t>(node.type(X))});
    result.push_back({"w_type", static_cast<std::int64_t>(node.type(W))});
    result.push_back({"y_type", static_cast<std::int64_t>(node.outputs[0].type)});
    return result;
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(auto result, sizeArguments(node));
    for (const auto* unused : {"shift", "lo", "hi", "mul_step", "add_step"})
        result.push_back({unused, std::int64_t{0}});
    return result;
}

Result<Arguments> argumentsRequantized(const OpNode& node)
{
    TW_TRY(auto result, sizeArguments(node));
    TW_TRY(const auto requant, requantArguments(node));
    result.insert(result.end(), requant.begin(), requant.end());
    for (const auto& [name, input] : {std::pair{"mul_step", Mul}, std::pair{"add_step", Add}}) {
        TW_TRY(const auto steps, parameterSteps(node.outputs[0].shape, node.shape(input), ParameterRule::Channel));
        result.push_back({name, steps[1]});
    }
    return result;
}

}  // namespace

extern const OpFamily convFamily;
const OpFamily convFamily = {
    .name = "conv",
    .ops = {{.op = "Conv",
             .inputNames = {"X", "W", "B"},
             .imageInputs = {X},
             .argsType = "tw_conv_args",
             .documentation = "Slides a bank of filters over an image and sums over the input channels of its group.",
             .infer = infer,
             .evaluate = evaluate,
             .count = count,
             .access = access,
             .arguments = arguments},
            {.op = "RequantizedConv",
             .domains = {"tilewright"},
             .inputNames = {"X", "W", "B", "mul", "add"},
             .imageInputs = {X},
             .argsType = "tw_conv_args",
             .documentation = "Convolution whose exact result is scaled, shifted and clipped per output channel.",
             .infer = inferRequantized,
             .evaluate = evaluateRequantized,
             .count = countRequantized,
             .access = accessRequantized,
             .arguments = argumentsRequantized}}};

}  // namespace tw::ops
