// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/tile_plan.h"

#include <algorithm>

namespace tw::tiling {
namespace {

constexpr std::string_view kBufferings[] = {"single", "double", "auto"};

}  // namespace

Bound LoopCost::bound() const
{
    const std::pair<double, Bound> parts[] = {{compute, Bound::Compute}, {inputWait, Bound::InputTransfer},
                                              {outputWait, Bound::OutputTransfer}, {overhead, Bound::Setup}};
    return std::max_element(std::begin(parts), std::end(parts),
                            [](const auto& one, const auto& other) { return one.first < other.first; })->second;
}

std::string_view boundName(Bound bound)
{
    switch (bound) {
    case Bound::Compute: return "compute";
    case Bound::InputTransfer: return "input transfers";
    case Bound::OutputTransfer: return "output transfers";
    case Bound::Setup: return "set-up";
    }
    return "";
}

std::string_view bufferingName(Buffering buffering)
{
    return kBufferings[static_cast<std::size_t>(buffering)];
}

std::optional<Buffering> bufferingFromName(std::string_view name)
{
    const auto found = std::find(std::begin(kBufferings), std::end(kBufferings), name);
    if (found == std::end(kBufferings))
        return std::nullopt;
    return static_cast<Buffering>(found - std::begin(kBufferings));
}

std::int64_t TilePlan::tiles() const
{
    std::int64_t product = 1;
    for (const auto& loop : loops)
        product *= loop.count();
    return product;
}

std::vector<ops::Range> outputRanges(const std::vector<LoopAxis>& loops, const std::vector<std::int64_t>& index,
                                     const ir::Shape& output)
{
    std::vector<ops::Range> ranges;
    for (int axis = 0; axis < output.rank(); ++axis)
        ranges.push_back({0, output.dims()[static_cast<std::size_t>(axis)].value});
    for (std::size_t i = 0; i < loops.size(); ++i)
        ranges[static_cast<std::size_t>(loops[i].axis)] = loops[i].range(index[i]);
    return ranges;
}

}  // namespace tw::tiling
