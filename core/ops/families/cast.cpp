// SPDX-License-Identifier: Apache-2.0
// Cast and CastLike: the same values in another type.
#include "core/base/text.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace tw::ops {
namespace {

/// Old opsets spell the type as text.
Result<DataType> typeFromText(const std::string& text)
{
    constexpr std::array<std::string_view, 17> kNames = {
        "UNDEFINED", "FLOAT",   "UINT8",  "INT8",   "UINT16", "INT16",     "INT32",      "INT64",   "STRING",
        "BOOL",      "FLOAT16", "DOUBLE", "UINT32", "UINT64", "COMPLEX64", "COMPLEX128", "BFLOAT16"};
    const auto found = std::find(kNames.begin(), kNames.end(), text);
    return elementType(found == kNames.end() ? -1 : found - kNames.begin());
}

Result<DataType> targetOfCast(const OpNode& node)
{
    const auto attribute = node.node.attributes.find("to");
    if (attribute != node.node.attributes.end() && std::holds_alternative<std::string>(attribute->second))
        return typeFromText(std::get<std::string>(attribute->second));
    TW_TRY(const auto code, node.intOf("to"));
    return elementType(code);
}

Result<DataType> targetOfCastLike(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 2));
    return node.type(1);
}

using Target = Result<DataType> (*)(const OpNode&);

template <Target target>
Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    TW_TRY(const auto type, target(node));
    return std::vector<Inferred>{{.type = type, .shape = node.shape(0)}};
}

Result<double> numberFrom(const std::string& text)
{
    const auto cleaned = toLower(trim(text));
    if (cleaned == "nan" || cleaned == "inf" || cleaned == "+inf" || cleaned == "-inf")
        return cleaned == "nan" ? NAN : cleaned[0] == '-' ? -INFINITY : INFINITY;
    double value = 0;
    const auto* end = cleaned.data() + cleaned.size();
    const auto parsed = std::from_chars(cleaned.data() + (cleaned.starts_with('+') ? 1 : 0), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end)
        return Error{.code = Code::BadInput, .message = cat("\"", text, "\" is not a number")};
    return value;
}

Result<TensorData> fromStrings(const TensorData& data, DataType type)
{
    std::vector<double> values;
    for (const auto& text : *data.strings) {
        TW_TRY(const double value, numberFrom(text));
        values.push_back(value);
    }
    return ir::fromDoubles(type, data.shape, values);
}

std::string floatText(double value)
{
    if (std::isnan(value))
        return "NaN";
    if (std::isinf(value))
        return value < 0 ? "-INF" : "INF";
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), static_cast<float>(value)).ptr;
    return {text.data(), end};
}

TensorData toStrings(const TensorData& data)
{
    std::vector<std::string> texts;
    if (ir::isFloat(data.type)) {
        for (const double value : ir::toDoubles(data))
            texts.push_back(floatText(value));
    } else {
        for (const auto value : ir::toIntegers(data))
            texts.push_back(data.type == DataType::Bool ? (value ? "True" : "False") : cat(value));
    }
    return {DataType::String, data.shape, {}, std::make_shared<const std::vector<std::string>>(std::move(texts))};
}

Result<TensorData> converted(const OpNode& node, DataType type)
{
    const TensorData& data = *node.constant(0);
    if (data.type == type)
        return data;
    if (data.type == DataType::String)
        return fromStrings(data, type);
    if (ir::bitWidth(data.type) == 0 || data.type == DataType::C64 || data.type == DataType::C128)
        return Error{.code = Code::BadType, .message = cat("cannot cast ", ir::typeName(data.type))};
    if (type == DataType::String)
        return toStrings(data);
    if (!ir::isFloat(data.type))
        return ir::fromIntegers(type, data.shape, ir::toIntegers(data));
    TW_TRY(const auto saturates, node.intOf("saturate", 1));
    if (saturates == 0 && ir::isFloat(type) && ir::bitWidth(type) == 8)
        return Error{.code = Code::UnsupportedOperator,
                     .message = "casts to 8-bit floats that do not saturate are not supported",
                     .place = {.attribute = "saturate"}};
    return ir::fromDoubles(type, data.shape, ir::toDoubles(data));
}

template <Target target>
Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const auto type, target(node));
    TW_TRY(auto result, converted(node, type));
    return std::vector{std::move(result)};
}

Counts count(const OpNode& node)
{
    Counts counts = bytesMoved(node);
    counts.elementOps = node.shape(0).elements().value_or(0);
    return counts;
}

AccessMap access(const OpNode& node)
{
    return withWholeParameters(node, identities(node.shape(0).rank()));
}

Result<Arguments> arguments(const OpNode& node)
{
    return Arguments{{"count", node.shape(0).elements().value_or(0)},
                     {"from", static_cast<std::int64_t>(node.type(0))},
                     {"to", static_cast<std::int64_t>(node.outputs.at(0).type)}};
}

}  // namespace

extern const OpFamily castFamily;
const OpFamily castFamily = {
    .name = "cast",
    .ops = {{.op = "Cast",
             .inputNames = {"input"},
             .argsType = "tw_cast_args",
             .documentation = "The same values in another element type.",
             .infer = infer<targetOfCast>,
             .evaluate = evaluate<targetOfCast>,
             .count = count,
             .access = access,
             .arguments = arguments},
            {.op = "CastLike",
             .inputNames = {"input", "target_type"},
             .argsType = "tw_cast_args",
             .documentation = "The same values in the element type of another tensor.",
             .infer = infer<targetOfCastLike>,
             .evaluate = evaluate<targetOfCastLike>,
             .count = count,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
