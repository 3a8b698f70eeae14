// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/fuse_geometry.h"

namespace tw::tiling {

ChainGeometry::ChainGeometry(const std::vector<ChainStage>& stages) : stages_(stages)
{
    for (const auto& stage : stages)
        views_.emplace_back(*stage.node, *stage.row);
}

int ChainGeometry::axisBefore(std::size_t stage, int axis) const
{
    const auto input = stages_[stage].input;
    for (int dim = 0; dim < stages_[stage].node->view.shape(input).rank(); ++dim)
        if (views_[stage].axisOf(input, dim) == axis)
            return dim;
    return -1;
}

bool ChainGeometry::mayCut(int axis) const
{
    for (std::size_t stage = views_.size(); stage-- > 0;) {
        if (axis < 0 || !views_[stage].mayCut(axis))
            return false;
        for (std::size_t i = 0; i < views_[stage].inputs(); ++i)   // the constants stay whole
            if (i != stages_[stage].input && stages_[stage].node->view.has(i) && views_[stage].follows(i, axis))
                return false;
        axis = axisBefore(stage, axis);
    }
    return axis >= 0;
}

std::vector<std::vector<ops::Range>> ChainGeometry::ranges(std::vector<ops::Range> last) const
{
    std::vector<std::vector<ops::Range>> all(views_.size() + 1);
    all.back() = std::move(last);
    for (std::size_t stage = views_.size(); stage-- > 0;)
        all[stage] = views_[stage].inputRanges(stages_[stage].input, all[stage + 1]);
    return all;
}

std::vector<std::int64_t> ChainGeometry::signature(int axis, ops::Range own) const
{
    std::vector<std::int64_t> signature;
    for (std::size_t stage = views_.size(); stage-- > 0;) {
        const auto reach = views_[stage].reach(stages_[stage].input, axis, own);
        signature.insert(signature.end(), {own.end - own.begin, reach.size, reach.before, reach.after});
        own = {reach.begin, reach.begin + reach.size};
        axis = axisBefore(stage, axis);
    }
    return signature;
}

ops::Range ChainGeometry::inputRange(int axis, ops::Range own) const
{
    for (std::size_t stage = views_.size(); stage-- > 0;) {
        const auto reach = views_[stage].reach(stages_[stage].input, axis, own);
        own = {reach.begin, reach.begin + reach.size};
        axis = axisBefore(stage, axis);
    }
    return own;
}

}  // namespace tw::tiling
