// SPDX-License-Identifier: Apache-2.0
// What two deployments of one model differ in: cycles, memory, traffic, and which node runs where.
#pragma once

#include "core/session/snapshot.h"

namespace tw::session {

struct NodeChange {
    int node = 0;                                  // index into Snapshot::graph->nodes
    std::string before = {};                       // engine; empty: none
    std::string after = {};
    std::optional<double> cyclesBefore = {};
    std::optional<double> cyclesAfter = {};
};

struct MemoryChange {
    std::string memory;
    std::int64_t before = 0;                       // peak, bytes
    std::int64_t after = 0;
    std::int64_t capacity = 0;                     // of the second deployment
};

struct Comparison {
    std::optional<double> cyclesBefore = {};       // no value: no figure
    std::optional<double> cyclesAfter = {};
    std::vector<MemoryChange> memories = {};       // by name; one side's memory is 0 on the other
    std::int64_t trafficBefore = 0;                // bytes copied between memories
    std::int64_t trafficAfter = 0;
    std::vector<NodeChange> nodes = {};            // whose engine is another one
    std::string note = {};                         // how good the second assignment is
};

/// Both must be deployed, and of the same model. O(nodes).
Comparison compare(const Snapshot& before, const Snapshot& after);

}  // namespace tw::session
