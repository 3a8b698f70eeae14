// SPDX-License-Identifier: Apache-2.0
#include "core/ops/integer_support.h"

#include "core/base/text.h"

#include <bit>
#include <cmath>

namespace tw::ops {

DataType resultType(DataType x, DataType integer)
{
    return ir::isFloat(x) ? x : integer;
}

Result<int> shiftOfAttribute(const OpNode& node, const std::string& name)
{
    TW_TRY(const auto value, node.intOf(name));
    if (value < 1 || !std::has_single_bit(static_cast<std::uint64_t>(value)))
        return Error{.code = Code::BadAttribute,
                     .message = cat(name, " is ", value, ", but must be a power of two"),
                     .place = {.attribute = name}};
    return std::countr_zero(static_cast<std::uint64_t>(value));
}

Result<std::int64_t> positiveAttribute(const OpNode& node, const std::string& name, std::optional<std::int64_t> fallback)
{
    TW_TRY(const auto value, node.intOf(name, fallback));
    if (value < 1)
        return Error{.code = Code::BadAttribute, .message = cat(name, " is ", value, ", but must be positive"),
                     .place = {.attribute = name}};
    return value;
}

Rows rowsOf(const Shape& shape)
{
    const std::int64_t length = shape[shape.rank() - 1].value;
    return {.count = length == 0 ? 0 : shape.elements().value_or(0) / length, .length = length};
}

std::int64_t floorDivide(std::int64_t numerator, std::int64_t denominator)
{
    const std::int64_t quotient = numerator / denominator;
    const bool inexact = numerator % denominator != 0;
    return inexact && (numerator < 0) != (denominator < 0) ? quotient - 1 : quotient;
}

std::int64_t floorSquareRoot(std::int64_t value)
{
    auto root = static_cast<std::int64_t>(std::sqrt(static_cast<double>(value)));
    while (root * root > value)
        --root;
    while ((root + 1) * (root + 1) <= value)
        ++root;
    return root;
}

}  // namespace tw::ops
