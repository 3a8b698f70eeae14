// SPDX-License-Identifier: Apache-2.0
// What several passes need to change a graph: fresh names, provenance, safe rewiring.
#pragma once

#include "core/ir/graph.h"
#include "core/passes/pass_report.h"

#include <functional>

namespace tw::passes {

/// May change the graph around graph.nodes[node]; says whether it did. The index is that of the unchanged graph.
using Rewrite = std::function<bool(ir::Graph& graph, const ir::GraphIndex& index, std::size_t node)>;

/// Offers every node to `rewrite`, with a fresh index after every change, until a whole sweep changes nothing.
void rewriteEach(ir::Graph& graph, PassReport& report, const Rewrite& rewrite);

std::string freshNodeName(const ir::Graph& graph, const std::string& wanted);
std::string freshTensorName(const ir::Graph& graph, const std::string& wanted);

/// A new tensor like `model`, without its constant, under a fresh name made from `wanted`.
ir::TensorId addTensorLike(ir::Graph& graph, ir::TensorId model, const std::string& wanted);
/// A constant under a fresh name made from `wanted`.
ir::TensorId addFreshConstant(ir::Graph& graph, const std::string& wanted, ir::TensorData data);

/// Every node that has none yet gets its own name as origin.
void recordOrigins(ir::Graph& graph);
std::string originOf(const ir::Node& node);
/// Both, each name once, separated by '\n'.
std::string joinedOrigins(const std::string& first, const std::string& second);

/// Position of the only node that reads the tensor, through exactly one input; -1 when there are other readers, a
/// subgraph reads it, or it is a graph output.
int soleReader(const ir::Graph& graph, const ir::GraphIndex& index, ir::TensorId tensor);

/// Subgraphs find outer tensors by name, so a tensor they read cannot be exchanged for another.
bool readBySubgraph(const ir::Graph& graph, const ir::GraphIndex& index, ir::TensorId tensor);

/// Lets every node that reads `from` read `to` instead. Graph outputs stay as they are.
void replaceReads(ir::Graph& graph, ir::TensorId from, ir::TensorId to);

/// Takes away graph.nodes[node], which passes `source` on unchanged as its output 0. Readers of the output then read
/// the source; when the output is a graph output, the maker of `source` makes it instead. False when neither is
/// possible (a graph input or a constant that is a graph output), and nothing changed.
bool bypassNode(ir::Graph& graph, const ir::GraphIndex& index, std::size_t node, ir::TensorId source);

/// Inserts before graph.nodes[position]; the node gets an id and a fresh name made from its own.
ir::Node& insertNode(ir::Graph& graph, std::size_t position, ir::Node node);

/// Turns the node into a Reshape of its input 0 to the (static) shape of its output.
void makeReshape(ir::Graph& graph, std::size_t node);

const ir::TensorData* constantOf(const ir::Graph& graph, ir::TensorId tensor);

}  // namespace tw::passes
