// SPDX-License-Identifier: Apache-2.0
#include "core/target/row_fields.h"

#include "core/base/text.h"
#include "core/ops/operator_set.h"
#include "core/ops/registry.h"

#include <algorithm>

namespace tw::target {
namespace {

std::vector<ir::DataType> readTypeList(JsonReader& reader, const std::string& field, const Json& value)
{
    std::vector<Json> names;
    if (value.is_array())
        names.assign(value.begin(), value.end());
    else
        names.push_back(value);
    std::vector<ir::DataType> result;
    for (const auto& name : names)
        if (const auto type = name.is_string() ? ir::typeFromName(name.get<std::string>()) : std::nullopt)
            result.push_back(*type);
        else
            reader.fault(field, cat(name.dump(), " is no element type"), "write f32, f64, bool, or i8, u8 ... i64, u64");
    return result;
}

/// The first definition of this operator that `accepts`.
template <class Accepts>
bool anyDefinition(const ops::OperatorSet* own, const std::string& op, const Accepts& accepts)
{
    const auto serves = [&](const ops::OpDef& def) { return def.op == op && accepts(def); };
    if (own && std::any_of(own->all().begin(), own->all().end(), serves))
        return true;
    const auto families = ops::allFamilies();
    return std::any_of(families.begin(), families.end(), [&](const auto* family) {
        return std::any_of(family->ops.begin(), family->ops.end(), serves);
    });
}

}  // namespace

bool Vocabulary::hasOp(const std::string& op) const
{
    return anyDefinition(own_, op, [](const ops::OpDef&) { return true; });
}

bool Vocabulary::hasOperand(const std::string& op, const std::string& operand) const
{
    return anyDefinition(own_, op, [&](const ops::OpDef& def) {
        const auto in = [&](const auto& names) { return std::find(names.begin(), names.end(), operand) != names.end(); };
        return in(def.inputNames) || in(def.outputNames);
    });
}

OperandTypes readTypes(JsonReader& reader, const std::vector<std::string>& ops, const Vocabulary& vocabulary)
{
    OperandTypes result;
    const Json* types = reader.raw("types");
    if (!types)
        return result;
    if (!types->is_object()) {
        reader.fault("types", "must map operand names to element types", "write it as {\"X\": \"i8\", \"Y\": [\"i8\", \"u8\"]}");
        return result;
    }
    for (const auto& [operand, value] : types->items()) {
        const auto field = cat("types.", operand);
        const auto has = [&, name = operand](const std::string& op) { return vocabulary.hasOperand(op, name); };
        if (std::none_of(ops.begin(), ops.end(), has))
            reader.fault(field, cat(join(ops, ", "), " has no such operand"), "use the operand names of the operator");
        else
            result[operand] = readTypeList(reader, field, value);
    }
    return result;
}

std::optional<Expression> readFormula(JsonReader& reader, const std::string& field)
{
    const Json* value = reader.raw(field);
    if (!value)
        return std::nullopt;
    if (!value->is_string()) {
        reader.fault(field, "must be a formula in quotes", "write it as \"2 * out_h + 1\"");
        return std::nullopt;
    }
    auto parsed = Expression::parse(value->get<std::string>());
    if (parsed)
        return std::move(parsed).value();
    reader.fault(field, parsed.error().message, "a formula has numbers, names, + - * / ?: && ||, comparisons, ceil, floor, min, max");
    return std::nullopt;
}

}  // namespace tw::target
