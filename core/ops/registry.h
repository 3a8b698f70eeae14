// SPDX-License-Identifier: Apache-2.0
// All operator families, and the calls through which everybody else uses them. These calls check the node against
// the family's row, turn NHWC nodes round, and catch what a family must not be asked.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/progress.h"
#include "core/ops/op_def.h"

#include <functional>
#include <map>

namespace tw::ops {

std::span<const OpFamily* const> allFamilies();

/// nullptr when unknown. An unknown domain is ignored for operators that are not in ai.onnx (quantised operators
/// appear under several domains).
const OpDef* findOp(std::string_view domain, std::string_view op, int opset);
/// The graph's private operators come first.
const OpDef* findOp(const ir::Graph& graph, const ir::Node& node);

Result<std::vector<Inferred>> inferNode(const OpDef& def, const OpNode& node);
/// Whether a node of a file, which may be anything, has the operands and the output shapes that it needs. The calls below
/// may be asked about nodes that pass, and about parts of such nodes.
Result<void> checkNode(const OpDef& def, const OpNode& node);

/// Needs every present input constant and outputs inferred. Fails with UnsupportedOperator without `evaluate`.
Result<std::vector<TensorData>> evaluateNode(const OpDef& def, const OpNode& node);
Counts countNode(const OpDef& def, const OpNode& node);          // zeros when shapes are not static
/// Of a node of any file: zeros also for operators that are not known and nodes that fail checkNode.
Counts countNode(const ir::Graph& graph, const ir::Node& node);
Result<Arguments> argumentsOf(const OpDef& def, const OpNode& node);
/// In the node's own layout.
AccessMap accessOf(const OpDef& def, const OpNode& node);

/// Called for operators no family knows; fills output types and shapes where it can.
using ForeignInference = std::function<void(ir::Graph& graph, std::size_t node)>;

/// Types, shapes and small constants of every tensor, in node order. A node that contradicts itself gives a
/// diagnostic and leaves its outputs as declared; nothing stops. O(nodes).
void inferGraph(ir::Graph& graph, Diagnostics& diagnostics, const ForeignInference& foreign = {});

/// Runs the network on `inputs` (one per graph input, in order). Returns the graph outputs in order. Frees values as
/// soon as their last reader ran. `observe`, when given, sees each node's results.
using Observer = std::function<void(const ir::Node&, const std::vector<TensorData>&)>;
Result<std::vector<TensorData>> runReference(const ir::Graph& graph, const std::vector<TensorData>& inputs,
                                             Progress& progress, const Observer& observe = {});

}  // namespace tw::ops
