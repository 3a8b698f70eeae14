// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/tile_kinds.h"

#include <algorithm>

namespace tw::tiling {
namespace {

/// What sets tiles apart: sizes of all parts, and whether they touch the borders of windows.
std::vector<std::int64_t> signatureOf(const TileView& view, const LoopAxis& loop, std::int64_t index)
{
    const auto own = loop.range(index);
    std::vector<std::int64_t> signature{own.end - own.begin};
    for (std::size_t i = 0; i < view.inputs(); ++i) {
        if (!view.follows(i, loop.axis))
            continue;
        const auto [size, before, after] = view.reach(i, loop.axis, own);
        signature.insert(signature.end(), {size, before, after});
    }
    return signature;
}

}  // namespace

AxisKinds axisKinds(const TileView& view, const LoopAxis& loop)
{
    AxisKinds kinds;
    std::vector<std::vector<std::int64_t>> signatures;
    for (std::int64_t index = 0; index < loop.count(); ++index) {
        auto signature = signatureOf(view, loop, index);
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
