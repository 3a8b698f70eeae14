// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/report.h"

#include "core/ops/registry.h"

#include <set>

namespace tw::deploy {
namespace {

using Json = nlohmann::ordered_json;

Json figure(const std::optional<double>& value)
{
    return value ? Json(*value) : Json(nullptr);
}

/// Engine -> modelled cycles, for each engine that can run the node.
Json candidateCycles(const engine::NodeChoices& choices)
{
    Json cycles = Json::object();
    for (const auto& choice : choices.choices)
        cycles[choice.engine] = figure(choice.cost.total());
    return cycles;
}

std::vector<std::string> candidateNames(const engine::NodeChoices& choices)
{
    std::vector<std::string> names;
    for (const auto& choice : choices.choices)
        names.push_back(choice.engine);
    return names;
}

/// Memory -> shape of a tile of the result and how many there are.
Json tilesJson(const ir::Tensor& output, const tiling::TilePlan& plan)
{
    auto shape = output.shape.sizes();
    Json order = Json::array();
    for (const auto& loop : plan.loops) {
        shape[static_cast<std::size_t>(loop.axis)] = loop.tile;
        order.push_back(loop.axis);
    }
    const auto side = [](const std::vector<tiling::TileOperand>& operands) {
        Json json = Json::array();
        for (const auto& one : operands)
            json.push_back({{"buffers", one.buffers}, {"bytes", one.slotBytes}, {"moved", one.movedBytes}});
        return json;
    };
    return {{plan.near, {{"shape", shape}, {"count", plan.tiles()}, {"loop_order", order}, {"bytes", plan.nearBytes},
                         {"inputs", side(plan.inputs)}, {"outputs", side(plan.outputs)},
                         {"bound_by", plan.missing.empty() ? Json(tiling::boundName(plan.cost.bound())) : Json(nullptr)}}}};
}

/// Begin, end and what bounds the node; null for what has no figure.
Json timeJson(const Deployment& deployment, std::size_t i)
{
    if (!deployment.timeline || !deployment.timeline->nodes[i].missing.empty() || deployment.timeline->nodes[i].lane < 0)
        return nullptr;
    const auto& time = deployment.timeline->nodes[i];
    return {{"begin", time.begin}, {"end", time.end}, {"bound_by", schedule::boundName(time.bound)}, {"compute", time.compute},
            {"access", time.access}, {"input_wait", time.inputWait}, {"output_wait", time.outputWait}, {"overhead", time.overhead}};
}

Json nodeJson(const Deployment& deployment, std::size_t i)
{
    const auto& graph = *deployment.lowered;
    const auto& node = graph.nodes[i];
    const auto& bound = deployment.binding.nodes[i];
    const auto counts = ops::countNode(graph, node);
    const auto* row = bound.row < 0 ? nullptr : &deployment.target->rows[static_cast<std::size_t>(bound.row)];
    const auto choices = engine::choicesOfNode(graph, node, *deployment.target,
                                               {.homes = deployment.homes, .layout = target::LayoutCheck::Strict, .tiles = deployment.tiles});
    const auto reason = deployment.coloring.reasonOf.find(node.id);
    return {{"name", node.name},
            {"op", node.op},
            {"engine", row ? Json(row->engine) : Json(nullptr)},
            {"candidates", candidateNames(choices)},
            {"candidate_cycles", candidateCycles(choices)},
            {"refusals", choices.refusals},
            {"pinned", deployment.coloring.pinned.contains(node.id)},
            {"reason", reason == deployment.coloring.reasonOf.end() ? Json(nullptr) : Json(reason->second)},
            {"kernel", row ? Json(row->call) : Json(nullptr)},
            {"ops", counts.operations()},
            {"macs", counts.macs},
            {"cycles", bound.alias ? Json(0) : figure(bound.cost.total())},
            {"cycles_compute", figure(bound.cost.compute)},
            {"cycles_movement", figure(bound.cost.movement)},
            {"cycles_overhead", figure(bound.cost.overhead)},
            {"time", timeJson(deployment, i)},
            {"tiles", bound.tiles ? tilesJson(graph.tensor(node.outputs.front()), *bound.tiles) : Json::object()}};
}

Json lanesJson(const Deployment& deployment)
{
    Json lanes = Json::array();
    if (!deployment.timeline)
        return lanes;
    for (const auto& lane : deployment.timeline->lanes)
        lanes.push_back({{"name", lane.name},
                         {"kind", lane.kind == schedule::Lane::Kind::Engine ? "engine" : "link"},
                         {"busy_cycles", lane.busy},
                         {"utilisation", schedule::utilisation(*deployment.timeline, lane)},
                         {"jobs", lane.jobs},
                         {"bytes", lane.bytes}});
    return lanes;
}

Json buffersJson(const Deployment& deployment)
{
    Json buffers = Json::array();
    for (std::size_t i = 0; i < deployment.map.offsets.size(); ++i) {
        const auto& buffer = deployment.plan.buffers[i];
        buffers.push_back({{"name", buffer.name},
                           {"memory", buffer.memory},
                           {"offset", deployment.map.offsets[i]},
                           {"bytes", buffer.bytes},
                           {"first", buffer.alive.begin},
                           {"last", buffer.alive.end - 1}});
    }
    return buffers;
}

Json memoriesJson(const Deployment& deployment)
{
    Json memories = Json::array();
    for (const auto& use : deployment.map.memories)
        memories.push_back({{"name", use.memory},
                            {"capacity", use.capacity},
                            {"peak", use.peakBytes},
                            {"lower_bound", use.lowerBound},
                            {"constants", use.constantBytes}});
    return memories;
}

Json totalsJson(const Deployment& deployment, const Json& nodes)
{
    std::int64_t operations = 0;
    for (const auto& node : nodes)
        operations += node["ops"].get<std::int64_t>();
    std::int64_t largest = 0;
    for (const auto& buffer : deployment.plan.buffers)
        largest = std::max(largest, buffer.bytes);
    std::int64_t constants = 0;
    std::int64_t activations = 0;
    for (const auto& use : deployment.map.memories) {
        constants += use.constantBytes;
        activations += use.peakBytes;
    }
    return {{"operations", operations},
            {"parameter_bytes", constants},
            {"total_bytes", constants + activations},
            {"worst_case_buffer_bytes", largest},
            {"cycles", figure(deployment.timeline ? deployment.timeline->total : std::nullopt)}};
}

}  // namespace

Json diagnosticsJson(const Diagnostics& diagnostics)
{
    Json result = Json::array();
    for (const auto& diagnostic : diagnostics)
        result.push_back({{"severity", severityName(diagnostic.severity)},
                          {"code", codeName(diagnostic.error.code)},
                          {"node", diagnostic.error.place.node},
                          {"message", diagnostic.error.message},
                          {"hint", diagnostic.error.hint}});
    return result;
}

std::string jsonText(const Json& json)
{
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json reportJson(const Deployment& deployment)
{
    Json nodes = Json::array();
    for (std::size_t i = 0; i < deployment.lowered->nodes.size(); ++i)
        nodes.push_back(nodeJson(deployment, i));
    const Json totals = totalsJson(deployment, nodes);
    return {{"network", deployment.networkName},
            {"target", deployment.target->name},
            {"coloring", {{"note", deployment.coloring.note}, {"pinned", deployment.coloring.pinned.size()}}},
            {"nodes", std::move(nodes)},
            {"memories", memoriesJson(deployment)},
            {"buffers", buffersJson(deployment)},
            {"totals", totals},
            {"lanes", lanesJson(deployment)},
            {"timings_ms", deployment.timingsMs},
            {"diagnostics", diagnosticsJson(deployment.diagnostics)}};
}

}  // namespace tw::deploy
