// SPDX-License-Identifier: Apache-2.0
#include "core/passes/remove_dead_nodes.h"

#include "core/passes/graph_edit.h"

#include <algorithm>
#include <array>

namespace tw::passes {
namespace {

/// Operators that may leave out results after the first; for others (Split) the number of results has a meaning.
constexpr std::array<std::string_view, 4> kOptionalResults{"BatchNormalization", "Dropout", "LayerNormalization", "MaxPool"};

bool isNeeded(const ir::GraphIndex& index, ir::TensorId tensor, const std::vector<bool>& alive)
{
    if (!tensor.valid())
        return false;
    const auto& readers = index.consumers(tensor);
    return index.isGraphOutput(tensor) || std::any_of(readers.begin(), readers.end(), [&](int reader) {
               return alive[static_cast<std::size_t>(reader)];
           });
}

void dropUnreadResults(ir::Node& node, const ir::GraphIndex& index, const std::vector<bool>& alive, PassReport& report)
{
    if (std::find(kOptionalResults.begin(), kOptionalResults.end(), node.op) == kOptionalResults.end())
        return;
    for (std::size_t i = 1; i < node.outputs.size(); ++i)
        if (!isNeeded(index, node.outputs[i], alive))
            node.outputs[i] = {};
    while (node.outputs.size() > 1 && !node.outputs.back().valid()) {
        node.outputs.pop_back();
        ++report.changes;
    }
}

}  // namespace

ir::Graph removeDeadNodes(ir::Graph graph, PassReport& report)
{
    const ir::GraphIndex index(graph);
    std::vector<bool> alive(graph.nodes.size());
    for (std::size_t i = graph.nodes.size(); i-- > 0;) {
        auto& node = graph.nodes[i];
        alive[i] = std::any_of(node.outputs.begin(), node.outputs.end(),
                               [&](ir::TensorId output) { return isNeeded(index, output, alive); });
        dropUnreadResults(node, index, alive, report);
    }
    std::vector<ir::Node> kept;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        if (alive[i])
            kept.push_back(std::move(graph.nodes[i]));
    report.changes += static_cast<int>(alive.size() - kept.size());
    graph.nodes = std::move(kept);
    return graph;
}

}  // namespace tw::passes
