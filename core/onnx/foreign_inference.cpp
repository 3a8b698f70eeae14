// SPDX-License-Identifier: Apache-2.0
#include "core/onnx/foreign_inference.h"

#include "core/base/text.h"
#include "core/onnx/export_graph.h"
#include "core/onnx/tensor_proto.h"
#include "core/onnx/type_proto.h"

#include <onnx/shape_inference/implementation.h>

#include <algorithm>
#include <set>

namespace tw::onnx {
namespace {

constexpr std::int64_t kShownElements = 4096;   // enough for shapes and axes, which inference may need the values of

/// Only what bodies capture must keep its name.
std::string nameOf(ir::TensorId id, const ir::Graph& graph, const std::set<ir::TensorId>& captured)
{
    return captured.contains(id) ? graph.tensor(id).name : cat("t", id.value, " of ", graph.name);
}

bool isFunction(const ir::Graph& graph, const ir::Node& node)
{
    return std::any_of(graph.functions.begin(), graph.functions.end(), [&](const ir::Function& function) {
        return function.name == node.op && function.domain == node.domain;
    });
}

/// libonnx takes the counts of a Scan on trust and reads beyond the end when they are wrong.
bool isSound(const ir::Node& node)
{
    if (node.op != "Scan")
        return true;
    const auto scanned = ir::intAttribute(node, "num_scan_inputs");
    const auto body = node.attributes.find("body");
    const auto* graph = body == node.attributes.end() ? nullptr : std::get_if<ir::GraphPointer>(&body->second);
    if (!scanned || !graph || !*graph)
        return false;
    const auto inputs = static_cast<std::int64_t>(node.inputs.size());
    return scanned.value() >= 1 && scanned.value() <= inputs && (*graph)->inputs.size() <= node.inputs.size() &&
           (*graph)->outputs.size() == node.outputs.size();
}

::onnx::ModelProto modelAround(const ir::Graph& graph, const ir::Node& node)
{
    ::onnx::ModelProto model;
    model.set_ir_version(::onnx::IR_VERSION);
    addOpsets(graph.opsets, model);
    if (isFunction(graph, node))
        for (const auto& function : graph.functions)
            *model.add_functions() = functionToProto(function);
    const auto capturedList = capturedTensors(graph, node);
    const std::set<ir::TensorId> captured(capturedList.begin(), capturedList.end());
    std::set<ir::TensorId> operands(node.inputs.begin(), node.inputs.end());
    operands.insert(captured.begin(), captured.end());
    auto& body = *model.mutable_graph();
    for (const auto id : operands) {
        if (!id.valid())
            continue;
        const auto& tensor = graph.tensor(id);
        const auto name = nameOf(id, graph, captured);
        *body.add_input() = valueInfoOf(tensor, name);
        if (tensor.constant && tensor.constant->elements() <= kShownElements)
            *body.add_initializer() = toProto(name, *tensor.constant);
    }
    *body.add_node() = nodeToProto(node, [&](ir::TensorId id) { return nameOf(id, graph, captured); });
    return model;
}

void fillUnknown(const ir::Tensor& found, ir::Tensor& tensor)
{
    if (tensor.type == ir::DataType::Undefined)
        tensor.type = found.type;
    if (tensor.note.empty())
        tensor.note = found.note;
    if (!tensor.shape.ranked()) {
        tensor.shape = found.shape;
        return;
    }
    for (int axis = 0; found.shape.rank() == tensor.shape.rank() && axis < tensor.shape.rank(); ++axis)
        if (!tensor.shape[axis].known() && (found.shape[axis].known() || tensor.shape[axis].symbol.empty()))
            tensor.shape[axis] = found.shape[axis];
}

}  // namespace

void inferForeign(ir::Graph& graph, std::size_t node)
{
    if (!isSound(graph.nodes.at(node)))
        return;
    auto model = modelAround(graph, graph.nodes.at(node));
    try {
        ::onnx::shape_inference::InferShapes(model);
    } catch (...) {
        return;   // libonnx throws several unrelated classes; its opinion is only help
    }
    std::map<std::string, const ::onnx::TypeProto*> types;
    for (const auto& info : model.graph().value_info())
        types.emplace(info.name(), &info.type());
    const auto& outputs = graph.nodes[node].outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        const auto type = types.find(model.graph().node(0).output(static_cast<int>(i)));
        if (!outputs[i].valid() || type == types.end())
            continue;
        ir::Tensor found;
        applyType(*type->second, found);
        fillUnknown(found, graph.tensor(outputs[i]));
    }
}

}  // namespace tw::onnx
