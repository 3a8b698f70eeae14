// SPDX-License-Identifier: Apache-2.0
#include "core/passes/reduce_untransposed.h"

#include "core/passes/graph_edit.h"
#include "core/passes/permutation.h"

#include <algorithm>

namespace tw::passes {
namespace {

/// The axes that a reduction drops, counted from the first; nullopt when it keeps them or they are no attribute.
std::optional<std::vector<std::int64_t>> droppedAxes(const ir::Node& node, int rank)
{
    const auto axes = ir::intsAttribute(node, "axes");
    const auto keep = ir::intAttribute(node, "keepdims", 1);
    if (!node.op.starts_with("Reduce") || node.inputs.size() != 1 || !axes || axes->empty() || !keep || *keep != 0)
        return std::nullopt;
    std::vector<std::int64_t> dropped;
    for (const auto axis : *axes) {
        const auto normal = ir::normalAxis(axis, rank);
        if (!normal)
            return std::nullopt;
        dropped.push_back(*normal);
    }
    return dropped;
}

/// Of the axes of the source that stay, in the order of the source, where each is in the result.
Permutation orderOfTheRest(const Permutation& permutation, const std::vector<std::int64_t>& dropped)
{
    std::vector<std::int64_t> sources;
    for (std::size_t axis = 0; axis < permutation.size(); ++axis)
        if (std::ranges::find(dropped, static_cast<std::int64_t>(axis)) == dropped.end())
            sources.push_back(permutation[axis]);
    Permutation order;
    for (const auto source : sources)
        order.push_back(std::ranges::count_if(sources, [source](auto other) { return other < source; }));
    return order;
}

bool reduceBefore(ir::Graph& graph, const ir::GraphIndex& index, std::size_t i)
{
    const ir::Node& node = graph.nodes[i];
    const int producer = node.inputs.empty() || !node.inputs[0].valid() ? -1 : index.producer(node.inputs[0]);
    if (producer < 0 || soleReader(graph, index, node.inputs[0]) != static_cast<int>(i))
        return false;
    const ir::Node& transpose = graph.nodes[static_cast<std::size_t>(producer)];
    const auto permutation = permutationOf(graph, transpose);
    const auto dropped = permutation ? droppedAxes(node, static_cast<int>(permutation->size())) : std::nullopt;
    if (!dropped)
        return false;
    std::vector<std::int64_t> axes;
    for (const auto axis : *dropped)
        axes.push_back((*permutation)[static_cast<std::size_t>(axis)]);
    std::ranges::sort(axes);
    const auto order = orderOfTheRest(*permutation, *dropped);
    const auto source = transpose.inputs[0];
    const auto origin = originOf(node);
    graph.nodes[i].inputs[0] = source;
    graph.nodes[i].attributes["axes"] = axes;
    if (!isIdentity(order))
        transposeOutput(graph, i, 0, order, origin);
    return true;
}

}  // namespace

ir::Graph reduceUntransposed(ir::Graph graph, PassReport& report)
{
    rewriteEach(graph, report, reduceBefore);
    return graph;
}

}  // namespace tw::passes
