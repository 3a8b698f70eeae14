// SPDX-License-Identifier: Apache-2.0
// Element types. Names are the short ones of the text form, the target files and the C type suffixes.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tw::ir {

/// Numbered as in ONNX TensorProto.DataType, so that a cast is a conversion.
enum class DataType : std::uint8_t {
    Undefined = 0, F32 = 1, U8 = 2, I8 = 3, U16 = 4, I16 = 5, I32 = 6, I64 = 7, String = 8, Bool = 9, F16 = 10,
    F64 = 11, U32 = 12, U64 = 13, C64 = 14, C128 = 15, BF16 = 16, F8E4M3FN = 17, F8E4M3FNUZ = 18, F8E5M2 = 19,
    F8E5M2FNUZ = 20, U4 = 21, I4 = 22, F4E2M1 = 23,
};

std::string_view typeName(DataType type);                          // "f32", "i8", ...
std::optional<DataType> typeFromName(std::string_view name);
std::string_view cTypeName(DataType type);                         // "int8_t"; empty when C99 has none
int bitWidth(DataType type);                                       // 0 for Undefined and String
bool isFloat(DataType type);                                       // F16, BF16, F32, F64 and the small floats
bool isInteger(DataType type);                                     // signed and unsigned, not Bool
bool isSigned(DataType type);                                      // of an integer type
/// Smallest and largest value of an integer type of at most 64 bits (U64: largest is INT64_MAX).
std::int64_t lowest(DataType type);
std::int64_t highest(DataType type);

}  // namespace tw::ir
