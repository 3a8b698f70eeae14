// SPDX-License-Identifier: Apache-2.0
#include "core/ops/broadcast.h"

#include "core/base/text.h"

#include <algorithm>

namespace tw::ops {
namespace {

/// nullopt: the two contradict each other.
std::optional<ir::Dim> broadcastDim(const ir::Dim& a, const ir::Dim& b)
{
    if (a == b || b.value == 1)
        return a;
    if (a.value == 1)
        return b;
    if (a.known() && b.known())
        return std::nullopt;
    if (a.known() || b.known())
        return a.known() ? a : b;   // the unknown one is 1 or equal, else the model is wrong at run time
    return ir::Dim{};
}

bool continues(const std::vector<std::int64_t>& strides, std::size_t outer, std::int64_t innerSize)
{
    return strides[outer] == strides[outer + 1] * innerSize;
}

}  // namespace

Result<Shape> broadcastShapes(const std::vector<Shape>& shapes)
{
    const bool ranked = std::all_of(shapes.begin(), shapes.end(), [](const Shape& shape) { return shape.ranked(); });
    if (!ranked)
        return Shape();
    Shape result = Shape::scalar();
    for (const auto& shape : shapes) {
        const Shape& longer = shape.rank() > result.rank() ? shape : result;
        const Shape& shorter = shape.rank() > result.rank() ? result : shape;
        Shape merged = longer;
        const int lead = longer.rank() - shorter.rank();
        for (int axis = 0; axis < shorter.rank(); ++axis) {
            const auto dim = broadcastDim(longer[lead + axis], shorter[axis]);
            if (!dim)
                return Error{.code = Code::BadShape,
                             .message = cat("shapes ", join(shapes, " and "), " do not broadcast")};
            merged[lead + axis] = *dim;
        }
        result = merged;
    }
    return result;
}

std::vector<std::int64_t> broadcastStrides(const Shape& operand, const Shape& output)
{
    const int lead = output.rank() - operand.rank();
    TW_CHECK(lead >= 0);
    std::vector<std::int64_t> strides(static_cast<std::size_t>(output.rank()), 0);
    std::int64_t step = 1;
    for (int axis = operand.rank() - 1; axis >= 0; --axis) {
        const bool repeated = operand[axis].value == 1;
        strides[static_cast<std::size_t>(lead + axis)] = repeated ? 0 : step;
        step *= operand[axis].value;
    }
    return strides;
}

std::vector<std::size_t> broadcastIndices(const Shape& operand, const Shape& output)
{
    const auto strides = broadcastStrides(operand, output);
    const auto sizes = output.sizes();
    std::vector<std::size_t> indices(static_cast<std::size_t>(output.elements().value_or(0)));
    std::vector<std::int64_t> position(sizes.size(), 0);
    std::int64_t index = 0;
    for (auto& entry : indices) {
        entry = static_cast<std::size_t>(index);
        for (std::size_t axis = sizes.size(); axis-- > 0;) {
            index += strides[axis];
            if (++position[axis] < sizes[axis])
                break;
            index -= strides[axis] * sizes[axis];
            position[axis] = 0;
        }
    }
    return indices;
}

std::vector<DimAccess> broadcastAccess(const Shape& operand, const Shape& output)
{
    const int lead = output.rank() - operand.rank();
    std::vector<DimAccess> dims;
    for (int axis = 0; axis < operand.rank(); ++axis)
        dims.push_back(operand[axis] == output[lead + axis] ? identity(lead + axis) : broadcast());
    return dims;
}

BroadcastLoop broadcastLoop(const std::vector<Shape>& operands, const Shape& output)
{
    BroadcastLoop loop{.dims = output.sizes(), .strides = {}};
    for (const auto& operand : operands)
        loop.strides.push_back(broadcastStrides(operand, output));
    const auto erase = [&loop](std::size_t axis) {
        loop.dims.erase(loop.dims.begin() + static_cast<std::ptrdiff_t>(axis));
        for (auto& strides : loop.strides)
            strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(axis));
    };
    for (std::size_t axis = loop.dims.size(); axis-- > 0;)
        if (loop.dims[axis] == 1 && loop.dims.size() > 1)
            erase(axis);
    for (std::size_t outer = loop.dims.size(); outer-- > 0;) {
        const bool hasInner = outer + 1 < loop.dims.size();
        if (!hasInner || !std::all_of(loop.strides.begin(), loop.strides.end(), [&](const auto& strides) {
                return continues(strides, outer, loop.dims[outer + 1]);
            }))
            continue;
        loop.dims[outer + 1] *= loop.dims[outer];
        erase(outer);
    }
    if (loop.dims.empty()) {
        loop.dims.push_back(1);
        for (auto& strides : loop.strides)
            strides.push_back(0);
    }
    return loop;
}

Result<BroadcastLoop> kernelLoop(const std::vector<Shape>& operands, const Shape& output)
{
    auto loop = broadcastLoop(operands, output);
    if (loop.dims.size() > kKernelDims)
        return Error{.code = Code::UnsupportedOperator,
                     .message = cat("broadcasting ", join(operands, " and "), " needs ", loop.dims.size(),
                                    " loops, but the kernels have ", kKernelDims)};
    return loop;
}

}  // namespace tw::ops
