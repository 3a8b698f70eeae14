// SPDX-License-Identifier: Apache-2.0
#include "core/engine/optimal_mapper.h"

#include "core/base/text.h"
#include "core/engine/explain.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tw::engine {
namespace {

bool hasEnergyFigures(const target::Target& target)
{
    return std::any_of(target.engines.begin(), target.engines.end(),
                       [](const auto& engine) { return engine.picojoulesPerMac.value.has_value(); });
}

/// What the greediest node holds at least, whatever is chosen.
std::int64_t leastPeak(const GraphChoices& choices)
{
    std::int64_t peak = 0;
    for (const auto& node : choices.nodes) {
        const auto least = std::min_element(node.choices.begin(), node.choices.end(),
                                            [](const auto& a, const auto& b) { return a.stagedBytes < b.stagedBytes; });
        if (least != node.choices.end())
            peak = std::max(peak, least->stagedBytes);
    }
    return peak;
}

std::string qualityNote(const Solution& solution)
{
    if (solution.optimal())
        return "proven optimal";
    const auto cost = static_cast<double>(solution.cost.main);
    const auto bound = static_cast<double>(solution.lowerBound.main);
    if (bound <= 0)
        return "not proven: the search was stopped before it had a bound";
    return cat("within ", std::max(0.1, std::ceil((cost / bound - 1) * 1000) / 10), " % of the best possible");
}

/// What the objective counts, in the order in which it counts.
using Score = std::tuple<std::int64_t, int, double>;

Score scoreOf(Objective objective, const Totals& totals)
{
    if (objective == Objective::Energy)
        return {0, totals.picojoules ? 0 : 1, totals.picojoules.value_or(0)};
    return {objective == Objective::Peak ? totals.peakBytes : 0, totals.missingFigures, totals.knownCycles};
}

/// Compares with plain first fit by sums that the solver had no part in.
Result<void> checkAgainstFirstFit(const Totals& mine, const Totals& first, Objective objective)
{
    constexpr double kRounding = 1e-6;   // costs are rounded to thousandths
    const auto [myPeak, myMissing, mySum] = scoreOf(objective, mine);
    const auto [peak, missing, sum] = scoreOf(objective, first);
    if (std::tie(myPeak, myMissing) < std::tie(peak, missing))
        return {};
    if (std::tie(myPeak, myMissing) == std::tie(peak, missing) && mySum <= sum * (1 + kRounding) + 1)
        return {};
    return Error{.code = Code::Internal, .message = "the engine assignment is worse than first fit",
                 .hint = "please report this with the model"};
}

Colors firstFitColors(const GraphChoices& choices)
{
    Colors colors;
    for (const auto& node : choices.nodes)
        if (!node.choices.empty())
            colors[node.node] = node.choices.front().engine;
    return colors;
}

std::string energyReason(const target::Target& target, const NodeChoices& node, const std::string& engine)
{
    const auto text = [&](const std::string& one) {
        const auto energy = picojoulesOf(target, node, one);
        return energy ? cat(roundedCycles(*energy), " pJ") : std::string("no energy figure");
    };
    const auto& rival = node.choices[node.choices.front().engine == engine ? 1 : 0].engine;
    return cat(text(engine), " against ", text(rival), " on ", rival);
}

std::string peakReason(const NodeChoices& node, const std::string& engine)
{
    const auto& rival = node.choices[node.choices.front().engine == engine ? 1 : 0];
    return cat("holds ", node.on(engine)->stagedBytes, " bytes against ", rival.stagedBytes, " on ", rival.engine);
}

std::string cyclesReason(const NodeChoices& node, const std::string& engine)
{
    const auto mine = node.on(engine)->cost.total();
    const bool isBeaten = mine && std::any_of(node.choices.begin(), node.choices.end(), [&](const Choice& other) {
        return other.cost.total() && *other.cost.total() < *mine;
    });
    return cat(explain(node, engine), isBeaten ? ", but less for the whole network" : "");
}

std::string reasonFor(Objective objective, const target::Target& target, const NodeChoices& node, const std::string& engine)
{
    if (node.choices.size() == 1)
        return "the only engine that can";
    switch (objective) {
    case Objective::Energy: return node.counts.macs > 0 ? energyReason(target, node, engine) : cyclesReason(node, engine);
    case Objective::Peak: return peakReason(node, engine);
    case Objective::Cycles: break;
    }
    return cyclesReason(node, engine);
}

}  // namespace

Result<void> OptimalMapper::prepare(const ir::Graph& graph, const target::Target& target, const GraphChoices& choices,
                                    Progress& progress)
{
    if (options_.objective == Objective::Energy && !hasEnergyFigures(target))
        return Error{.code = Code::BadTarget, .message = cat(target.name, " has no energy figures"),
                     .hint = "choose another objective, or add picojoules_per_mac to its engines"};
    const auto layouts = layoutModelOf(graph, target, choices);
    ProblemInput input{.choices = choices, .layouts = layouts, .cost = costFunction(target, options_.objective),
                       .objective = options_.objective, .allows = {}};
    if (options_.objective == Objective::Peak)
        input.allows = [peak = leastPeak(choices)](const NodeChoices&, const Choice& choice) { return choice.stagedBytes <= peak; };
    TW_TRY(auto solved, solveColoring(input, options_.seconds, progress));
    TW_TRY_VOID(checkAgainstFirstFit(totalsOf(graph, target, choices, solved.colors),
                                     totalsOf(graph, target, choices, firstFitColors(choices)), options_.objective));
    colors_ = std::move(solved.colors);
    note_ = qualityNote(solved.solution);
    reasons_.clear();
    for (const auto& node : choices.nodes)
        if (const auto color = colors_.find(node.node); color != colors_.end())
            reasons_[node.node] = reasonFor(options_.objective, target, node, color->second);
    return {};
}

Mapped OptimalMapper::map(const ir::Node& node, const ir::Graph&, const NodeChoices&) const
{
    const auto color = colors_.find(node.id);
    if (color == colors_.end())
        return {.reason = "no engine can run it"};
    return {.engine = color->second, .reason = reasons_.at(node.id)};
}

Result<std::unique_ptr<EngineMapper>> makeMapper(const std::string& coloring, const std::string& objective)
{
    const std::map<std::string, Objective> objectives{
        {"cycles", Objective::Cycles}, {"energy", Objective::Energy}, {"peak", Objective::Peak}};
    const auto wanted = objectives.find(objective);
    if (wanted == objectives.end())
        return Error{.code = Code::BadUsage, .message = cat("the objective ", objective, " is none of cycles, energy, peak")};
    if (coloring == "first")
        return std::unique_ptr<EngineMapper>(std::make_unique<FirstFitMapper>());
    if (coloring == "optimal")
        return std::unique_ptr<EngineMapper>(std::make_unique<OptimalMapper>(OptimalOptions{.objective = wanted->second}));
    return Error{.code = Code::BadUsage, .message = cat("the colouring ", coloring, " is none of first, optimal")};
}

}  // namespace tw::engine
