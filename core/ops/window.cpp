// SPDX-License-Identifier: Apache-2.0
#include "core/ops/window.h"

#include "core/base/text.h"

#include <algorithm>

namespace tw::ops {
namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 30;   // keeps every product of sizes here far from overflow

Result<std::vector<std::int64_t>> listOf(const OpNode& node, const std::string& name, std::size_t length,
                                         std::int64_t fallback, std::int64_t least)
{
    TW_TRY(auto values, node.intsOf(name, std::vector<std::int64_t>(length, fallback)));
    if (values.empty())
        values.assign(length, fallback);
    const bool fits = values.size() == length && std::all_of(values.begin(), values.end(), [least](auto value) {
                          return value >= least && value <= kLargest;
                      });
    if (fits)
        return values;
    return Error{.code = Code::BadAttribute,
                 .message = cat(name, " is [", join(values, ", "), "], expected ", length, " values of at least ", least),
                 .place = {.node = node.node.name, .attribute = name}};
}

std::int64_t ceilDivide(std::int64_t a, std::int64_t b)
{
    return a >= 0 ? (a + b - 1) / b : -(-a / b);
}

void padToSame(WindowAxis& axis, bool extraAtEnd)
{
    axis.out = ceilDivide(axis.in, axis.stride);
    const auto total = std::max<std::int64_t>((axis.out - 1) * axis.stride + axis.spread() - axis.in, 0);
    axis.padBegin = extraAtEnd ? total / 2 : total - total / 2;
    axis.padEnd = total - axis.padBegin;
}

}  // namespace

Result<WindowAxis> WindowAttributes::axis(std::size_t spatialAxis, std::int64_t in) const
{
    WindowAxis result{.in = in,
                      .kernel = kernel.at(spatialAxis),
                      .stride = strides.at(spatialAxis),
                      .dilation = dilations.at(spatialAxis),
                      .padBegin = pads.at(spatialAxis),
                      .padEnd = pads.at(spatialAxis + kernel.size())};
    if (autoPad == "SAME_UPPER" || autoPad == "SAME_LOWER") {
        padToSame(result, autoPad == "SAME_UPPER");
        return result;
    }
    const auto free = in + result.padBegin + result.padEnd - result.spread();
    if (in < 0 || in > kLargest || free < 0)
        return Error{.code = Code::BadShape,
                     .message = cat("a window of ", result.spread(), " does not fit ", in, " positions padded by ",
                                    result.padBegin, " and ", result.padEnd)};
    result.out = (ceilMode ? ceilDivide(free, result.stride) : free / result.stride) + 1;
    if (ceilMode && (result.out - 1) * result.stride >= in + result.padBegin)
        --result.out;   // a window that would begin in the padding at the end is left out
    return result;
}

Result<WindowAttributes> windowAttributes(const OpNode& node, std::vector<std::int64_t> kernel)
{
    const auto axes = kernel.size();
    WindowAttributes result{.kernel = std::move(kernel)};
    TW_TRY(result.strides, listOf(node, "strides", axes, 1, 1));
    TW_TRY(result.dilations, listOf(node, "dilations", axes, 1, 1));
    TW_TRY(result.autoPad, node.stringOf("auto_pad", "NOTSET"));
    TW_TRY(const auto ceilMode, node.intOf("ceil_mode", 0));
    result.ceilMode = ceilMode != 0;
    for (const auto size : result.kernel)
        if (size < 1 || size > kLargest)
            return Error{.code = Code::BadAttribute, .message = cat("a kernel of size ", size, " is not possible"),
                         .place = {.node = node.node.name, .attribute = "kernel_shape"}};
    result.pads.assign(2 * axes, 0);
    if (result.autoPad == "NOTSET" || result.autoPad.empty()) {
        TW_TRY(result.pads, listOf(node, "pads", 2 * axes, 0, 0));
        return result;
    }
    if (result.autoPad == "VALID" || result.autoPad == "SAME_UPPER" || result.autoPad == "SAME_LOWER")
        return result;
    return Error{.code = Code::BadAttribute, .message = cat("auto_pad \"", result.autoPad, "\" is not known"),
                 .place = {.node = node.node.name, .attribute = "auto_pad"}};
}

