// SPDX-License-Identifier: Apache-2.0
// A network as values: tensors and nodes in vectors, connected by ids. A TensorId is the index into `tensors`;
// tensors are never removed, passes only stop using them. Nodes stand in execution order and are found by their id,
// which a node keeps for life. A subgraph (If, Loop, Scan) is an attribute; outer names are resolved by `captures`.
#pragma once

#include "core/base/result.h"
#include "core/base/strong_id.h"
#include "core/ir/attribute.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace tw::ops {
class OperatorSet;
}

namespace tw::ir {

using NodeId = Id<struct NodeTag>;
using TensorId = Id<struct TensorTag>;

struct Tensor {
    std::string name;
    DataType type = DataType::Undefined;
    Shape shape;
    std::optional<TensorData> constant = {};   // initialisers and folded values
    std::string note = {};                     // why the type or shape is not a plain tensor ("sequence(f32)")
};

struct Node {
    NodeId id;
    std::string name;                          // made unique by the importer when empty or repeated
    std::string op;
    std::string domain = {};                   // "" for ai.onnx
    std::vector<TensorId> inputs;              // invalid id: optional input left out
    std::vector<TensorId> outputs;
    std::map<std::string, Attribute> attributes = {};
    std::string doc = {};
    std::map<std::string, std::string> metadata = {};
};

struct Function {                              // a model-local function; bodies are graphs with formal inputs
    std::string domain;
    std::string name;
    std::vector<std::string> attributes;
    GraphPointer body;
};

struct Graph {
    std::string name;
    std::string doc = {};
    std::vector<Tensor> tensors;
    std::vector<Node> nodes;
    std::vector<TensorId> inputs;
    std::vector<TensorId> outputs;
    std::map<std::string, int> opsets;         // domain -> version; "" is ai.onnx
    std::shared_ptr<const ops::OperatorSet> operators = {};   // private ones, besides those that the program knows
    std::vector<Function> functions = {};
    std::map<std::string, std::string> metadata = {};
    std::map<std::string, TensorId> captures = {};   // subgraphs: names defined outside -> tensor here
    std::int32_t nextNodeId = 0;

    const Tensor& tensor(TensorId id) const { return tensors.at(static_cast<std::size_t>(id.value)); }
    Tensor& tensor(TensorId id) { return tensors.at(static_cast<std::size_t>(id.value)); }
    int opset(const std::string& domain = "") const;

    TensorId addTensor(Tensor tensor);
    TensorId addConstant(std::string name, TensorData data);
    /// Gives the node an id (and a name when it has none) and appends it. Returns the id.
    NodeId addNode(Node node);
    /// An id for a node that a pass inserts by hand.
    NodeId newNodeId() { return {nextNodeId++}; }
};

/// Who makes and who reads each tensor. Valid until the graph changes. O(nodes + tensors).
class GraphIndex {
public:
    explicit GraphIndex(const Graph& graph);

    /// Index into graph.nodes; -1 for graph inputs and constants.
    int producer(TensorId tensor) const { return producer_.at(static_cast<std::size_t>(tensor.value)); }
    /// Indices into graph.nodes, each node once per use, in order. Uses inside subgraphs count for the holding node.
    const std::vector<int>& consumers(TensorId tensor) const { return consumers_.at(static_cast<std::size_t>(tensor.value)); }
    bool isGraphOutput(TensorId tensor) const { return isOutput_.at(static_cast<std::size_t>(tensor.value)); }
    bool isGraphInput(TensorId tensor) const { return isInput_.at(static_cast<std::size_t>(tensor.value)); }
    /// -1 when no such node.
    int position(NodeId node) const;

private:
    std::vector<int> producer_;
    std::vector<std::vector<int>> consumers_;
    std::vector<bool> isOutput_;
    std::vector<bool> isInput_;
    std::unordered_map<NodeId, int> position_;
};

/// Stable topological order of graph.nodes; BadGraph names a node on a cycle.
Result<void> sortNodes(Graph& graph);

/// Checks ids in range, one producer per tensor, producers before readers, unique node names. Message names the node.
Result<void> checkGraph(const Graph& graph);

// Attribute readers. A missing attribute gives the fallback; one of another kind fails with BadAttribute.
bool hasAttribute(const Node& node, const std::string& name);
Result<std::int64_t> intAttribute(const Node& node, const std::string& name, std::optional<std::int64_t> fallback = {});
Result<double> floatAttribute(const Node& node, const std::string& name, std::optional<double> fallback = {});
Result<std::string> stringAttribute(const Node& node, const std::string& name, std::optional<std::string> fallback = {});
/// INTS, or a single INT as one element.
Result<std::vector<std::int64_t>> intsAttribute(const Node& node, const std::string& name,
                                                std::optional<std::vector<std::int64_t>> fallback = {});

}  // namespace tw::ir
