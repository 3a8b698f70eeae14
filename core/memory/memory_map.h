// SPDX-License-Identifier: Apache-2.0
// Every buffer of a plan at its place in the arena of its memory, and what each memory of the target holds.
#pragma once

#include "core/memory/buffers.h"

namespace tw::memory {

struct MemoryUse {
    std::string memory;
    std::int64_t capacity = 0;         // usable bytes, for constants and arena together
    std::int64_t constantBytes = 0;
    std::int64_t peakBytes = 0;        // size of the arena
    std::int64_t lowerBound = 0;       // no placement of these buffers needs less
};

struct MemoryMap {
    std::vector<std::int64_t> offsets;   // per buffer of the plan, in the arena of its memory
    std::vector<MemoryUse> memories;     // all of the target's, in its order
};

/// `constantBytes`: per memory, the size of its block of constants. Fails with MemoryOverflow; the message starts with
/// the name of the memory that is too small.
Result<MemoryMap> placeBuffers(const BufferPlan& plan, const target::Target& target,
                               const std::map<std::string, std::int64_t>& constantBytes);

/// The checker: the rules of `violations` for one memory, and that each memory may hold what it holds.
std::vector<std::string> violations(const BufferPlan& plan, const MemoryMap& map, const target::Target& target);

}  // namespace tw::memory
