// SPDX-License-Identifier: Apache-2.0
#include "core/onnx/type_proto.h"

#include "core/base/text.h"
#include "core/onnx/tensor_proto.h"

namespace tw::onnx {
namespace {

ir::Shape shapeOf(const ::onnx::TensorShapeProto& proto)
{
    std::vector<ir::Dim> dims;
    for (const auto& dim : proto.dim()) {
        if (dim.has_dim_value())
            dims.push_back({.value = std::max<std::int64_t>(dim.dim_value(), -1)});
        else
            dims.push_back({.symbol = dim.dim_param()});
    }
    return ir::Shape(std::move(dims));
}

std::string tensorText(int elementType, const ::onnx::TensorShapeProto* shape)
{
    return cat(elementTypeText(elementType), shape ? cat(shapeOf(*shape)) : "");
}

}  // namespace

std::string typeText(const ::onnx::TypeProto& proto)
{
    switch (proto.value_case()) {
    case ::onnx::TypeProto::kTensorType: {
        const auto& type = proto.tensor_type();
        return tensorText(type.elem_type(), type.has_shape() ? &type.shape() : nullptr);
    }
    case ::onnx::TypeProto::kSparseTensorType: {
        const auto& type = proto.sparse_tensor_type();
        return cat("sparse(", tensorText(type.elem_type(), type.has_shape() ? &type.shape() : nullptr), ")");
    }
    case ::onnx::TypeProto::kSequenceType: return cat("sequence(", typeText(proto.sequence_type().elem_type()), ")");
    case ::onnx::TypeProto::kOptionalType: return cat("optional(", typeText(proto.optional_type().elem_type()), ")");
    case ::onnx::TypeProto::kMapType:
        return cat("map(", elementTypeText(proto.map_type().key_type()), ", ", typeText(proto.map_type().value_type()), ")");
    default: return "unknown";
    }
}

void applyType(const ::onnx::TypeProto& proto, ir::Tensor& tensor)
{
    if (proto.value_case() == ::onnx::TypeProto::VALUE_NOT_SET)
        return;
    if (!proto.has_tensor_type()) {
        tensor.note = typeText(proto);
        return;
    }
    const auto& type = proto.tensor_type();
    if (type.elem_type() != 0) {
        tensor.type = elementType(type.elem_type());
        tensor.note = tensor.type == ir::DataType::Undefined ? elementTypeText(type.elem_type()) : "";
    }
    if (type.has_shape())
        tensor.shape = shapeOf(type.shape());
}

}  // namespace tw::onnx
