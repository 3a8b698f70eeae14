// SPDX-License-Identifier: Apache-2.0
#include "core/passes/layout_to_channels_last.h"

#include "core/ops/layout.h"
#include "core/ops/registry.h"
#include "core/passes/graph_edit.h"

#include <algorithm>

namespace tw::passes {
namespace {

/// Below rank 3 there is nothing to turn; results beside the first (indices of MaxPool) count in the old order.
bool canTurn(const ir::Graph& graph, const ir::Node& node, const ops::OpDef& def)
{
    const auto isImage = [&](ir::TensorId id) { return graph.tensor(id).shape.isStatic() && graph.tensor(id).shape.rank() >= 3; };
    return !ops::isChannelsLast(node) && !followsLayout(node) && node.outputs.size() == 1 && isImage(node.outputs[0]) &&
           std::all_of(def.imageInputs.begin(), def.imageInputs.end(), [&](int input) {
               const auto k = static_cast<std::size_t>(input);
               return k >= node.inputs.size() || !node.inputs[k].valid() || isImage(node.inputs[k]);
           });
}

bool turn(ir::Graph& graph, std::size_t i, const WantsChannelsLast& wants)
{
    const auto* def = ops::findOp(graph, graph.nodes[i]);
    if (!def || def->imageInputs.empty() || !canTurn(graph, graph.nodes[i], *def) || !wants(graph, graph.nodes[i]))
        return false;
    const auto origin = originOf(graph.nodes[i]);
    std::size_t position = i;
    for (const int input : def->imageInputs) {
        const auto k = static_cast<std::size_t>(input);
        if (k >= graph.nodes[position].inputs.size() || !graph.nodes[position].inputs[k].valid())
            continue;
        const auto source = graph.nodes[position].inputs[k];
        const auto turned = insertTranspose(graph, position, source, ops::toChannelsLast(graph.tensor(source).shape.rank()), origin);
        graph.nodes[++position].inputs[k] = turned;
    }
    graph.nodes[position].attributes["layout"] = std::string("NHWC");
    const int rank = graph.tensor(graph.nodes[position].outputs[0]).shape.rank();
    transposeOutput(graph, position, 0, ops::toChannelsFirst(rank), origin);
    return true;
}

}  // namespace

ir::Graph layoutToChannelsLast(ir::Graph graph, const WantsChannelsLast& wants, PassReport& report)
{
    if (!wants)
        return graph;
    rewriteEach(graph, report, [&wants](ir::Graph& edited, const ir::GraphIndex&, std::size_t i) { return turn(edited, i, wants); });
    return graph;
}

}  // namespace tw::passes
