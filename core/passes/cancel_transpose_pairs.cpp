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

}  // namespace

ir::Graph cancelTransposePairs(ir::Graph graph, PassReport& report)
{
    rewriteEach(graph, report, joinWithProducer);
    return graph;
}

}  // namespace tw::passes
