// SPDX-License-Identifier: Apache-2.0
// How many operations one inference takes, by two definitions that differ in what they count.
#pragma once

#include "core/ir/graph.h"

#include <optional>
#include <string>
#include <vector>

namespace tw::deploy {

enum class OperationsOf {
    Ours,      // every operator; a multiply-accumulate is two operations, any other arithmetic one each
    Deeploy,   // the formulas of Deeploy's numberOfOps: one image of a batch for convolutions, operands instead of
               // results for the requantisation of products, nothing at all for many operators
};

struct NodeOperations {
    std::string name;
    std::string op;
    std::optional<std::int64_t> operations;   // no value: the definition does not say
};

struct OperationCount {
    std::int64_t total = 0;
    std::vector<NodeOperations> nodes;        // as graph.nodes
    std::vector<std::string> notCounted;      // operators without a value, each once, sorted
};

/// Of a lowered graph: all shapes static.
OperationCount countOperations(const ir::Graph& graph, OperationsOf definition);

}  // namespace tw::deploy
