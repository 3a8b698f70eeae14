// SPDX-License-Identifier: Apache-2.0
// Which operators give the same on transposed operands, transposed: op(T(x)) = T(op'(x)).
#pragma once

#include "core/passes/pass_report.h"
#include "core/passes/permutation.h"

#include <functional>

namespace tw::passes {

/// Whether kernels for this image operator want [N, spatial..., C].
using WantsChannelsLast = std::function<bool(const ir::Graph&, const ir::Node&)>;

struct Turned {
    std::vector<std::size_t> operands;              // those that are transposed along
    std::map<std::string, ir::Attribute> attributes;   // of op'
};

/// op' for a node whose data operands all are transposed by `permutation`; nullopt when it does not commute. The
/// layout of a per-channel operator only changes when `wants` agrees.
std::optional<Turned> turnedOperator(const ir::Graph& graph, const ir::Node& node, const Permutation& permutation,
                                     const WantsChannelsLast& wants);

/// Operators whose layout follows that of their neighbours: per channel, but otherwise element by element.
bool followsLayout(const ir::Node& node);

}  // namespace tw::passes
