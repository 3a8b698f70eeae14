// SPDX-License-Identifier: Apache-2.0
// What the integer operators share: result types while a network is still declared in float32, attributes that must
// be powers of two, and divisions whose direction of rounding is part of an operator's definition.
#pragma once

#include "core/ops/op_def.h"

namespace tw::ops {

/// `integer`, or x's own type as long as the network is declared in floats: there the results are whole floats too.
DataType resultType(DataType x, DataType integer);

/// log2 of an attribute that must be a power of two.
Result<int> shiftOfAttribute(const OpNode& node, const std::string& name);
Result<std::int64_t> positiveAttribute(const OpNode& node, const std::string& name,
                                       std::optional<std::int64_t> fallback = {});

/// Extent of the last axis of a static shape of rank >= 1, and how many such rows there are.
struct Rows {
    std::int64_t count = 0;
    std::int64_t length = 0;
};
Rows rowsOf(const Shape& shape);

std::int64_t floorDivide(std::int64_t numerator, std::int64_t denominator);
std::int64_t floorSquareRoot(std::int64_t value);

}  // namespace tw::ops
