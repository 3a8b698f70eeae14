// SPDX-License-Identifier: Apache-2.0
#include "core/passes/cancel_transpose_pairs.h"

#include "core/passes/graph_edit.h"
#include "core/passes/permutation.h"

namespace tw::passes {
namespace {

bool joinWithProducer(ir::Graph& graph, const ir::GraphIndex& index, std::size_t i)
{
    const auto second = permutationOf(graph, graph.nodes[i]);
    const int producer = second ? index.producer(graph.nodes[i].inputs[0]) : -1;
    if (producer < 0)
        return false;
    const ir::Node& earlier = graph.nodes[static_cast<std::size_t>(producer)];
    const auto first = permutationOf(graph, earlier);
    if (!first)
        return false;
    const auto source = earlier.inputs[0];
    ir::Node& node = graph.nodes[i];
    const auto both = composed(*first, *second);
    node.metadata["origin"] = joinedOrigins(originOf(earlier), originOf(node));
    node.inputs[0] = source;
    node.attributes["perm"] = both;
    if (!isIdentity(both) || bypassNode(graph, ir::GraphIndex(graph), i, source))
        return true;
    node.op = "Identity";   // a graph input that is a graph output, after all
    node.attributes.clear();
    return true;
}

/// The result of an earlier Transpose of the same tensor in the same order serves as well.
bool shareWithTwin(ir::Graph& graph, const ir::GraphIndex& index, std::size_t i)
{
    const auto permutation = permutationOf(graph, graph.nodes[i]);
    if (!permutation)
        return false;
    for (const int other : index.consumers(graph.nodes[i].inputs[0])) {
        if (other >= static_cast<int>(i))
            break;
        const ir::Node& twin = graph.nodes[static_cast<std::size_t>(other)];
        if (permutationOf(graph, twin) == permutation)
            return bypassNode(graph, index, i, twin.outputs[0]);
    }
    return false;
}

}  // namespace

ir::Graph cancelTransposePairs(ir::Graph graph, PassReport& report)
{
    rewriteEach(graph, report, [](ir::Graph& edited, const ir::GraphIndex& index, std::size_t i) {
        return joinWithProducer(edited, index, i) || shareWithTwin(edited, index, i);
    });
    return graph;
}

}  // namespace tw::passes
