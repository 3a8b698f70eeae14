// SPDX-License-Identifier: Apache-2.0
// Geometry of operators that slide a window over an image: convolutions and pools. Attributes to sizes and paddings,
// and the walk over the input positions that each window covers.
#pragma once

#include "core/ops/op_def.h"

#include <array>

namespace tw::ops {

constexpr int kSpatialBegin = 2;   // [N, C, spatial...]

/// One spatial axis: output o reads positions o * stride - padBegin + tap * dilation, tap < kernel, inside [0, in).
struct WindowAxis {
    std::int64_t in = 1;
    std::int64_t out = 1;
    std::int64_t kernel = 1;
    std::int64_t stride = 1;
    std::int64_t dilation = 1;
    std::int64_t padBegin = 0;
    std::int64_t padEnd = 0;

    std::int64_t spread() const { return (kernel - 1) * dilation + 1; }
};

/// Depth, height, width; the leading ones are trivial for fewer spatial axes.
using Window = std::array<WindowAxis, 3>;

/// The attributes strides, dilations, pads, auto_pad and ceil_mode, checked, one entry per spatial axis.
struct WindowAttributes {
    std::vector<std::int64_t> kernel;
    std::vector<std::int64_t> strides;
    std::vector<std::int64_t> dilations;
    std::vector<std::int64_t> pads;      // begins, then ends
    std::string autoPad = "NOTSET";
    bool ceilMode = false;

    /// `in` filled with the size, the rest from the attributes; `out` is computed. BadShape when no window fits.
    Result<WindowAxis> axis(std::size_t spatialAxis, std::int64_t in) const;
};

/// `kernel` comes from the weights where there are any, else from the attribute kernel_shape.
Result<WindowAttributes> windowAttributes(const OpNode& node, std::vector<std::int64_t> kernel);

/// The attribute kernel_shape, checked against the number of spatial axes of input 0 when that is known.
Result<std::vector<std::int64_t>> kernelShapeOf(const OpNode& node);

/// Output sizes for `image` = [N, C, spatial...]; unknown sizes stay unknown. `channels` becomes axis 1.
Result<Shape> windowedShape(const WindowAttributes& attributes, const Shape& image, const ir::Dim& channels);

/// For a static image of 1 to 3 spatial axes. Output sizes are those of `output`, which may be a tile of the whole.
Result<Window> windowOf(const WindowAttributes& attributes, const Shape& image, const Shape& output);

/// RankTooSmall unless `image` is unranked or has a spatial axis.
Result<void> checkImageRank(const OpNode& node, const Shape& image);

/// How the spatial dimensions of the image follow those of the output: windows.
std::vector<DimAccess> windowAccess(const WindowAttributes& attributes, const Shape& image);

/// Fields spatial_rank, in_h ... dilation_w of a kernel's argument struct. 1-D is 2-D of height 1.
Arguments windowArguments(const Window& window, int spatialRank);

/// The outputs along one axis whose tap lies inside the input.
Range outputsWithTap(const WindowAxis& axis, std::int64_t tap);

/// A run of outputs along the width, and the inputs that one tap of the window pairs them with.
struct TapRow {
    std::int64_t tap;        // row-major index into the kernel
    std::int64_t output;     // index of the first output within its plane
    std::int64_t input;      // index of the first input within its plane
    std::int64_t count;
    std::int64_t inputStep;
};

/// Calls visit(TapRow) for every tap in row-major order and every row of outputs that it serves.
template <class Visit>
void forEachTapRow(const Window& window, Visit visit);

std::int64_t kernelTaps(const Window& window);
std::int64_t outputPlane(const Window& window);
std::int64_t inputPlane(const Window& window);

/// The rows of one tap, by depth and height.
template <class Visit>
void forEachRowOfTap(const Window& window, std::int64_t tap, std::array<std::int64_t, 3> place, Visit visit)
{
    const auto& [depth, height, width] = window;
    const Range depths = outputsWithTap(depth, place[0]);
    const Range heights = outputsWithTap(height, place[1]);
    const Range widths = outputsWithTap(width, place[2]);
    if (widths.begin >= widths.end)
        return;
    const auto inputOf = [](const WindowAxis& axis, std::int64_t output, std::int64_t at) {
        return output * axis.stride - axis.padBegin + at * axis.dilation;
    };
    for (auto d = depths.begin; d < depths.end; ++d)
        for (auto h = heights.begin; h < heights.end; ++h) {
            const auto inputRow = inputOf(depth, d, place[0]) * height.in + inputOf(height, h, place[1]);
            visit(TapRow{.tap = tap,
                         .output = (d * height.out + h) * width.out + widths.begin,
                         .input = inputRow * width.in + inputOf(width, widths.begin, place[2]),
                         .count = widths.end - widths.begin,
                         .inputStep = width.stride});
        }
}

template <class Visit>
void forEachTapRow(const Window& window, Visit visit)
{
    const auto& [depth, height, width] = window;
    for (std::int64_t tap = 0; tap < kernelTaps(window); ++tap) {
        const std::int64_t row = tap / width.kernel;
        forEachRowOfTap(window, tap, {row / height.kernel, row % height.kernel, tap % width.kernel}, visit);
    }
}

}  // namespace tw::ops
