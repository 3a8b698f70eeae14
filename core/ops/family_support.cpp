// SPDX-License-Identifier: Apache-2.0
#include "core/ops/family_support.h"

#include "core/base/text.h"

#include <algorithm>

namespace tw::ops {

Result<void> requireInputs(const OpNode& node, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        if (!node.has(i))
            return Error{.code = Code::BadGraph, .message = cat(node.node.op, " needs ", count, " inputs, but input ",
                                                                i, " is missing")};
    return {};
}

Result<int> normalAxisOf(const OpNode& node, std::int64_t axis, int rank)
{
    if (const auto normal = ir::normalAxis(axis, rank))
        return *normal;
    return Error{.code = Code::BadAttribute,
                 .message = cat("axis ", axis, " of ", node.node.op, " is outside a tensor of rank ", rank)};
}

Result<std::vector<int>> normalAxesOf(const OpNode& node, const std::vector<std::int64_t>& axes, int rank)
{
    std::vector<int> result;
    for (const auto axis : axes) {
        TW_TRY(const int normal, normalAxisOf(node, axis, rank));
        if (std::find(result.begin(), result.end(), normal) != result.end())
            return Error{.code = Code::BadAttribute, .message = cat(node.node.op, " names axis ", axis, " twice")};
        result.push_back(normal);
    }
    return result;
}

bool isPending(const OpNode& node, const std::string& attribute, std::size_t input)
{
    return !node.hasAttribute(attribute) && node.has(input) && !node.constant(input);
}

Result<ir::Dim> sameDim(const OpNode& node, const ir::Dim& a, const ir::Dim& b)
{
    if (a.known() && b.known() && a.value != b.value)
        return Error{.code = Code::BadShape,
                     .message = cat(node.node.op, " needs equal sizes, but they are ", a.value, " and ", b.value)};
    if (a.known() || b.known())
        return a.known() ? a : b;
    return a.symbol.empty() ? b : a;
}

ir::Dim productOf(std::span<const ir::Dim> dims)
{
    std::vector<ir::Dim> known;
    const ir::Dim* unknown = nullptr;
    int unknowns = 0;
    for (const auto& dim : dims) {
        if (dim.known()) {
            known.push_back(dim);
            continue;
        }
        unknown = &dim;
        ++unknowns;
    }
    const auto product = Shape(std::move(known)).elements();
    if (product == 0 || (product && unknowns == 0))
        return {.value = *product};
    if (product == 1 && unknowns == 1)
        return *unknown;
    return {};
}

DimAccess follows(int inputAxis, int outputAxis)
{
    return inputAxis == outputAxis ? identity(outputAxis) : permuted(outputAxis);
}

std::vector<DimAccess> identities(int rank)
{
    std::vector<DimAccess> result;
    for (int axis = 0; axis < rank; ++axis)
        result.push_back(identity(axis));
    return result;
}

std::vector<DimAccess> wholes(int rank)
{
    return std::vector<DimAccess>(static_cast<std::size_t>(rank), full());
}

Result<std::int64_t> resultSize(const OpNode& node, const Shape& shape)
{
    constexpr std::int64_t kLargest = std::int64_t{1} << 32;
    const auto elements = shape.elements();
    if (!elements || *elements > kLargest)
        return Error{.code = Code::BadShape, .message = cat(node.node.op, " would give ", shape)};
    return *elements;
}

AccessMap withWholeParameters(const OpNode& node, std::vector<DimAccess> data)
{
    AccessMap map{{std::move(data)}};
    for (std::size_t i = 1; i < node.inputs.size(); ++i)
        map.inputs.push_back(node.has(i) ? wholes(node.shape(i).rank()) : std::vector<DimAccess>{});
    return map;
}

Result<DataType> elementType(std::int64_t code)
{
    constexpr auto kLast = static_cast<std::int64_t>(DataType::F4E2M1);
    const auto type = code > 0 && code <= kLast ? static_cast<DataType>(code) : DataType::Undefined;
    if (type == DataType::Undefined || type == DataType::C64 || type == DataType::C128)
        return Error{.code = Code::BadAttribute, .message = cat("type number ", code, " is not supported")};
    return type;
}

std::int64_t elementBytes(DataType type)
{
    return ir::bitWidth(type) / 8;
}

Counts noWork(const OpNode&)
{
    return {};
}

Result<TensorData> inputAs(const OpNode& node, const Shape& shape)
{
    const TensorData& data = *node.constant(0);
    if (shape.elements() == data.shape.elements())
        return ir::reshaped(data, shape);
    return Error{.code = Code::BadShape, .message = cat("cannot give ", data.shape, " the shape ", shape)};
}

}  // namespace tw::ops
