// SPDX-License-Identifier: Apache-2.0
// Operators that are one strided copy (Transpose, Slice, Expand, Tile, DepthToSpace, SpaceToDepth): a family says how
// its output walks through its input; evaluation and the kernel's arguments follow.
#pragma once

#include "core/ops/index_space.h"
#include "core/ops/op_def.h"

namespace tw::ops {

/// Output 0: input 0 at the positions of `nest`, in the nest's order.
Result<TensorData> copyStrided(const OpNode& node, const LoopNest& nest);

/// Fields of tw_strided_copy_args. Fails with UnsupportedOperator when the kernel has too few loops.
Result<Arguments> stridedCopyFields(const OpNode& node, const LoopNest& nest);

using NestOf = Result<LoopNest> (*)(const OpNode&);

template <NestOf nestOf>
Result<std::vector<TensorData>> evaluateStridedCopy(const OpNode& node)
{
    TW_TRY(const auto nest, nestOf(node));
    TW_TRY(auto copy, copyStrided(node, nest));
    return std::vector{std::move(copy)};
}

template <NestOf nestOf>
Result<Arguments> stridedCopyArguments(const OpNode& node)
{
    TW_TRY(const auto nest, nestOf(node));
    return stridedCopyFields(node, nest);
}

}  // namespace tw::ops
