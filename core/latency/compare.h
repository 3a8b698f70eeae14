// SPDX-License-Identifier: Apache-2.0
// Two containers of the same network or search space side by side: a model of cycles against measured ones, say.
#pragma once

#include "core/latency/agreement.h"
#include "core/latency/container.h"

namespace tw::latency {

struct ComparedValue {
    std::string name;                     // node, or "block/operation"
    std::string op = {};
    double one = 0;
    double other = 0;
};

struct ContainerComparison {
    std::vector<ComparedValue> values;    // what both have, in the order of the first
    std::vector<std::string> onlyOne = {};
    std::vector<std::string> onlyOther = {};
    Agreement agreement;                  // the first as prediction of the second
};

/// Nodes are matched by name, operations of blocks by index. ShapeMismatch when the tables have different shapes.
Result<ContainerComparison> compareContainers(const LatencyContainer& one, const LatencyContainer& other);

}  // namespace tw::latency
