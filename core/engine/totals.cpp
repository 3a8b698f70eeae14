// SPDX-License-Identifier: Apache-2.0
#include "core/engine/totals.h"

#include "core/engine/coloring_problem.h"

#include <algorithm>

namespace tw::engine {

std::optional<double> picojoulesOf(const target::Target& target, const NodeChoices& node, const std::string& engine)
{
    if (node.counts.macs == 0)
        return 0.0;
    const auto figure = target.engine(engine)->picojoulesPerMac.value;
    return figure ? std::optional(*figure * static_cast<double>(node.counts.macs)) : std::nullopt;
}

Totals totalsOf(const ir::Graph& graph, const target::Target& target, const GraphChoices& choices, const Colors& colors)
{
    Totals totals{.picojoules = 0.0};
    for (const auto& node : choices.nodes) {
        const auto color = colors.find(node.node);
        const Choice* choice = color == colors.end() ? nullptr : node.on(color->second);
        if (!choice)
            continue;
        const auto cycles = choice->cost.total();
        totals.knownCycles += cycles.value_or(0);
        totals.missingFigures += cycles ? 0 : 1;
        const auto energy = picojoulesOf(target, node, choice->engine);
        totals.picojoules = totals.picojoules && energy ? std::optional(*totals.picojoules + *energy) : std::nullopt;
        totals.peakBytes = std::max(totals.peakBytes, choice->stagedBytes);
        totals.movedBytes += choice->movedBytes;
    }
    const auto turns = turnCyclesOf(layoutModelOf(graph, target, choices), choices, colors);
    totals.turnCycles = turns.value_or(0);
    totals.knownCycles += totals.turnCycles;
    totals.missingFigures += turns ? 0 : 1;
    if (totals.missingFigures == 0)
        totals.cycles = totals.knownCycles;
    return totals;
}

}  // namespace tw::engine
