// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/state.h"

#include "core/base/text.h"
#include "core/deploy/state_file.h"
#include "core/deploy/state_graph.h"
#include "core/onnx/export.h"
#include "core/target/load.h"

#include <algorithm>
#include <array>

namespace tw::deploy {
namespace {

namespace fs = std::filesystem;
using Json = StateJson;

constexpr std::array<std::string_view, 5> kStages{"imported", "lowered", "parsed", "bound", "generated"};

// ---- writing ----

/// By name when that finds it again on every machine.
std::string targetReference(const target::Target& target)
{
    const auto places = target::installedPlaces();
    std::error_code failure;
    return fs::equivalent(places.targets / target.name, target.folder, failure) ? target.name : target.folder.string();
}

template <class Value>
Json pairs(const std::map<std::string, Value>& map)
{
    Json json = Json::array();
    for (const auto& [name, value] : map)
        json.push_back(Json::array({textToState(name), value}));
    return json;
}

Json tilesToState(const std::map<std::string, tiling::TileOverride>& tiles)
{
    Json json = Json::array();
    for (const auto& [node, sizes] : tiles)
        json.push_back(Json::array({textToState(node), sizes}));
    return json;
}

Json optionsJson(const Options& options)
{
    Json types = Json::array();
    for (const auto& [name, type] : options.inputTypes)
        types.push_back(Json::array({textToState(name), static_cast<int>(type)}));
    return {{"dims", pairs(options.dims)},
            {"types", std::move(types)},
            {"network", textToState(options.networkName)},
            {"pins", mapToState(options.pins)},
            {"coloring", options.coloring},
            {"objective", options.objective},
            {"order", options.order},
            {"memory_bytes", pairs(options.memoryBytes)},
            {"buffering", tiling::bufferingName(options.buffering)},
            {"tiles", tilesToState(options.tiles)},
            {"channels_first", options.channelsFirst}};
}

Json diagnosticsOf(const Diagnostics& diagnostics)
{
    Json json = Json::array();
    for (const auto& one : diagnostics)
        json.push_back(Json::array({static_cast<int>(one.severity), static_cast<int>(one.error.code), textToState(one.error.message),
                                    textToState(one.error.hint), textToState(one.error.place.node)}));
    return json;
}

Json coloringJson(const engine::Coloring& coloring)
{
    Json engines = Json::array();
    for (const auto& [node, engine] : coloring.engineOf)
        engines.push_back(Json::array({node.value, engine}));
    Json reasons = Json::array();
    for (const auto& [node, reason] : coloring.reasonOf)
        reasons.push_back(Json::array({node.value, textToState(reason)}));
    Json pinned = Json::array();
    for (const auto node : coloring.pinned)
        pinned.push_back(node.value);
    Json uncolored = Json::array();
    for (const auto node : coloring.uncolored)
        uncolored.push_back(node.value);
    return {{"engines", std::move(engines)}, {"reasons", std::move(reasons)}, {"pinned", std::move(pinned)},
            {"uncolored", std::move(uncolored)}, {"note", textToState(coloring.note)}};
}

/// What the target says of a row, to see on import whether it still does.
Json rowJson(const target::KernelRow& row)
{
    return Json::array({row.engine, row.call, row.flavour, row.source});
}

Json bindingJson(const Deployment& deployment)
{
    Json json = Json::array();
    for (const auto& bound : deployment.binding.nodes) {
        Json one{{"node", bound.node.value}, {"row", bound.row}};
        if (bound.row >= 0)
            one["kernel"] = rowJson(deployment.target->rows[static_cast<std::size_t>(bound.row)]);
        json.push_back(std::move(one));
    }
    return json;
}

Json mapJson(const memory::MemoryMap& map)
{
    Json memories = Json::array();
    for (const auto& use : map.memories)
        memories.push_back(Json::array({use.memory, use.capacity, use.constantBytes, use.peakBytes, use.lowerBound}));
    return {{"offsets", map.offsets}, {"memories", std::move(memories)}};
}

Json stateJson(const SavedState& state)
{
    StateWriter writer;
    const auto& deployment = state.deployment;
    Json json{{"program", TW_VERSION},
              {"stage", stageName(state.stage)},
              {"target", textToState(targetReference(*deployment.target))},
              {"options", optionsJson(state.options)},
              {"imported", writer.graph(state.imported)}};
    if (state.stage >= Stage::Lowered) {
        json["typed"] = writer.graph(*deployment.typed);
        json["lowered"] = writer.graph(*deployment.lowered);
        json["diagnostics"] = diagnosticsOf(deployment.diagnostics);
        json["homes"] = Json::array({deployment.homes.activations, deployment.homes.constants});
        json["coloring"] = coloringJson(deployment.coloring);
    }
    if (state.stage >= Stage::Parsed)
        json["binding"] = bindingJson(deployment);
    if (state.stage >= Stage::Bound)
        json["map"] = mapJson(deployment.map);
    json["values"] = writer.values();
    return json;
}

// ---- reading; throws what the JSON library throws ----

template <class Value>
std::map<std::string, Value> pairsAt(const Json& json)
{
    std::map<std::string, Value> map;
    for (const auto& one : json)
        map[textFromState(one.at(0))] = one.at(1).get<Value>();
    return map;
}

Options optionsAt(const Json& json)
{
    Options options{.dims = pairsAt<std::int64_t>(json.at("dims")), .networkName = textFromState(json.at("network"))};
    for (const auto& one : json.at("types"))
        options.inputTypes[textFromState(one.at(0))] = typeFromState(one.at(1));
    options.pins = mapFromState(json.at("pins"));
    options.coloring = json.at("coloring").get<std::string>();
    options.objective = json.at("objective").get<std::string>();
    options.order = json.at("order").get<std::string>();
    options.memoryBytes = pairsAt<std::int64_t>(json.at("memory_bytes"));
    const auto buffering = tiling::bufferingFromName(json.at("buffering").get<std::string>());
    if (!buffering)
        refuseState("buffering");
    options.buffering = *buffering;
    for (const auto& one : json.at("tiles"))
        options.tiles[textFromState(one.at(0))] = one.at(1).get<tiling::TileOverride>();
    options.channelsFirst = json.at("channels_first").get<bool>();
    return options;
}

Diagnostics diagnosticsAt(const Json& json)
{
    Diagnostics diagnostics;
    for (const auto& one : json) {
        const auto severity = one.at(0).get<int>();
        const auto code = one.at(1).get<int>();
        if (severity < 0 || severity > static_cast<int>(Severity::Error) || code < 0 || code > static_cast<int>(Code::Internal))
            refuseState("diagnostic");
        diagnostics.push_back({static_cast<Severity>(severity),
                               {.code = static_cast<Code>(code), .message = textFromState(one.at(2)), .hint = textFromState(one.at(3)),
                                .place = {.node = textFromState(one.at(4))}}});
    }
    return diagnostics;
}

/// The saved rows, after a look at whether the target still means the same by them.
Result<std::map<ir::NodeId, int>> rowsAt(const Json& json, const target::Target& target)
{
    std::map<ir::NodeId, int> rows;
    for (const auto& one : json) {
        const auto row = one.at("row").get<int>();
        if (row < 0)
            continue;
        if (row >= static_cast<int>(target.rows.size()) || one.at("kernel") != rowJson(target.rows[static_cast<std::size_t>(row)]))
            return Error{.code = Code::BadTarget,
                         .message = cat("the target ", target.name, " has changed since the state was written: kernel ",
                                        one.at("kernel").at(1).get<std::string>(), " is not in its place any more"),
                         .hint = "deploy the model again"};
        rows[{one.at("node").get<std::int32_t>()}] = row;
    }
    return rows;
}

Result<void> restoreHomes(const Json& json, Deployment& deployment)
{
    deployment.homes = {.activations = json.at(0).get<std::string>(), .constants = json.at(1).get<std::string>()};
    for (const auto& home : {deployment.homes.activations, deployment.homes.constants})
        if (!deployment.target->memory(home))
            return Error{.code = Code::BadTarget, .message = cat("the target ", deployment.target->name, " has no memory ", home, " any more"),
                         .hint = "deploy the model again"};
    return {};
}

/// Sums are taken again, from the choices that there were.
Result<void> restoreColoring(const Json& json, Deployment& deployment)
{
    auto& coloring = deployment.coloring;
    for (const auto& one : json.at("engines"))
        coloring.engineOf[{one.at(0).get<std::int32_t>()}] = one.at(1).get<std::string>();
    for (const auto& one : json.at("reasons"))
        coloring.reasonOf[{one.at(0).get<std::int32_t>()}] = textFromState(one.at(1));
    for (const auto& one : json.at("pinned"))
        coloring.pinned.insert({one.get<std::int32_t>()});
    for (const auto& one : json.at("uncolored"))
        coloring.uncolored.push_back({one.get<std::int32_t>()});
    coloring.note = textFromState(json.at("note"));
    Progress progress;
    TW_TRY(const auto choices, engine::choicesOf(*deployment.lowered, *deployment.target,
                                                 {.homes = deployment.homes, .layout = target::LayoutCheck::Strict, .tiles = deployment.tiles}, progress));
    coloring.totals = engine::totalsOf(*deployment.lowered, *deployment.target, choices, coloring.engineOf);
    return {};
}

Result<void> restoreBinding(const Json& json, Deployment& deployment)
{
    TW_TRY(const auto rows, rowsAt(json, *deployment.target));
    deployment.binding = binding::bind(*deployment.lowered, *deployment.target, {.homes = deployment.homes, .rowOf = rows, .tiles = deployment.tiles});
    if (!deployment.binding.complete())
        return deployment.binding.diagnostics.front().error;
    return {};
}

memory::MemoryMap mapAt(const Json& json)
{
    memory::MemoryMap map{.offsets = json.at("offsets").get<std::vector<std::int64_t>>(), .memories = {}};
    for (const auto& one : json.at("memories"))
        map.memories.push_back({.memory = one.at(0).get<std::string>(), .capacity = one.at(1).get<std::int64_t>(),
                                .constantBytes = one.at(2).get<std::int64_t>(), .peakBytes = one.at(3).get<std::int64_t>(),
                                .lowerBound = one.at(4).get<std::int64_t>()});
    return map;
}

Result<void> restoreMap(const Json& json, Deployment& deployment)
{
    TW_TRY_VOID(planBuffersAndConstants(deployment));
    deployment.map = mapAt(json);
    if (deployment.map.offsets.size() != deployment.plan.buffers.size())
        refuseState("memory map");
    TW_TRY_VOID(checkPlaces(deployment));
    return timeStage(deployment);
}

Result<SavedState> stateAt(const Json& json)
{
    SavedState state;
    const auto stage = std::find(kStages.begin(), kStages.end(), json.at("stage").get_ref<const std::string&>());
    if (stage == kStages.end())
        refuseState("stage");
    state.stage = static_cast<Stage>(stage - kStages.begin());
    state.options = optionsAt(json.at("options"));
    const StateReader reader(json.at("values"));
    TW_TRY(state.imported, reader.graph(json.at("imported")));
    TW_TRY(auto target, target::loadTarget(textFromState(json.at("target")), target::installedPlaces()));
    TW_TRY(state.deployment, startDeployment(std::make_shared<const target::Target>(std::move(target)), state.options));
    auto& deployment = state.deployment;
    if (state.stage >= Stage::Lowered) {
        TW_TRY(auto typed, reader.graph(json.at("typed")));
        TW_TRY(auto lowered, reader.graph(json.at("lowered")));
        deployment.typed = std::make_shared<const ir::Graph>(withOperators(std::move(typed), *deployment.target));
        deployment.lowered = std::make_shared<const ir::Graph>(withOperators(std::move(lowered), *deployment.target));
        deployment.diagnostics = diagnosticsAt(json.at("diagnostics"));
        TW_TRY_VOID(restoreHomes(json.at("homes"), deployment));
        TW_TRY_VOID(restoreColoring(json.at("coloring"), deployment));
    }
    if (state.stage >= Stage::Parsed)
        TW_TRY_VOID(restoreBinding(json.at("binding"), deployment));
    if (state.stage >= Stage::Bound)
        TW_TRY_VOID(restoreMap(json.at("map"), deployment));
    if (state.stage >= Stage::Generated)
        TW_TRY_VOID(emitStage(deployment));
    return state;
}

Error foreignContent(std::string_view why)
{
    return {.code = Code::UnsupportedFormat, .message = cat("the content of the state file is not as this program writes it: ", why),
            .hint = "export the state again"};
}

}  // namespace

std::string_view stageName(Stage stage)
{
    return kStages[static_cast<std::size_t>(stage)];
}

Result<void> exportState(const SavedState& state, const fs::path& folder, const std::string& prefix)
{
    TW_TRY(const auto model, onnx::exportOnnx(annotatedGraph(state)));
    std::error_code failure;
    fs::create_directories(folder, failure);
    TW_TRY_VOID(writeFileAtomically(folder / (prefix + ".onnx"), model));
    return writeFileAtomically(folder / (prefix + ".state"), packState(stateJson(state).dump()));
}

Result<SavedState> importState(const fs::path& folder, const std::string& prefix)
{
    const auto path = folder / (prefix + ".state");
    const auto placed = [&path](const Error& error) { return error.at({.file = path.string()}); };
    const auto file = mapFile(path);
    if (!file)
        return file.error();
    const auto text = unpackState(file->view);
    if (!text)
        return placed(text.error());
    try {
        const auto json = Json::parse(text.value());
        auto state = stateAt(json);
        return state ? std::move(state) : Result<SavedState>(placed(state.error()));
    } catch (const std::exception& fault) {
        return placed(foreignContent(fault.what()));
    }
}

}  // namespace tw::deploy
