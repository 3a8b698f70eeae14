// SPDX-License-Identifier: Apache-2.0
#include "core/ops/resize_axis.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tw::ops {
namespace {

template <class Choice, std::size_t N>
Result<Choice> chosen(const std::array<std::string_view, N>& names, std::string_view name)
{
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
        return Error{.code = Code::BadAttribute, .message = cat("resize mode ", name, " is not known")};
    return static_cast<Choice>(found - names.begin());
}

/// Where an output position lies on the input axis.
double sourceOf(Coordinates coordinates, const ResizedAxis& axis, std::int64_t position)
{
    const auto x = static_cast<double>(position);
    const auto in = static_cast<double>(axis.in);
    const auto out = static_cast<double>(axis.out);
    const double centred = (x + 0.5) / axis.scale - 0.5;
    switch (coordinates) {
    case Coordinates::HalfPixel: return centred;
    case Coordinates::HalfPixelSymmetric: return in / 2 * (1 - out / (in * axis.scale)) + centred;
    case Coordinates::PytorchHalfPixel: return axis.out > 1 ? centred : 0;
    case Coordinates::AlignCorners: return axis.out > 1 ? x * (in - 1) / (out - 1) : 0;
    case Coordinates::Asymmetric: return x / axis.scale;
    case Coordinates::HalfPixelForNearest: return (x + 0.5) / axis.scale;
    case Coordinates::CropAndResize: break;
    }
    if (axis.out > 1)
        return (axis.roiBegin + x * (axis.roiEnd - axis.roiBegin) / (out - 1)) * (in - 1);
    return 0.5 * (axis.roiBegin + axis.roiEnd) * (in - 1);
}

double rounded(Rounding rounding, double x)
{
    switch (rounding) {
    case Rounding::PreferFloor: return std::ceil(x - 0.5);
    case Rounding::PreferCeil: return std::floor(x + 0.5);
    case Rounding::Floor: return std::floor(x);
    case Rounding::Ceil: break;
    }
    return std::ceil(x);
}

double hat(double distance)
{
    return std::max(1 - std::fabs(distance), 0.0);
}

/// The cubic convolution kernel with parameter a.
double cubic(double a, double distance)
{
    const double t = std::fabs(distance);
    if (t <= 1)
        return ((a + 2) * t - (a + 3)) * t * t + 1;
    return t < 2 ? ((a * t - 5 * a) * t + 8 * a) * t - 4 * a : 0;
}

/// Weights that sum to 1 over the positions around `x`. When shrinking with antialias the filter is stretched, so
/// that every input position counts.
Taps filtered(const ResizeRule& rule, const ResizedAxis& axis, double x)
{
    const double squeeze = rule.antialias ? std::min(axis.scale, 1.0) : 1.0;
    const double reach = rule.interpolation == Interpolation::Linear ? 1 : 2;
    const double base = std::floor(x);
    const auto first = static_cast<std::int64_t>(std::floor(-reach / squeeze)) + 1;
    Taps taps;
    double sum = 0;
    for (std::int64_t i = first; i < 2 - first; ++i) {
        const double distance = (static_cast<double>(i) - (x - base)) * squeeze;
        const double weight =
            rule.interpolation == Interpolation::Linear ? hat(distance) : cubic(rule.cubicA, distance);
        const auto position = static_cast<std::int64_t>(base) + i;
        const bool outside = position < 0 || position >= axis.in;
        if (weight == 0 || (outside && rule.excludeOutside))
            continue;
        taps.push_back({std::clamp<std::int64_t>(position, 0, axis.in - 1), weight});
        sum += weight;
    }
    for (auto& tap : taps)
        tap.weight /= sum;
    return taps;
}

}  // namespace

Result<Coordinates> coordinatesFrom(std::string_view name)
{
    return chosen<Coordinates>(
        std::array<std::string_view, 7>{"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners",
                                        "asymmetric", "tf_half_pixel_for_nn", "tf_crop_and_resize"},
        name);
}

Result<Rounding> roundingFrom(std::string_view name)
{
    return chosen<Rounding>(std::array<std::string_view, 4>{"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"},
                            name);
}

Result<Interpolation> interpolationFrom(std::string_view name)
{
    if (name == "bilinear")
        return Interpolation::Linear;   // opset 1
    return chosen<Interpolation>(std::array<std::string_view, 3>{"nearest", "linear", "cubic"}, name);
}

std::vector<Taps> tapsOf(const ResizeRule& rule, const ResizedAxis& axis)
{
    std::vector<Taps> result;
    for (std::int64_t position = 0; position < axis.out; ++position) {
        const double x = sourceOf(rule.coordinates, axis, position);
        const bool outside = x < 0 || x > static_cast<double>(axis.in - 1);
        if (rule.coordinates == Coordinates::CropAndResize && outside) {
            result.emplace_back();
            continue;
        }
        if (rule.interpolation != Interpolation::Nearest) {
            result.push_back(filtered(rule, axis, x));
            continue;
        }
        const double last = static_cast<double>(axis.in - 1);
        result.push_back({{static_cast<std::int64_t>(std::clamp(rounded(rule.rounding, x), 0.0, last)), 1}});
    }
    return result;
}

}  // namespace tw::ops
