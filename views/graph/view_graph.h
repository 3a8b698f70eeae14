// SPDX-License-Identifier: GPL-3.0-or-later
// The graph as it is drawn: operators, inputs and outputs as nodes, constants inside their readers, long edges and
// wide fan-outs as portals, everything in groups nested at most two deep. No Qt; made on a worker thread.
#pragma once

#include "core/base/progress.h"
#include "core/ir/graph.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tw::views::graph {

enum class NodeKind : std::uint8_t { Operator, Input, Output };

struct ViewNode {
    NodeKind kind = NodeKind::Operator;
    bool outer = false;        // an input that comes from the graph around this subgraph
    bool opens = false;        // an If, Loop, Scan or a call of a function of the model
    int node = -1;             // index into graph->nodes; -1 for inputs and outputs
    int constants = 0;         // operands that are drawn inside
    int rank = 0;              // longest path from the inputs; sources stand just above their first reader
    int group = 0;
    ir::TensorId tensor;       // first output; the tensor of an input or output
};

struct ViewEdge {
    int from = 0;              // indices into ViewGraph::nodes
    int to = 0;
    ir::TensorId tensor;
    bool portal = false;       // drawn as a tab at an end that is on screen as a node
};

struct Group {
    std::string name;          // scope ("layer1/block2"), or empty for a slice
    int parent = -1;           // smaller than the group's own index; -1 for the root
    int first = 0;             // the operators inside, in drawing order: half-open [first, last)
    int last = 0;
    std::vector<int> nodes;    // directly inside
    std::vector<int> groups;   // directly inside
};

struct ViewGraph {
    ir::GraphPointer graph;
    std::vector<ViewNode> nodes;             // operators in drawing order, then inputs, then outputs
    std::vector<ViewEdge> edges;
    std::vector<std::vector<int>> in;        // edges that end at a node
    std::vector<std::vector<int>> out;       // edges that start at it
    std::vector<Group> groups;               // [0] is the root; a parent stands before its children
    std::vector<int> nodeOf;                 // graph->nodes index -> index into nodes; a folded Constant gives its reader
};

struct ViewGraphOptions {
    const std::vector<ir::Function>* functions = nullptr;   // of the whole model: calls of them can be opened
    int longestEdge = 20;                                   // ranks; longer ones become portals
    int widestFanOut = 12;                                  // readers; of more, all but the first become portals
};

/// Drawing order is execution order, but what depends on constants only stands just before its first reader.
/// Fails only with Cancelled. A graph with cycles is drawn too: its backward edges point up.
Result<ViewGraph> buildViewGraph(ir::GraphPointer graph, const ViewGraphOptions& options, const Progress& progress);

/// Bodies that a node opens into: branches of If, body of Loop and Scan, the body of a called function.
struct InnerGraph {
    std::string name;          // attribute or function name
    ir::GraphPointer graph;
};
std::vector<InnerGraph> innerGraphs(const ir::Node& node, const std::vector<ir::Function>* functions);

}  // namespace tw::views::graph
