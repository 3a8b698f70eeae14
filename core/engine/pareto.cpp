// SPDX-License-Identifier: Apache-2.0
#include "core/engine/pareto.h"

#include "core/base/text.h"
#include "core/engine/coloring_problem.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace tw::engine {
namespace {

/// Every node keeps a choice, and one with a figure if it has any such.
bool isFeasible(const GraphChoices& choices, std::int64_t peak)
{
    return std::all_of(choices.nodes.begin(), choices.nodes.end(), [&](const NodeChoices& node) {
        const auto fits = [&](const Choice& one) { return one.stagedBytes <= peak; };
        const auto known = [](const Choice& one) { return one.cost.total().has_value(); };
        const bool hasFigures = std::any_of(node.choices.begin(), node.choices.end(), known);
        return node.choices.empty() || std::any_of(node.choices.begin(), node.choices.end(), [&](const Choice& one) {
                   return fits(one) && (known(one) || !hasFigures);
               });
    });
}

/// The next smaller number of bytes that any choice holds; -1 when there is none.
std::int64_t bytesBelow(const GraphChoices& choices, std::int64_t bytes)
{
    std::int64_t below = -1;
    for (const auto& node : choices.nodes)
        for (const auto& choice : node.choices)
            if (choice.stagedBytes < bytes)
                below = std::max(below, choice.stagedBytes);
    return below;
}

}  // namespace

Result<std::vector<ParetoPoint>> paretoFront(const ir::Graph& graph, const target::Target& target,
                                             const GraphChoices& choices, double seconds, Progress& progress)
{
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    const auto layouts = layoutModelOf(graph, target, choices);
    std::vector<ParetoPoint> front;
    std::vector<std::int64_t> costs;   // of the points, exact
    std::int64_t peak = bytesBelow(choices, std::numeric_limits<std::int64_t>::max());
    for (; peak >= 0 && isFeasible(choices, peak); peak = bytesBelow(choices, peak)) {
        const ProblemInput input{.choices = choices, .layouts = layouts, .cost = costFunction(target, Objective::Cycles),
                                 .allows = [peak](const NodeChoices&, const Choice& one) { return one.stagedBytes <= peak; }};
        progress.report(-1, cat("within ", peak, " bytes"));
        const std::chrono::duration<double> used = Clock::now() - begin;
        TW_TRY(auto solved, solveColoring(input, std::max(0.0, seconds - used.count()), progress));
        while (!costs.empty() && costs.back() >= solved.solution.cost.main) {
            front.pop_back();
            costs.pop_back();
        }
        const auto totals = totalsOf(graph, target, choices, solved.colors);
        costs.push_back(solved.solution.cost.main);
        front.push_back({totals.knownCycles, totals.peakBytes, std::move(solved.colors), solved.solution.optimal()});
        peak = totals.peakBytes;
    }
    return front;
}

}  // namespace tw::engine
