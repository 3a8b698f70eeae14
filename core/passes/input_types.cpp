// SPDX-License-Identifier: Apache-2.0
#include "core/passes/input_types.h"

#include "core/base/text.h"
#include "core/passes/assign_integer_types.h"
#include "core/passes/integer_forms.h"

#include <algorithm>

namespace tw::passes {

ir::DataType smallestIntegerType(const ir::TensorData& data)
{
    using enum ir::DataType;
    if (!isWhole(data))
        return Undefined;
    const auto values = ir::toDoubles(data);
    const bool allZero = std::all_of(values.begin(), values.end(), [](double value) { return value == 0; });
    if (allZero && ir::isFloat(data.type))
        return Undefined;
    return firstFitting(data, {U8, I8, U16, I16, U32, I32, I64});
}

std::map<std::string, ir::DataType> inputTypesFromData(const ir::Graph& graph, std::span<const ir::TensorData> arrays)
{
    const bool integerNetwork = hasIntegerOperators(graph);
    std::map<std::string, ir::DataType> types;
    for (std::size_t i = 0; i < graph.inputs.size() && i < arrays.size(); ++i) {
        const auto& input = graph.tensor(graph.inputs[i]);
        const auto type = smallestIntegerType(arrays[i]);
        const bool storedAsInteger = ir::isInteger(arrays[i].type);
        if (ir::isFloat(input.type) && type != ir::DataType::Undefined && (integerNetwork || storedAsInteger))
            types[input.name] = type;
    }
    return types;
}

Result<ir::TensorData> asInput(const ir::Tensor& input, const ir::TensorData& array)
{
    const auto wanted = input.shape.elements();
    const auto have = array.elements();
    if (!wanted || (have != *wanted && (have == 0 || *wanted % have != 0)))
        return Error{.code = Code::BadInput,
                     .message = cat("input ", input.name, " has the shape ", input.shape, ", got ", array.shape)};
    if (ir::isInteger(input.type)) {
        const auto fits = [&](double value) {
            return value >= static_cast<double>(ir::lowest(input.type)) && value <= static_cast<double>(ir::highest(input.type));
        };
        const auto values = ir::toDoubles(array);
        if (!isWhole(array) || !std::all_of(values.begin(), values.end(), fits))
            return Error{.code = Code::BadInput,
                         .message = cat("input ", input.name, " is ", ir::typeName(input.type), ", but a value does not fit"),
                         .hint = cat("choose another type with --type ", input.name, "=TYPE")};
    }
    if (have == *wanted && array.type == input.type)
        return ir::reshaped(array, input.shape);
    auto values = ir::toDoubles(ir::isInteger(input.type) ? asType(array, input.type) : array);
    for (std::size_t i = 0; values.size() < static_cast<std::size_t>(*wanted); ++i)
        values.push_back(values[i]);
    return ir::fromDoubles(input.type, input.shape, values);
}

}  // namespace tw::passes
