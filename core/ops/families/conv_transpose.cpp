// SPDX-License-Identifier: Apache-2.0
// Transposed convolution: every input position adds its weighted window to the output.
#include "core/base/text.h"
#include "core/ops/counts.h"
#include "core/ops/linear.h"
#include "core/ops/window.h"

#include <algorithm>

namespace tw::ops {
namespace {

enum TransposeInput : std::size_t { X, W, B };

/// The window runs from the result (its `in`) to the input (its `out`): that of the convolution being transposed.
struct Geometry {
    std::int64_t batch = 1;
    std::int64_t inChannels = 1;
    std::int64_t outPerGroup = 1;
    std::int64_t group = 1;
    int spatialRank = 2;
    Window window;

    std::int64_t inPerGroup() const { return inChannels / group; }
    std::int64_t outChannels() const { return outPerGroup * group; }
};

Result<std::vector<std::int64_t>> kernelOf(const OpNode& node)
{
    const auto& w = node.shape(W);
    std::vector<std::int64_t> kernel;
    for (int axis = kSpatialBegin; axis < w.rank() && w[axis].known(); ++axis)
        kernel.push_back(w[axis].value);
    if (w.ranked() && static_cast<int>(kernel.size()) == w.rank() - kSpatialBegin)
        return kernel;
    return node.intsOf("kernel_shape", std::vector<std::int64_t>{});
}

/// Output size and paddings of one axis, by the rules for output_shape, auto_pad and pads, in that order.
Result<WindowAxis> axisOf(const OpNode& node, const WindowAttributes& attributes, std::size_t axis, std::int64_t size)
{
    const auto axes = attributes.kernel.size();
    TW_TRY(const auto extra, node.intsOf("output_padding", std::vector<std::int64_t>(axes, 0)));
    TW_TRY(const auto wanted, node.intsOf("output_shape", std::vector<std::int64_t>{}));
    if (extra.size() != axes || (!wanted.empty() && wanted.size() < axes))
        return Error{.code = Code::BadAttribute,
                     .message = cat("output_padding and output_shape need one value for each of ", axes, " axes")};
    WindowAxis result{.out = size,
                      .kernel = attributes.kernel[axis],
                      .stride = attributes.strides[axis],
                      .dilation = attributes.dilations[axis],
                      .padBegin = attributes.pads[axis],
                      .padEnd = attributes.pads[axis + axes]};
    const auto whole = (size - 1) * result.stride + extra[axis] + result.spread();
    const bool same = attributes.autoPad.starts_with("SAME");
    if (wanted.empty() && !same) {
        result.in = whole - result.padBegin - result.padEnd;
    } else {
        result.in = wanted.empty() ? size * result.stride : wanted[wanted.size() - axes + axis];
        const auto total = std::max<std::int64_t>(whole - result.in, 0);
        result.padEnd = attributes.autoPad == "SAME_UPPER" ? total - total / 2 : total / 2;
        result.padBegin = total - result.padEnd;
    }
    if (result.in >= 1)
        return result;
    return Error{.code = Code::BadShape, .message = cat("paddings leave an output of size ", result.in)};
}

Result<void> checkShapes(const Shape& x, const Shape& w, std::int64_t group)
{
    if (group < 1)
        return Error{.code = Code::BadAttribute, .message = cat("group is ", group), .place = {.attribute = "group"}};
    if (!x.ranked() || !w.ranked())
        return {};
    if (x.rank() != w.rank() || (x[1].known() && w[0].known() && x[1].value != w[0].value))
        return Error{.code = Code::BadShape, .message = cat("weights ", w, " do not fit an input ", x)};
    if (w[0].known() && w[0].value % group != 0)
        return Error{.code = Code::BadShape,
                     .message = cat(w[0].value, " input channels do not divide into ", group, " groups")};
    return {};
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    const auto& x = node.shape(X);
    const auto& w = node.shape(W);
    TW_TRY(const auto group, node.intOf("group", 1));
    TW_TRY_VOID(checkImageRank(node, x));
    TW_TRY_VOID(checkShapes(x, w, group));
    const DataType type = linearResultType(node.type(X), node.type(W));
    if (!x.ranked())
        return std::vector<Inferred>{{.type = type}};
    Shape shape = Shape::ofRank(x.rank());
    shape[0] = x[0];
    if (w.ranked() && w[1].known())
        shape[1] = {.value = w[1].value * group};
    TW_TRY(const auto kernel, kernelOf(node));
    if (static_cast<int>(kernel.size()) != x.rank() - kSpatialBegin)
        return std::vector<Inferred>{{.type = type, .shape = shape}};
    TW_TRY(const auto attributes, windowAttributes(node, kernel));
    for (int axis = kSpatialBegin; axis < x.rank(); ++axis) {
        if (!x[axis].known())
            continue;
        TW_TRY(const auto resolved, axisOf(node, attributes, static_cast<std::size_t>(axis - kSpatialBegin), x[axis].value));
        shape[axis] = {.value = resolved.in};
    }
    return std::vector<Inferred>{{.type = type, .shape = std::move(shape)}};
}

Result<Geometry> geometryOf(const OpNode& node)
{
    const auto& x = node.shape(X);
    Geometry geometry{.batch = x[0].value,
                      .inChannels = x[1].value,
                      .outPerGroup = node.shape(W)[1].value,
                      .spatialRank = x.rank() - kSpatialBegin};
    TW_TRY(geometry.group, node.intOf("group", 1));
    TW_TRY(const auto kernel, kernelOf(node));
    TW_TRY(const auto attributes, windowAttributes(node, kernel));
    if (kernel.size() > geometry.window.size())
        return Error{.code = Code::UnsupportedOperator,
                     .message = cat(kernel.size(), " spatial axes are not supported, at most ", geometry.window.size())};
    for (std::size_t axis = 0; axis < kernel.size(); ++axis) {
        const int imageAxis = kSpatialBegin + static_cast<int>(axis);
        TW_TRY(auto resolved, axisOf(node, attributes, axis, x[imageAxis].value));
        resolved.in = node.outputs.at(0).shape[imageAxis].value;
        geometry.window[geometry.window.size() - kernel.size() + axis] = resolved;
    }
    return geometry;
}

template <class T>
std::vector<T> scatter(const OpNode& node, const Geometry& geometry)
{
    const auto x = valuesOf<T>(node, X);
    const auto w = valuesOf<T>(node, W);
    const auto bias = valuesOf<T>(node, B);
    const auto taps = kernelTaps(geometry.window);
    const auto xPlane = outputPlane(geometry.window);
    const auto yPlane = inputPlane(geometry.window);
    std::vector<T> y(static_cast<std::size_t>(geometry.batch * geometry.outChannels() * yPlane));
    for (std::int64_t plane = 0; plane < geometry.batch * geometry.outChannels(); ++plane) {
        const auto o = plane % geometry.outChannels();
        const auto firstChannel = o / geometry.outPerGroup * geometry.inPerGroup();
        T* out = y.data() + plane * yPlane;
        std::fill_n(out, yPlane, bias.empty() ? T{} : bias[static_cast<std::size_t>(o)]);
        for (std::int64_t c = firstChannel; c < firstChannel + geometry.inPerGroup(); ++c) {
            const T* in = x.data() + (plane / geometry.outChannels() * geometry.inChannels + c) * xPlane;
            const T* weights = w.data() + (c * geometry.outPerGroup + o % geometry.outPerGroup) * taps;
            forEachTapRow(geometry.window, [&](const TapRow& row) {
                for (std::int64_t i = 0; i < row.count; ++i)
                    out[row.input + i * row.inputStep] += weights[row.tap] * in[row.output + i];
            });
        }
    }
    return y;
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const auto geometry, geometryOf(node));
    if (computesInIntegers(node))
        return asOutput(node, scatter<std::int64_t>(node, geometry));
    return asOutput(node, scatter<double>(node, geometry));
}

Counts count(const OpNode& node)
{
    Counts counts = bytesMoved(node);
    const auto weightsPerInput = node.shape(W).elements().value_or(0) / std::max<std::int64_t>(node.shape(W)[0].value, 1);
    counts.macs = node.shape(X).elements().value_or(0) * weightsPerInput;
    counts.elementOps = node.has(B) ? node.outputs[0].shape.elements().value_or(0) : 0;
    return counts;
}

/// With stride 1 a window of the kernel's size ends at the output position plus the padding; other strides have no
/// such window.
DimAccess spatialAccess(const WindowAxis& axis, int outputAxis)
{
    if (axis.stride != 1)
        return full();
    return {.kind = Access::Window,
            .outputAxis = outputAxis,
            .dilation = axis.dilation,
            .kernel = axis.kernel,
            .pad = axis.spread() - 1 - axis.padBegin};
}

AccessMap access(const OpNode& node)
{
    const auto geometry = geometryOf(node);
    TW_CHECK(geometry.has_value());
    const bool channelwise = geometry->group == geometry->inChannels && geometry->outPerGroup == 1;
    const DimAccess grouped = channelwise ? identity(1) : full();
    AccessMap map;
    map.inputs.resize(node.inputs.size());
    map.inputs[X] = {identity(0), geometry->group == 1 ? reduced() : grouped};
    map.inputs[W] = {geometry->group == 1 ? reduced() : grouped, geometry->group == 1 ? identity(1) : full()};
    for (int axis = kSpatialBegin; axis < node.shape(X).rank(); ++axis) {
        const auto slot = geometry->window.size() - static_cast<std::size_t>(node.shape(X).rank() - axis);
        map.inputs[X].push_back(spatialAccess(geometry->window[slot], axis));
        map.inputs[W].push_back(full());
    }
    if (node.has(B))
        map.inputs[B] = {identity(1)};
    return map;
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const auto geometry, geometryOf(node));
    Arguments result{{"batch", geometry.batch},
                     {"in_c", geometry.inChannels},
                     {"out_c", geometry.outChannels()},
                     {"group", geometry.group}};
    Window swapped = geometry.window;   // the kernel's struct names the node's own input and output
    for (auto& axis : swapped)
        std::swap(axis.in, axis.out);
    const auto window = windowArguments(swapped, geometry.spatialRank);
    result.insert(result.end(), window.begin(), window.end());
    return result;
}

}  // namespace

extern const OpFamily conv_transposeFamily;
const OpFamily conv_transposeFamily = {
    .name = "conv_transpose",
    .ops = {{.op = "ConvTranspose",
             .inputNames = {"X", "W", "B"},
             .imageInputs = {X},
             .argsType = "tw_conv_transpose_args",
             .documentation = "Spreads every input position over a window of the output, weighted by the filters.",
             .infer = infer,
             .evaluate = evaluate,
             .count = count,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
