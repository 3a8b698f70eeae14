// SPDX-License-Identifier: Apache-2.0
// Positions in row-major tensors, and tensors put together from the elements of others: what all operators share
// that only move data. Works for every element type, strings and 4-bit ones included.
#pragma once

#include "core/ir/tensor_data.h"

#include <span>

namespace tw::ops {

std::vector<std::int64_t> rowMajorStrides(const std::vector<std::int64_t>& sizes);

/// Steps a position through `sizes` in row-major order; returns to all zeros after the last one.
void advance(std::vector<std::int64_t>& position, const std::vector<std::int64_t>& sizes);

/// A tensor that is filled from elements of others of its type; zeros (or empty strings) elsewhere.
class TensorBuilder {
public:
    TensorBuilder(ir::DataType type, ir::Shape shape);
    /// Starts as a copy.
    explicit TensorBuilder(const ir::TensorData& data);

    void copy(std::int64_t to, const ir::TensorData& from, std::int64_t index);
    ir::TensorData finish() &&;

private:
    ir::DataType type_;
    ir::Shape shape_;
    std::vector<std::byte> bytes_;
    std::vector<std::string> strings_;
};

constexpr std::int64_t kOutside = -1;

/// Per output position along one axis: what it adds to the source offset; kOutside takes the fill value instead.
using AxisOffsets = std::vector<std::int64_t>;

/// result[p0, p1, ...] = data[axes[0][p0] + axes[1][p1] + ...]. `fill` is one element, or null when nothing is outside.
ir::TensorData pick(const ir::TensorData& data, const std::vector<AxisOffsets>& axes,
                    const ir::TensorData* fill = nullptr);

/// The offsets begin, begin + step, ... of `count` positions.
AxisOffsets evenly(std::int64_t count, std::int64_t begin, std::int64_t step);

/// A C loop nest that copies y[i0, i1, ...] = x[offset + i0 * stride[0] + i1 * stride[1] + ...].
struct LoopNest {
    std::int64_t offset = 0;
    std::vector<std::int64_t> sizes = {};
    std::vector<std::int64_t> strides = {};
};

/// The same copy with as few loops as possible: axes of size 1 dropped, neighbours that run on merged.
LoopNest merged(const LoopNest& nest);

}  // namespace tw::ops
