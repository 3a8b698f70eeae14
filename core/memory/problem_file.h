// SPDX-License-Identifier: Apache-2.0
// Placement problems as text, in the comma-separated form of the minimalloc benchmarks: a heading with the columns id,
// lower, upper, size and perhaps alignment and offset, then one buffer a line, alive in [lower, upper).
#pragma once

#include "core/memory/placement.h"

namespace tw::memory {

struct ProblemFile {
    PlacementProblem problem;         // without a capacity; steps are numbered anew, in the order of the file's times
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;   // as read, one per buffer
};

/// A buffer with an offset stays there. Columns of other names are kept, but mean nothing. Errors name `file` and line.
Result<ProblemFile> parseProblem(std::string_view text, const std::string& file);

/// The rows as they were read, with the offsets of `placement` in the column "offset".
std::string placedText(const ProblemFile& file, const Placement& placement);

}  // namespace tw::memory
