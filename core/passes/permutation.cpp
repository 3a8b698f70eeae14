// SPDX-License-Identifier: Apache-2.0
#include "core/passes/permutation.h"

#include "core/base/text.h"
#include "core/ops/layout.h"
#include "core/passes/graph_edit.h"

#include <algorithm>

namespace tw::passes {

std::optional<Permutation> permutationOf(const ir::Graph& graph, const ir::Node& node)
{
    if (node.op != "Transpose" || !node.domain.empty() || node.inputs.empty() || !node.inputs[0].valid())
        return std::nullopt;
    const auto& shape = graph.tensor(node.inputs.at(0)).shape;
    if (!shape.ranked())
        return std::nullopt;
    Permutation reversed;
    for (int axis = shape.rank(); axis-- > 0;)
        reversed.push_back(axis);
    auto given = ir::intsAttribute(node, "perm", reversed);
    if (!given || !std::is_permutation(given->begin(), given->end(), reversed.begin(), reversed.end()))
        return std::nullopt;
    return std::move(given).value();
}

Permutation inverseOf(const Permutation& permutation)
{
    Permutation inverse(permutation.size());
    for (std::size_t i = 0; i < permutation.size(); ++i)
        inverse[static_cast<std::size_t>(permutation[i])] = static_cast<std::int64_t>(i);
    return inverse;
}

Permutation composed(const Permutation& first, const Permutation& second)
{
    Permutation result;
    for (const auto axis : second)
        result.push_back(first[static_cast<std::size_t>(axis)]);
    return result;
}

bool isIdentity(const Permutation& permutation)
{
    return std::is_sorted(permutation.begin(), permutation.end());
}

bool movesOnlyUnitAxes(const Permutation& permutation, const ir::Shape& input)
{
    Permutation moving;
    for (const auto axis : permutation)
        if (input[static_cast<int>(axis)].value != 1)
            moving.push_back(axis);
    return std::is_sorted(moving.begin(), moving.end());
}

ir::TensorId insertTranspose(ir::Graph& graph, std::size_t position, ir::TensorId source, const Permutation& permutation,
                             const std::string& origin)
{
    const auto result = addTensorLike(graph, source, graph.tensor(source).name + "_transposed");
    graph.tensor(result).shape = ops::permuted(graph.tensor(source).shape, permutation);
    insertNode(graph, position, {.id = {}, .name = "Transpose_" + graph.tensor(source).name, .op = "Transpose",
                                 .inputs = {source}, .outputs = {result}, .attributes = {{"perm", permutation}},
                                 .metadata = {{"origin", origin}}});
    return result;
}

void transposeOutput(ir::Graph& graph, std::size_t node, std::size_t output, const Permutation& permutation,
                     const std::string& origin)
{
    const auto old = graph.nodes[node].outputs.at(output);
    const auto made = addTensorLike(graph, old, graph.tensor(old).name + "_before_transpose");
    graph.tensor(made).shape = ops::permuted(graph.tensor(old).shape, inverseOf(permutation));
    graph.nodes[node].outputs[output] = made;
    insertNode(graph, node + 1, {.id = {}, .name = "Transpose_" + graph.tensor(old).name, .op = "Transpose",
                                 .inputs = {made}, .outputs = {old}, .attributes = {{"perm", permutation}},
                                 .metadata = {{"origin", origin}}});
}

}  // namespace tw::passes
