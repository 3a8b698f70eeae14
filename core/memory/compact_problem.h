// SPDX-License-Identifier: Apache-2.0
// Buffers as the exact search wants them: only the moments at which something can clash, and the smallest numbers.
#pragma once

#include "core/memory/placement.h"
#include "core/memory/skyline_state.h"

#include <optional>

namespace tw::memory {

struct CompactProblem {
    std::vector<Block> blocks;
    std::vector<std::size_t> bufferOf;   // per block: its buffer
    int sections = 0;
    std::int64_t unitBytes = 1;          // all sizes, alignments and fixed addresses are multiples of it
};

/// Nothing when the numbers up to `ceilingBytes` are too large for the search.
std::optional<CompactProblem> compact(const PlacementProblem& problem, std::int64_t ceilingBytes);

}  // namespace tw::memory
