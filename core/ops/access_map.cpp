// SPDX-License-Identifier: Apache-2.0
#include "core/ops/access_map.h"

#include <algorithm>

namespace tw::ops {

Range neededRange(const DimAccess& dim, Range output, std::int64_t extent)
{
    Range needed{0, extent};
    if (output.begin >= output.end)
        return {0, 0};
    switch (dim.kind) {
    case Access::Identity:
    case Access::Permuted:
        needed = output;
        break;
    case Access::Window:
        needed = {output.begin * dim.stride - dim.pad,
                  (output.end - 1) * dim.stride - dim.pad + (dim.kernel - 1) * dim.dilation + 1};
        break;
    case Access::Offset:
        needed = {output.begin + dim.offset, output.end + dim.offset};
        break;
    case Access::Full:
    case Access::Reduced:
    case Access::Broadcast:
        break;
    }
    const auto begin = std::clamp<std::int64_t>(needed.begin, 0, extent);
    return {begin, std::clamp<std::int64_t>(needed.end, begin, extent)};
}

}  // namespace tw::ops
