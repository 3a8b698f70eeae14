// SPDX-License-Identifier: Apache-2.0
// ScatterElements (once called Scatter) and ScatterND: a copy of the data with updates written over, or combined with,
// the elements that an index tensor names. Updates are applied in order; where two meet, the later one wins.
#include "core/base/text.h"
#include "core/ops/axis.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/index_space.h"
#include "core/ops/indices.h"

#include <algorithm>
#include <array>

namespace tw::ops {
namespace {

constexpr int kKernelAxes = 8;   // TW_SCATTER_AXES of kernels/include/scatter.h
constexpr std::array<std::string_view, 5> kReductions = {"none", "add", "mul", "max",
                                                         "min"};   // numbered as in scatter.h

Result<std::size_t> reductionOf(const OpNode& node)
{
    TW_TRY(const auto name, node.stringOf("reduction", "none"));
    const auto found = std::find(kReductions.begin(), kReductions.end(), name);
    if (found == kReductions.end())
        return Error{.code = Code::BadAttribute,
                     .message = cat("reduction ", name, " is not known"),
                     .place = {.attribute = "reduction"}};
    return static_cast<std::size_t>(found - kReductions.begin());
}

template <class T>
T combined(std::size_t reduction, T old, T update)
{
    switch (reduction) {
    case 1: return old + update;
    case 2: return old * update;
    case 3: return std::max(old, update);
    case 4: return std::min(old, update);
    default: return update;
    }
}

/// Which element of `data` each update goes to.
using Places = std::vector<std::int64_t>;

/// Unsigned arithmetic, so that integers wrap without undefined behaviour.
TensorData combinedIntegers(const TensorData& data, const TensorData& updates, const Places& places,
                            std::size_t reduction)
{
    auto values = ir::toIntegers(data);
    const auto changes = ir::toIntegers(updates);
    const bool wraps = reduction == 1 || reduction == 2;
    for (std::size_t i = 0; i < places.size(); ++i) {
        auto& value = values[static_cast<std::size_t>(places[i])];
        if (wraps)
            value = static_cast<std::int64_t>(
                combined(reduction, static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(changes[i])));
        else
            value = combined(reduction, value, changes[i]);
    }
    return ir::fromIntegers(data.type, data.shape, values);
}

Result<TensorData> scattered(const OpNode& node, const Places& places)
{
    TW_TRY(const auto reduction, reductionOf(node));
    const TensorData& data = *node.constant(0);
    const TensorData& updates = *node.constant(2);
    if (reduction == 0) {
        TensorBuilder result(data);
        for (std::size_t i = 0; i < places.size(); ++i)
            result.copy(places[i], updates, static_cast<std::int64_t>(i));
        return std::move(result).finish();
    }
    if (ir::isInteger(data.type) || data.type == DataType::Bool)
        return combinedIntegers(data, updates, places, reduction);
    if (!ir::isFloat(data.type))
        return Error{.code = Code::BadType, .message = cat("cannot reduce ", ir::typeName(data.type))};
    auto values = ir::toDoubles(data);
    const auto changes = ir::toDoubles(updates);
    for (std::size_t i = 0; i < places.size(); ++i) {
        auto& value = values[static_cast<std::size_t>(places[i])];
        value = combined(reduction, value, changes[i]);
    }
    return ir::fromDoubles(data.type, data.shape, values);
}

Result<void> checkTypes(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 3));
    TW_TRY_VOID(reductionOf(node));
    const auto known = [&](std::size_t i) { return node.type(i) != DataType::Undefined; };
    if (known(0) && known(2) && node.type(0) != node.type(2))
        return Error{
            .code = Code::BadType,
            .message = cat("updates are ", ir::typeName(node.type(2)), ", the data ", ir::typeName(node.type(0)))};
    return {};
}

std::vector<Inferred> likeData(const OpNode& node)
{
    return {{.type = node.type(0), .shape = node.shape(0)}};
}

AccessMap access(const OpNode& node)   // any update may go anywhere
{
    return withWholeParameters(node, identities(node.shape(0).rank()));
}

