// SPDX-License-Identifier: Apache-2.0
// In which order the nodes of a network run. The order decides which tensors are alive at the same time, and so how
// much memory the network needs at least.
#pragma once

#include "core/base/progress.h"
#include "core/memory/buffers.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tw::schedule {

enum class OrderKind { Graph, DepthFirst, MinPeak };

/// "graph", "depth-first", "min-peak".
std::optional<OrderKind> orderKindFromName(const std::string& name);

/// A network as the order sees it. Tensors that share bytes whatever the order is (reshapes) are one buffer.
struct OrderProblem {
    struct Buffer {
        std::int64_t bytes = 0;
        bool aliveAtStart = false;       // network input
        bool aliveAtEnd = false;         // network output
    };
    struct Takeover {                    // `output` may use the bytes of `input` when nobody reads that later
        int input = 0;
        int output = 0;
    };
    struct Node {
        std::vector<int> after = {};     // nodes that must have run, in any order
        std::vector<int> reads = {};     // buffers, each once
        std::vector<int> writes = {};    // buffers that begin here, each once
        std::vector<Takeover> takeovers = {};   // possible ones, of equal bytes; in this order, a buffer in one at most
        std::int64_t scratchBytes = 0;   // while it runs
    };
    std::vector<Buffer> buffers;
    std::vector<Node> nodes;             // topological: this is graph order
    std::int64_t constantBytes = 0;      // always there besides
};

/// Of the memory that is home of the activations: tensors, and scratch that lies there. Needs a complete binding, made
/// for the same `homes`.
OrderProblem orderProblem(const ir::Graph& graph, const binding::Binding& binding, const target::Target& target,
                          const target::Homes& homes);

struct NodeOrder {
    std::vector<int> nodes;              // indices into problem.nodes, first to last
    std::int64_t peakBytes = 0;          // most bytes alive at once, before placement
    bool proven = false;                 // no order has a smaller peak
};

/// Graph: as given. DepthFirst: each branch to its end before the next. MinPeak: least peak; never worse than Graph.
///
/// MinPeak cuts the network at nodes that every order runs at the same place and solves the parts independently. A part
/// of n <= 40 nodes and width w <= 12 is solved exactly by a best-first search over the sets of nodes that have run, of
/// which there are at most (n / w + 1)^w; so is a part of up to 64 nodes if that takes no more than 200,000 sets. Any
/// other part of up to 4,096 nodes goes to a beam search, O(n * beam * w * degree) set operations; larger parts keep
/// graph order or take depth-first order, whichever needs less. Fails only with Cancelled.
Result<NodeOrder> orderNodes(const OrderProblem& problem, OrderKind kind, Progress& progress);

/// The checker: a permutation, nothing before what it needs, the stated peak recomputed from lifetimes. Shares no code
/// with the search. One sentence per broken rule.
std::vector<std::string> violations(const OrderProblem& problem, const NodeOrder& order);

/// Puts the nodes of the graph, and of the binding with them, into this order.
void applyOrder(const NodeOrder& order, ir::Graph& graph, binding::Binding& binding);

}  // namespace tw::schedule
