// SPDX-License-Identifier: Apache-2.0
// float16, bfloat16, the 8-bit floats and float4 of ONNX: bits to value and back.
#pragma once

#include "core/ir/data_type.h"

namespace tw::ir {

double smallFloatValue(DataType type, std::uint16_t bits);

/// Rounds to nearest even. Values beyond the largest give infinity where the type has one, else saturate (f8, f4).
std::uint16_t smallFloatBits(DataType type, double value);

}  // namespace tw::ir
