// SPDX-License-Identifier: Apache-2.0
// CumSum: running sums along an axis.
#include "core/base/text.h"
#include "core/ops/axis.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/indices.h"

namespace tw::ops {
namespace {

/// The axis is an input with one element.
Result<int> summedAxis(const OpNode& node)
{
    const TensorData* axis = node.constant(1);
    if (!axis)
        return Error{.code = Code::UnknownShape, .message = "the axis of CumSum is computed at run time"};
    TW_TRY(const auto values, integersOf(node, *axis));
    if (values.size() != 1)
        return Error{.code = Code::BadShape, .message = cat("the axis of CumSum must be a scalar, got ", axis->shape)};
    return normalAxisOf(node, values[0], node.shape(0).rank());
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 2));
    if (node.shape(0).ranked() && node.constant(1)) {
        TW_TRY_VOID(summedAxis(node));
    }
    return std::vector<Inferred>{{.type = node.type(0), .shape = node.shape(0)}};
}

struct Direction {
    bool exclusive = false;   // without the element itself
    bool reverse = false;     // from the end
};

Result<Direction> directionOf(const OpNode& node)
{
    TW_TRY(const auto exclusive, node.intOf("exclusive", 0));
    TW_TRY(const auto reverse, node.intOf("reverse", 0));
    return Direction{exclusive != 0, reverse != 0};
}

/// In unsigned arithmetic integers wrap without undefined behaviour.
template <class Sum, class T>
std::vector<T> sums(const std::vector<T>& values, const AxisView& view, const Direction& direction)
{
    std::vector<T> result(values.size());
    forEachLine(view, [&](std::size_t begin, std::size_t step) {
        Sum sum = 0;
        for (std::int64_t i = 0; i < view.length; ++i) {
            const auto along = static_cast<std::size_t>(direction.reverse ? view.length - 1 - i : i);
            const std::size_t at = begin + along * step;
            const Sum before = sum;
            sum += static_cast<Sum>(values[at]);
            result[at] = static_cast<T>(direction.exclusive ? before : sum);
        }
    });
    return result;
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const int axis, summedAxis(node));
    TW_TRY(const auto direction, directionOf(node));
    const TensorData& data = *node.constant(0);
    const AxisView view = axisView(data.shape, axis);
    if (ir::isFloat(data.type))
        return std::vector{ir::fromDoubles(data.type, data.shape, sums<double>(ir::toDoubles(data), view, direction))};
    if (ir::isInteger(data.type))
        return std::vector{
            ir::fromIntegers(data.type, data.shape, sums<std::uint64_t>(ir::toIntegers(data), view, direction))};
    return Error{.code = Code::BadType, .message = cat("CumSum needs numbers, got ", ir::typeName(data.type))};
}

Counts count(const OpNode& node)
{
    Counts counts = bytesMoved(node);
    counts.elementOps = node.shape(0).elements().value_or(0);
    return counts;
}

AccessMap access(const OpNode& node)
{
    auto dims = identities(node.shape(0).rank());
    if (const auto axis = summedAxis(node))
        dims[static_cast<std::size_t>(*axis)] = full();
    else
        dims = wholes(node.shape(0).rank());
    return withWholeParameters(node, std::move(dims));
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const int axis, summedAxis(node));
    TW_TRY(const auto direction, directionOf(node));
    const AxisView view = axisView(node.shape(0), axis);
    return Arguments{{"outer", view.outer},
                     {"length", view.length},
                     {"inner", view.inner},
                     {"exclusive", std::int64_t{direction.exclusive}},
                     {"reverse", std::int64_t{direction.reverse}}};
}

}  // namespace

extern const OpFamily cum_sumFamily;
const OpFamily cum_sumFamily = {
    .name = "cum_sum",
    .ops = {{.op = "CumSum",
             .inputNames = {"X", "axis"},
             .argsType = "tw_cum_sum_args",
             .documentation = "Running sums along an axis.",
             .infer = infer,
             .evaluate = evaluate,
             .count = count,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
