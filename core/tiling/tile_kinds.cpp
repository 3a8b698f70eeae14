// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/tile_kinds.h"

#include <algorithm>

namespace tw::tiling {

std::vector<std::int64_t> kindSignature(const TileView& view, const LoopAxis& loop, std::int64_t index)
{
    const auto own = loop.range(index);
    std::vector<std::int64_t> signature{own.end - own.begin};
    for (std::size_t i = 0; i < view.inputs(); ++i) {
        if (!view.follows(i, loop.axis))
            continue;
        const auto reach = view.reach(i, loop.axis, own);
        signature.insert(signature.end(), {reach.size, reach.before, reach.after});
    }
    return signature;
}

AxisKinds axisKinds(const TileView& view, const LoopAxis& loop)
{
    AxisKinds kinds;
    std::vector<std::vector<std::int64_t>> signatures;
    for (std::int64_t index = 0; index < loop.count(); ++index) {
        auto signature = kindSignature(view, loop, index);
        const auto found = std::find(signatures.begin(), signatures.end(), signature);
        kinds.kindOf.push_back(static_cast<int>(found - signatures.begin()));
        if (found == signatures.end()) {
            signatures.push_back(std::move(signature));
            kinds.firstOfKind.push_back(index);
            kinds.countOfKind.push_back(0);
        }
        ++kinds.countOfKind[static_cast<std::size_t>(kinds.kindOf.back())];
    }
    return kinds;
}

}  // namespace tw::tiling
