// SPDX-License-Identifier: Apache-2.0
#include "core/ops/requant.h"

#include "core/base/text.h"
#include "core/ops/broadcast.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tw::ops {
namespace {

constexpr int kChannelAxis = 1;

bool broadcastsInto(const Shape& x, const Shape& parameter)
{
    const auto together = broadcastShapes({x, parameter});
    return together && *together == x;
}

bool followsChannels(const std::vector<std::int64_t>& x, std::int64_t elements)
{
    return x.size() > kChannelAxis && x[kChannelAxis] == elements;
}

}  // namespace

std::int64_t Requant::operator()(std::int64_t x, std::int64_t mul, std::int64_t add) const
{
    const std::int64_t half = shift > 0 ? std::int64_t{1} << (shift - 1) : 0;
    return std::clamp((x * mul + add + half) >> shift, lowest, highest);
}

Result<Requant> requantOf(const OpNode& node)
{
    TW_TRY(const auto divisor, node.intOf("div"));
    TW_TRY(const auto levels, node.intOf(node.hasAttribute("n_levels_out") ? "n_levels_out" : "n_levels"));
    TW_TRY(const auto isSigned, node.intOf("signed"));
    if (divisor < 1 || divisor > (std::int64_t{1} << 31) || !std::has_single_bit(static_cast<std::uint64_t>(divisor)))
        return Error{.code = Code::BadAttribute, .message = cat("div must be a power of two, got ", divisor),
                     .place = {.node = node.node.name, .attribute = "div"}};
    if (levels < 2 || levels > (std::int64_t{1} << 32))
        return Error{.code = Code::BadAttribute, .message = cat("the number of levels is ", levels, ", expected 2 to 2^32"),
                     .place = {.node = node.node.name, .attribute = "n_levels"}};
    const int shift = std::countr_zero(static_cast<std::uint64_t>(divisor));
    if (isSigned != 0)
        return Requant{.shift = shift, .lowest = -levels / 2, .highest = levels / 2 - 1};
    return Requant{.shift = shift, .lowest = 0, .highest = levels - 1};
}

DataType requantType(const OpNode& node)
{
    const auto requant = requantOf(node);
    if (!requant)
        return DataType::Undefined;
    using enum DataType;
    for (const auto type : requant->lowest < 0 ? std::vector{I8, I16, I32} : std::vector{U8, U16, U32})
        if (requant->lowest >= ir::lowest(type) && requant->highest <= ir::highest(type))
            return type;
    return Undefined;
}

Result<std::vector<std::int64_t>> parameterSteps(const Shape& x, const Shape& parameter, ParameterRule rule)
{
    const auto sizes = x.sizes();
    const std::int64_t elements = parameter.elements().value_or(0);
    std::vector<std::int64_t> steps(sizes.size(), 0);
    if (elements == 1)
        return steps;
    const bool channels = followsChannels(sizes, elements);
    const bool aligned = broadcastsInto(x, parameter);
    // A vector over axis 1 is per channel even where it could also lie along the last axis.
    const bool vectorOfChannels = channels && parameter.rank() == 1;
    if (rule == ParameterRule::Broadcast || (rule == ParameterRule::Guess && aligned && !vectorOfChannels)) {
        if (aligned)
            return broadcastStrides(parameter, x);
    } else if (channels) {
        steps[kChannelAxis] = 1;
        return steps;
    }
    return Error{.code = Code::BadShape,
                 .message = cat("a requantisation parameter of shape ", parameter, " does not fit a tensor of shape ", x)};
}

std::vector<DimAccess> parameterAccess(const Shape& x, const Shape& parameter, ParameterRule rule)
{
    const auto sizes = parameter.sizes();
    std::vector<DimAccess> dims(sizes.size(), broadcast());
    const auto steps = parameterSteps(x, parameter, rule);
    if (!steps)
        return std::vector<DimAccess>(sizes.size(), full());
    std::int64_t step = 1;
    for (std::size_t i = sizes.size(); i-- > 0; step *= sizes[i]) {
        if (sizes[i] == 1)
            continue;
        const auto axis = std::find(steps->begin(), steps->end(), step);
        TW_CHECK(axis != steps->end());
        dims[i] = identity(static_cast<int>(axis - steps->begin()));
    }
    return dims;
}

AccessMap withParameters(AccessMap map, const OpNode& node, std::size_t mul, ParameterRule rule)
{
    for (const auto parameter : {mul, mul + 1})
        map.inputs[parameter] = parameterAccess(node.outputs[0].shape, node.shape(parameter), rule);
    return map;
}

Result<std::vector<std::int64_t>> requantised(const Requant& requant, std::span<const std::int64_t> values,
                                              const Shape& x, const TensorData& mul, const TensorData& add,
                                              ParameterRule rule)
{
    TW_TRY(const auto mulSteps, parameterSteps(x, mul.shape, rule));
    TW_TRY(const auto addSteps, parameterSteps(x, add.shape, rule));
    const auto muls = wholeNumbers(mul);
    const auto adds = wholeNumbers(add);
    const auto sizes = x.sizes();
    std::vector<std::int64_t> position(sizes.size(), 0);
    std::vector<std::int64_t> results;
    results.reserve(values.size());
    for (const auto value : values) {
        std::int64_t m = 0;
        std::int64_t a = 0;
        for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
            m += position[axis] * mulSteps[axis];
            a += position[axis] * addSteps[axis];
        }
        results.push_back(requant(value, muls[static_cast<std::size_t>(m)], adds[static_cast<std::size_t>(a)]));
        for (std::size_t axis = sizes.size(); axis-- > 0 && ++position[axis] == sizes[axis];)
            position[axis] = 0;
    }
    return results;
}

std::vector<std::int64_t> wholeNumbers(const TensorData& data)
{
    if (!ir::isFloat(data.type))
        return ir::toIntegers(data);
    std::vector<std::int64_t> numbers;
    for (const double value : ir::toDoubles(data))
        numbers.push_back(std::llround(value));
    return numbers;
}

}  // namespace tw::ops
