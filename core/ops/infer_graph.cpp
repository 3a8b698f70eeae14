// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/ops/registry.h"

#include <algorithm>

namespace tw::ops {
namespace {

constexpr std::int64_t kFoldedElements = 4096;   // shape arithmetic is small; real folding is a pass

/// Known facts win over unknown ones; a contradiction is reported and the inferred one kept.
void merge(ir::Tensor& tensor, const Inferred& inferred, const ir::Node& node, Diagnostics& diagnostics)
{
    const auto warn = [&](std::string message) {
        diagnostics.push_back({Severity::Warning, {.code = Code::BadShape, .message = std::move(message),
                                                   .hint = "the computed one is used", .place = {.node = node.name}}});
    };
    if (inferred.type != DataType::Undefined) {
        if (tensor.type != DataType::Undefined && tensor.type != inferred.type)
            warn(cat(tensor.name, " is declared ", ir::typeName(tensor.type), " but is ", ir::typeName(inferred.type)));
        tensor.type = inferred.type;
    }
    if (!inferred.shape.ranked())
        return;
    if (!tensor.shape.ranked()) {
        tensor.shape = inferred.shape;
        return;
    }
    if (tensor.shape.rank() != inferred.shape.rank()) {
        warn(cat(tensor.name, " is declared ", tensor.shape, " but is ", inferred.shape));
        tensor.shape = inferred.shape;
        return;
    }
    const Shape declared = tensor.shape;
    bool contradicts = false;
    for (int axis = 0; axis < declared.rank(); ++axis) {
        const auto& computed = inferred.shape[axis];
        contradicts |= declared[axis].known() && computed.known() && declared[axis].value != computed.value;
        if (computed.known() || (!declared[axis].known() && !computed.symbol.empty()))
            tensor.shape[axis] = computed;
    }
    if (contradicts)
        warn(cat(tensor.name, " is declared ", declared, " but is ", inferred.shape));
}

bool worthFolding(const OpNode& view, const std::vector<Inferred>& inferred)
{
    const auto known = [](const Operand& operand) {
        return !operand.present || (operand.constant && operand.constant->elements() <= kFoldedElements);
    };
    const auto small = [](const Inferred& output) {
        return output.type != DataType::Undefined && output.shape.elements().value_or(kFoldedElements + 1) <= kFoldedElements;
    };
    return std::all_of(view.inputs.begin(), view.inputs.end(), known) &&
           std::all_of(inferred.begin(), inferred.end(), small);
}

/// The values of a node whose inputs are all known, for shape arithmetic (Shape -> Gather -> Concat -> Reshape).
void foldValues(const OpDef& def, OpNode view, std::vector<Inferred>& inferred)
{
    if (!def.evaluate || !worthFolding(view, inferred))
        return;
    for (std::size_t i = 0; i < view.outputs.size() && i < inferred.size(); ++i) {
        view.outputs[i].type = inferred[i].type;
        view.outputs[i].shape = inferred[i].shape;
    }
    const auto values = evaluateNode(def, view);
    if (!values)
        return;
    for (std::size_t i = 0; i < inferred.size() && i < values.value().size(); ++i)
        if (!inferred[i].constant)
            inferred[i].constant = values.value()[i];
}

}  // namespace

void inferGraph(ir::Graph& graph, Diagnostics& diagnostics, const ForeignInference& foreign)
{
    std::vector<std::optional<TensorData>> values(graph.tensors.size());   // known before the run, not constants of the file
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const ir::Node& node = graph.nodes[i];
        const OpDef* def = findOp(graph, node);
        if (!def) {
            if (foreign)
                foreign(graph, i);
            continue;
        }
        OpNode view = viewOf(graph, node);
        for (std::size_t k = 0; k < view.inputs.size(); ++k)
            if (view.inputs[k].present && !view.inputs[k].constant)
                view.inputs[k].constant = values[static_cast<std::size_t>(node.inputs[k].value)];
        auto inferred = inferNode(*def, view);
        if (!inferred) {
            diagnostics.push_back({Severity::Warning, inferred.error()});
            continue;
        }
        foldValues(*def, view, inferred.value());
        for (std::size_t k = 0; k < node.outputs.size() && k < inferred.value().size(); ++k) {
            if (!node.outputs[k].valid())
                continue;
            merge(graph.tensor(node.outputs[k]), inferred.value()[k], node, diagnostics);
            values[static_cast<std::size_t>(node.outputs[k].value)] = inferred.value()[k].constant;
        }
    }
}

}  // namespace tw::ops