Result<Arguments> commonFields(const OpNode& node)
{
    TW_TRY(const auto reduction, reductionOf(node));
    if (node.shape(0).elements() == 0 && node.shape(2).elements() != 0)
        return Error{.code = Code::BadShape, .message = cat(node.node.op, " cannot write into ", node.shape(0))};
    Arguments arguments{{"elem_bytes", elementBytes(node.type(0))}};
    const auto index = indexFields(node.type(1));
    arguments.insert(arguments.end(), index.begin(), index.end());
    arguments.push_back({"reduction", static_cast<std::int64_t>(reduction)});
    arguments.push_back({"count", node.shape(0).elements().value_or(0)});
    return arguments;
}

// ---- ScatterElements ----

Result<std::vector<Inferred>> inferElements(const OpNode& node)
{
    TW_TRY_VOID(checkTypes(node));
    const Shape& data = node.shape(0);
    const Shape& indices = node.shape(1);
    if (!data.ranked() || !indices.ranked())
        return likeData(node);
    TW_TRY(const int axis, axisOf(node, data.rank(), 0));
    if (data.rank() != indices.rank() || (node.shape(2).ranked() && node.shape(2).rank() != data.rank()))
        return Error{
            .code = Code::BadShape,
            .message = cat("data ", data, ", indices ", indices, " and updates ", node.shape(2), " differ in rank")};
    for (int i = 0; i < data.rank(); ++i) {
        if (node.shape(2).ranked()) {
            TW_TRY_VOID(sameDim(node, indices[i], node.shape(2)[i]));
        }
        if (i != axis && data[i].known() && indices[i].value > data[i].value)
            return Error{.code = Code::BadShape, .message = cat("indices ", indices, " reach outside ", data)};
    }
    return likeData(node);
}

Result<std::vector<TensorData>> evaluateElements(const OpNode& node)
{
    TW_TRY_VOID(inferElements(node));
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), 0));
    TW_TRY(const auto indices, indicesInto(node, *node.constant(1), node.shape(0)[axis].value));
    const auto strides = rowMajorStrides(node.shape(0).sizes());
    const auto sizes = node.shape(1).sizes();
    std::vector<std::int64_t> position(sizes.size(), 0);
    Places places;
    for (const auto index : indices) {
        std::int64_t place = 0;
        for (std::size_t i = 0; i < position.size(); ++i)
            place += strides[i] * (static_cast<int>(i) == axis ? index : position[i]);
        places.push_back(place);
        advance(position, sizes);
    }
    TW_TRY(auto result, scattered(node, places));
    return std::vector{std::move(result)};
}

Result<Arguments> argumentsElements(const OpNode& node)
{
    if (node.shape(0).rank() > kKernelAxes)
        return Error{.code = Code::UnsupportedOperator,
                     .message = cat("ScatterElements of ", node.shape(0), " has too many axes")};
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), 0));
    TW_TRY(auto arguments, commonFields(node));
    arguments.push_back({"updates", node.shape(1).elements().value_or(0)});
    arguments.push_back({"axes", std::int64_t{node.shape(0).rank()}});
    arguments.push_back({"axis", std::int64_t{axis}});
    arguments.push_back({"extent", node.shape(0)[axis].value});
    arguments.push_back({"size", node.shape(1).sizes()});
    arguments.push_back({"stride", rowMajorStrides(node.shape(0).sizes())});
    return arguments;
}

// ---- ScatterND ----

/// Coordinates per index; needs static shapes or at least known ranks.
Result<int> tupleLength(const OpNode& node)
{
    const Shape& indices = node.shape(1);
    const std::int64_t length = indices.rank() > 0 ? indices[indices.rank() - 1].value : -1;
    if (length < 0 || length > node.shape(0).rank())
        return Error{.code = Code::BadShape, .message = cat("indices ", indices, " do not fit data ", node.shape(0))};
    return static_cast<int>(length);
}

