// SPDX-License-Identifier: Apache-2.0
// Places buffers of one memory so that no two overlap in space while both are alive.
// Knows nothing about tensors: buffers.h turns those into buffers first.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tw::memory {

struct Lifetime {            // half-open [begin, end) in schedule steps
    int begin = 0;
    int end = 0;
    bool meets(const Lifetime& other) const { return begin < other.end && other.begin < end; }
};

struct Buffer {
    std::string name;
    Lifetime alive;
    std::int64_t bytes = 0;
    std::int64_t alignment = 1;
    std::string memory = {};   // of a plan for several memories; here all buffers are taken to lie in one
};

struct Placement {
    std::vector<std::int64_t> offsets;   // one per buffer, same order
    std::int64_t peakBytes = 0;
    std::int64_t lowerBound = 0;         // maximum over time of the bytes alive: no placement needs less
};

struct PlacementProblem {
    std::vector<Buffer> buffers;
    std::int64_t capacityBytes = 0;
    std::vector<std::optional<std::int64_t>> fixedOffsets = {};   // per buffer, or empty: these stay where they are

    std::optional<std::int64_t> fixedOffset(std::size_t buffer) const
    {
        return buffer < fixedOffsets.size() ? fixedOffsets[buffer] : std::nullopt;
    }
};

/// Best fit, then exact search with few steps when that is above the lower bound: the result depends on the buffers
/// alone, not on the machine. Fails with MemoryOverflow when `capacityBytes` is exceeded; the error names the step and
/// the largest buffers there.
Result<Placement> place(const std::vector<Buffer>& buffers, std::int64_t capacityBytes);

/// Maximum over time of the live bytes, without alignment gaps. O(n log n).
std::int64_t lowerBound(const std::vector<Buffer>& buffers);

/// The checker: shares no code with `place`. One sentence per broken rule; empty when the placement is right.
std::vector<std::string> violations(const std::vector<Buffer>& buffers, const Placement& placement,
                                    std::int64_t capacityBytes);

}  // namespace tw::memory
