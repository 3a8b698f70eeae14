// SPDX-License-Identifier: Apache-2.0
#include "core/ops/quant_scale.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tw::ops {
namespace {

double largestFloat(DataType type)
{
    switch (type) {
    case DataType::F8E4M3FN: return 448;
    case DataType::F8E4M3FNUZ: return 240;
    case DataType::F8E5M2:
    case DataType::F8E5M2FNUZ: return 57344;
    case DataType::F4E2M1: return 6;
    default: return std::numeric_limits<double>::infinity();
    }
}

Result<int> axisOf(const OpNode& node)
{
    TW_TRY(const auto declared, node.intOf("axis", 1));
    const auto axis = ir::normalAxis(declared, node.shape(0).rank());
    if (!axis)
        return Error{.code = Code::BadAttribute,
                     .message = cat("axis ", declared, " lies outside the ", node.shape(0).rank(), " axes of the input"),
                     .place = {.attribute = "axis"}};
    return *axis;
}

Error doesNotFit(const OpNode& node)
{
    return {.code = Code::BadShape,
            .message = cat("a scale of shape ", node.shape(1), " does not fit an input of shape ", node.shape(0))};
}

std::int64_t productAfter(const Shape& shape, int axis)
{
    std::int64_t product = 1;
    for (int i = axis + 1; i < shape.rank(); ++i)
        product *= shape[i].value;
    return product;
}

bool blocksFit(const Shape& x, const Shape& scale, int axis, std::int64_t block)
{
    if (x.rank() != scale.rank())
        return false;
    for (int i = 0; i < x.rank(); ++i) {
        const std::int64_t expected = i == axis ? (x[i].value + block - 1) / block : x[i].value;
        if (scale[i].value != expected)
            return false;
    }
    return true;
}

}  // namespace

std::size_t ScaleLayout::index(std::size_t i) const
{
    if (kind == Kind::Tensor)
        return 0;
    const auto flat = static_cast<std::int64_t>(i);
    const std::int64_t position = flat / inner % length;
    if (kind == Kind::Axis)
        return static_cast<std::size_t>(position);
    const std::int64_t outer = flat / (inner * length);
    const std::int64_t blocks = (length + block - 1) / block;
    return static_cast<std::size_t>((outer * blocks + position / block) * inner + flat % inner);
}

Result<ScaleLayout> scaleLayoutOf(const OpNode& node)
{
    const Shape& x = node.shape(0);
    const Shape& scale = node.shape(1);
    TW_TRY(const auto block, node.intOf("block_size", 0));
    if (block == 0 && scale.elements() == 1)
        return ScaleLayout{};
    TW_TRY(const int axis, axisOf(node));
    ScaleLayout layout{.axis = axis, .length = x[axis].value, .inner = productAfter(x, axis)};
    if (block > 0) {
        layout.kind = ScaleLayout::Kind::Blocked;
        layout.block = block;
        return blocksFit(x, scale, axis, block) ? Result<ScaleLayout>(layout) : doesNotFit(node);
    }
    layout.kind = ScaleLayout::Kind::Axis;
    return scale.rank() == 1 && scale[0].value == layout.length ? Result<ScaleLayout>(layout) : doesNotFit(node);
}

Result<void> checkScale(const OpNode& node)
{
    if (!node.shape(0).isStatic() || !node.shape(1).isStatic())
        return {};
    TW_TRY([[maybe_unused]] const auto layout, scaleLayoutOf(node));
    if (node.has(2) && node.shape(2).isStatic() && node.shape(2).elements() != node.shape(1).elements())
        return Error{.code = Code::BadShape,
                     .message = cat("the zero point has shape ", node.shape(2), ", but the scale ", node.shape(1))};
    return {};
}

std::vector<DimAccess> scaleAccess(const Shape& shape, const ScaleLayout& layout)
{
    std::vector<DimAccess> dims;
    for (int axis = 0; axis < shape.rank(); ++axis) {
        if (layout.kind == ScaleLayout::Kind::Tensor)
            dims.push_back(broadcast());
        else if (layout.kind == ScaleLayout::Kind::Axis)
            dims.push_back(identity(layout.axis));
        else
            dims.push_back(axis == layout.axis ? full() : identity(axis));   // a tile may begin inside a block
    }
    return dims;
}

std::vector<double> zeroPointsOf(const OpNode& node, std::size_t index)
{
    return node.constant(index) ? ir::toDoubles(*node.constant(index)) : std::vector<double>{};
}

double quantised(double value, DataType type)
{
    if (ir::isFloat(type))
        return std::clamp(value, -largestFloat(type), largestFloat(type));
    return std::clamp(std::nearbyint(value), static_cast<double>(ir::lowest(type)), static_cast<double>(ir::highest(type)));
}

}  // namespace tw::ops
