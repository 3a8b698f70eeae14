// SPDX-License-Identifier: Apache-2.0
#include "core/onnx/tensor_proto.h"

#include "core/base/text.h"

#include <cstring>

namespace tw::onnx {
namespace {

using ir::DataType;
using ir::TensorData;

constexpr std::int64_t kMostElements = std::int64_t{1} << 48;         // keeps byte counts far from overflow
constexpr std::int64_t kMostDenseBytes = std::int64_t{64} << 20;      // of a sparse tensor written out
constexpr int kKnownTypes = static_cast<int>(DataType::F4E2M1) + 1;

Error badConstant(const ::onnx::TensorProto& proto, std::string_view what)
{
    return {.code = Code::BadConstant, .message = cat("tensor ", proto.name(), " ", what)};
}

Result<ir::Shape> shapeOf(const ::onnx::TensorProto& proto)
{
    const ir::Shape shape = ir::Shape::of({proto.dims().begin(), proto.dims().end()});
    for (const auto dim : proto.dims())
        if (dim < 0)
            return badConstant(proto, cat("has the dimension ", dim));
    const auto elements = shape.elements();
    if (!elements || *elements > kMostElements)
        return badConstant(proto, "has more elements than any memory holds");
    return shape;
}

template <class Target, class Values>
std::vector<std::byte> packed(const Values& values)
{
    std::vector<std::byte> bytes(static_cast<std::size_t>(values.size()) * sizeof(Target));
    std::size_t at = 0;
    for (const auto value : values) {
        const auto stored = static_cast<Target>(value);
        std::memcpy(bytes.data() + at, &stored, sizeof stored);
        at += sizeof stored;
    }
    return bytes;
}

/// Values of the field that the format prescribes for the type; 4-bit types come two to a byte in int32_data.
std::vector<std::byte> typedBytes(const ::onnx::TensorProto& proto, DataType type)
{
    switch (type) {
    case DataType::F32:
    case DataType::C64: return packed<float>(proto.float_data());
    case DataType::F64:
    case DataType::C128: return packed<double>(proto.double_data());
    case DataType::I64: return packed<std::int64_t>(proto.int64_data());
    case DataType::U64: return packed<std::uint64_t>(proto.uint64_data());
    case DataType::U32: return packed<std::uint32_t>(proto.uint64_data());
    case DataType::I32: return packed<std::int32_t>(proto.int32_data());
    default: break;
    }
    return ir::bitWidth(type) == 16 ? packed<std::uint16_t>(proto.int32_data()) : packed<std::uint8_t>(proto.int32_data());
}

Result<std::optional<TensorData>> readStrings(const ::onnx::TensorProto& proto, ir::Shape shape)
{
    if (proto.string_data_size() != shape.elements())
        return badConstant(proto, cat("has ", proto.string_data_size(), " strings for the shape ", shape));
    TensorData data{.type = DataType::String, .shape = std::move(shape)};
    data.strings = std::make_shared<const std::vector<std::string>>(proto.string_data().begin(), proto.string_data().end());
    return std::optional(std::move(data));
}

/// Writes `values` at the flat or per-axis `indices` of a zero tensor.
Result<void> scatter(const TensorData& values, const TensorData& indices, const ir::Shape& shape, std::vector<std::byte>& dense)
{
    const auto width = static_cast<std::size_t>(ir::bitWidth(values.type) / 8);
    const auto count = static_cast<std::size_t>(values.elements());
    const auto at = ir::toIntegers(indices);
    const auto sizes = shape.sizes();
    const std::size_t axes = indices.shape.rank() == 2 ? sizes.size() : 1;
    const Error mismatch{.code = Code::BadConstant, .message = "the indices of a sparse tensor do not fit its shape"};
    if (at.size() != count * axes || (indices.shape.rank() == 2 && sizes.empty()))
        return mismatch;
    const auto elements = *shape.elements();
    for (std::size_t i = 0; i < count; ++i) {
        std::int64_t flat = axes == 1 ? at[i] : 0;
        for (std::size_t axis = 0; axes > 1 && axis < axes; ++axis) {
            const auto index = at[i * axes + axis];
            if (index < 0 || index >= sizes[axis])
                return mismatch;
            flat = flat * sizes[axis] + index;
        }
        if (flat < 0 || flat >= elements)
            return mismatch;
        std::memcpy(dense.data() + static_cast<std::size_t>(flat) * width, values.bytes.view.data() + i * width, width);
    }
    return {};
}

}  // namespace

ir::DataType elementType(int onnxType)
{
    return onnxType > 0 && onnxType < kKnownTypes ? static_cast<DataType>(onnxType) : DataType::Undefined;
}

std::string elementTypeText(int onnxType)
{
    const auto type = elementType(onnxType);
    return type == DataType::Undefined ? cat("element type ", onnxType) : std::string(ir::typeName(type));
}

Result<std::optional<Bytes>> TensorSource::rawBytes(const ::onnx::TensorProto& proto, Diagnostics& diagnostics)
{
    if (proto.data_location() == ::onnx::TensorProto::EXTERNAL)
        return external(proto, diagnostics);
    if (proto.has_segment()) {
        const auto begin = static_cast<std::size_t>(proto.segment().begin());
        return std::optional(file_.slice(begin, static_cast<std::size_t>(proto.segment().end()) - begin));
    }
    if (proto.has_raw_data())
        return std::optional(Bytes::copyOf(proto.raw_data()));
    return std::optional(Bytes::own(typedBytes(proto, elementType(proto.data_type()))));
}

Result<std::optional<TensorData>> TensorSource::read(const ::onnx::TensorProto& proto, Diagnostics& diagnostics)
{
    TW_TRY(auto shape, shapeOf(proto));
    const auto type = elementType(proto.data_type());
    if (type == DataType::Undefined) {
        diagnostics.push_back({Severity::Warning, {.code = Code::BadType, .message = cat("tensor ", proto.name(),
            " has the ", elementTypeText(proto.data_type()), ", which is not known; its values are left out")}});
        return std::optional<TensorData>();
    }
    if (type == DataType::String)
        return readStrings(proto, std::move(shape));
    TW_TRY(auto bytes, rawBytes(proto, diagnostics));
    if (!bytes)
        return std::optional<TensorData>();
    const auto needed = ir::byteCount(type, *shape.elements());
    if (static_cast<std::int64_t>(bytes->size()) != needed)
        return badConstant(proto, cat("holds ", bytes->size(), " bytes, but ", ir::typeName(type), shape, " needs ", needed));
    return std::optional(TensorData{.type = type, .shape = std::move(shape), .bytes = *std::move(bytes)});
}

Result<std::optional<TensorData>> TensorSource::read(const ::onnx::SparseTensorProto& proto, Diagnostics& diagnostics)
{
    TW_TRY(const auto values, read(proto.values(), diagnostics));
    TW_TRY(const auto indices, read(proto.indices(), diagnostics));
    if (!values || !indices)
        return std::optional<TensorData>();
    ::onnx::TensorProto head;
    head.set_name(proto.values().name());
    *head.mutable_dims() = proto.dims();
    TW_TRY(auto shape, shapeOf(head));
    const auto bytes = ir::byteCount(values->type, *shape.elements());
    if (ir::bitWidth(values->type) < 8 || !ir::isInteger(indices->type) || bytes > kMostDenseBytes) {
        diagnostics.push_back({Severity::Warning, {.code = Code::BadConstant,
            .message = cat("the sparse tensor ", head.name(), " (", ir::typeName(values->type), shape, ") is not expanded"),
            .hint = "store it as a dense tensor"}});
        return std::optional<TensorData>();
    }
    std::vector<std::byte> dense(static_cast<std::size_t>(bytes));
    TW_TRY_VOID(scatter(*values, *indices, shape, dense));
    return std::optional(TensorData{.type = values->type, .shape = std::move(shape), .bytes = Bytes::own(std::move(dense))});
}

void TensorSource::restore(::onnx::TensorProto& proto) const
{
    if (!proto.has_segment())
        return;
    const auto begin = static_cast<std::size_t>(proto.segment().begin());
    const auto bytes = file_.slice(begin, static_cast<std::size_t>(proto.segment().end()) - begin);
    proto.set_raw_data(bytes.view.data(), bytes.size());
    proto.clear_segment();
}

::onnx::TensorProto toProto(const std::string& name, const TensorData& data)
{
    ::onnx::TensorProto proto;
    if (!name.empty())
        proto.set_name(name);
    proto.set_data_type(static_cast<int>(data.type));
    for (const auto size : data.shape.sizes())
        proto.add_dims(size);
    if (data.strings)
        for (const auto& text : *data.strings)
            proto.add_string_data(text);
    else
        proto.set_raw_data(data.bytes.view.data(), data.bytes.size());
    return proto;
}

}  // namespace tw::onnx
