// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/ops/registry.h"

namespace tw::ops {
namespace {

Result<void> checkInput(const ir::Tensor& tensor, const TensorData& data)
{
    const bool typeFits = tensor.type == DataType::Undefined || tensor.type == data.type;
    const bool countFits = !tensor.shape.isStatic() || tensor.shape.elements() == data.shape.elements();
    if (typeFits && countFits)
        return {};
    return Error{.code = Code::BadInput,
                 .message = cat("input ", tensor.name, " is ", ir::typeName(tensor.type), tensor.shape, ", got ",
                                ir::typeName(data.type), data.shape)};
}

/// Types and shapes of the results follow from the actual inputs, so that dynamic dimensions work.
Result<std::vector<TensorData>> runNode(const ir::Graph& graph, const ir::Node& node,
                                        const std::vector<std::optional<TensorData>>& values)
{
    const OpDef* def = findOp(graph, node);
    if (!def)
        return Error{.code = Code::UnknownOperator, .message = cat(node.op, " is not known"),
                     .place = {.node = node.name}};
    OpNode view = viewOf(graph, node);
    for (std::size_t i = 0; i < view.inputs.size(); ++i) {
        if (!view.inputs[i].present)
            continue;
        const auto& value = values[static_cast<std::size_t>(node.inputs[i].value)];
        TW_CHECK(value.has_value());
        view.inputs[i] = {.present = true, .type = value->type, .shape = value->shape, .constant = value};
    }
    TW_TRY(const auto inferred, inferNode(*def, view));
    for (std::size_t i = 0; i < view.outputs.size() && i < inferred.size(); ++i) {
        if (inferred[i].type != DataType::Undefined)
            view.outputs[i].type = inferred[i].type;
        if (inferred[i].shape.ranked())
            view.outputs[i].shape = inferred[i].shape;
    }
    return evaluateNode(*def, view);
}

}  // namespace

Result<std::vector<TensorData>> runReference(const ir::Graph& graph, const std::vector<TensorData>& inputs,
                                             Progress& progress, const Observer& observe)
{
    if (inputs.size() != graph.inputs.size())
        return Error{.code = Code::BadInput,
                     .message = cat("the network has ", graph.inputs.size(), " inputs, got ", inputs.size())};
    std::vector<std::optional<TensorData>> values(graph.tensors.size());
    std::vector<std::size_t> lastRead(graph.tensors.size(), 0);
    for (std::size_t i = 0; i < graph.tensors.size(); ++i)
        values[i] = graph.tensors[i].constant;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto& tensor = graph.tensor(graph.inputs[i]);
        TW_TRY_VOID(checkInput(tensor, inputs[i]));
        values[static_cast<std::size_t>(graph.inputs[i].value)] =
            tensor.shape.isStatic() ? ir::reshaped(inputs[i], tensor.shape) : inputs[i];
    }
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        for (const auto id : graph.nodes[i].inputs)
            if (id.valid())
                lastRead[static_cast<std::size_t>(id.value)] = i;
    for (const auto id : graph.outputs)
        lastRead[static_cast<std::size_t>(id.value)] = graph.nodes.size();

    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto& node = graph.nodes[i];
        TW_TRY_VOID(progress.check());
        progress.report(static_cast<double>(i) / static_cast<double>(graph.nodes.size()), node.name);
        TW_TRY(auto results, runNode(graph, node, values));
        if (observe)
            observe(node, results);
        for (std::size_t k = 0; k < node.outputs.size() && k < results.size(); ++k)
            if (node.outputs[k].valid())
                values[static_cast<std::size_t>(node.outputs[k].value)] = std::move(results[k]);
        for (const auto id : node.inputs)
            if (id.valid() && lastRead[static_cast<std::size_t>(id.value)] == i)
                values[static_cast<std::size_t>(id.value)].reset();
    }
    std::vector<TensorData> outputs;
    for (const auto id : graph.outputs) {
        const auto& value = values[static_cast<std::size_t>(id.value)];
        if (!value)
            return Error{.code = Code::BadGraph, .message = cat("nothing makes the output ", graph.tensor(id).name)};
        outputs.push_back(*value);
    }
    return outputs;
}

}  // namespace tw::ops
