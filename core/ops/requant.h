// SPDX-License-Identifier: Apache-2.0
// Requantisation: y = clip((x * mul + add + half) >> shift), the arithmetic that RequantShift and the fused operators
// share, and how its parameters `mul` and `add` follow the axes of x.
#pragma once

#include "core/ops/op_def.h"

namespace tw::ops {

struct Requant {
    int shift = 0;              // log2 of the attribute `div`
    std::int64_t lowest = 0;
    std::int64_t highest = 0;

    /// The half is added before the shift, so halves round up, also below zero.
    std::int64_t operator()(std::int64_t x, std::int64_t mul, std::int64_t add) const;
};

/// From the attributes div, n_levels (or n_levels_out) and signed, none of which has a default.
Result<Requant> requantOf(const OpNode& node);

/// The smallest type that holds every result: i8/u8, i16/u16 or i32. Undefined when an attribute is missing.
DataType requantType(const OpNode& node);

enum class ParameterRule {
    Channel,     // after a convolution: one value, or one per index of axis 1, whatever the parameter's rank
    Broadcast,   // after Gemm and MatMul: plain right-aligned broadcasting
    Guess,       // producer not known: per channel where the parameter is a vector over axis 1, else right-aligned, else per channel
};

/// Where a parameter's elements belong: the step in the parameter per step along each axis of x (0: broadcast).
/// Fails with BadShape when the parameter would enlarge x.
Result<std::vector<std::int64_t>> parameterSteps(const Shape& x, const Shape& parameter, ParameterRule rule);

/// The same as access of the parameter's own dimensions, for x as the output.
std::vector<DimAccess> parameterAccess(const Shape& x, const Shape& parameter, ParameterRule rule);

/// `map` of a linear operator with the access of its requantisation parameters, the inputs `mul` and `mul + 1`.
AccessMap withParameters(AccessMap map, const OpNode& node, std::size_t mul, ParameterRule rule);

/// Requantises the row-major values of a tensor of shape x.
Result<std::vector<std::int64_t>> requantised(const Requant& requant, std::span<const std::int64_t> values,
                                              const Shape& x, const TensorData& mul, const TensorData& add,
                                              ParameterRule rule);

/// The values of an integer tensor; whole numbers stored as floats are rounded, as exporters write them.
std::vector<std::int64_t> wholeNumbers(const TensorData& data);

}  // namespace tw::ops
