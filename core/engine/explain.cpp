// SPDX-License-Identifier: Apache-2.0
#include "core/engine/explain.h"

#include "core/base/text.h"

#include <array>
#include <cmath>

namespace tw::engine {
namespace {

std::string costText(const Choice& choice)
{
    const auto cycles = choice.cost.total();
    return cycles ? cat(roundedCycles(*cycles), " cycles") : choice.cost.missing;
}

/// The best of the other engines that has a figure; else the first other one.
const Choice* rivalOf(const NodeChoices& node, const std::string& engine)
{
    const Choice* best = nullptr;
    for (const auto& other : node.choices) {
        if (other.engine == engine)
            continue;
        const auto mine = other.cost.total();
        const auto held = best ? best->cost.total() : std::nullopt;
        if (!best || (mine && (!held || *mine < *held)))
            best = &other;
    }
    return best;
}

}  // namespace

std::string roundedCycles(double cycles)
{
    constexpr std::array<const char*, 5> kUnits{"", " k", " M", " G", " T"};
    std::size_t unit = 0;
    while (std::fabs(cycles) >= 999.5 && unit + 1 < kUnits.size()) {
        cycles /= 1000;
        ++unit;
    }
    const int decimals = unit == 0 || cycles >= 99.95 ? 0 : cycles >= 9.995 ? 1 : 2;
    const double scale = std::pow(10.0, decimals);
    auto digits = std::to_string(std::llround(cycles * scale));
    if (decimals > 0)
        digits.insert(digits.end() - decimals, '.');
    return digits + kUnits[unit];
}

std::string explain(const NodeChoices& node, const std::string& engine)
{
    const Choice* choice = node.on(engine);
    if (!choice) {
        const auto refusal = node.refusals.find(engine);
        return refusal == node.refusals.end() ? cat(engine, " is not asked to run this node") : refusal->second;
    }
    const Choice* rival = rivalOf(node, engine);
    if (!rival)
        return cat("the only engine that can; ", costText(*choice));
    const auto other = rival->cost.total();
    if (!other)
        return cat(costText(*choice), "; ", rival->engine, " has no figure");
    if (!choice->cost.total())
        return cat(costText(*choice), "; ", roundedCycles(*other), " cycles on ", rival->engine);
    return cat(costText(*choice), " against ", roundedCycles(*other), " on ", rival->engine);
}

}  // namespace tw::engine