Result<std::vector<Inferred>> inferNd(const OpNode& node)
{
    TW_TRY_VOID(checkTypes(node));
    const Shape& data = node.shape(0);
    const Shape& indices = node.shape(1);
    const Shape& updates = node.shape(2);
    const bool known = data.ranked() && indices.ranked() && updates.ranked() &&
                       (indices.rank() == 0 || indices[indices.rank() - 1].known());
    if (!known)
        return likeData(node);
    TW_TRY(const int length, tupleLength(node));
    std::vector<ir::Dim> wanted(indices.dims().begin(), indices.dims().end() - 1);
    wanted.insert(wanted.end(), data.dims().begin() + length, data.dims().end());
    if (static_cast<int>(wanted.size()) != updates.rank())
        return Error{.code = Code::BadShape, .message = cat("updates must be ", Shape(wanted), ", got ", updates)};
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        TW_TRY_VOID(sameDim(node, wanted[i], updates[static_cast<int>(i)]));
    }
    return likeData(node);
}

struct Blocks {
    std::vector<std::int64_t> extents;   // of the axes that a tuple names
    std::int64_t tuples = 0;
    std::int64_t slice = 1;              // elements that a tuple names
};

Blocks blocksOf(const OpNode& node, int length)
{
    const auto sizes = node.shape(0).sizes();
    Blocks blocks{.extents = {sizes.begin(), sizes.begin() + length}};
    for (auto axis = static_cast<std::size_t>(length); axis < sizes.size(); ++axis)
        blocks.slice *= sizes[axis];
    const Shape& indices = node.shape(1);
    blocks.tuples = axisView(indices, indices.rank() - 1).outer;
    return blocks;
}

Result<std::vector<TensorData>> evaluateNd(const OpNode& node)
{
    TW_TRY_VOID(inferNd(node));
    TW_TRY(const int length, tupleLength(node));
    TW_TRY(const auto values, integersOf(node, *node.constant(1)));
    const Blocks blocks = blocksOf(node, length);
    Places places;
    for (std::int64_t tuple = 0; tuple < blocks.tuples; ++tuple) {
        std::int64_t row = 0;
        for (int i = 0; i < length; ++i) {
            const auto extent = blocks.extents[static_cast<std::size_t>(i)];
            TW_TRY(const auto index, indexInto(node, values[static_cast<std::size_t>(tuple * length + i)], extent));
            row = row * extent + index;
        }
        for (std::int64_t i = 0; i < blocks.slice; ++i)
            places.push_back(row * blocks.slice + i);
    }
    TW_TRY(auto result, scattered(node, places));
    return std::vector{std::move(result)};
}

Result<Arguments> argumentsNd(const OpNode& node)
{
    TW_TRY(const int length, tupleLength(node));
    if (length > kKernelAxes)
        return Error{.code = Code::UnsupportedOperator,
                     .message = cat("ScatterND of ", node.shape(0), " has too many axes")};
    const Blocks blocks = blocksOf(node, length);
    TW_TRY(auto arguments, commonFields(node));
    arguments.push_back({"tuples", blocks.tuples});
    arguments.push_back({"length", std::int64_t{length}});
    arguments.push_back({"slice", blocks.slice});
    arguments.push_back({"extent", blocks.extents});
    return arguments;
}

}  // namespace

extern const OpFamily scatterFamily;
const OpFamily scatterFamily = {
    .name = "scatter",
    .ops = {{.op = "Scatter",
             .inputNames = {"data", "indices", "updates"},
             .argsType = "tw_scatter_elements_args",
             .documentation = "Writes single elements; the indices replace the coordinate on one axis.",
             .infer = inferElements,
             .evaluate = evaluateElements,
             .count = bytesMoved,
             .access = access,
             .arguments = argumentsElements},
            {.op = "ScatterElements",
             .inputNames = {"data", "indices", "updates"},
             .argsType = "tw_scatter_elements_args",
             .documentation = "Writes single elements; the indices replace the coordinate on one axis.",
             .infer = inferElements,
             .evaluate = evaluateElements,
             .count = bytesMoved,
             .access = access,
             .arguments = argumentsElements},
            {.op = "ScatterND",
             .inputNames = {"data", "indices", "updates"},
             .argsType = "tw_scatter_nd_args",
             .documentation = "Writes slices by tuples of coordinates.",
             .infer = inferNd,
             .evaluate = evaluateNd,
             .count = bytesMoved,
             .access = access,
             .arguments = argumentsNd}}};

}  // namespace tw::ops
