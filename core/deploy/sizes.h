// SPDX-License-Identifier: Apache-2.0
// How many bytes a deployed network takes. Each number goes with the sentence that says what it counts.
#pragma once

#include "core/memory/memory_map.h"

#include <string_view>

namespace tw::deploy {

constexpr std::string_view kParameterBytesMeaning = "all constants as the kernels read them, with the gaps that alignment leaves";
constexpr std::string_view kTotalBytesMeaning = "all constants, and of each memory the arena that its buffers share";
constexpr std::string_view kWorstCaseBytesMeaning = "the arena of the memory: the most that its buffers take at one time, gaps included";

struct Sizes {
    std::int64_t parameterBytes = 0;
    std::int64_t totalBytes = 0;
    std::map<std::string, std::int64_t> worstCaseBytes;   // memory -> bytes
};
Sizes sizesOf(const memory::MemoryMap& map);

}  // namespace tw::deploy
