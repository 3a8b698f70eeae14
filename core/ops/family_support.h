// SPDX-License-Identifier: Apache-2.0
// Small questions that many operator families ask about a node, its axes and its dimensions.
#pragma once

#include "core/ops/op_def.h"

namespace tw::ops {

/// The first `count` inputs are there; BadGraph otherwise.
Result<void> requireInputs(const OpNode& node, std::size_t count);

/// The axis in [0, rank); BadAttribute when outside [-rank, rank).
Result<int> normalAxisOf(const OpNode& node, std::int64_t axis, int rank);
/// The same for a list; BadAttribute when an axis is named twice.
Result<std::vector<int>> normalAxesOf(const OpNode& node, const std::vector<std::int64_t>& axes, int rank);

/// The parameter is an input (not the attribute of old opsets) whose value is not known yet.
bool isPending(const OpNode& node, const std::string& attribute, std::size_t input);

/// Known facts of both; BadShape when they contradict each other.
Result<ir::Dim> sameDim(const OpNode& node, const ir::Dim& a, const ir::Dim& b);

/// Product of dimensions; keeps a symbol that is only multiplied by ones. Nameless when not known.
ir::Dim productOf(std::span<const ir::Dim> dims);

/// Where input axis `inputAxis` reappears as output axis `outputAxis`.
DimAccess follows(int inputAxis, int outputAxis);
/// One identity per axis.
std::vector<DimAccess> identities(int rank);
/// Every axis whole.
std::vector<DimAccess> wholes(int rank);

/// The number of elements of a result; BadShape when it is not static, or so large that making it would be a mistake.
Result<std::int64_t> resultSize(const OpNode& node, const Shape& shape);

/// `data` in the first place, all other present operands whole: for operators with parameters as inputs.
AccessMap withWholeParameters(const OpNode& node, std::vector<DimAccess> data);

/// The type with this ONNX number; BadAttribute when it is none that a tensor of numbers or strings can have.
Result<DataType> elementType(std::int64_t code);

std::int64_t elementBytes(DataType type);
/// For operators that only rename memory.
Counts noWork(const OpNode& node);

/// Input 0 under another shape; BadShape when the number of elements differs.
Result<TensorData> inputAs(const OpNode& node, const Shape& shape);

/// `evaluate` of an operator that only gives input 0 another shape.
template <Result<std::vector<Inferred>> (*infer)(const OpNode&)>
Result<std::vector<TensorData>> evaluateAlias(const OpNode& node)
{
    TW_TRY(const auto inferred, infer(node));
    TW_TRY(auto data, inputAs(node, inferred[0].shape));
    return std::vector{std::move(data)};
}

}  // namespace tw::ops
