// SPDX-License-Identifier: Apache-2.0
// ONNX files made by hand with libonnx's own classes, so that the importer is not tested with our exporter.
#pragma once

#include "core/onnx/import.h"

#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

namespace tw::onnx {

/// IR version 8, opset 17, no nodes.
inline ::onnx::ModelProto emptyModel()
{
    ::onnx::ModelProto model;
    model.set_ir_version(8);
    model.add_opset_import()->set_version(17);
    model.mutable_graph()->set_name("g");
    return model;
}

inline ::onnx::NodeProto& addNode(::onnx::GraphProto& graph, const std::string& op, const std::vector<std::string>& inputs,
                                  const std::vector<std::string>& outputs)
{
    auto& node = *graph.add_node();
    node.set_op_type(op);
    for (const auto& input : inputs)
        node.add_input(input);
    for (const auto& output : outputs)
        node.add_output(output);
    return node;
}

inline ::onnx::ValueInfoProto valueInfo(const std::string& name, int type, const std::vector<std::int64_t>& dims)
{
    ::onnx::ValueInfoProto info;
    info.set_name(name);
    info.mutable_type()->mutable_tensor_type()->set_elem_type(type);
    auto* shape = info.mutable_type()->mutable_tensor_type()->mutable_shape();
    for (const auto dim : dims)
        shape->add_dim()->set_dim_value(dim);
    return info;
}

inline ::onnx::TensorProto& addInitializer(::onnx::GraphProto& graph, const std::string& name, int type,
                                           const std::vector<std::int64_t>& dims)
{
    auto& tensor = *graph.add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(type);
    for (const auto dim : dims)
        tensor.add_dims(dim);
    return tensor;
}

/// x -> Relu -> y, with x: f32[2].
inline ::onnx::ModelProto reluModel()
{
    auto model = emptyModel();
    auto& graph = *model.mutable_graph();
    *graph.add_input() = valueInfo("x", ::onnx::TensorProto::FLOAT, {2});
    addNode(graph, "Relu", {"x"}, {"y"});
    *graph.add_output() = valueInfo("y", ::onnx::TensorProto::FLOAT, {2});
    return model;
}

inline Result<Imported> importBytes(const std::string& bytes, const std::filesystem::path& folder = {})
{
    Progress progress;
    return importOnnx(Bytes::copyOf(bytes), folder, progress);
}

inline Result<Imported> importModel(const ::onnx::ModelProto& model, const std::filesystem::path& folder = {})
{
    return importBytes(model.SerializeAsString(), folder);
}

/// nullptr when there is none.
inline const ir::Tensor* findTensor(const ir::Graph& graph, const std::string& name)
{
    for (const auto& tensor : graph.tensors)
        if (tensor.name == name)
            return &tensor;
    return nullptr;
}

}  // namespace tw::onnx
