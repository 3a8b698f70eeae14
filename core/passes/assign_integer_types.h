// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/ir/graph.h"
#include "core/passes/pass_report.h"

namespace tw::passes {

/// Gives integer networks that are declared as float32 their integer types.
///     x: f32 -> Conv(W = f32 whole numbers) -> RequantShift -> y: f32
///     x: i8  -> Conv(W: i8) -> i32 -> RequantShift(mul: i32, add: i32) -> y: i8
/// Works on graphs that hold an operator which only integers have (RequantShift, iSoftmax, ...), or for whose float
/// inputs `inputTypes` names integer types. An input of such a network without a given type becomes i8, with a warning
/// that says how to choose. Types follow the data: a node whose operands are integers, and whose constants are whole,
/// works on integers; where a float operator reads an integer tensor, a Cast goes between. An integer operator that
/// reads a float tensor gives a diagnostic of severity Error. Integer types that the model declares itself stay.
ir::Graph assignIntegerTypes(ir::Graph graph, const std::map<std::string, ir::DataType>& inputTypes, PassReport& report);

/// Whether the graph holds an operator that only integers have, so that its float inputs are integers in disguise.
bool hasIntegerOperators(const ir::Graph& graph);

}  // namespace tw::passes
