// SPDX-License-Identifier: Apache-2.0
// Scales and zero points of the ONNX quantisation operators: which of their elements serves which element of x, and
// the rounding of a quotient to a quantised type.
#pragma once

#include "core/ops/op_def.h"

namespace tw::ops {

/// x seen as [outer, axis, inner]; the scale has one element in all, one per position of the axis, or one per block of
/// `block` positions (and then one for each outer and inner position too).
struct ScaleLayout {
    enum class Kind { Tensor, Axis, Blocked };
    Kind kind = Kind::Tensor;
    int axis = 0;
    std::int64_t length = 1;   // of the axis
    std::int64_t inner = 1;
    std::int64_t block = 1;

    /// The element of the scale for element `i` of x.
    std::size_t index(std::size_t i) const;
};

/// From the shapes of inputs 0 and 1 and the attributes axis and block_size. Static shapes.
Result<ScaleLayout> scaleLayoutOf(const OpNode& node);

/// BadShape when the known parts of x, scale and zero point contradict each other.
Result<void> checkScale(const OpNode& node);

/// Access of a scale or zero point of `shape`.
std::vector<DimAccess> scaleAccess(const Shape& shape, const ScaleLayout& layout);

/// The zero points as doubles; empty when input `index` is absent (they are all 0 then).
std::vector<double> zeroPointsOf(const OpNode& node, std::size_t index);

/// Rounds to the nearest value of `type`, halves to even, and saturates. For float types only saturates.
double quantised(double value, DataType type);

}  // namespace tw::ops
