// SPDX-License-Identifier: Apache-2.0
// Inputs for calibration and for the test vectors: smooth random fields with some noise, like images and spectra.
#pragma once

#include "core/ir/tensor_data.h"
#include "tests/generator/random.h"

namespace tw::samples {

/// int8 [1, channels, height, width].
ir::TensorData smoothField(Random& random, std::int64_t channels, std::int64_t height, std::int64_t width);

std::vector<ir::TensorData> smoothFields(Random& random, int count, std::int64_t channels, std::int64_t height,
                                         std::int64_t width);

}  // namespace tw::samples
