// SPDX-License-Identifier: Apache-2.0
#include "core/ir/data_type.h"

#include "core/base/check.h"

#include <array>
#include <limits>

namespace tw::ir {
namespace {

enum class Kind { Other, Float, Signed, Unsigned };

struct Row {
    std::string_view name;
    std::string_view cName;
    int bits;
    Kind kind;
};

constexpr std::array<Row, 24> kRows{{
    {"?", "", 0, Kind::Other},          {"f32", "float", 32, Kind::Float},      {"u8", "uint8_t", 8, Kind::Unsigned},
    {"i8", "int8_t", 8, Kind::Signed},  {"u16", "uint16_t", 16, Kind::Unsigned}, {"i16", "int16_t", 16, Kind::Signed},
    {"i32", "int32_t", 32, Kind::Signed}, {"i64", "int64_t", 64, Kind::Signed},  {"string", "", 0, Kind::Other},
    {"bool", "uint8_t", 8, Kind::Other}, {"f16", "uint16_t", 16, Kind::Float},  {"f64", "double", 64, Kind::Float},
    {"u32", "uint32_t", 32, Kind::Unsigned}, {"u64", "uint64_t", 64, Kind::Unsigned}, {"c64", "", 64, Kind::Other},
    {"c128", "", 128, Kind::Other},     {"bf16", "uint16_t", 16, Kind::Float},  {"f8e4m3fn", "", 8, Kind::Float},
    {"f8e4m3fnuz", "", 8, Kind::Float}, {"f8e5m2", "", 8, Kind::Float},         {"f8e5m2fnuz", "", 8, Kind::Float},
    {"u4", "", 4, Kind::Unsigned},      {"i4", "", 4, Kind::Signed},            {"f4e2m1", "", 4, Kind::Float},
}};

const Row& row(DataType type)
{
    const auto index = static_cast<std::size_t>(type);
    TW_CHECK(index < kRows.size());
    return kRows[index];
}

}  // namespace

std::string_view typeName(DataType type) { return row(type).name; }
std::string_view cTypeName(DataType type) { return row(type).cName; }
int bitWidth(DataType type) { return row(type).bits; }
bool isFloat(DataType type) { return row(type).kind == Kind::Float; }
bool isInteger(DataType type) { return row(type).kind == Kind::Signed || row(type).kind == Kind::Unsigned; }
bool isSigned(DataType type) { return row(type).kind == Kind::Signed; }

std::optional<DataType> typeFromName(std::string_view name)
{
    for (std::size_t i = 1; i < kRows.size(); ++i)
        if (kRows[i].name == name)
            return static_cast<DataType>(i);
    return std::nullopt;
}

std::int64_t lowest(DataType type)
{
    TW_CHECK(isInteger(type));
    if (!isSigned(type))
        return 0;
    return bitWidth(type) == 64 ? std::numeric_limits<std::int64_t>::min() : -(std::int64_t{1} << (bitWidth(type) - 1));
}

std::int64_t highest(DataType type)
{
    TW_CHECK(isInteger(type));
    const int valueBits = isSigned(type) ? bitWidth(type) - 1 : bitWidth(type);
    return valueBits >= 63 ? std::numeric_limits<std::int64_t>::max() : (std::int64_t{1} << valueBits) - 1;
}

}  // namespace tw::ir
