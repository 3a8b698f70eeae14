// SPDX-License-Identifier: Apache-2.0
// Resizing one axis: which input positions an output position is made of, and with which weights.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tw::ops {

enum class Coordinates {   // numbered as in kernels/include/resize.h
    HalfPixel, HalfPixelSymmetric, PytorchHalfPixel, AlignCorners, Asymmetric, HalfPixelForNearest, CropAndResize,
};
enum class Rounding { PreferFloor, PreferCeil, Floor, Ceil };   // numbered as in kernels/include/resize.h
enum class Interpolation { Nearest, Linear, Cubic };

/// BadAttribute for a name that ONNX does not define.
Result<Coordinates> coordinatesFrom(std::string_view name);
Result<Rounding> roundingFrom(std::string_view name);
Result<Interpolation> interpolationFrom(std::string_view name);

struct ResizeRule {
    Interpolation interpolation = Interpolation::Nearest;
    Coordinates coordinates = Coordinates::HalfPixel;
    Rounding rounding = Rounding::PreferFloor;
    double cubicA = -0.75;
    bool antialias = false;
    bool excludeOutside = false;
};

struct ResizedAxis {
    std::int64_t in = 1;
    std::int64_t out = 1;
    double scale = 1;
    double roiBegin = 0;   // CropAndResize only
    double roiEnd = 1;
};

struct Tap {
    std::int64_t position = 0;
    double weight = 1;
};

/// What one output position is made of; empty when it lies outside the input and takes the extrapolation value.
using Taps = std::vector<Tap>;

/// One entry per output position. `axis.in` must not be 0.
std::vector<Taps> tapsOf(const ResizeRule& rule, const ResizedAxis& axis);

}  // namespace tw::ops
