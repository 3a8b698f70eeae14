// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/memory/placement.h"

#include <cstddef>
#include <algorithm>

namespace tw::memory {

std::vector<std::string> violations(const std::vector<Buffer>& buffers, const Placement& placement,
                                    std::int64_t capacityBytes)
{
    std::vector<std::string> broken;
    if (placement.offsets.size() != buffers.size())
        return {cat("there are ", placement.offsets.size(), " offsets for ", buffers.size(), " buffers")};

    // Sweep by address: only buffers whose address ranges overlap can clash, so each is compared with those still open.
    std::vector<std::size_t> byAddress;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const auto offset = placement.offsets[i];
        if (offset < 0 || offset % buffers[i].alignment != 0)
            broken.push_back(cat(buffers[i].name, " lies at ", offset, ", which is no multiple of ", buffers[i].alignment));
        if (offset + buffers[i].bytes > capacityBytes)
            broken.push_back(cat(buffers[i].name, " ends at ", offset + buffers[i].bytes, ", beyond ", capacityBytes));
        if (offset + buffers[i].bytes > placement.peakBytes)
            broken.push_back(cat(buffers[i].name, " ends beyond the stated peak ", placement.peakBytes));
        if (buffers[i].bytes > 0)
            byAddress.push_back(i);
    }
    std::sort(byAddress.begin(), byAddress.end(),
              [&](auto a, auto b) { return placement.offsets[a] < placement.offsets[b]; });
    std::vector<std::size_t> open;
    for (const auto i : byAddress) {
        std::erase_if(open, [&](auto j) { return placement.offsets[j] + buffers[j].bytes <= placement.offsets[i]; });
        for (const auto j : open)
            if (buffers[i].alive.begin < buffers[j].alive.end && buffers[j].alive.begin < buffers[i].alive.end)
                broken.push_back(cat(buffers[i].name, " and ", buffers[j].name, " overlap while both are alive"));
        open.push_back(i);
    }
    return broken;
}

}  // namespace tw::memory
