// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/sizes.h"

namespace tw::deploy {

Sizes sizesOf(const memory::MemoryMap& map)
{
    Sizes sizes;
    for (const auto& use : map.memories) {
        sizes.parameterBytes += use.constantBytes;
        sizes.totalBytes += use.constantBytes + use.peakBytes;
        sizes.worstCaseBytes[use.memory] = use.peakBytes;
    }
    return sizes;
}

}  // namespace tw::deploy
