// SPDX-License-Identifier: Apache-2.0
#include "core/passes/remove_identities.h"

#include "core/ops/op_node.h"
#include "core/passes/graph_edit.h"

#include <algorithm>
#include <array>

namespace tw::passes {
namespace {

/// With equal input and output shapes these move nothing.
constexpr std::array<std::string_view, 6> kShapeOnly{"Reshape", "Flatten", "Squeeze", "Unsqueeze", "Expand", "Tile"};

bool sameTypeAndShape(const ops::OpNode& view)
{
    const auto& in = view.inputs[0];
    const auto& out = view.outputs[0];
    return in.type == out.type && in.shape.isStatic() && in.shape == out.shape;
}

bool keepsOrder(const ops::OpNode& view)
{
    const auto order = view.intsOf("perm");
    return order && std::is_sorted(order->begin(), order->end());
}

bool stepsForward(const ops::OpNode& view)
{
    if (!view.has(4))
        return true;
    const auto* steps = view.constant(4);
    if (!steps)
        return false;
    const auto values = ir::toIntegers(*steps);
    return std::all_of(values.begin(), values.end(), [](auto step) { return step > 0; });
}

bool isInference(const ops::OpNode& view)
{
    const bool maskRead = view.outputs.size() > 1 && view.outputs[1].present;
    const auto* training = view.constant(2);
    return !maskRead && (!view.has(2) || (training && ir::toIntegers(*training) == std::vector<std::int64_t>{0}));
}

bool passesInputOn(const ops::OpNode& view)
{
    const auto& op = view.node.op;
    const auto isPresent = [](const ops::Operand& output) { return output.present; };
    if (!view.has(0) || view.outputs.empty() || std::any_of(view.outputs.begin() + 1, view.outputs.end(), isPresent))
        return false;
    if (op == "Identity" || (op == "Concat" && view.inputs.size() == 1))
        return true;
    if (op == "Dropout")
        return isInference(view);
    if (op == "Cast")
        return view.inputs[0].type != ir::DataType::Undefined && view.intsOf("to") &&
               view.intOf("to").value() == static_cast<std::int64_t>(view.inputs[0].type);
    if (op == "Transpose")
        return keepsOrder(view);
    if (op == "Slice")
        return sameTypeAndShape(view) && stepsForward(view);
    return std::find(kShapeOnly.begin(), kShapeOnly.end(), op) != kShapeOnly.end() && sameTypeAndShape(view);
}

bool dropEmptyOperands(ir::Graph& graph, ir::Node& node)
{
    if (node.op != "Concat" || node.inputs.size() < 2)
        return false;
    const auto isEmpty = [&graph](ir::TensorId id) { return graph.tensor(id).shape.elements() == 0; };
    const auto rest = std::remove_if(node.inputs.begin() + 1, node.inputs.end(), isEmpty);
    bool changed = rest != node.inputs.end();
    node.inputs.erase(rest, node.inputs.end());
    if (node.inputs.size() > 1 && isEmpty(node.inputs[0])) {
        node.inputs.erase(node.inputs.begin());
        changed = true;
    }
    return changed;
}

}  // namespace

ir::Graph removeIdentities(ir::Graph graph, PassReport& report)
{
    rewriteEach(graph, report, [](ir::Graph& edited, const ir::GraphIndex& index, std::size_t i) {
        if (dropEmptyOperands(edited, edited.nodes[i]))
            return true;
        const auto source = edited.nodes[i].inputs.empty() ? ir::TensorId{} : edited.nodes[i].inputs[0];
        return passesInputOn(ops::viewOf(edited, edited.nodes[i])) && bypassNode(edited, index, i, source);
    });
    return graph;
}

}  // namespace tw::passes
