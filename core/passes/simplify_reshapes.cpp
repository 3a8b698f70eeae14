// SPDX-License-Identifier: Apache-2.0
#include "core/passes/simplify_reshapes.h"

#include "core/passes/graph_edit.h"
#include "core/passes/permutation.h"

#include <algorithm>
#include <array>

namespace tw::passes {
namespace {

constexpr std::array<std::string_view, 4> kReshapes{"Reshape", "Flatten", "Squeeze", "Unsqueeze"};

bool isReshape(const ir::Node& node)
{
    return node.domain.empty() && std::find(kReshapes.begin(), kReshapes.end(), node.op) != kReshapes.end();
}

/// Zero-sized tensors stay as they are: a zero in the target of a Reshape means something else.
bool isPlain(const ir::Graph& graph, ir::TensorId id)
{
    return graph.tensor(id).shape.elements().value_or(0) > 0;
}

bool simplify(ir::Graph& graph, const ir::GraphIndex& index, std::size_t i)
{
    const ir::Node& node = graph.nodes[i];
    if (node.inputs.empty() || !node.inputs[0].valid() || !isPlain(graph, node.inputs[0]))
        return false;
    const auto source = node.inputs[0];
    if (const auto permutation = permutationOf(graph, node)) {
        if (!movesOnlyUnitAxes(*permutation, graph.tensor(source).shape) || isIdentity(*permutation))
            return false;
        makeReshape(graph, i);
        return true;
    }
    const int producer = index.producer(source);
    if (!isReshape(node) || !isPlain(graph, node.outputs[0]) || producer < 0 ||
        !isReshape(graph.nodes[static_cast<std::size_t>(producer)]))
        return false;
    const ir::Node& earlier = graph.nodes[static_cast<std::size_t>(producer)];
    const auto first = earlier.inputs[0];
    const auto origin = joinedOrigins(originOf(earlier), originOf(node));
    graph.nodes[i].inputs[0] = first;
    graph.nodes[i].metadata["origin"] = origin;
    makeReshape(graph, i);
    return true;
}

}  // namespace

ir::Graph simplifyReshapes(ir::Graph graph, PassReport& report)
{
    rewriteEach(graph, report, simplify);
    return graph;
}

}  // namespace tw::passes
