// SPDX-License-Identifier: Apache-2.0
// The parts that exportOnnx and inferForeign build their models from.
#pragma once

#include "core/ir/graph.h"
#include "core/onnx/protobuf.h"

#include <functional>

namespace tw::onnx {

/// What a tensor is called in the file.
using NameOf = std::function<std::string(ir::TensorId)>;

::onnx::ValueInfoProto valueInfoOf(const ir::Tensor& tensor, const std::string& name);
::onnx::NodeProto nodeToProto(const ir::Node& node, const NameOf& nameOf);
::onnx::GraphProto graphToProto(const ir::Graph& graph);
::onnx::FunctionProto functionToProto(const ir::Function& function);
::onnx::AttributeProto attributeToProto(const std::string& name, const ir::Attribute& attribute);

/// Tensors that a body of the node reads from this graph.
std::vector<ir::TensorId> capturedTensors(const ir::Graph& graph, const ir::Node& node);

template <class Proto>
void addOpsets(const std::map<std::string, int>& opsets, Proto& proto)
{
    for (const auto& [domain, version] : opsets) {
        auto* import = proto.add_opset_import();
        import->set_domain(domain);
        import->set_version(version);
    }
}

}  // namespace tw::onnx
