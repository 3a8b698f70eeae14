// SPDX-License-Identifier: Apache-2.0
#include "core/passes/integer_forms.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tw::passes {
namespace {

constexpr double kWholeTolerance = 1e-3;   // exporters write whole numbers through float arithmetic

constexpr auto kForms = std::to_array<IntegerForm>({
    {.op = "RequantShift", .roles = "DII", .integerOnly = true},
    {.op = "iSoftmax", .roles = "D", .integerOnly = true},
    {.op = "ITAMax", .roles = "D", .integerOnly = true},
    {.op = "ITAPartialMax", .roles = "D", .integerOnly = true},
    {.op = "iGELU", .roles = "D", .integerOnly = true},
    {.op = "iHardswish", .roles = "D", .integerOnly = true},
    {.op = "iLayerNorm", .roles = "DII", .integerOnly = true},
    {.op = "iRMSNorm", .roles = "DI", .integerOnly = true},
    {.op = "iNoNorm", .roles = "DII", .integerOnly = true},
    {.op = "TrueIntegerDiv", .roles = "D", .integerOnly = true},
    {.op = "IntegerMean", .roles = "D.", .integerOnly = true},
    {.op = "IntegerDiv", .roles = "LL", .integerOnly = true},
    {.op = "Conv", .roles = "DWI"},
    {.op = "ConvTranspose", .roles = "DWI"},
    {.op = "Gemm", .roles = "WWI"},
    {.op = "MatMul", .roles = "WW"},
    {.op = "Add", .roles = "LL", .widens = true},
    {.op = "Sub", .roles = "LL", .widens = true},
    {.op = "Mul", .roles = "LL", .widens = true},
    {.op = "Concat", .roles = "S"},
    {.op = "Max", .roles = "S"},
    {.op = "Min", .roles = "S"},
    {.op = "Where", .roles = ".S"},
    {.op = "MaxPool", .roles = "D."},
    {.op = "GlobalMaxPool", .roles = "D."},
    {.op = "ReduceSum", .roles = "D."},
    {.op = "ReduceMean", .roles = "D."},
    {.op = "ReduceMax", .roles = "D."},
    {.op = "ReduceMin", .roles = "D."},
    {.op = "Relu", .roles = "D."},
    {.op = "Clip", .roles = "DT"},
    {.op = "Pad", .roles = "D.T."},
    {.op = "Slice", .roles = "D."},
    {.op = "Split", .roles = "D."},
    {.op = "Gather", .roles = "D."},
    {.op = "Transpose", .roles = "D."},
    {.op = "Reshape", .roles = "D."},
    {.op = "Flatten", .roles = "D."},
    {.op = "Squeeze", .roles = "D."},
    {.op = "Unsqueeze", .roles = "D."},
    {.op = "Expand", .roles = "D."},
    {.op = "Tile", .roles = "D."},
    {.op = "Identity", .roles = "D."},
    {.op = "Dropout", .roles = "D."},
    {.op = "DepthToSpace", .roles = "D."},
    {.op = "SpaceToDepth", .roles = "D."},
});

bool isWholeNumber(double value)
{
    return std::isfinite(value) && std::fabs(value - std::round(value)) < kWholeTolerance;
}

bool allValues(const ir::TensorData& data, bool (*accepts)(double))
{
    if (!ir::isFloat(data.type))
        return ir::isInteger(data.type);
    const auto values = ir::toDoubles(data);
    return std::all_of(values.begin(), values.end(), accepts);
}

/// Only once a network is known to be an integer one: float networks carry the same attributes on plain divisions.
constexpr IntegerForm kDivision{.op = "Div", .roles = "LL"};

}  // namespace

OperandRole IntegerForm::role(std::size_t operand) const
{
    return static_cast<OperandRole>(roles[std::min(operand, roles.size() - 1)]);
}

const IntegerForm* integerFormOf(const ir::Node& node)
{
    if (node.op == "Div" && ir::hasAttribute(node, "Delta"))
        return &kDivision;
    const auto found = std::find_if(kForms.begin(), kForms.end(), [&](const auto& form) { return form.op == node.op; });
    return found == kForms.end() ? nullptr : &*found;
}

bool isWhole(const ir::TensorData& data)
{
    return allValues(data, [](double value) { return isWholeNumber(value); });
}

bool isWholeOrInfinite(const ir::TensorData& data)
{
    return allValues(data, [](double value) { return std::isinf(value) || isWholeNumber(value); });
}

ir::DataType firstFitting(const ir::TensorData& data, std::initializer_list<ir::DataType> candidates)
{
    double low = 0;
    double high = 0;
    for (const double value : ir::toDoubles(data)) {
        low = std::min(low, std::round(value));
        high = std::max(high, std::round(value));
    }
    for (const auto type : candidates)
        if (low >= static_cast<double>(ir::lowest(type)) && high <= static_cast<double>(ir::highest(type)))
            return type;
    return ir::DataType::Undefined;
}

ir::TensorData asType(const ir::TensorData& data, ir::DataType type)
{
    auto values = ir::toDoubles(data);
    for (auto& value : values)
        value = std::round(value);
    return ir::fromDoubles(type, data.shape, values);
}

}  // namespace tw::passes
