// SPDX-License-Identifier: Apache-2.0
#include "core/latency/space_file.h"

#include "core/base/text.h"
#include "core/latency/ignore.h"
#include "core/latency/inline_candidate.h"
#include "core/onnx/export.h"
#include "core/onnx/import.h"
#include "core/onnx/protobuf.h"
#include "core/onnx/skim.h"
#include "core/target/json_reader.h"

#include <set>

namespace tw::latency {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using target::JsonReader;

/// The importer gives names to nodes without one and tells equal ones apart, so the file itself is asked.
Result<void> checkBlockNames(const fs::path& path)
{
    TW_TRY(const auto file, mapFile(path));
    TW_TRY(const auto skimmed, onnx::skim(file.view, onnx::Root::Model));
    ::onnx::ModelProto model;
    if (!model.ParseFromString(skimmed))
        return {};   // the importer has the better sentence
    std::set<std::string> seen;
    for (const auto& node : model.graph().node()) {
        if (node.domain() != kSearchDomain || node.op_type() != kSearchBlockOp)
            continue;
        if (node.name().empty())
            return faultError(Fault::BlockNameEmpty, cat("search block ", seen.size(), " has no name"));
        if (!seen.insert(node.name()).second)
            return faultError(Fault::BlockNameRepeated, cat("two search blocks are called ", node.name()));
    }
    return {};
}

Result<ir::Graph> importGraph(const fs::path& path, Progress& progress)
{
    TW_TRY(auto imported, onnx::importOnnx(path, progress));
    return std::move(imported.graph);
}

Error badFile(std::string message)
{
    return faultError(Fault::BadSpaceFile, std::move(message));
}

/// Relative, inside the folder, links resolved.
Result<fs::path> inside(const fs::path& folder, const std::string& name)
{
    const fs::path relative(name);
    std::error_code failure;
    const auto root = fs::weakly_canonical(folder, failure);
    const auto whole = fs::weakly_canonical(folder / relative, failure);
    const bool within = !failure && std::ranges::mismatch(root, whole).in1 == root.end();
    bool climbs = relative.empty() || relative.is_absolute();
    for (const auto& part : relative)
        climbs = climbs || part == "..";
    if (climbs || !within)
        return faultError(Fault::BadPath, cat("\"", name, "\" does not lie inside the folder of the search space"));
    return whole;
}

/// A plain model as a candidate: its constants come along, there is nothing that it captures.
Result<ir::GraphPointer> readCandidate(const fs::path& path, const std::string& name, Progress& progress)
{
    TW_TRY(auto graph, importGraph(path, progress));
    graph.name = name;
    return std::make_shared<const ir::Graph>(std::move(graph));
}

Result<void> fillBlock(ir::Graph& graph, JsonReader& block, const fs::path& folder, Progress& progress)
{
    const auto name = block.text("name");
    const auto node = std::ranges::find_if(graph.nodes, [&](const ir::Node& one) {
        const auto reference = ir::stringAttribute(one, "block_ref", "");
        return isSearchBlock(one) && reference && *reference == name;
    });
    if (node == graph.nodes.end())
        return badFile(cat("the main model has no search block for \"", name, "\""));
    std::vector<ir::GraphPointer> candidates;
    std::vector<std::string> names;
    for (auto& entry : block.objects("candidates")) {
        names.push_back(entry.text("name"));
        TW_TRY(const auto path, inside(folder, entry.text("file")));
        TW_TRY(candidates.emplace_back(), readCandidate(path, names.back(), progress));
        for (const auto& [domain, version] : candidates.back()->opsets)
            graph.opsets.emplace(domain, version);
    }
    node->attributes.erase("block_ref");
    node->attributes["candidates"] = std::move(candidates);
    node->attributes["op_names"] = std::move(names);
    node->attributes["default_index"] = block.integer("default", {0, 1 << 20}, 0);
    return {};
}

Result<SearchSpace> readFolder(const fs::path& description, Progress& progress)
{
    TW_TRY(const auto text, readTextFile(description));
    const auto json = target::Json::parse(text, nullptr, false);
    target::Faults faults;
    JsonReader reader(json, "space.json", "", faults);
    if (json.is_discarded() || reader.integer("format", {0, 1000}, 0) != 1)
        return badFile("space.json is no description of a search space in format 1");
    const auto folder = description.parent_path();
    TW_TRY(const auto main, inside(folder, reader.text("main")));
    TW_TRY(auto graph, importGraph(main, progress));
    for (auto& block : reader.objects("blocks"))
        TW_TRY_VOID(fillBlock(graph, block, folder, progress));
    if (!faults.empty())
        return badFile(faults.front().text());
    return searchSpaceOf(std::move(graph));
}

std::vector<std::string> tensorNames(const ir::Graph& graph, const std::vector<ir::TensorId>& ids)
{
    std::vector<std::string> names;
    for (const auto id : ids)
        names.push_back(id.valid() ? graph.tensor(id).name : "");
    return names;
}

}  // namespace

Result<SearchSpace> readSearchSpace(const fs::path& path, Progress& progress)
{
    std::error_code failure;
    const auto attempt = [&]() -> Result<SearchSpace> {
        if (fs::is_directory(path, failure))
            return readFolder(path / "space.json", progress);
        if (path.extension() == ".json")
            return readFolder(path, progress);
        TW_TRY_VOID(checkBlockNames(path));
        TW_TRY(auto graph, importGraph(path, progress));
        return searchSpaceOf(std::move(graph));
    };
    auto space = attempt();
    if (!space)
        return space.error().at({.file = path.string()});
    return space;
}

Result<void> writeSearchSpace(const SearchSpace& space, const fs::path& path)
{
    return onnx::writeOnnx(graphOf(space), path);
}

Result<void> writeSpaceFolder(const SearchSpace& space, const fs::path& folder)
{
    std::map<std::string, std::string> files;
    auto main = graphOf(space);
    Json json{{"format", 1}, {"main", "main.onnx"}, {"blocks", Json::array()}};
    for (std::size_t block = 0; block < space.blocks.size(); ++block) {
        const auto& described = space.blocks[block];
        auto& node = main.nodes[static_cast<std::size_t>(described.node)];
        Json entry{{"name", described.name}, {"inputs", tensorNames(main, node.inputs)}, {"outputs", tensorNames(main, node.outputs)},
                   {"default", described.defaultIndex}, {"candidates", Json::array()}};
        for (std::size_t k = 0; k < described.candidates.size(); ++k) {
            const auto file = cat("block", block, "_op", k, ".onnx");
            TW_TRY(files[file], onnx::exportOnnx(standalone(space, block, k)));
            entry["candidates"].push_back({{"name", described.candidates[k].name}, {"file", file}});
        }
        node.attributes.erase("candidates");
        node.attributes.erase("op_names");
        node.attributes["block_ref"] = described.name;
        json["blocks"].push_back(std::move(entry));
    }
    TW_TRY(files["main.onnx"], onnx::exportOnnx(main));
    files["space.json"] = json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    return writeFolderAtomically(folder, files);
}

}  // namespace tw::latency
