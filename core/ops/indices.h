// SPDX-License-Identifier: Apache-2.0
// Index operands (Gather, Scatter, OneHot): values that come from a file or a user, so never trusted.
#pragma once

#include "core/ops/op_def.h"

namespace tw::ops {

/// Every index made non-negative. BadInput when one is outside [-extent, extent); BadType when they are no numbers.
Result<std::vector<std::int64_t>> indicesInto(const OpNode& node, const TensorData& indices, std::int64_t extent);

/// One index; BadInput when outside.
Result<std::int64_t> indexInto(const OpNode& node, std::int64_t index, std::int64_t extent);

Result<std::vector<std::int64_t>> integersOf(const OpNode& node, const TensorData& data);

/// Kernel fields that say how indices are stored: index_bytes, index_signed.
Arguments indexFields(DataType type);

}  // namespace tw::ops
