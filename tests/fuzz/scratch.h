// SPDX-License-Identifier: Apache-2.0
// Readers that want a path get their input as a file of this process.
#pragma once

#include <filesystem>
#include <string_view>

namespace tw::fuzz {

/// Private to the process and removed at its end.
const std::filesystem::path& scratchFolder();
std::filesystem::path scratchFile(std::string_view name, std::string_view content);

}  // namespace tw::fuzz
