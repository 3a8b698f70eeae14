// SPDX-License-Identifier: Apache-2.0
// Axis permutations as Transpose has them: axis j of the result is axis permutation[j] of the input.
#pragma once

#include "core/ir/graph.h"

namespace tw::passes {

using Permutation = std::vector<std::int64_t>;

/// Of a Transpose whose rank is known; nullopt for anything else.
std::optional<Permutation> permutationOf(const ir::Graph& graph, const ir::Node& node);

Permutation inverseOf(const Permutation& permutation);
/// First `first`, then `second`.
Permutation composed(const Permutation& first, const Permutation& second);
bool isIdentity(const Permutation& permutation);
/// Whether the bytes stay where they are, because only axes of extent 1 move past others.
bool movesOnlyUnitAxes(const Permutation& permutation, const ir::Shape& input);

/// Inserts result = Transpose(source) at `position`, named after `source`. The result is a new tensor.
ir::TensorId insertTranspose(ir::Graph& graph, std::size_t position, ir::TensorId source, const Permutation& permutation,
                             const std::string& origin);
/// Lets graph.nodes[node] write its output `output` to a new tensor of inversely permuted shape, and inserts the
/// Transpose that makes the old tensor from it.
void transposeOutput(ir::Graph& graph, std::size_t node, std::size_t output, const Permutation& permutation,
                     const std::string& origin);

}  // namespace tw::passes
