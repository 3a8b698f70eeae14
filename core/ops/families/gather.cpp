// SPDX-License-Identifier: Apache-2.0
// Gather, GatherElements, GatherND: elements or slices chosen by index tensors.
#include "core/base/text.h"
#include "core/ops/axis.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/index_space.h"
#include "core/ops/indices.h"

#include <algorithm>

namespace tw::ops {
namespace {

constexpr int kKernelAxes = 8;   // TW_GATHER_AXES of kernels/include/gather.h

bool ranksKnown(const OpNode& node)
{
    return node.shape(0).ranked() && node.shape(1).ranked();
}

Error tooManyAxes(const OpNode& node)
{
    return {.code = Code::UnsupportedOperator,
            .message = cat(node.node.op, " of ", node.shape(0), " has more than ", kKernelAxes, " axes")};
}

/// The kernel brings a bad index to the nearest end, which an empty axis does not have.
Result<void> refuseEmptyAxes(const OpNode& node)
{
    if (node.shape(0).elements() == 0 && node.outputs.at(0).shape.elements() != 0)
        return Error{.code = Code::BadShape,
                     .message = cat(node.node.op, " cannot take anything from ", node.shape(0))};
    return {};
}

std::int64_t product(const std::vector<std::int64_t>& sizes, int begin, int end)
{
    std::int64_t result = 1;
    for (int axis = begin; axis < end; ++axis)
        result *= sizes[static_cast<std::size_t>(axis)];
    return result;
}

// ---- Gather: the indices replace one axis ----

Result<std::vector<Inferred>> inferGather(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 2));
    Inferred result{.type = node.type(0)};
    if (!ranksKnown(node))
        return std::vector{result};
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), 0));
    result.shape = Shape::scalar();
    for (int i = 0; i < axis; ++i)
        result.shape.append(node.shape(0)[i]);
    for (const auto& dim : node.shape(1).dims())
        result.shape.append(dim);
    for (int i = axis + 1; i < node.shape(0).rank(); ++i)
        result.shape.append(node.shape(0)[i]);
    return std::vector{result};
}

Result<std::vector<TensorData>> evaluateGather(const OpNode& node)
{
    TW_TRY(const auto inferred, inferGather(node));
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), 0));
    const auto [outer, extent, inner] = axisView(node.shape(0), axis);
    TW_TRY(const auto indices, indicesInto(node, *node.constant(1), extent));
    TensorBuilder result(node.type(0), inferred[0].shape);
    std::int64_t to = 0;
    for (std::int64_t o = 0; o < outer; ++o)
        for (const auto index : indices)
            for (std::int64_t i = 0; i < inner; ++i)
                result.copy(to++, *node.constant(0), (o * extent + index) * inner + i);
    return std::vector{std::move(result).finish()};
}

AccessMap accessGather(const OpNode& node)
{
    const int indexRank = node.shape(1).rank();
    AccessMap map{{wholes(node.shape(0).rank()), wholes(indexRank)}};
    const auto axis = axisOf(node, node.shape(0).rank(), 0);
    if (!axis)
        return map;
    for (int i = 0; i < node.shape(0).rank(); ++i)
        if (i != axis.value())
            map.inputs[0][static_cast<std::size_t>(i)] = follows(i, i < axis.value() ? i : i - 1 + indexRank);
    for (int i = 0; i < indexRank; ++i)
        map.inputs[1][static_cast<std::size_t>(i)] = follows(i, axis.value() + i);
    return map;
}

Result<Arguments> argumentsGather(const OpNode& node)
{
    TW_TRY_VOID(refuseEmptyAxes(node));
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), 0));
    const auto view = axisView(node.shape(0), axis);
    Arguments arguments{{"elem_bytes", elementBytes(node.type(0))}};
    const auto index = indexFields(node.type(1));
    arguments.insert(arguments.end(), index.begin(), index.end());
    arguments.push_back({"outer", view.outer});
    arguments.push_back({"extent", view.length});
    arguments.push_back({"indices", node.shape(1).elements().value_or(0)});
    arguments.push_back({"inner", view.inner});
    return arguments;
}

// ---- GatherElements: the indices replace the coordinate on one axis, element by element ----

Result<std::vector<Inferred>> inferElements(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 2));
    if (ranksKnown(node)) {
        TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), 0));
        if (node.shape(0).rank() != node.shape(1).rank())
            return Error{.code = Code::BadShape,
                         .message = cat("data ", node.shape(0), " and indices ", node.shape(1), " differ in rank")};
        for (int i = 0; i < node.shape(0).rank(); ++i)
            if (i != axis && node.shape(0)[i].known() && node.shape(1)[i].value > node.shape(0)[i].value)
                return Error{.code = Code::BadShape,
                             .message = cat("indices ", node.shape(1), " reach outside ", node.shape(0))};
    }
    return std::vector<Inferred>{{.type = node.type(0), .shape = node.shape(1)}};
}

