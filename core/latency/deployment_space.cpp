// SPDX-License-Identifier: Apache-2.0
#include "core/latency/deployment_space.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace tw::latency {
namespace {

class Builder {
public:
    Builder(const ir::Graph& graph, const target::Target& target, const DeploymentSpaceOptions& options)
        : graph_(graph), target_(target), options_(options)
    {
        parts_.type = "cycles.model";
        parts_.unit = "cycles";
        parts_.meta = {{"target", target.name}, {"homes", cat(options.homes.activations, ", ", options.homes.constants)},
                       {"tool_version", TW_VERSION}};
    }

    void add(std::size_t index, const engine::NodeChoices& choices)
    {
        if (choices.alias)
            return;
        std::vector<const engine::Choice*> known;
        for (const auto& choice : choices.choices)
            if (choice.cost.total())
                known.push_back(&choice);
        const auto& node = graph_.nodes[index];
        if (known.empty())
            noFigure_.push_back(node.name);
        else if (known.size() == 1)
            addConstant(node, *known.front(), choices);
        else
            addBlock(index, known, choices.counts);
    }

    Result<DeploymentSpace> finish()
    {
        parts_.constant = static_cast<double>(whole_.constant);
        parts_.whole = std::move(whole_);
        if (!noFigure_.empty())
            parts_.meta["uncounted"] = cat(noFigure_.size(), " nodes without a figure");
        TW_TRY(auto container, LatencyContainer::create(std::move(parts_)));
        return DeploymentSpace{std::move(container), std::move(nodes_), std::move(choices_), std::move(counts_), std::move(current_), std::move(noFigure_)};
    }

private:
    static std::int64_t cyclesOf(const engine::Choice& choice) { return std::llround(*choice.cost.total()); }

    void addConstant(const ir::Node& node, const engine::Choice& choice, const engine::NodeChoices& choices)
    {
        const auto cycles = cyclesOf(choice);
        whole_.constant += cycles;
        parts_.nodes.push_back({.node = node.name, .op = node.op, .value = static_cast<double>(cycles),
                                .compute = choice.cost.compute.value_or(0) + choice.cost.overhead.value_or(0),
                                .movement = choice.cost.movement, .whole = cycles, .macs = choices.counts.macs,
                                .bytes = choices.counts.readBytes + choices.counts.writeBytes});
    }

    void addBlock(std::size_t index, const std::vector<const engine::Choice*>& known, const ops::Counts& counts)
    {
        const auto& node = graph_.nodes[index];
        const auto chosen = options_.engineOf.find(node.id);
        int current = 0;
        std::vector<std::string> names;
        choices_.emplace_back();
        whole_.operations.emplace_back();
        parts_.operations.emplace_back();
        for (const auto* choice : known) {
            if (chosen != options_.engineOf.end() && chosen->second == choice->engine)
                current = static_cast<int>(names.size());
            const auto& row = target_.rows[static_cast<std::size_t>(choice->row)];
            const auto tiles = choice->tiles ? choice->tiles->tiles() : 1;
            names.push_back(cat(choice->engine, ": ", row.call) + (tiles > 1 ? cat(" in ", tiles, " tiles") : std::string()));
            choices_.back().push_back({choice->engine, choice->row, row.call, tiles, choice->cost.movement.value_or(0)});
            whole_.operations.back().push_back(cyclesOf(*choice));
            parts_.operations.back().push_back(static_cast<double>(cyclesOf(*choice)));
        }
        nodes_.push_back(static_cast<int>(index));
        counts_.push_back(counts);
        current_.push_back(current);
        parts_.blockNames.push_back(node.name);
        parts_.operationNames.push_back(std::move(names));
    }

    const ir::Graph& graph_;
    const target::Target& target_;
    const DeploymentSpaceOptions& options_;
    ContainerParts parts_;
    WholeNumbers whole_;
    std::vector<int> nodes_;
    std::vector<std::vector<DeploymentChoice>> choices_;
    std::vector<ops::Counts> counts_;
    Arch current_;
    std::vector<std::string> noFigure_;
};

}  // namespace

Result<DeploymentSpace> deploymentSpace(const ir::Graph& graph, const target::Target& target, const DeploymentSpaceOptions& options,
                                        Progress& progress)
{
    progress.report(-1, "asking every engine about every node");
    TW_TRY(const auto choices, engine::choicesOf(graph, target, {.homes = options.homes}, progress));
    Builder builder(graph, target, options);
    for (std::size_t i = 0; i < choices.nodes.size(); ++i)
        builder.add(i, choices.nodes[i]);
    return builder.finish();
}

}  // namespace tw::latency
