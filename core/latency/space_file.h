// SPDX-License-Identifier: Apache-2.0
// Search spaces as files: one .onnx with SearchBlock nodes, or a folder of plain models beside a space.json. Both hold
// the same.
#pragma once

#include "core/base/file.h"
#include "core/latency/search_space.h"

namespace tw::latency {

/// A file (.onnx), a folder, or its space.json. Fails with the fault of the rule that is broken; BadPath for a
/// candidate outside of the folder, BadSpaceFile for a space.json that is none.
Result<SearchSpace> readSearchSpace(const std::filesystem::path& path, Progress& progress);

Result<void> writeSearchSpace(const SearchSpace& space, const std::filesystem::path& path);
/// main.onnx, one .onnx for each candidate, space.json. What was in the folder is replaced.
Result<void> writeSpaceFolder(const SearchSpace& space, const std::filesystem::path& folder);

}  // namespace tw::latency
