// SPDX-License-Identifier: Apache-2.0
#include "core/base/check.h"
#include "core/onnx/export_graph.h"
#include "core/onnx/tensor_proto.h"

namespace tw::onnx {
namespace {

using Kind = ::onnx::AttributeProto;

struct AttributeWriter {
    ::onnx::AttributeProto& proto;

    void operator()(std::int64_t value) const { proto.set_type(Kind::INT), proto.set_i(value); }
    void operator()(float value) const { proto.set_type(Kind::FLOAT), proto.set_f(value); }
    void operator()(const std::string& value) const { proto.set_type(Kind::STRING), proto.set_s(value); }
    void operator()(const ir::TensorData& value) const { proto.set_type(Kind::TENSOR), *proto.mutable_t() = toProto("", value); }
    void operator()(const ir::GraphPointer& value) const
    {
        proto.set_type(Kind::GRAPH);
        *proto.mutable_g() = graphToProto(*value);
    }
    void operator()(const std::vector<std::int64_t>& values) const
    {
        proto.set_type(Kind::INTS);
        proto.mutable_ints()->Add(values.begin(), values.end());
    }
    void operator()(const std::vector<float>& values) const
    {
        proto.set_type(Kind::FLOATS);
        proto.mutable_floats()->Add(values.begin(), values.end());
    }
    void operator()(const std::vector<std::string>& values) const
    {
        proto.set_type(Kind::STRINGS);
        for (const auto& value : values)
            proto.add_strings(value);
    }
    void operator()(const std::vector<ir::TensorData>& values) const
    {
        proto.set_type(Kind::TENSORS);
        for (const auto& value : values)
            *proto.add_tensors() = toProto("", value);
    }
    void operator()(const std::vector<ir::GraphPointer>& values) const
    {
        proto.set_type(Kind::GRAPHS);
        for (const auto& value : values)
            *proto.add_graphs() = graphToProto(*value);
    }
    void operator()(const ir::OpaqueAttribute& value) const { TW_CHECK(proto.ParseFromString(value.serialized)); }
};

}  // namespace

::onnx::AttributeProto attributeToProto(const std::string& name, const ir::Attribute& attribute)
{
    ::onnx::AttributeProto proto;
    std::visit(AttributeWriter{proto}, attribute);
    proto.set_name(name);
    return proto;
}

}  // namespace tw::onnx