Result<std::vector<TensorData>> evaluateElements(const OpNode& node)
{
    TW_TRY(const auto inferred, inferElements(node));
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), 0));
    const auto k = static_cast<std::size_t>(axis);
    TW_TRY(const auto indices, indicesInto(node, *node.constant(1), node.shape(0)[axis].value));
    const auto strides = rowMajorStrides(node.shape(0).sizes());
    const auto sizes = node.shape(1).sizes();
    TensorBuilder result(node.type(0), inferred[0].shape);
    std::vector<std::int64_t> position(sizes.size(), 0);
    for (std::size_t i = 0; i < indices.size(); ++i, advance(position, sizes)) {
        std::int64_t from = indices[i] * strides[k];
        for (std::size_t d = 0; d < position.size(); ++d)
            from += d == k ? 0 : position[d] * strides[d];
        result.copy(static_cast<std::int64_t>(i), *node.constant(0), from);
    }
    return std::vector{std::move(result).finish()};
}

AccessMap accessElements(const OpNode& node)
{
    AccessMap map{{identities(node.shape(0).rank()), identities(node.shape(1).rank())}};
    const auto axis = axisOf(node, node.shape(0).rank(), 0);
    if (axis)
        map.inputs[0][static_cast<std::size_t>(axis.value())] = full();
    return map;
}

Result<Arguments> argumentsElements(const OpNode& node)
{
    TW_TRY_VOID(refuseEmptyAxes(node));
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), 0));
    if (node.shape(0).rank() > kKernelAxes)
        return tooManyAxes(node);
    Arguments arguments{{"elem_bytes", elementBytes(node.type(0))}};
    const auto index = indexFields(node.type(1));
    arguments.insert(arguments.end(), index.begin(), index.end());
    arguments.push_back({"axes", std::int64_t{node.shape(0).rank()}});
    arguments.push_back({"axis", std::int64_t{axis}});
    arguments.push_back({"extent", node.shape(0)[axis].value});
    arguments.push_back({"count", node.shape(1).elements().value_or(0)});
    arguments.push_back({"size", node.shape(1).sizes()});
    arguments.push_back({"stride", rowMajorStrides(node.shape(0).sizes())});
    return arguments;
}

// ---- GatherND: the last axis of the indices holds coordinates of leading data axes ----

struct Coordinates {
    int batchAxes = 0;   // leading axes that data and indices share
    int length = 0;      // coordinates per index
};

/// Needs both ranks and the length of the last index axis.
Result<Coordinates> coordinatesOf(const OpNode& node)
{
    const Shape& data = node.shape(0);
    const Shape& indices = node.shape(1);
    TW_TRY(const auto batch, node.intOf("batch_dims", 0));
    if (indices.rank() < 1 || batch < 0 || batch >= std::min(data.rank(), indices.rank()))
        return Error{.code = Code::BadShape,
                     .message = cat("batch_dims ", batch, " does not fit data ", data, " and indices ", indices)};
    const auto length = indices[indices.rank() - 1].value;
    if (length < 1 || length > data.rank() - batch)
        return Error{.code = Code::BadShape,
                     .message = cat("indices ", indices, " have too many or no coordinates for ", data)};
    for (int axis = 0; axis < batch; ++axis) {
        TW_TRY_VOID(sameDim(node, data[axis], indices[axis]));
    }
    return Coordinates{static_cast<int>(batch), static_cast<int>(length)};
}

Result<std::vector<Inferred>> inferNd(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 2));
    Inferred result{.type = node.type(0)};
    const Shape& indices = node.shape(1);
    if (!ranksKnown(node) || (indices.rank() > 0 && !indices[indices.rank() - 1].known()))
        return std::vector{result};
    TW_TRY(const auto coordinates, coordinatesOf(node));
    result.shape = Shape::scalar();
    for (int axis = 0; axis < indices.rank() - 1; ++axis)
        result.shape.append(indices[axis]);
    for (int axis = coordinates.batchAxes + coordinates.length; axis < node.shape(0).rank(); ++axis)
        result.shape.append(node.shape(0)[axis]);
    return std::vector{result};
}

