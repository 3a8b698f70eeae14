// SPDX-License-Identifier: Apache-2.0
// Operators that work along one axis see a tensor as [outer, length, inner].
#pragma once

#include "core/ops/op_def.h"

namespace tw::ops {

struct AxisView {
    std::int64_t outer = 1;
    std::int64_t length = 1;
    std::int64_t inner = 1;
};

/// A static shape split at `axis`, which counts for `axes` neighbouring ones.
AxisView axisView(const Shape& shape, int axis, int axes = 1);

/// The attribute `axis` (or its fallback) made non-negative; BadAttribute outside the rank.
Result<int> axisOf(const OpNode& node, int rank, std::int64_t fallback, const std::string& name = "axis");

/// Calls function(begin, step) for each line along the axis: its elements are begin + i * step, i < length.
template <class Function>
void forEachLine(const AxisView& view, Function&& function)
{
    for (std::int64_t outer = 0; outer < view.outer; ++outer)
        for (std::int64_t inner = 0; inner < view.inner; ++inner)
            function(static_cast<std::size_t>(outer * view.length * view.inner + inner),
                     static_cast<std::size_t>(view.inner));
}

}  // namespace tw::ops
