// SPDX-License-Identifier: Apache-2.0
#include "core/ir/tensor_data.h"

#include "core/base/check.h"
#include "core/ir/small_float.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace tw::ir {
namespace {

template <class T>
T readAt(std::span<const std::byte> bytes, std::size_t index)
{
    T value;
    std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
    return value;
}

template <class T>
void writeAt(std::vector<std::byte>& bytes, std::size_t index, T value)
{
    std::memcpy(bytes.data() + index * sizeof(T), &value, sizeof(T));
}

int readNibble(std::span<const std::byte> bytes, std::size_t index)
{
    const int pair = std::to_integer<int>(bytes[index / 2]);
    return index % 2 == 0 ? pair & 15 : pair >> 4;
}

void writeNibble(std::vector<std::byte>& bytes, std::size_t index, int nibble)
{
    const auto bits = static_cast<std::byte>((nibble & 15) << (index % 2 == 0 ? 0 : 4));
    bytes[index / 2] |= bits;
}

double doubleAt(const TensorData& data, std::size_t i)
{
    const auto bytes = data.bytes.view;
    switch (data.type) {
    case DataType::F32: return readAt<float>(bytes, i);
    case DataType::F64: return readAt<double>(bytes, i);
    case DataType::U64: return static_cast<double>(readAt<std::uint64_t>(bytes, i));
    case DataType::F16:
    case DataType::BF16: return smallFloatValue(data.type, readAt<std::uint16_t>(bytes, i));
    case DataType::F8E4M3FN:
    case DataType::F8E4M3FNUZ:
    case DataType::F8E5M2:
    case DataType::F8E5M2FNUZ: return smallFloatValue(data.type, readAt<std::uint8_t>(bytes, i));
    case DataType::F4E2M1: return smallFloatValue(data.type, static_cast<std::uint16_t>(readNibble(bytes, i)));
    default: TW_CHECK(false);
    }
}

std::int64_t integerAt(const TensorData& data, std::size_t i)
{
    const auto bytes = data.bytes.view;
    switch (data.type) {
    case DataType::Bool:
    case DataType::U8: return readAt<std::uint8_t>(bytes, i);
    case DataType::I8: return readAt<std::int8_t>(bytes, i);
    case DataType::U16: return readAt<std::uint16_t>(bytes, i);
    case DataType::I16: return readAt<std::int16_t>(bytes, i);
    case DataType::U32: return readAt<std::uint32_t>(bytes, i);
    case DataType::I32: return readAt<std::int32_t>(bytes, i);
    case DataType::U64:
    case DataType::I64: return readAt<std::int64_t>(bytes, i);
    case DataType::U4: return readNibble(bytes, i);
    case DataType::I4: return readNibble(bytes, i) - (readNibble(bytes, i) > 7 ? 16 : 0);
    default: TW_CHECK(false);
    }
}

/// Saturates; NaN gives 0.
std::int64_t truncated(double value)
{
    constexpr double kLimit = 9223372036854775808.0;
    if (std::isnan(value))
        return 0;
    if (value >= kLimit)
        return std::numeric_limits<std::int64_t>::max();
    if (value < -kLimit)
        return std::numeric_limits<std::int64_t>::min();
    return static_cast<std::int64_t>(value);
}

void writeFloat(DataType type, std::vector<std::byte>& bytes, std::size_t i, double value)
{
    if (type == DataType::F32)
        return writeAt(bytes, i, static_cast<float>(value));
    if (type == DataType::F64)
        return writeAt(bytes, i, value);
    const std::uint16_t bits = smallFloatBits(type, value);
    if (bitWidth(type) == 16)
        return writeAt(bytes, i, bits);
    if (bitWidth(type) == 8)
        return writeAt(bytes, i, static_cast<std::uint8_t>(bits));
    writeNibble(bytes, i, bits);
}

void writeInteger(DataType type, std::vector<std::byte>& bytes, std::size_t i, std::int64_t value)
{
    switch (bitWidth(type)) {
    case 4: return writeNibble(bytes, i, static_cast<int>(value & 15));
    case 8: return writeAt(bytes, i, static_cast<std::int8_t>(value));
    case 16: return writeAt(bytes, i, static_cast<std::int16_t>(value));
    case 32: return writeAt(bytes, i, static_cast<std::int32_t>(value));
    case 64: return writeAt(bytes, i, value);
    default: TW_CHECK(false);
    }
}

std::vector<std::byte> storageFor(DataType type, const Shape& shape, std::size_t count)
{
    const auto elements = shape.elements();
    TW_CHECK(elements && static_cast<std::size_t>(*elements) == count);
    return std::vector<std::byte>(static_cast<std::size_t>(byteCount(type, *elements)));
}

bool storedAsInteger(DataType type)
{
    return isInteger(type) || type == DataType::Bool;
}

}  // namespace

std::int64_t byteCount(DataType type, std::int64_t elements)
{
    return (elements * bitWidth(type) + 7) / 8;
}

std::vector<double> toDoubles(const TensorData& data)
{
    std::vector<double> result(static_cast<std::size_t>(data.elements()));
    const bool integer = storedAsInteger(data.type) && data.type != DataType::U64;
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = integer ? static_cast<double>(integerAt(data, i)) : doubleAt(data, i);
    return result;
}

std::vector<std::int64_t> toIntegers(const TensorData& data)
{
    std::vector<std::int64_t> result(static_cast<std::size_t>(data.elements()));
    const bool integer = storedAsInteger(data.type);
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = integer ? integerAt(data, i) : truncated(doubleAt(data, i));
    return result;
}

TensorData fromDoubles(DataType type, Shape shape, std::span<const double> values)
{
    auto bytes = storageFor(type, shape, values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (isFloat(type))
            writeFloat(type, bytes, i, values[i]);
        else if (type == DataType::Bool)
            writeAt(bytes, i, static_cast<std::uint8_t>(values[i] != 0));
        else
            writeInteger(type, bytes, i, std::clamp(truncated(values[i]), lowest(type), highest(type)));
    }
    return {type, std::move(shape), Bytes::own(std::move(bytes))};
}

TensorData fromIntegers(DataType type, Shape shape, std::span<const std::int64_t> values)
{
    auto bytes = storageFor(type, shape, values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (isFloat(type))
            writeFloat(type, bytes, i, static_cast<double>(values[i]));
        else if (type == DataType::Bool)
            writeAt(bytes, i, static_cast<std::uint8_t>(values[i] != 0));
        else
            writeInteger(type, bytes, i, values[i]);
    }
    return {type, std::move(shape), Bytes::own(std::move(bytes))};
}

TensorData reshaped(const TensorData& data, Shape shape)
{
    TW_CHECK(shape.elements() == data.shape.elements());
    TensorData result = data;
    result.shape = std::move(shape);
    return result;
}

}  // namespace tw::ir
