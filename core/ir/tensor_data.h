// SPDX-License-Identifier: Apache-2.0
// The values of a constant or of a run: type, static shape, raw little-endian bytes in row-major order (4-bit types:
// two per byte, low nibble first). Cheap to copy; bytes may lie in a mapped model file. Strings are kept apart.
#pragma once

#include "core/base/file.h"
#include "core/ir/data_type.h"
#include "core/ir/shape.h"

#include <string>
#include <vector>

namespace tw::ir {

struct TensorData {
    DataType type = DataType::Undefined;
    Shape shape;                         // static
    Bytes bytes;
    std::shared_ptr<const std::vector<std::string>> strings = {};   // only for DataType::String

    std::int64_t elements() const { return shape.elements().value_or(0); }
};

/// Bytes that `elements` values of `type` take (4-bit types are packed).
std::int64_t byteCount(DataType type, std::int64_t elements);

/// Every value as a double (all numeric types and Bool; 64-bit integers may round).
std::vector<double> toDoubles(const TensorData& data);
/// Every value as an integer: exact for integer types and Bool; floats are truncated towards zero, saturating.
std::vector<std::int64_t> toIntegers(const TensorData& data);

/// Rounds each value once to `type` (float types: to nearest even; integers: saturating truncation).
TensorData fromDoubles(DataType type, Shape shape, std::span<const double> values);
/// Wraps modulo 2^bits as ONNX integer arithmetic does; float types convert.
TensorData fromIntegers(DataType type, Shape shape, std::span<const std::int64_t> values);

/// Same bytes, other shape with as many elements.
TensorData reshaped(const TensorData& data, Shape shape);

template <class T>
TensorData makeTensor(DataType type, Shape shape, const std::vector<T>& values)
{
    const auto raw = std::as_bytes(std::span(values));
    return {type, std::move(shape), Bytes::own({raw.begin(), raw.end()})};
}

}  // namespace tw::ir
