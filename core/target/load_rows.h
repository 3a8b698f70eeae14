// SPDX-License-Identifier: Apache-2.0
// The kernel rows of one flavour: <folder>/*.json in sorted order.
#pragma once

#include "core/target/row_fields.h"

namespace tw::target {

struct KernelFolder {
    std::filesystem::path folder;                        // kernels/<flavour>
    std::string flavour;
    std::vector<std::filesystem::path> includeFolders;   // where headers are looked for, in order
};

/// Rows without an engine. Faults name the file, the row ("rows[2]", from 0) and the field.
std::vector<KernelRow> loadRows(const KernelFolder& kernels, const Vocabulary& vocabulary, Faults& faults);

}  // namespace tw::target
