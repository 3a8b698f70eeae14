// SPDX-License-Identifier: Apache-2.0
#include "core/ops/linear.h"

namespace tw::ops {

DataType linearResultType(DataType a, DataType b)
{
    if (ir::isFloat(a) || ir::isFloat(b))
        return ir::isFloat(a) ? a : b;
    if (a == DataType::Undefined || b == DataType::Undefined)
        return DataType::Undefined;
    const DataType wider = ir::bitWidth(a) >= ir::bitWidth(b) ? a : b;
    return ir::bitWidth(wider) < 32 ? DataType::I32 : wider;
}

bool computesInIntegers(const OpNode& node)
{
    return !ir::isFloat(node.type(0)) && !ir::isFloat(node.outputs.at(0).type);
}

template <>
std::vector<double> valuesOf<double>(const OpNode& node, std::size_t index)
{
    const auto* data = node.constant(index);
    return data ? ir::toDoubles(*data) : std::vector<double>{};
}

template <>
std::vector<std::int64_t> valuesOf<std::int64_t>(const OpNode& node, std::size_t index)
{
    const auto* data = node.constant(index);
    return data ? wholeNumbers(*data) : std::vector<std::int64_t>{};
}

std::vector<TensorData> asOutput(const OpNode& node, std::span<const double> values)
{
    return {ir::fromDoubles(node.outputs.at(0).type, node.outputs.at(0).shape, values)};
}

std::vector<TensorData> asOutput(const OpNode& node, std::span<const std::int64_t> values)
{
    return {ir::fromIntegers(node.outputs.at(0).type, node.outputs.at(0).shape, values)};
}

Result<std::vector<TensorData>> requantisedOutput(const OpNode& node, std::span<const std::int64_t> values,
                                                  std::size_t mul, ParameterRule rule)
{
    TW_TRY(const auto requant, requantOf(node));
    TW_TRY(const auto results, requantised(requant, values, node.outputs.at(0).shape, *node.constant(mul),
                                           *node.constant(mul + 1), rule));
    return asOutput(node, results);
}

Result<Arguments> requantArguments(const OpNode& node)
{
    TW_TRY(const auto requant, requantOf(node));
    return Arguments{{"shift", std::int64_t{requant.shift}}, {"lo", requant.lowest}, {"hi", requant.highest}};
}

}  // namespace tw::ops
