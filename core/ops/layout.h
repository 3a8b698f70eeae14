// SPDX-License-Identifier: Apache-2.0
// NHWC nodes: attribute layout = "NHWC" says that image operands and outputs stand as [N, spatial..., C].
#pragma once

#include "core/ops/op_def.h"

namespace tw::ops {

bool isChannelsLast(const ir::Node& node);

/// [N, C, S...] -> [N, S..., C] as an axis permutation of that rank (identity below rank 3), and its inverse.
std::vector<std::int64_t> toChannelsLast(int rank);
std::vector<std::int64_t> toChannelsFirst(int rank);

Shape permuted(const Shape& shape, const std::vector<std::int64_t>& permutation);
TensorData permuted(const TensorData& data, const std::vector<std::int64_t>& permutation);

/// The node as a channels-first node: image operands and all outputs turned, attribute removed. Others unchanged.
OpNode channelsFirstView(const OpDef& def, const OpNode& node);

}  // namespace tw::ops
