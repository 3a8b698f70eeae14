// SPDX-License-Identifier: Apache-2.0
// A part of a constant.
#pragma once

#include "core/ir/tensor_data.h"
#include "core/ops/access_map.h"

#include <span>

namespace tw::tiling {

/// Contiguous copy of the positions in `ranges`, one range per dimension. Types of whole bytes.
ir::TensorData sliceData(const ir::TensorData& data, std::span<const ops::Range> ranges);

}  // namespace tw::tiling
