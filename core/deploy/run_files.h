// SPDX-License-Identifier: Apache-2.0
// How an exported program is given its inputs and gives back its outputs: files of all tensors, one after the other.
#pragma once

#include "core/base/process.h"
#include "core/deploy/pipeline.h"

namespace tw::deploy {

std::string concatenated(const std::vector<ir::TensorData>& tensors);
/// Cuts the file into the outputs of `graph`.
Result<std::vector<ir::TensorData>> readOutputs(const std::filesystem::path& file, const ir::Graph& graph);
/// ToolFailed with the program's own words.
Error toolError(std::string_view what, const Finished& finished);

}  // namespace tw::deploy
