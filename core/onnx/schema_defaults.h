// SPDX-License-Identifier: Apache-2.0
// What ONNX's operator schemas, as libonnx has them, give to attributes that a node leaves out.
#pragma once

#include "core/ir/attribute.h"

#include <map>
#include <optional>

namespace tw::onnx {

/// Attributes with a default, of the newest version of the operator that is not newer than `opset`. No value when
/// libonnx does not know the operator.
std::optional<std::map<std::string, ir::Attribute>> schemaDefaults(const std::string& domain, const std::string& op, int opset);

}  // namespace tw::onnx
