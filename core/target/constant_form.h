// SPDX-License-Identifier: Apache-2.0
// A constant operand as a kernel row wants it: as it is, with its axes in another order, or encoded.
#pragma once

#include "core/target/match.h"

namespace tw::target {

/// The row's entry for this input; nullptr when it has none.
const Encoding* encodingOf(const KernelRow& row, const MatchNode& node, std::size_t input);

/// Bytes of input `input` as the kernel reads it.
std::int64_t operandBytes(const KernelRow& row, const MatchNode& node, std::size_t input);

/// The bytes of constant input `input`. Fails with BadConstant when a value does not fit its encoding.
Result<ir::TensorData> constantFor(const KernelRow& row, const MatchNode& node, std::size_t input);

}  // namespace tw::target
