// SPDX-License-Identifier: Apache-2.0
// A node's attribute: one of the ONNX kinds.
#pragma once

#include "core/ir/tensor_data.h"

#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace tw::ir {

struct Graph;
using GraphPointer = std::shared_ptr<const Graph>;

/// A sparse tensor or a type proto is kept as the bytes of the file: shown and written back, not interpreted.
struct OpaqueAttribute {
    std::string kind;
    std::string serialized;
    bool operator==(const OpaqueAttribute&) const = default;
};

using Attribute = std::variant<std::int64_t, float, std::string, TensorData, GraphPointer, std::vector<std::int64_t>,
                               std::vector<float>, std::vector<std::string>, std::vector<TensorData>,
                               std::vector<GraphPointer>, OpaqueAttribute>;

/// For people: "[1, 1]", "\"constant\"", "tensor f32[3, 3]", "graph then_branch".
std::string attributeText(const Attribute& attribute);

}  // namespace tw::ir
