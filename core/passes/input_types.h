// SPDX-License-Identifier: Apache-2.0
// Which types the inputs of an integer network that is declared as float32 have, judged by test data.
#pragma once

#include "core/ir/graph.h"

#include <span>

namespace tw::passes {

/// The first of u8, i8, u16, i16, u32, i32, i64 that holds all values of an array of whole numbers; Undefined when some
/// value is not whole. Zeros alone are integers only when they are stored as such.
ir::DataType smallestIntegerType(const ir::TensorData& data);

/// For LoweringOptions::inputTypes: a type for each float input whose array (by position) holds integers. An array that
/// is stored as float counts only in a network with integer operators.
std::map<std::string, ir::DataType> inputTypesFromData(const ir::Graph& graph, std::span<const ir::TensorData> arrays);

/// The array as the lowered network's input: of its type, and repeated when it is shorter. BadInput when a value does
/// not fit or the array is longer.
Result<ir::TensorData> asInput(const ir::Tensor& input, const ir::TensorData& array);

}  // namespace tw::passes
