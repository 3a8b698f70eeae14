// SPDX-License-Identifier: Apache-2.0
#include "core/onnx/export.h"

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/onnx/export_graph.h"
#include "core/onnx/tensor_proto.h"

#include <google/protobuf/unknown_field_set.h>

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace tw::onnx {
namespace {

constexpr int kMetadataField = 9;   // NodeProto.metadata_props, newer than the parser's schema

void visitBodies(const ir::Node& node, const auto& visit)
{
    for (const auto& [name, attribute] : node.attributes) {
        if (const auto* single = std::get_if<ir::GraphPointer>(&attribute))
            visit(**single);
        if (const auto* several = std::get_if<std::vector<ir::GraphPointer>>(&attribute))
            for (const auto& body : *several)
                visit(*body);
    }
}

std::size_t indexOf(ir::TensorId id)
{
    return static_cast<std::size_t>(id.value);
}

/// Tensors that some node of this graph makes, or that are given to it.
std::vector<bool> madeTensors(const ir::Graph& graph)
{
    std::vector<bool> made(graph.tensors.size());
    for (const auto id : graph.inputs)
        made[indexOf(id)] = true;
    for (const auto& [name, id] : graph.captures)
        made[indexOf(id)] = true;
    for (const auto& node : graph.nodes)
        for (const auto id : node.outputs)
            if (id.valid())
                made[indexOf(id)] = true;
    return made;
}

std::vector<bool> usedTensors(const ir::Graph& graph)
{
    std::vector<bool> used(graph.tensors.size());
    for (const auto id : graph.outputs)
        used[indexOf(id)] = true;
    for (const auto& node : graph.nodes) {
        for (const auto id : node.inputs)
            if (id.valid())
                used[indexOf(id)] = true;
        for (const auto id : capturedTensors(graph, node))
            used[indexOf(id)] = true;
    }
    return used;
}

/// Unique names; a captured tensor has its name in the graph outside. The first of two equal names keeps it, since
/// that is the one bodies capture.
std::vector<std::string> exportNames(const ir::Graph& graph)
{
    std::vector<std::string> names(graph.tensors.size());
    std::unordered_set<std::string> taken;
    for (const auto& [name, id] : graph.captures) {
        names[indexOf(id)] = name;
        taken.insert(name);
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!names[i].empty())
            continue;
        names[i] = graph.tensors[i].name.empty() ? cat("tensor_", i) : graph.tensors[i].name;
        while (!taken.insert(names[i]).second)
            names[i] += cat("_", i);
    }
    return names;
}

/// The IR version that came with the operator set; older readers refuse a newer one.
int irVersionFor(int opset)
{
    if (opset >= 23)
        return 11;
    if (opset >= 21)
        return 10;
    return opset >= 19 ? 9 : 8;
}

Result<std::string> serialized(const ::onnx::ModelProto& model)
{
    if (model.ByteSizeLong() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        return Error{.code = Code::UnsupportedFormat, .message = "the model would be larger than 2 GiB, the most that ONNX allows in one file"};
    return model.SerializeAsString();
}

}  // namespace

std::vector<ir::TensorId> capturedTensors(const ir::Graph& graph, const ir::Node& node)
{
    std::unordered_set<std::string> wanted;
    visitBodies(node, [&](const ir::Graph& body) {
        for (const auto& [name, id] : body.captures)
            wanted.insert(name);
    });
    std::vector<ir::TensorId> result;
    for (std::size_t i = 0; !wanted.empty() && i < graph.tensors.size(); ++i)
        if (wanted.erase(graph.tensors[i].name) > 0)
            result.push_back({static_cast<std::int32_t>(i)});
    return result;
}

::onnx::ValueInfoProto valueInfoOf(const ir::Tensor& tensor, const std::string& name)
{
    ::onnx::ValueInfoProto proto;
    proto.set_name(name);
    if (tensor.type == ir::DataType::Undefined && !tensor.shape.ranked())
        return proto;
    auto* type = proto.mutable_type()->mutable_tensor_type();
    type->set_elem_type(static_cast<int>(tensor.type));
    if (!tensor.shape.ranked())
        return proto;
    auto* shape = type->mutable_shape();
    for (const auto& dim : tensor.shape.dims()) {
        auto* item = shape->add_dim();
        if (dim.known())
            item->set_dim_value(dim.value);
        else if (!dim.symbol.empty())
            item->set_dim_param(dim.symbol);
    }
    return proto;
}

::onnx::NodeProto nodeToProto(const ir::Node& node, const NameOf& nameOf)
{
    ::onnx::NodeProto proto;
    proto.set_name(node.name);
    proto.set_op_type(node.op);
    if (!node.domain.empty())
        proto.set_domain(node.domain);
    if (!node.doc.empty())
        proto.set_doc_string(node.doc);
    for (const auto id : node.inputs)
        proto.add_input(id.valid() ? nameOf(id) : "");
    for (const auto id : node.outputs)
        proto.add_output(id.valid() ? nameOf(id) : "");
    for (const auto& [name, attribute] : node.attributes)
        *proto.add_attribute() = attributeToProto(name, attribute);
    for (const auto& [key, value] : node.metadata) {
        ::onnx::StringStringEntryProto entry;
        entry.set_key(key);
        entry.set_value(value);
        proto.mutable_unknown_fields()->AddLengthDelimited(kMetadataField, entry.SerializeAsString());
    }
    return proto;
}

::onnx::GraphProto graphToProto(const ir::Graph& graph)
{
    ::onnx::GraphProto proto;
    proto.set_name(graph.name.empty() ? "graph" : graph.name);
    if (!graph.doc.empty())
        proto.set_doc_string(graph.doc);
    const auto names = exportNames(graph);
    const auto made = madeTensors(graph);
    const auto used = usedTensors(graph);
    for (const auto id : graph.inputs)
        *proto.add_input() = valueInfoOf(graph.tensor(id), names[indexOf(id)]);
    for (const auto id : graph.outputs)
        *proto.add_output() = valueInfoOf(graph.tensor(id), names[indexOf(id)]);
    for (std::size_t i = 0; i < graph.tensors.size(); ++i)
        if (const auto& constant = graph.tensors[i].constant; constant && used[i] && !made[i])
            *proto.add_initializer() = toProto(names[i], *constant);
    for (const auto& node : graph.nodes) {
        *proto.add_node() = nodeToProto(node, [&names](ir::TensorId id) { return names[indexOf(id)]; });
        for (const auto id : node.outputs) {
            if (!id.valid() || std::find(graph.outputs.begin(), graph.outputs.end(), id) != graph.outputs.end())
                continue;
            auto info = valueInfoOf(graph.tensor(id), names[indexOf(id)]);
            if (info.has_type())
                *proto.add_value_info() = std::move(info);
        }
    }
    return proto;
}

::onnx::FunctionProto functionToProto(const ir::Function& function)
{
    ::onnx::FunctionProto proto;
    proto.set_name(function.name);
    proto.set_domain(function.domain);
    for (const auto& name : function.attributes)
        proto.add_attribute(name);
    addOpsets(function.body->opsets, proto);
    const auto body = graphToProto(*function.body);
    proto.set_doc_string(body.doc_string());
    for (const auto& input : body.input())
        proto.add_input(input.name());
    for (const auto& output : body.output())
        proto.add_output(output.name());
    // A function has no initialisers: its constants are nodes.
    for (const auto& constant : body.initializer()) {
        auto* node = proto.add_node();
        node->set_op_type("Constant");
        node->add_output(constant.name());
        auto* value = node->add_attribute();
        value->set_name("value");
        value->set_type(::onnx::AttributeProto::TENSOR);
        *value->mutable_t() = constant;
    }
    proto.mutable_node()->MergeFrom(body.node());
    return proto;
}

Result<std::string> exportOnnx(const ir::Graph& graph)
{
    ::onnx::ModelProto model;
    model.set_ir_version(irVersionFor(graph.opset()));
    model.set_producer_name("tilewright");
    model.set_producer_version(TW_VERSION);
    addOpsets(graph.opsets, model);
    *model.mutable_graph() = graphToProto(graph);
    for (const auto& function : graph.functions)
        *model.add_functions() = functionToProto(function);
    for (const auto& [key, value] : graph.metadata) {
        auto* entry = model.add_metadata_props();
        entry->set_key(key);
        entry->set_value(value);
    }
    return serialized(model);
}

Result<void> writeOnnx(const ir::Graph& graph, const std::filesystem::path& path)
{
    TW_TRY(const auto bytes, exportOnnx(graph));
    return writeFileAtomically(path, bytes);
}

}  // namespace tw::onnx
