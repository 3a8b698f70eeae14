// SPDX-License-Identifier: Apache-2.0
// Reproducible random values: the same seed gives the same tensor on every platform.
#pragma once

#include "core/ir/tensor_data.h"

#include <optional>

namespace tw::ir {

struct ValueRange {            // closed
    double low = 0;
    double high = 0;
};

/// Uniform values. Without a range: floats in [-1, 1], signed integers in [-128, 127], unsigned ones in [0, 255],
/// cut to the type. `shape` must be static.
TensorData randomTensor(DataType type, const Shape& shape, std::uint64_t seed, std::optional<ValueRange> range = {});

}  // namespace tw::ir
