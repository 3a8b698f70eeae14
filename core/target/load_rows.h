// SPDX-License-Identifier: Apache-2.0
// The kernel rows of one flavour: kernels/<flavour>/*.json in sorted order.
#pragma once

#include "core/target/target.h"

namespace tw::target {

/// Appends the rows for `engine`. Faults name the file, the row (1-based) and the field.
Result<void> loadRows(const std::filesystem::path& folder, const Engine& engine, const std::string& flavour,
                      std::vector<KernelRow>& rows);

}  // namespace tw::target
