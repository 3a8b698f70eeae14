// SPDX-License-Identifier: Apache-2.0
#include "core/session/deployment_info.h"

#include "core/deploy/report.h"
#include "core/engine/choices.h"
#include "core/engine/pins.h"

#include <algorithm>
#include <unordered_map>

namespace tw::session {
namespace {

/// Bytes copied from one memory to another while the node runs.
std::int64_t trafficOf(const binding::BoundNode& bound)
{
    std::int64_t bytes = 0;
    for (const auto* side : {&bound.places.inputs, &bound.places.outputs})
        for (const auto& place : *side)
            bytes += place.isStaged() && !place.tiled ? place.bytes : 0;
    if (!bound.tiles)
        return bytes;
    for (const auto* side : {&bound.tiles->inputs, &bound.tiles->outputs})
        for (const auto& operand : *side)
            bytes += operand.buffers > 0 ? operand.movedBytes : 0;
    return bytes;
}


DeployedNode describeNode(const deploy::Deployment& deployment, std::size_t i)
{
    const auto& bound = deployment.binding.nodes[i];
    const auto& node = deployment.lowered->nodes[i];
    DeployedNode out{.work = static_cast<int>(i)};
    const auto reason = deployment.coloring.reasonOf.find(node.id);
    if (reason != deployment.coloring.reasonOf.end())
        out.reason = reason->second;
    out.pinned = deployment.coloring.pinned.contains(node.id);
    if (bound.alias)
        return out;
    const auto choices = engine::choicesOfNode(*deployment.lowered, node, *deployment.target, {.homes = deployment.homes});
    out.refusals = choices.refusals;
    for (const auto& choice : choices.choices)
        out.candidates[choice.engine] = choice.cost.total();
    if (bound.row < 0) {
        out.candidates.clear();
        out.refusals.insert(bound.refusals.begin(), bound.refusals.end());
        return out;
    }
    const auto& row = deployment.target->rows[static_cast<std::size_t>(bound.row)];
    out.engine = row.engine;
    out.kernel = row.call;
    out.kernelPlace = row.place;
    out.cycles = bound.cost.total();
    out.candidates[row.engine] = out.cycles;
    out.refusals.erase(row.engine);
    return out;
}

class Filler {
public:
    Filler(const Snapshot& snapshot, const deploy::Deployment& deployment, DeploymentInfo& info)
        : snapshot_(snapshot), deployment_(deployment), info_(info)
    {
    }

    void fillNodes()
    {
        std::unordered_map<std::string, std::size_t> byName;
        for (std::size_t i = 0; i < snapshot_.graph->nodes.size(); ++i)
            byName.emplace(snapshot_.graph->nodes[i].name, i);
        info_.nodes.assign(snapshot_.graph->nodes.size(), {.reason = "it is computed before the run"});
        for (std::size_t i = 0; i < deployment_.lowered->nodes.size(); ++i) {
            const DeployedNode described = describeNode(deployment_, i);
            for (const auto& origin : engine::originsOf(deployment_.lowered->nodes[i]))
                if (const auto found = byName.find(origin); found != byName.end())
                    fillNode(described, i, found->second);
        }
        nameLeaders();
    }

    void fillEngineUse()
    {
        for (const auto& engine : deployment_.target->engines) {
            EngineUse use{.name = engine.name};
            for (std::size_t i = 0; i < info_.nodes.size(); ++i) {
                if (info_.nodes[i].engine != engine.name)
                    continue;
                ++use.nodes;
                use.operations += snapshot_.nodes[i].counts.operations();
            }
            info_.engines.push_back(use);
        }
        for (const auto& bound : deployment_.binding.nodes) {
            if (bound.row < 0)
                continue;
            const auto cycles = bound.cost.total();
            auto& use = useOf(deployment_.target->rows[static_cast<std::size_t>(bound.row)].engine);
            use.cycles += cycles.value_or(0);
            use.withoutFigure += !cycles;
            info_.trafficBytes += trafficOf(bound);
        }
    }

    void fillTiles()
    {
        for (const auto& bound : deployment_.binding.nodes) {
            info_.tiles.push_back(bound.tiles);
            info_.places.push_back(bound.places);
            info_.rows.push_back(bound.row);
        }
        info_.homes = deployment_.homes;
        info_.tileCache = deployment_.tiles.cache;
    }

    void fillMemory()
    {
        for (const auto& use : deployment_.map.memories)
            info_.memories.push_back({use.memory, use.capacity, use.peakBytes, use.lowerBound, use.constantBytes});
        for (std::size_t i = 0; i < deployment_.map.offsets.size(); ++i) {
            const auto& buffer = deployment_.plan.buffers[i];
            info_.buffers.push_back({buffer.name, buffer.memory, deployment_.map.offsets[i], buffer.bytes, buffer.alive.begin,
                                     buffer.alive.end});
        }
    }

private:
    void fillNode(const DeployedNode& described, std::size_t lowered, std::size_t imported)
    {
        auto& node = info_.nodes[imported];
        const auto& name = snapshot_.graph->nodes[imported].name;
        // A node that was split into several shows the part that an engine runs.
        if (node.engine.empty() || !described.engine.empty())
            node = described;
        const auto marks = deployment_.project.marks.find(deployment_.lowered->nodes[lowered].id);
        if (marks == deployment_.project.marks.end())
            return;
        for (const auto& mark : marks->second)
            info_.marks[name].push_back({mark.file, mark.firstLine, mark.lastLine});
    }

    /// Of the nodes that one kernel runs together, the one with the kernel's name stands for all, else the first.
    void nameLeaders()
    {
        std::unordered_map<int, std::size_t> leaders;
        for (std::size_t i = 0; i < info_.nodes.size(); ++i)
            if (info_.nodes[i].work >= 0 && deployment_.lowered->nodes[static_cast<std::size_t>(info_.nodes[i].work)].name == snapshot_.graph->nodes[i].name)
                leaders[info_.nodes[i].work] = i;
        for (std::size_t i = 0; i < info_.nodes.size(); ++i) {
            auto& node = info_.nodes[i];
            if (node.work < 0)
                continue;
            const auto leader = leaders.try_emplace(node.work, i).first->second;
            node.fusedInto = leader == i ? std::string() : snapshot_.graph->nodes[leader].name;
        }
    }

    EngineUse& useOf(const std::string& engine)
    {
        return *std::ranges::find(info_.engines, engine, &EngineUse::name);
    }

    const Snapshot& snapshot_;
    const deploy::Deployment& deployment_;
    DeploymentInfo& info_;
};

}  // namespace

std::shared_ptr<const DeploymentInfo> infoOf(const Snapshot& snapshot, const deploy::Deployment& deployment)
{
    auto info = std::make_shared<DeploymentInfo>();
    info->target = deployment.target;
    info->lowered = deployment.lowered;
    info->files = deployment.project.files;
    info->timingsMs = deployment.timingsMs;
    info->timeline = deployment.timeline;
    info->cycles = info->timeline ? info->timeline->total : std::nullopt;
    info->coloringNote = deployment.coloring.note;
    info->complete = deployment.complete();
    Filler filler(snapshot, deployment, *info);
    filler.fillNodes();
    filler.fillEngineUse();
    filler.fillTiles();
    filler.fillMemory();
    if (info->complete)
        info->files["deployment.json"] = deploy::jsonText(deploy::reportJson(deployment));
    return info;
}

}  // namespace tw::session
