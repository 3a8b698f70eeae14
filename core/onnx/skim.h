// SPDX-License-Identifier: Apache-2.0
// Copies a serialized ModelProto or TensorProto without its large tensor payloads, so that weights stay in the mapped
// file. What is left out is named by TensorProto.segment: the half-open byte range in the file. No exporter writes
// that field; one that is in the file is dropped, so that a file cannot point at bytes of its choice.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <span>
#include <string>

namespace tw::onnx {

/// What the bytes are taken for.
enum class Root { Model, Tensor };

/// Fails with TruncatedFile when the bytes end in the middle of a field, with NotOnnx when they break the format;
/// the error carries the byte offset. Depth is limited, cost is one pass over everything but the payloads.
Result<std::string> skim(std::span<const std::byte> file, Root root);

}  // namespace tw::onnx
