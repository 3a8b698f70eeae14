// SPDX-License-Identifier: Apache-2.0
#include "core/engine/choices.h"

#include "core/base/parallel.h"
#include "core/base/text.h"

#include <algorithm>

namespace tw::engine {
namespace {

void countBytes(Choice& choice, const std::string& near)
{
    for (const auto* side : {&choice.places.inputs, &choice.places.outputs}) {
        for (const auto& place : *side) {
            if (place.home.empty() || !place.isStaged())
                continue;
            choice.movedBytes += place.tiled ? 0 : place.bytes;
            choice.stagedBytes += place.memory == near ? place.copyBytes : 0;
        }
    }
    for (const auto* side : {choice.tiles ? &choice.tiles->inputs : nullptr, choice.tiles ? &choice.tiles->outputs : nullptr})
        for (std::size_t k = 0; side && k < side->size(); ++k)
            choice.movedBytes += (*side)[k].buffers > 0 ? (*side)[k].movedBytes : 0;
    if (choice.places.scratch.memory == near)
        choice.stagedBytes += choice.places.scratch.bytes;
}

/// Below rank 3 both layouts are the same.
bool hasImages(const target::MatchNode& match)
{
    constexpr int kLeastImageRank = 3;
    return !match.def->imageInputs.empty() && !match.view.outputs.empty() &&
           match.view.outputs.front().shape.rank() >= kLeastImageRank;
}

Choice choiceOf(const target::Target& target, int rowIndex, const target::MatchNode& match, tiling::Placed placed)
{
    const auto& row = target.rows[static_cast<std::size_t>(rowIndex)];
    Choice choice{.engine = row.engine, .row = rowIndex, .places = std::move(placed.places), .cost = std::move(placed.cost),
                  .tiles = std::move(placed.tiles)};
    if (hasImages(match))
        choice.layout = row.layout;
    countBytes(choice, target.engine(row.engine)->memory);
    return choice;
}

Error nobodyError(const ir::Node& node, const NodeChoices& found)
{
    return {.code = Code::NoKernel, .message = cat("no engine can run this ", node.op, "; ", target::refusalText(found.refusals)),
            .place = {.node = node.name}};
}

void orderByEngine(const target::Target& target, std::vector<Choice>& choices)
{
    const auto position = [&](const Choice& choice) {
        return std::find_if(target.engines.begin(), target.engines.end(),
                            [&](const auto& engine) { return engine.name == choice.engine; });
    };
    std::stable_sort(choices.begin(), choices.end(),
                     [&](const Choice& one, const Choice& other) { return position(one) < position(other); });
}

void addChoices(NodeChoices& found, const target::Target& target, const target::MatchNode& match,
                const ChoiceOptions& options)
{
    auto matches = target::matchRows(target, match, options.layout);
    found.refusals = std::move(matches.refusals);
    for (const int index : matches.rows) {
        const auto& row = target.rows[static_cast<std::size_t>(index)];
        if (found.on(row.engine))
            continue;
        auto placed = tiling::placeNode(target, row, match, options.homes, options.tiles);
        if (placed)
            found.choices.push_back(choiceOf(target, index, match, std::move(placed).value()));
        else
            found.refusals.try_emplace(row.engine, placed.error().message);
    }
    for (const auto& choice : found.choices)
        found.refusals.erase(choice.engine);
    orderByEngine(target, found.choices);
}

}  // namespace

const Choice* NodeChoices::on(const std::string& engine) const
{
    const auto found = std::find_if(choices.begin(), choices.end(), [&](const Choice& one) { return one.engine == engine; });
    return found == choices.end() ? nullptr : &*found;
}

NodeChoices choicesOfNode(const ir::Graph& graph, const ir::Node& node, const target::Target& target,
                          const ChoiceOptions& options)
{
    NodeChoices found{.node = node.id};
    const auto match = target::matchNodeOf(graph, node);
    if (!match) {
        found.error = match.error().at({.node = node.name});
        for (const auto& engine : target.engines)
            found.refusals[engine.name] = match.error().message;
        return found;
    }
    found.alias = match.value().def->aliasesInput;
    if (found.alias)
        return found;
    found.counts = ops::countNode(*match.value().def, match.value().view);
    addChoices(found, target, match.value(), options);
    if (found.choices.empty())
        found.error = nobodyError(node, found);
    return found;
}

Result<GraphChoices> choicesOf(const ir::Graph& graph, const target::Target& target, const ChoiceOptions& options,
                               Progress& progress)
{
    GraphChoices result{.homes = options.homes, .tiles = options.tiles};
    result.nodes.resize(graph.nodes.size());
    forEachInParallel(graph.nodes.size(), [&](std::size_t i) {
        if (!progress.cancelled())
            result.nodes[i] = choicesOfNode(graph, graph.nodes[i], target, options);
    });
    TW_TRY_VOID(progress.check());
    return result;
}

}  // namespace tw::engine
