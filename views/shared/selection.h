// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected, shared by all views: nodes of the imported graph, or one tensor. GUI thread only.
#pragma once

#include "core/ir/graph.h"

#include <QObject>

#include <vector>

namespace tw::views {

/// Nodes inside a subgraph (an If branch, a Loop body). `nodes` index into graph->nodes.
struct InnerNodes {
    ir::GraphPointer graph;      // null: nothing inside a subgraph is selected
    std::vector<int> nodes;
    int current = -1;
};

class Selection : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Indices into Snapshot::graph->nodes, ascending. For nodes inside a subgraph: the one node that holds it.
    const std::vector<int>& nodes() const { return nodes_; }
    /// The node that the Inspector shows: one of nodes(), or -1.
    int current() const { return current_; }
    bool contains(int node) const;
    bool empty() const { return nodes_.empty() && !tensor_.valid(); }

    /// Selected tensor of Snapshot::graph; invalid when nodes are selected. Excludes nodes.
    ir::TensorId tensor() const { return tensor_; }
    const InnerNodes& inner() const { return inner_; }

    /// Duplicates are dropped. `current` -1 takes the first. Each setter signals only a real change.
    void setNodes(std::vector<int> nodes, int current = -1);
    void setTensor(ir::TensorId tensor);
    void setInner(int holder, InnerNodes inner);
    void clear() { setNodes({}); }

signals:
    void changed();

private:
    void assign(std::vector<int> nodes, int current, ir::TensorId tensor, InnerNodes inner);

    std::vector<int> nodes_;
    int current_ = -1;
    ir::TensorId tensor_;
    InnerNodes inner_;
};

}  // namespace tw::views
