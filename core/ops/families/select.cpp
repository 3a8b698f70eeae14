// SPDX-License-Identifier: Apache-2.0
// Compress, NonZero, Unique: results whose size depends on the values. They are evaluated, but cannot be deployed.
#include "core/base/text.h"
#include "core/ops/axis.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/index_space.h"
#include "core/ops/indices.h"

#include <algorithm>
#include <numeric>

namespace tw::ops {
namespace {

AccessMap access(const OpNode& node)
{
    return withWholeParameters(node, wholes(node.shape(0).rank()));
}

/// The slices `chosen` of an axis of [outer, length, inner], in that order.
TensorData slices(const TensorData& data, const AxisView& view, const std::vector<std::int64_t>& chosen, Shape shape)
{
    TensorBuilder result(data.type, std::move(shape));
    std::int64_t to = 0;
    for (std::int64_t outer = 0; outer < view.outer; ++outer)
        for (const auto slice : chosen)
            for (std::int64_t i = 0; i < view.inner; ++i)
                result.copy(to++, data, (outer * view.length + slice) * view.inner + i);
    return std::move(result).finish();
}

std::int64_t sizeOf(const std::vector<std::int64_t>& list)
{
    return static_cast<std::int64_t>(list.size());
}

/// Without an axis the data is taken as one list.
struct Slicing {
    AxisView view;
    Shape shape;     // of the data, flat without an axis
    int axis = 0;
};

Result<Slicing> slicingOf(const OpNode& node)
{
    const Shape& shape = node.shape(0);
    if (!node.hasAttribute("axis"))
        return Slicing{{1, shape.elements().value_or(0), 1}, Shape{shape.elements().value_or(0)}, 0};
    TW_TRY(const int axis, axisOf(node, shape.rank(), 0));
    return Slicing{axisView(shape, axis), shape, axis};
}

Shape withLength(Shape shape, int axis, std::int64_t length)
{
    shape[axis] = {.value = length};
    return shape;
}

Result<std::vector<Inferred>> inferSlices(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    std::vector<Inferred> result{{.type = node.type(0)}};
    if (!node.hasAttribute("axis"))
        result[0].shape = Shape::ofRank(1);
    else if (node.shape(0).ranked()) {
        TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), 0));
        result[0].shape = withLength(node.shape(0), axis, -1);
    }
    return result;
}

// ---- Compress ----

Result<std::vector<Inferred>> inferCompress(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 2));
    return inferSlices(node);
}

Result<std::vector<TensorData>> evaluateCompress(const OpNode& node)
{
    TW_TRY(const auto slicing, slicingOf(node));
    TW_TRY(const auto condition, integersOf(node, *node.constant(1)));
    std::vector<std::int64_t> chosen;
    for (std::size_t i = 0; i < condition.size(); ++i) {
        if (condition[i] == 0)
            continue;
        TW_TRY(const auto slice, indexInto(node, static_cast<std::int64_t>(i), slicing.view.length));
        chosen.push_back(slice);
    }
    return std::vector{
        slices(*node.constant(0), slicing.view, chosen, withLength(slicing.shape, slicing.axis, sizeOf(chosen)))};
}

// ---- NonZero ----

Result<std::vector<Inferred>> inferNonZero(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    Shape shape = Shape::ofRank(2);
    if (node.shape(0).ranked())
        shape[0] = {.value = node.shape(0).rank()};
    return std::vector<Inferred>{{.type = DataType::I64, .shape = std::move(shape)}};
}

Result<std::vector<bool>> nonZeros(const OpNode& node, const TensorData& data)
{
    std::vector<bool> result;
    if (ir::isFloat(data.type)) {
        for (const double value : ir::toDoubles(data))
            result.push_back(value != 0);
        return result;
    }
    TW_TRY(const auto values, integersOf(node, data));
    for (const auto value : values)
        result.push_back(value != 0);
    return result;
}

Result<std::vector<TensorData>> evaluateNonZero(const OpNode& node)
{
    const TensorData& data = *node.constant(0);
    TW_TRY(const auto marks, nonZeros(node, data));
    const auto sizes = data.shape.sizes();
    std::vector<std::vector<std::int64_t>> coordinates(sizes.size());
    std::vector<std::int64_t> position(sizes.size(), 0);
    for (const bool mark : marks) {
        for (std::size_t axis = 0; mark && axis < sizes.size(); ++axis)
            coordinates[axis].push_back(position[axis]);
        advance(position, sizes);
    }
    std::vector<std::int64_t> values;
    for (const auto& axis : coordinates)
        values.insert(values.end(), axis.begin(), axis.end());
    const auto count = std::count(marks.begin(), marks.end(), true);
    return std::vector{ir::fromIntegers(DataType::I64, Shape{static_cast<std::int64_t>(sizes.size()), count}, values)};
}

