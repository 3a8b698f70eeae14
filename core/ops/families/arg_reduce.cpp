// SPDX-License-Identifier: Apache-2.0
// ArgMax and ArgMin: where along an axis the extreme stands.
#include "core/base/text.h"
#include "core/ops/axis.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"

namespace tw::ops {
namespace {

bool keepsAxis(const OpNode& node)
{
    const auto keep = node.intOf("keepdims", 1);
    return !keep || keep.value() != 0;
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    const Shape& x = node.shape(0);
    if (!x.ranked())
        return std::vector<Inferred>{{.type = DataType::I64, .shape = {}}};
    TW_TRY(const int axis, axisOf(node, x.rank(), 0));
    auto dims = x.dims();
    if (keepsAxis(node))
        dims[static_cast<std::size_t>(axis)] = {.value = 1};
    else
        dims.erase(dims.begin() + axis);
    return std::vector<Inferred>{{.type = DataType::I64, .shape = Shape(std::move(dims))}};
}

template <class T>
std::vector<std::int64_t> positions(const std::vector<T>& x, const AxisView& view, bool largest, bool last)
{
    std::vector<std::int64_t> result;
    forEachLine(view, [&](std::size_t begin, std::size_t step) {
        std::size_t best = 0;
        for (std::size_t i = 1; i < static_cast<std::size_t>(view.length); ++i) {
            const T candidate = x[begin + i * step];
            const T current = x[begin + best * step];
            const bool better = largest ? candidate > current : candidate < current;
            if (better || (last && candidate == current))
                best = i;
        }
        result.push_back(static_cast<std::int64_t>(best));
    });
    return result;
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    const TensorData& x = *node.constant(0);
    TW_TRY(const int axis, axisOf(node, x.shape.rank(), 0));
    TW_TRY(const auto last, node.intOf("select_last_index", 0));
    const AxisView view = axisView(x.shape, axis);
    const bool largest = node.node.op == "ArgMax";
    const auto result = ir::isFloat(x.type) ? positions(ir::toDoubles(x), view, largest, last != 0)
                                            : positions(ir::toIntegers(x), view, largest, last != 0);
    return std::vector<TensorData>{ir::fromIntegers(DataType::I64, node.outputs[0].shape, result)};
}

Counts count(const OpNode& node)
{
    Counts counts = bytesMoved(node);
    counts.elementOps = node.shape(0).elements().value_or(0);
    return counts;
}

AccessMap access(const OpNode& node)
{
    AccessMap map{.inputs = {{}}};
    const int rank = node.shape(0).rank();
    const auto searched = axisOf(node, rank, 0);
    int outputAxis = 0;
    for (int axis = 0; axis < rank; ++axis) {
        const bool gone = searched && searched.value() == axis;
        map.inputs[0].push_back(gone ? full() : identity(outputAxis));
        outputAxis += gone && !keepsAxis(node) ? 0 : 1;
    }
    return map;
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), 0));
    TW_TRY(const auto last, node.intOf("select_last_index", 0));
    const AxisView view = axisView(node.shape(0), axis);
    return Arguments{{"outer", view.outer}, {"length", view.length}, {"inner", view.inner}, {"select_last", last}};
}

OpDef definition(std::string_view op, std::string_view documentation)
{
    return {.op = op,
            .inputNames = {"X"},
            .argsType = "tw_arg_reduce_args",
            .documentation = documentation,
            .infer = infer,
            .evaluate = evaluate,
            .count = count,
            .access = access,
            .arguments = arguments};
}

}  // namespace

extern const OpFamily arg_reduceFamily;
const OpFamily arg_reduceFamily = {
    .name = "position of extremes",
    .ops = {definition("ArgMax", "The position of the largest value along an axis."),
            definition("ArgMin", "The position of the smallest value along an axis.")}};

}  // namespace tw::ops
