// SPDX-License-Identifier: Apache-2.0
#include "core/engine/coloring.h"

#include "core/base/text.h"

#include <algorithm>

namespace tw::engine {
namespace {

constexpr const char* kAliasReason = "needs no engine: its result is its input seen with another shape";

/// Why a node has its colour before any mapper is asked.
struct Decision {
    std::string engine;
    std::string reason;
    bool pinned = false;
};
using Decisions = std::map<ir::NodeId, Decision>;

Result<Decisions> decide(const PinContext& context, const ColorOptions& options)
{
    TW_TRY(const auto pins, resolvePins(context, options.pins));
    Decisions decisions;
    for (const auto& found : context.choices.nodes) {
        const auto pin = pins.find(found.node);
        const auto kept = options.kept.find(found.node);
        if (pin != pins.end() && pin->second.cannot.empty())
            decisions[found.node] = {pin->second.engine, cat("pinned by ", pin->second.key), true};
        else if (kept != options.kept.end() && found.on(kept->second))
            decisions[found.node] = {kept->second, "keeps the engine it had", false};
    }
    return decisions;
}

GraphChoices restricted(const GraphChoices& choices, const Decisions& decisions)
{
    GraphChoices open = choices;
    for (auto& found : open.nodes)
        if (const auto decided = decisions.find(found.node); decided != decisions.end())
            std::erase_if(found.choices, [&](const Choice& one) { return one.engine != decided->second.engine; });
    return open;
}

Result<void> colourNode(Coloring& result, const PinContext& context, std::size_t index, const EngineMapper& mapper)
{
    const auto& node = context.graph.nodes[index];
    const auto& found = context.choices.nodes[index];
    auto mapped = mapper.map(node, context.graph, found);
    if (!mapped.engine.empty() && !found.on(mapped.engine)) {
        const auto refusal = found.refusals.find(mapped.engine);
        return Error{.code = Code::BadUsage,
                     .message = cat("the mapper chose ", mapped.engine, ", which cannot run it: ",
                                    refusal == found.refusals.end() ? "it is not open to this node" : refusal->second),
                     .place = {.node = node.name}};
    }
    if (mapped.engine.empty()) {
        result.uncolored.push_back(node.id);
        if (found.choices.empty() && found.error)
            mapped.reason = found.error->message;
    } else {
        result.engineOf[node.id] = mapped.engine;
    }
    result.reasonOf[node.id] = std::move(mapped.reason);
    return {};
}

std::string noteOf(const EngineMapper& mapper, const Coloring& coloring)
{
    const int missing = coloring.totals.missingFigures;
    const auto unknown = missing > 0 ? cat("no cycle figure for ", missing, " of ", coloring.engineOf.size(), " nodes") : "";
    const auto quality = mapper.note();
    return cat(quality, quality.empty() || unknown.empty() ? "" : "; ", unknown);
}

}  // namespace

Result<void> checkAllColored(const ir::Graph& graph, const Coloring& coloring)
{
    constexpr std::size_t kShown = 10;
    const auto count = coloring.uncolored.size();
    if (count == 0)
        return {};
    const ir::GraphIndex index(graph);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(count, kShown); ++i) {
        const auto& node = graph.nodes[static_cast<std::size_t>(index.position(coloring.uncolored[i]))];
        names.push_back(cat(node.name, " (", node.op, ")"));
    }
    const auto& first = graph.nodes[static_cast<std::size_t>(index.position(coloring.uncolored.front()))];
    return Error{.code = Code::NoKernel,
                 .message = cat(count, count == 1 ? " node has" : " nodes have", " no engine: ", join(names, ", "),
                                count > kShown ? cat(" and ", count - kShown, " more") : "", "; ", first.name, ": ",
                                coloring.reasonOf.at(first.id)),
                 .hint = "choose another target", .place = {.node = first.name}};
}

Result<Coloring> colour(const ir::Graph& graph, const target::Target& target, const GraphChoices& choices,
                        const ColorOptions& options, Progress& progress)
{
    TW_CHECK(choices.nodes.size() == graph.nodes.size());
    const PinContext given{.graph = graph, .imported = options.imported, .target = target, .choices = choices};
    TW_TRY(const auto decisions, decide(given, options));
    const auto open = restricted(choices, decisions);
    FirstFitMapper firstFit;
    EngineMapper& mapper = options.mapper ? *options.mapper : firstFit;
    TW_TRY_VOID(mapper.prepare(graph, target, open, progress));

    const PinContext left{.graph = graph, .imported = options.imported, .target = target, .choices = open};
    Coloring result;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const auto& found = open.nodes[i];
        if (found.alias) {
            result.reasonOf[found.node] = kAliasReason;
        } else if (const auto decided = decisions.find(found.node); decided != decisions.end()) {
            result.engineOf[found.node] = decided->second.engine;
            result.reasonOf[found.node] = decided->second.reason;
            if (decided->second.pinned)
                result.pinned.insert(found.node);
        } else {
            TW_TRY_VOID(colourNode(result, left, i, mapper));
        }
    }
    if (options.uncolored == Uncolored::Fail)
        TW_TRY_VOID(checkAllColored(graph, result));
    result.totals = totalsOf(graph, target, choices, result.engineOf);
    result.note = noteOf(mapper, result);
    return result;
}

Colors keptColors(const ir::Graph& before, const Colors& colors, const ir::Graph& after)
{
    std::map<std::string, std::set<std::string>> enginesOf;   // origin -> colours of the nodes that did its work
    for (const auto& node : before.nodes)
        if (const auto color = colors.find(node.id); color != colors.end())
            for (const auto& origin : originsOf(node))
                enginesOf[origin].insert(color->second);
    Colors kept;
    for (const auto& node : after.nodes) {
        std::set<std::string> engines;
        for (const auto& origin : originsOf(node))
            if (const auto found = enginesOf.find(origin); found != enginesOf.end())
                engines.insert(found->second.begin(), found->second.end());
        if (engines.size() == 1)
            kept[node.id] = *engines.begin();
        else if (const auto own = colors.find(node.id); own != colors.end() && originsOf(node).size() == 1)
            kept[node.id] = own->second;
    }
    return kept;
}

}  // namespace tw::engine
