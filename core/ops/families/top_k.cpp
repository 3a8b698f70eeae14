// SPDX-License-Identifier: Apache-2.0
// TopK: the k largest (or smallest) values along an axis and where they stand. Equal values keep their order.
#include "core/base/text.h"
#include "core/ops/axis.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tw::ops {
namespace {

/// nullopt while the input that holds it is not known.
Result<std::optional<std::int64_t>> howMany(const OpNode& node)
{
    using Number = std::optional<std::int64_t>;
    if (isPending(node, "k", 1))
        return Number();
    TW_TRY(const auto values, node.intsOfAttributeOrInput("k", 1));
    if (!values || values->size() != 1 || values->front() < 0)
        return Error{.code = Code::BadAttribute, .message = "TopK needs one number k that is not negative"};
    return Number(values->front());
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    Shape shape = node.shape(0);
    if (shape.ranked()) {
        TW_TRY(const int axis, axisOf(node, shape.rank(), -1));
        TW_TRY(const auto k, howMany(node));
        if (k && shape[axis].known() && *k > shape[axis].value)
            return Error{.code = Code::BadShape,
                         .message = cat("TopK cannot take ", *k, " of ", shape[axis].value, " values")};
        shape[axis] = {.value = k.value_or(-1)};
    }
    return std::vector<Inferred>{{.type = node.type(0), .shape = shape}, {.type = DataType::I64, .shape = shape}};
}

/// The first k positions of a line, best first. NaN counts as the largest, as NumPy sorts.
template <class T>
std::vector<std::int64_t> best(const std::vector<T>& line, std::int64_t k, bool largest)
{
    const auto less = [](T a, T b) {
        if constexpr (std::is_floating_point_v<T>)
            if (std::isnan(a) || std::isnan(b))
                return !std::isnan(a);
        return a < b;
    };
    std::vector<std::int64_t> order(line.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
        const T left = line[static_cast<std::size_t>(a)];
        const T right = line[static_cast<std::size_t>(b)];
        return largest ? less(right, left) : less(left, right);
    });
    order.resize(static_cast<std::size_t>(k));
    return order;
}

template <class T>
struct Chosen {
    std::vector<T> values;
    std::vector<std::int64_t> indices;
};

template <class T>
Chosen<T> choose(const std::vector<T>& data, const AxisView& view, std::int64_t k, bool largest)
{
    const auto size = static_cast<std::size_t>(view.outer * k * view.inner);
    Chosen<T> chosen{std::vector<T>(size), std::vector<std::int64_t>(size)};
    std::size_t line = 0;
    forEachLine(view, [&](std::size_t begin, std::size_t step) {
        std::vector<T> values;
        for (std::int64_t i = 0; i < view.length; ++i)
            values.push_back(data[begin + static_cast<std::size_t>(i) * step]);
        const auto outer = line / static_cast<std::size_t>(view.inner);
        const auto to = outer * static_cast<std::size_t>(k * view.inner) + line % static_cast<std::size_t>(view.inner);
        const auto order = best(values, k, largest);
        for (std::size_t i = 0; i < order.size(); ++i) {
            chosen.values[to + i * step] = values[static_cast<std::size_t>(order[i])];
            chosen.indices[to + i * step] = order[i];
        }
        ++line;
    });
    return chosen;
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const auto inferred, infer(node));
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), -1));
    TW_TRY(const auto largest, node.intOf("largest", 1));
    const TensorData& data = *node.constant(0);
    const Shape& shape = inferred[0].shape;
    const AxisView view = axisView(data.shape, axis);
    const auto k = shape[axis].value;
    if (ir::isInteger(data.type) && data.type != DataType::U64) {
        const auto chosen = choose(ir::toIntegers(data), view, k, largest != 0);
        return std::vector{ir::fromIntegers(data.type, shape, chosen.values),
                           ir::fromIntegers(DataType::I64, shape, chosen.indices)};
    }
    if (data.type == DataType::U64) {
        const auto raw = ir::toIntegers(data);
        const auto chosen = choose(std::vector<std::uint64_t>(raw.begin(), raw.end()), view, k, largest != 0);
        return std::vector{ir::makeTensor(data.type, shape, chosen.values),
                           ir::fromIntegers(DataType::I64, shape, chosen.indices)};
    }
    if (!ir::isFloat(data.type))
        return Error{.code = Code::BadType, .message = cat("TopK needs numbers, got ", ir::typeName(data.type))};
    const auto chosen = choose(ir::toDoubles(data), view, k, largest != 0);
    return std::vector{ir::fromDoubles(data.type, shape, chosen.values),
                       ir::fromIntegers(DataType::I64, shape, chosen.indices)};
}

Counts count(const OpNode& node)
{
    Counts counts = bytesMoved(node);
    counts.elementOps = node.shape(0).elements().value_or(0);   // each value is compared at least once
    return counts;
}

AccessMap access(const OpNode& node)
{
    auto dims = identities(node.shape(0).rank());
    const auto axis = axisOf(node, node.shape(0).rank(), -1);
    if (axis)
        dims[static_cast<std::size_t>(*axis)] = full();
    return withWholeParameters(node, axis ? std::move(dims) : wholes(node.shape(0).rank()));
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), -1));
    TW_TRY(const auto largest, node.intOf("largest", 1));
    if (!node.outputs.at(0).present)
        return Error{.code = Code::UnsupportedOperator,
                     .message = "the kernel of TopK needs its values, which the node leaves out"};
    const AxisView view = axisView(node.shape(0), axis);
    return Arguments{{"outer", view.outer},
                     {"length", view.length},
                     {"inner", view.inner},
                     {"k", node.outputs.at(0).shape[axis].value},
                     {"largest", std::int64_t{largest != 0}}};
}

}  // namespace

extern const OpFamily top_kFamily;
const OpFamily top_kFamily = {
    .name = "top_k",
    .ops = {{.op = "TopK",
             .inputNames = {"X", "K"},
             .outputNames = {"Values", "Indices"},
             .argsType = "tw_top_k_args",
             .documentation = "The k largest or smallest values along an axis, and their positions.",
             .infer = infer,
             .evaluate = evaluate,
             .count = count,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
