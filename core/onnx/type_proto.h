// SPDX-License-Identifier: Apache-2.0
// TypeProto to the type, shape and note of a tensor.
#pragma once

#include "core/ir/graph.h"
#include "core/onnx/protobuf.h"

namespace tw::onnx {

/// What the proto leaves open stays as it is in `tensor`.
void applyType(const ::onnx::TypeProto& proto, ir::Tensor& tensor);

/// "f32[1, n]", "sequence(f32)", "map(string, f32[3])".
std::string typeText(const ::onnx::TypeProto& proto);

}  // namespace tw::onnx
