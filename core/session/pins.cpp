// SPDX-License-Identifier: Apache-2.0
#include "core/session/pins.h"

#include "core/base/text.h"

#include <set>

namespace tw::session {
namespace {

const DeployedNode* deployed(const Snapshot& snapshot, int node)
{
    const auto index = static_cast<std::size_t>(node);
    const bool there = snapshot.deployment && node >= 0 && index < snapshot.deployment->nodes.size();
    return there ? &snapshot.deployment->nodes[index] : nullptr;
}

const std::string& nameOf(const Snapshot& snapshot, int node)
{
    return snapshot.graph->nodes.at(static_cast<std::size_t>(node)).name;
}

/// Takes away the pins of everything that runs together with the nodes.
void release(const Snapshot& snapshot, const std::vector<int>& nodes, std::map<std::string, std::string>& pins)
{
    std::set<int> works;
    for (const int node : nodes) {
        pins.erase(nameOf(snapshot, node));
        if (const auto* where = deployed(snapshot, node); where && where->work >= 0)
            works.insert(where->work);
    }
    for (std::size_t i = 0; !works.empty() && i < snapshot.deployment->nodes.size(); ++i)
        if (works.contains(snapshot.deployment->nodes[i].work))
            pins.erase(snapshot.graph->nodes[i].name);
}

}  // namespace

std::string whyNot(const Snapshot& snapshot, int node, const std::string& engine)
{
    const auto* where = deployed(snapshot, node);
    if (!where)
        return "the network is not deployed yet";
    if (where->candidates.contains(engine))
        return {};
    const auto refusal = where->refusals.find(engine);
    if (refusal != where->refusals.end())
        return refusal->second;
    return where->reason.empty() ? "it has no kernel for this" : where->reason;
}

std::vector<EngineOption> engineOptions(const Snapshot& snapshot, const std::vector<int>& nodes)
{
    std::vector<EngineOption> options;
    if (!snapshot.deployment || !snapshot.deployment->target)
        return options;
    for (const auto& engine : snapshot.deployment->target->engines) {
        EngineOption option{.engine = engine.name};
        for (const int node : nodes) {
            const auto* where = deployed(snapshot, node);
            const bool can = where && where->candidates.contains(engine.name);
            option.possible += can;
            option.assigned += where && where->engine == engine.name;
            if (!can && option.whyNot.empty())
                option.whyNot = cat(nameOf(snapshot, node), ": ", whyNot(snapshot, node, engine.name));
        }
        options.push_back(std::move(option));
    }
    return options;
}

Pinned pinNodes(const Snapshot& snapshot, const Choices& choices, const std::vector<int>& nodes, const std::string& engine)
{
    Pinned result{.choices = choices};
    for (const int node : nodes) {
        auto refusal = whyNot(snapshot, node, engine);
        if (refusal.empty()) {
            result.nodes.push_back(node);
            continue;
        }
        result.refused.push_back(node);
        if (result.whyNot.empty())
            result.whyNot = cat(nameOf(snapshot, node), ": ", refusal);
    }
    release(snapshot, result.nodes, result.choices.pins);
    std::set<int> works;
    for (const int node : result.nodes)
        if (works.insert(deployed(snapshot, node)->work).second)
            result.choices.pins[nameOf(snapshot, node)] = engine;
    return result;
}

Choices withoutPins(const Snapshot& snapshot, const Choices& choices, const std::vector<int>& nodes)
{
    Choices result = choices;
    release(snapshot, nodes, result.pins);
    return result;
}

}  // namespace tw::session
