// SPDX-License-Identifier: Apache-2.0
// ir::Graph to ONNX. Constants become initialisers with raw data; constants that nothing uses are left out. Two
// tensors of one name are told apart by a suffix. Types that are only a note (sequences, maps) are not declared.
#pragma once

#include "core/ir/graph.h"

#include <filesystem>

namespace tw::onnx {

/// The bytes of a ModelProto. The same graph gives the same bytes. Fails above 2 GiB, where protobuf ends.
Result<std::string> exportOnnx(const ir::Graph& graph);

Result<void> writeOnnx(const ir::Graph& graph, const std::filesystem::path& path);

}  // namespace tw::onnx
