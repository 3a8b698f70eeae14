// SPDX-License-Identifier: Apache-2.0
// Types and shapes for operators that none of our families knows, from the operator schemas of libonnx.
#pragma once

#include "core/ir/graph.h"

namespace tw::onnx {

/// Fills what is unknown of the outputs of graph.nodes[node]; what is known stays. An operator that libonnx does
/// not know either, or finds faulty, changes nothing. Fits ops::ForeignInference.
void inferForeign(ir::Graph& graph, std::size_t node);

}  // namespace tw::onnx
