// SPDX-License-Identifier: Apache-2.0
// Which engines a set of nodes may be given to, and what a pin changes in the choices.
#pragma once

#include "core/session/session.h"

namespace tw::session {

/// One engine as a choice for a set of nodes.
struct EngineOption {
    std::string engine;
    int possible = 0;                 // nodes that it can run
    int assigned = 0;                 // nodes that it runs now
    std::string whyNot = {};          // of the first node that it cannot run: "conv_3: kernel 5x5 is not ..."
};
/// In the order of the target; empty without a deployment. `nodes` are indices into snapshot.graph->nodes.
/// O(nodes * engines).
std::vector<EngineOption> engineOptions(const Snapshot& snapshot, const std::vector<int>& nodes);

/// Why the engine cannot run the node; empty when it can.
std::string whyNot(const Snapshot& snapshot, int node, const std::string& engine);

struct Pinned {
    Choices choices;
    std::vector<int> nodes = {};      // pinned now
    std::vector<int> refused = {};    // left as they were, because the engine cannot run them
    std::string whyNot = {};          // of the first of them
};
/// Nodes that one kernel runs together keep one pin: that of the node pinned last.
Pinned pinNodes(const Snapshot& snapshot, const Choices& choices, const std::vector<int>& nodes, const std::string& engine);

/// `nodes`, and those that run together with them, are free again.
Choices withoutPins(const Snapshot& snapshot, const Choices& choices, const std::vector<int>& nodes);

}  // namespace tw::session
