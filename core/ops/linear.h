// SPDX-License-Identifier: Apache-2.0
// What convolutions and matrix products share: the result type, and computing either in doubles or in exact integers.
#pragma once

#include "core/ops/requant.h"

namespace tw::ops {

/// Floats keep their type; 8- and 16-bit integers accumulate in i32; wider ones keep theirs. Undefined: not known.
DataType linearResultType(DataType a, DataType b);

/// Integer operands are computed exactly, anything else in doubles.
bool computesInIntegers(const OpNode& node);

/// The values of input `index` for the arithmetic at hand; empty when the input is absent.
template <class T>
std::vector<T> valuesOf(const OpNode& node, std::size_t index);
template <>
std::vector<double> valuesOf<double>(const OpNode& node, std::size_t index);
template <>
std::vector<std::int64_t> valuesOf<std::int64_t>(const OpNode& node, std::size_t index);

/// The values in type and shape of output 0.
std::vector<TensorData> asOutput(const OpNode& node, std::span<const double> values);
std::vector<TensorData> asOutput(const OpNode& node, std::span<const std::int64_t> values);

/// Requantises `values`, the exact linear result, with the parameters in inputs `mul` and `mul` + 1.
Result<std::vector<TensorData>> requantisedOutput(const OpNode& node, std::span<const std::int64_t> values,
                                                  std::size_t mul, ParameterRule rule);

constexpr std::int64_t kRequantOperations = 4;   // multiply, add, shift, clip; per element

/// Fields shift, lo, hi of a kernel's argument struct.
Result<Arguments> requantArguments(const OpNode& node);

}  // namespace tw::ops
