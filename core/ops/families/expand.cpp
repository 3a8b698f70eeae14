// SPDX-License-Identifier: Apache-2.0
// Expand and Tile: a tensor repeated along its axes.
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/strided_copy.h"

#include <algorithm>

namespace tw::ops {
namespace {

// ---- Expand: broadcasting to a shape ----

Result<std::vector<Inferred>> inferExpand(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    std::vector<Inferred> result{{.type = node.type(0)}};
    if (isPending(node, "shape", 1)) {
        const Shape& list = node.shape(1);
        if (list.rank() == 1 && list[0].known() && list[0].value < 64) {
            TW_TRY(result[0].shape, broadcastShapes({node.shape(0), Shape::ofRank(static_cast<int>(list[0].value))}));
        }
        return result;
    }
    TW_TRY(const auto values, node.intsOfAttributeOrInput("shape", 1));
    if (!values || std::any_of(values->begin(), values->end(), [](auto size) { return size < 0; }))
        return Error{.code = Code::BadShape,
                     .message = cat("Expand needs a shape, got [",
                                    join(values.value_or(std::vector<std::int64_t>{}), ", "), "]")};
    TW_TRY(result[0].shape, broadcastShapes({node.shape(0), Shape::of(*values)}));
    return result;
}

Result<LoopNest> nestOfExpand(const OpNode& node)
{
    const Shape& output = node.outputs.at(0).shape;
    TW_TRY(const auto reached, broadcastShapes({node.shape(0), output}));
    if (reached != output)   // where the wanted shape is known at run time only, a file may declare anything
        return Error{.code = Code::BadShape, .message = cat(node.shape(0), " cannot be expanded to ", output)};
    return LoopNest{.sizes = output.sizes(), .strides = broadcastStrides(node.shape(0), output)};
}

AccessMap accessExpand(const OpNode& node)
{
    return withWholeParameters(node, broadcastAccess(node.shape(0), node.outputs.at(0).shape));
}

// ---- Tile: repetition per axis ----

/// One per axis; needs the rank.
Result<std::vector<std::int64_t>> repeatsOf(const OpNode& node)
{
    TW_TRY(const auto repeats, node.intsOfAttributeOrInput("repeats", 1));
    const auto tooOdd = [](std::int64_t times) { return times < 0 || times > INT32_MAX; };
    if (!repeats || static_cast<int>(repeats->size()) != node.shape(0).rank() ||
        std::any_of(repeats->begin(), repeats->end(), tooOdd))
        return Error{.code = Code::BadAttribute,
                     .message = cat("Tile needs one repetition per axis of ", node.shape(0))};
    return *repeats;
}

Result<std::vector<Inferred>> inferTile(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    std::vector<Inferred> result{{.type = node.type(0), .shape = node.shape(0)}};
    Shape& shape = result[0].shape;
    if (!shape.ranked())
        return result;
    if (isPending(node, "repeats", 1)) {
        shape = Shape::ofRank(shape.rank());
        return result;
    }
    TW_TRY(const auto repeats, repeatsOf(node));
    for (int axis = 0; axis < shape.rank(); ++axis)
        shape[axis] = productOf(std::vector<ir::Dim>{shape[axis], {.value = repeats[static_cast<std::size_t>(axis)]}});
    return result;
}

Result<LoopNest> nestOfTile(const OpNode& node)
{
    TW_TRY(const auto repeats, repeatsOf(node));
    const auto sizes = node.shape(0).sizes();
    const auto strides = rowMajorStrides(sizes);
    LoopNest nest;
    for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
        nest.sizes.insert(nest.sizes.end(), {repeats[axis], sizes[axis]});
        nest.strides.insert(nest.strides.end(), {0, strides[axis]});
    }
    return nest;
}

AccessMap accessTile(const OpNode& node)
{
    auto dims = wholes(node.shape(0).rank());
    for (int axis = 0; axis < node.shape(0).rank(); ++axis)
        if (node.shape(0)[axis] == node.outputs.at(0).shape[axis])
            dims[static_cast<std::size_t>(axis)] = identity(axis);
    return withWholeParameters(node, std::move(dims));
}

}  // namespace

extern const OpFamily expandFamily;
const OpFamily expandFamily = {
    .name = "expand",
    .ops = {{.op = "Expand",
             .inputNames = {"input", "shape"},
             .argsType = "tw_strided_copy_args",
             .documentation = "Repeats axes of size 1 until the tensor has the given shape.",
             .infer = inferExpand,
             .evaluate = evaluateStridedCopy<nestOfExpand>,
             .count = bytesMoved,
             .access = accessExpand,
             .arguments = stridedCopyArguments<nestOfExpand>},
            {.op = "Tile",
             .inputNames = {"input", "repeats"},
             .argsType = "tw_strided_copy_args",
             .documentation = "Repeats the whole tensor along its axes.",
             .infer = inferTile,
             .evaluate = evaluateStridedCopy<nestOfTile>,
             .count = bytesMoved,
             .access = accessTile,
             .arguments = stridedCopyArguments<nestOfTile>}}};

}  // namespace tw::ops
