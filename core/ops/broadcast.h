// SPDX-License-Identifier: Apache-2.0
// NumPy broadcasting: result shapes, which operand element an output element reads, and the loops a kernel runs.
#pragma once

#include "core/ops/op_def.h"

namespace tw::ops {

/// Copes with unknown dimensions and ranks; BadShape when two known dimensions contradict each other.
Result<Shape> broadcastShapes(const std::vector<Shape>& shapes);

/// Per axis of `output` the step in elements of a row-major operand; 0 where the operand is repeated. Static shapes.
std::vector<std::int64_t> broadcastStrides(const Shape& operand, const Shape& output);

/// Per element of `output`, in order, the index of the operand's element. Static shapes.
std::vector<std::size_t> broadcastIndices(const Shape& operand, const Shape& output);

/// Identity on equal dimensions, Broadcast on repeated ones. Static shapes.
std::vector<DimAccess> broadcastAccess(const Shape& operand, const Shape& output);

/// The same element-by-element loop with as few axes as possible: neighbours that every operand walks through
/// without a break are one axis. At least one axis.
struct BroadcastLoop {
    std::vector<std::int64_t> dims;
    std::vector<std::vector<std::int64_t>> strides;   // per operand, per axis
};
BroadcastLoop broadcastLoop(const std::vector<Shape>& operands, const Shape& output);

/// As above, for a kernel whose argument struct has room for kKernelDims axes (TW_MAX_DIMS).
inline constexpr std::size_t kKernelDims = 8;
Result<BroadcastLoop> kernelLoop(const std::vector<Shape>& operands, const Shape& output);

}  // namespace tw::ops