Result<std::vector<TensorData>> evaluateNd(const OpNode& node)
{
    TW_TRY(const auto inferred, inferNd(node));
    TW_TRY(const auto coordinates, coordinatesOf(node));
    TW_TRY(const auto values, integersOf(node, *node.constant(1)));
    const auto sizes = node.shape(0).sizes();
    const auto indexSizes = node.shape(1).sizes();
    const int sliceAxis = coordinates.batchAxes + coordinates.length;
    const std::int64_t slice = product(sizes, sliceAxis, node.shape(0).rank());
    const std::int64_t batches = product(sizes, 0, coordinates.batchAxes);
    const std::int64_t perBatch = product(indexSizes, coordinates.batchAxes, node.shape(1).rank() - 1);
    TensorBuilder result(node.type(0), inferred[0].shape);
    for (std::int64_t tuple = 0; tuple < batches * perBatch; ++tuple) {
        std::int64_t row = tuple / perBatch;
        for (int c = 0; c < coordinates.length; ++c) {
            const auto extent = sizes[static_cast<std::size_t>(coordinates.batchAxes + c)];
            const auto value = values[static_cast<std::size_t>(tuple * coordinates.length + c)];
            TW_TRY(const auto index, indexInto(node, value, extent));
            row = row * extent + index;
        }
        for (std::int64_t i = 0; i < slice; ++i)
            result.copy(tuple * slice + i, *node.constant(0), row * slice + i);
    }
    return std::vector{std::move(result).finish()};
}

AccessMap accessNd(const OpNode& node)
{
    const Shape& indices = node.shape(1);
    AccessMap map{{wholes(node.shape(0).rank()), identities(indices.rank())}};
    const auto coordinates = coordinatesOf(node);
    if (!coordinates)
        return map;
    map.inputs[1].back() = full();
    for (int axis = 0; axis < coordinates->batchAxes; ++axis)
        map.inputs[0][static_cast<std::size_t>(axis)] = identity(axis);
    const int sliceAxis = coordinates->batchAxes + coordinates->length;
    for (int axis = sliceAxis; axis < node.shape(0).rank(); ++axis)
        map.inputs[0][static_cast<std::size_t>(axis)] = follows(axis, axis - sliceAxis + indices.rank() - 1);
    return map;
}

Result<Arguments> argumentsNd(const OpNode& node)
{
    TW_TRY_VOID(refuseEmptyAxes(node));
    TW_TRY(const auto coordinates, coordinatesOf(node));
    if (coordinates.length > kKernelAxes)
        return tooManyAxes(node);
    const auto sizes = node.shape(0).sizes();
    const int sliceAxis = coordinates.batchAxes + coordinates.length;
    Arguments arguments{{"elem_bytes", elementBytes(node.type(0))}};
    const auto index = indexFields(node.type(1));
    arguments.insert(arguments.end(), index.begin(), index.end());
    arguments.push_back({"batches", product(sizes, 0, coordinates.batchAxes)});
    arguments.push_back({"tuples", product(node.shape(1).sizes(), coordinates.batchAxes, node.shape(1).rank() - 1)});
    arguments.push_back({"length", std::int64_t{coordinates.length}});
    arguments.push_back({"slice", product(sizes, sliceAxis, node.shape(0).rank())});
    arguments.push_back(
        {"extent", std::vector<std::int64_t>(sizes.begin() + coordinates.batchAxes, sizes.begin() + sliceAxis)});
    return arguments;
}

}  // namespace

extern const OpFamily gatherFamily;
const OpFamily gatherFamily = {
    .name = "gather",
    .ops = {{.op = "Gather",
             .inputNames = {"data", "indices"},
             .argsType = "tw_gather_args",
             .documentation = "Takes the slices of one axis that the indices name.",
             .infer = inferGather,
             .evaluate = evaluateGather,
             .count = bytesMoved,
             .access = accessGather,
             .arguments = argumentsGather},
            {.op = "GatherElements",
             .inputNames = {"data", "indices"},
             .argsType = "tw_gather_elements_args",
             .documentation = "Takes single elements; the indices replace the coordinate on one axis.",
             .infer = inferElements,
             .evaluate = evaluateElements,
             .count = bytesMoved,
             .access = accessElements,
             .arguments = argumentsElements},
            {.op = "GatherND",
             .inputNames = {"data", "indices"},
             .argsType = "tw_gather_nd_args",
             .documentation = "Takes slices by tuples of coordinates.",
             .infer = inferNd,
             .evaluate = evaluateNd,
             .count = bytesMoved,
             .access = accessNd,
             .arguments = argumentsNd}}};

}  // namespace tw::ops