Result<std::vector<std::int64_t>> kernelShapeOf(const OpNode& node)
{
    TW_TRY(auto kernel, node.intsOf("kernel_shape"));
    const auto& image = node.shape(0);
    if (image.ranked() && image.rank() - kSpatialBegin != static_cast<int>(kernel.size()))
        return Error{.code = Code::BadAttribute,
                     .message = cat("kernel_shape [", join(kernel, ", "), "] does not fit an input of shape ", image),
                     .place = {.node = node.node.name, .attribute = "kernel_shape"}};
    return kernel;
}

Result<Shape> windowedShape(const WindowAttributes& attributes, const Shape& image, const ir::Dim& channels)
{
    if (!image.ranked()) {
        Shape shape = Shape::ofRank(kSpatialBegin + static_cast<int>(attributes.kernel.size()));
        shape[1] = channels;
        return shape;
    }
    Shape shape(std::vector<ir::Dim>{image[0], channels});
    for (int axis = kSpatialBegin; axis < image.rank(); ++axis) {
        if (!image[axis].known()) {
            shape.append({});
            continue;
        }
        TW_TRY(const auto window, attributes.axis(static_cast<std::size_t>(axis - kSpatialBegin), image[axis].value));
        shape.append({.value = window.out});
    }
    return shape;
}

Result<Window> windowOf(const WindowAttributes& attributes, const Shape& image, const Shape& output)
{
    const auto axes = attributes.kernel.size();
    if (axes > std::tuple_size_v<Window>)
        return Error{.code = Code::UnsupportedOperator,
                     .message = cat(axes, " spatial axes are not supported, at most ", std::tuple_size_v<Window>)};
    Window window;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const int imageAxis = kSpatialBegin + static_cast<int>(axis);
        TW_TRY(auto resolved, attributes.axis(axis, image[imageAxis].value));
        resolved.out = output[imageAxis].value;
        window[window.size() - axes + axis] = resolved;
    }
    return window;
}

Result<void> checkImageRank(const OpNode& node, const Shape& image)
{
    if (!image.ranked() || image.rank() > kSpatialBegin)
        return {};
    return Error{.code = Code::RankTooSmall,
                 .message = cat(node.node.op, " needs [N, C, at least one spatial axis], got ", image)};
}

std::vector<DimAccess> windowAccess(const WindowAttributes& attributes, const Shape& image)
{
    std::vector<DimAccess> dims;
    for (int axis = kSpatialBegin; axis < image.rank(); ++axis) {
        const auto window = attributes.axis(static_cast<std::size_t>(axis - kSpatialBegin), image[axis].value);
        TW_CHECK(window.has_value());
        dims.push_back({.kind = Access::Window,
                        .outputAxis = axis,
                        .stride = window->stride,
                        .dilation = window->dilation,
                        .kernel = window->kernel,
                        .pad = window->padBegin});
    }
    return dims;
}

Arguments windowArguments(const Window& window, int spatialRank)
{
    const auto& [depth, height, width] = window;
    return {{"spatial_rank", std::int64_t{spatialRank}},
            {"in_h", height.in},
            {"in_w", width.in},
            {"out_h", height.out},
            {"out_w", width.out},
            {"kernel_h", height.kernel},
            {"kernel_w", width.kernel},
            {"stride_h", height.stride},
            {"stride_w", width.stride},
            {"pad_top", height.padBegin},
            {"pad_left", width.padBegin},
            {"pad_bottom", height.padEnd},
            {"pad_right", width.padEnd},
            {"dilation_h", height.dilation},
            {"dilation_w", width.dilation}};
}

Range outputsWithTap(const WindowAxis& axis, std::int64_t tap)
{
    const auto shift = axis.padBegin - tap * axis.dilation;
    const auto begin = std::max<std::int64_t>(ceilDivide(shift, axis.stride), 0);
    const auto end = std::min(ceilDivide(axis.in + shift, axis.stride), axis.out);
    return {begin, std::max(begin, end)};
}

std::int64_t kernelTaps(const Window& window)
{
    return window[0].kernel * window[1].kernel * window[2].kernel;
}

std::int64_t outputPlane(const Window& window)
{
    return window[0].out * window[1].out * window[2].out;
}

std::int64_t inputPlane(const Window& window)
{
    return window[0].in * window[1].in * window[2].in;
}

}  // namespace tw::ops
