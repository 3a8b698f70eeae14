// SPDX-License-Identifier: Apache-2.0
// Clip: limits from attributes (before opset 11) or scalar inputs; a missing limit is the type's own.
#include "core/base/text.h"
#include "core/ops/broadcast.h"
#include "core/ops/counts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tw::ops {
namespace {

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    return std::vector<Inferred>{{.type = node.type(0), .shape = node.shape(0)}};
}

/// Limits in a form that holds every value of the type exactly.
template <class T>
struct Limits {
    T low = std::numeric_limits<T>::lowest();
    T high = std::numeric_limits<T>::max();
};

Result<Limits<double>> realLimits(const OpNode& node)
{
    constexpr double kLargest = std::numeric_limits<float>::max();
    const bool wide = node.type(0) == DataType::F64;
    Limits<double> limits;
    TW_TRY(limits.low, node.floatOf("min", wide ? limits.low : -kLargest));
    TW_TRY(limits.high, node.floatOf("max", wide ? limits.high : kLargest));
    if (const auto* low = node.constant(1); low && low->elements() == 1)
        limits.low = ir::toDoubles(*low)[0];
    if (const auto* high = node.constant(2); high && high->elements() == 1)
        limits.high = ir::toDoubles(*high)[0];
    return limits;
}

Result<Limits<std::int64_t>> wholeLimits(const OpNode& node)
{
    Limits<std::int64_t> limits{ir::lowest(node.type(0)), ir::highest(node.type(0))};
    TW_TRY(const auto real, realLimits(node));
    const auto smallest = static_cast<double>(limits.low);
    const auto largest = static_cast<double>(limits.high);
    if (node.hasAttribute("min"))
        limits.low = static_cast<std::int64_t>(std::ceil(std::clamp(real.low, smallest, largest)));
    if (node.hasAttribute("max"))
        limits.high = static_cast<std::int64_t>(std::floor(std::clamp(real.high, smallest, largest)));
    if (const auto* low = node.constant(1); low && low->elements() == 1)
        limits.low = ir::toIntegers(*low)[0];
    if (const auto* high = node.constant(2); high && high->elements() == 1)
        limits.high = ir::toIntegers(*high)[0];
    return limits;
}

/// When low > high, high wins: min(max(x, low), high).
template <class T>
T clipped(T x, const Limits<T>& limits)
{
    const T raised = x < limits.low ? limits.low : x;
    return raised > limits.high ? limits.high : raised;
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    const TensorData& x = *node.constant(0);
    if (ir::isInteger(x.type)) {
        TW_TRY(const auto limits, wholeLimits(node));
        auto values = ir::toIntegers(x);
        for (auto& value : values)
            value = clipped(value, limits);
        return std::vector<TensorData>{ir::fromIntegers(x.type, x.shape, values)};
    }
    TW_TRY(const auto limits, realLimits(node));
    auto values = ir::toDoubles(x);
    for (auto& value : values)
        value = clipped(value, limits);
    return std::vector<TensorData>{ir::fromDoubles(x.type, x.shape, values)};
}

Counts count(const OpNode& node)
{
    return perOutputElement(node, 2);
}

AccessMap access(const OpNode& node)
{
    AccessMap map{.inputs = std::vector<std::vector<DimAccess>>(node.inputs.size())};
    map.inputs[0] = broadcastAccess(node.shape(0), node.shape(0));
    for (std::size_t input = 1; input < node.inputs.size(); ++input)
        if (node.has(input))
            map.inputs[input].assign(static_cast<std::size_t>(node.shape(input).rank()), broadcast());
    return map;
}

Result<Arguments> arguments(const OpNode& node)
{
    for (const std::size_t limit : {1, 2})
        if (node.has(limit) && !node.constant(limit))
            return Error{.code = Code::UnsupportedOperator, .message = "the limits of Clip are computed at run time",
                         .hint = "make min and max constants of the model"};
    TW_TRY(const auto real, realLimits(node));
    constexpr std::int64_t kSmallest = std::numeric_limits<std::int32_t>::min();
    constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
    Limits<std::int64_t> whole;
    if (ir::isInteger(node.type(0))) {
        TW_TRY(whole, wholeLimits(node));
    }
    return Arguments{{"count", node.shape(0).elements().value_or(0)},
                     {"low", real.low},
                     {"high", real.high},
                     {"whole_low", std::clamp(whole.low, kSmallest, kLargest)},
                     {"whole_high", std::clamp(whole.high, kSmallest, kLargest)}};
}

}  // namespace

extern const OpFamily clipFamily;
const OpFamily clipFamily = {
    .name = "clip",
    .ops = {{.op = "Clip",
             .inputNames = {"X", "min", "max"},
             .argsType = "tw_clip_args",
             .documentation = "Keeps every element between two limits.",
             .infer = infer,
             .evaluate = evaluate,
             .count = count,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
