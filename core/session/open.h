// SPDX-License-Identifier: Apache-2.0
// The part of opening a model that the command line shares with the workbench.
#pragma once

#include "core/onnx/import.h"
#include "core/session/snapshot.h"

namespace tw::session {

/// Imports, infers types and shapes with our rules and libonnx's for unknown operators, and counts every node.
Result<std::shared_ptr<Snapshot>> importModel(const std::filesystem::path& path, Progress& progress);

}  // namespace tw::session