// ---- Unique ----

Result<std::vector<Inferred>> inferUnique(const OpNode& node)
{
    TW_TRY(auto result, inferSlices(node));
    while (result.size() < node.node.outputs.size())
        result.push_back({.type = DataType::I64, .shape = Shape::ofRank(1)});
    return result;
}

/// The numbers of one slice, to be compared as a whole.
Result<std::vector<std::vector<double>>> sliceKeys(const OpNode& node, const TensorData& data, const AxisView& view)
{
    if (!ir::isFloat(data.type) && !ir::isInteger(data.type) && data.type != DataType::Bool)
        return Error{.code = Code::BadType,
                     .message = cat(node.node.op, " needs numbers, got ", ir::typeName(data.type))};
    const auto values = ir::toDoubles(data);
    std::vector<std::vector<double>> keys(static_cast<std::size_t>(view.length));
    for (std::int64_t outer = 0; outer < view.outer; ++outer)
        for (std::int64_t slice = 0; slice < view.length; ++slice)
            for (std::int64_t i = 0; i < view.inner; ++i)
                keys[static_cast<std::size_t>(slice)].push_back(
                    values[static_cast<std::size_t>((outer * view.length + slice) * view.inner + i)]);
    return keys;
}

struct Groups {
    std::vector<std::int64_t> firsts;     // first slice of each distinct one
    std::vector<std::int64_t> inverse;    // per slice: its group
    std::vector<std::int64_t> counts;
};

Groups groupsOf(const std::vector<std::vector<double>>& keys, bool sorted)
{
    std::vector<std::int64_t> order(keys.size());
    std::iota(order.begin(), order.end(), 0);
    const auto key = [&](std::int64_t slice) -> const auto& { return keys[static_cast<std::size_t>(slice)]; };
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return key(a) < key(b); });
    Groups groups{.inverse = std::vector<std::int64_t>(keys.size())};
    std::vector<std::int64_t> firstOf(keys.size());   // per slice: the first one like it
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (i == 0 || key(order[i]) != key(order[i - 1]))
            groups.firsts.push_back(order[i]);
        firstOf[static_cast<std::size_t>(order[i])] = groups.firsts.back();
    }
    if (!sorted)
        std::sort(groups.firsts.begin(), groups.firsts.end());
    std::vector<std::int64_t> groupOf(keys.size());   // per first slice
    for (std::size_t group = 0; group < groups.firsts.size(); ++group)
        groupOf[static_cast<std::size_t>(groups.firsts[group])] = static_cast<std::int64_t>(group);
    groups.counts.resize(groups.firsts.size());
    for (std::size_t slice = 0; slice < keys.size(); ++slice) {
        groups.inverse[slice] = groupOf[static_cast<std::size_t>(firstOf[slice])];
        ++groups.counts[static_cast<std::size_t>(groups.inverse[slice])];
    }
    return groups;
}

Result<std::vector<TensorData>> evaluateUnique(const OpNode& node)
{
    const TensorData& data = *node.constant(0);
    TW_TRY(const auto slicing, slicingOf(node));
    TW_TRY(const auto keys, sliceKeys(node, data, slicing.view));
    TW_TRY(const auto sorted, node.intOf("sorted", 1));
    const Groups groups = groupsOf(keys, sorted != 0);
    std::vector<TensorData> results{
        slices(data, slicing.view, groups.firsts, withLength(slicing.shape, slicing.axis, sizeOf(groups.firsts)))};
    for (const auto* list : {&groups.firsts, &groups.inverse, &groups.counts})
        results.push_back(ir::fromIntegers(DataType::I64, Shape{sizeOf(*list)}, *list));
    return results;
}

}  // namespace

extern const OpFamily selectFamily;
const OpFamily selectFamily = {
    .name = "select",
    .ops = {{.op = "Compress",
             .inputNames = {"input", "condition"},
             .documentation = "Keeps the slices whose condition holds.",
             .infer = inferCompress,
             .evaluate = evaluateCompress,
             .count = bytesMoved,
             .access = access},
            {.op = "NonZero",
             .inputNames = {"X"},
             .documentation = "The positions of all elements that are not zero.",
             .infer = inferNonZero,
             .evaluate = evaluateNonZero,
             .count = bytesMoved,
             .access = access},
            {.op = "Unique",
             .inputNames = {"X"},
             .outputNames = {"Y", "indices", "inverse_indices", "counts"},
             .documentation = "Each different slice once, and where and how often it stands.",
             .infer = inferUnique,
             .evaluate = evaluateUnique,
             .count = bytesMoved,
             .access = access}}};

}  // namespace tw::ops
