// SPDX-License-Identifier: Apache-2.0
// `latency`: dispatch, the list of calculators, and conversions between file formats.
#include "app/cli/latency_commands.h"
#include "core/base/text.h"
#include "core/latency/container_file.h"
#include "core/latency/edit_space.h"
#include "core/latency/space_file.h"
#include "core/onnx/export.h"
#include "core/onnx/import.h"
#include "core/session/latency.h"

#include <charconv>
#include <iostream>
#include <memory>

namespace tw::cli {
namespace {

Result<void> listCalculators(bool json)
{
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const auto& info : session::latencyCalculators()) {
        if (!json)
            std::cout << info.name << "  [" << info.unit << "]  " << info.measures << (info.needsTarget ? "; needs a target" : "")
                      << (info.unavailable.empty() ? "" : "; not available: ") << info.unavailable << '\n';
        list.push_back({{"name", info.name}, {"unit", info.unit}, {"measures", info.measures}, {"additive", info.additive},
                        {"needs_target", info.needsTarget}, {"available", info.unavailable.empty()}, {"reason", info.unavailable}});
    }
    if (json)
        printJson({{"calculators", list}});
    return {};
}

struct ConvertCommand {
    std::string from;
    std::string to;
    std::string arch;
    bool flatten = false;
    std::vector<std::string> alternatives = {};   // NODE=FILE
};

Result<latency::Arch> archFrom(const std::string& text)
{
    latency::Arch arch;
    for (const auto& part : split(text, ',')) {
        int index = 0;
        const auto [end, failure] = std::from_chars(part.data(), part.data() + part.size(), index);
        if (failure != std::errc() || end != part.data() + part.size())
            return Error{.code = Code::BadUsage, .message = cat("--arch ", text, " is no list of numbers like 0,2,1")};
        arch.push_back(index);
    }
    return arch;
}

/// A space as it is, or with what the options add to it.
Result<latency::SearchSpace> spaceFrom(const ConvertCommand& command, Progress& progress)
{
    if (!command.flatten && command.alternatives.empty())
        return latency::readSearchSpace(command.from, progress);
    TW_TRY(auto imported, onnx::importOnnx(command.from, progress));
    auto graph = std::move(imported.graph);
    if (command.flatten) {
        TW_TRY(graph, latency::flattenNested(std::move(graph)));
    }
    for (const auto& text : command.alternatives) {
        TW_TRY(const auto pair, assignments({text}, "--alternative"));
        const auto& [node, file] = *pair.begin();
        TW_TRY(auto candidate, onnx::importOnnx(file, progress));
        TW_TRY(graph, latency::addAlternative(std::move(graph), node, std::filesystem::path(file).stem().string(), std::move(candidate.graph)));
    }
    return latency::searchSpaceOf(std::move(graph));
}

Result<void> convertSpace(const ConvertCommand& command, Progress& progress)
{
    TW_TRY(const auto space, spaceFrom(command, progress));
    printDiagnostics(space.diagnostics);
    if (!command.arch.empty()) {
        TW_TRY(const auto arch, command.arch == "default" ? Result<latency::Arch>(space.defaultArch()) : archFrom(command.arch));
        TW_TRY(const auto network, latency::materialise(space, arch));
        return onnx::writeOnnx(network, command.to);
    }
    if (std::filesystem::path(command.to).extension() == ".onnx")
        return latency::writeSearchSpace(space, command.to);
    return latency::writeSpaceFolder(space, command.to);
}

Result<void> convert(const ConvertCommand& command, Progress& progress)
{
    const std::filesystem::path from(command.from);
    if (from.extension() == ".onnx" || from.filename() == "space.json" || std::filesystem::is_directory(from))
        return convertSpace(command, progress);
    TW_TRY(const auto container, latency::fromFile(from));
    return latency::toFile(container, command.to);
}

}  // namespace

Subcommand addLatencyCalculators(CLI::App& app)
{
    auto json = std::make_shared<bool>(false);
    auto* parser = app.add_subcommand("calculators", "Lists what can be calculated or measured, and why not where it cannot");
    parser->add_flag("--json", *json, "JSON on stdout");
    return {parser, [json](Progress&) { return listCalculators(*json); }};
}

Subcommand addLatencyConvert(CLI::App& app)
{
    auto command = std::make_shared<ConvertCommand>();
    auto* parser = app.add_subcommand("convert", "Converts containers (native, .json, .csv) and search spaces (.onnx, folder)");
    parser->add_option("FROM", command->from, "a container, a model with search blocks, or a folder with space.json")->required();
    parser->add_option("TO", command->to, "by extension: .json, .csv, .onnx; a search space to anything else: a folder")->required();
    parser->add_option("--arch", command->arch, "choices like 0,2,1, or \"default\": write the plain network of this architecture");
    parser->add_flag("--flatten", command->flatten, "search blocks inside of candidates become candidates, one for each choice");
    parser->add_option("--alternative", command->alternatives,
                       "NODE=FILE: the network in FILE is another choice for this node, called as the file; may be repeated");
    return {parser, [command](Progress& progress) { return convert(*command, progress); }};
}

Subcommand addLatency(CLI::App& app)
{
    auto* parser = app.add_subcommand("latency", "Computes, analyses and compares latencies of models and search spaces");
    parser->require_subcommand(1);
    auto commands = std::make_shared<std::vector<Subcommand>>(
        std::vector{addLatencyCalculators(*parser), addLatencyCompute(*parser), addLatencyStats(*parser), addLatencyBest(*parser),
                    addLatencyCompare(*parser), addLatencyConvert(*parser)});
    return {parser, [commands](Progress& progress) -> Result<void> {
                for (const auto& command : *commands)
                    if (command.parser->parsed())
                        return command.run(progress);
                return Error{.code = Code::BadUsage, .message = "latency needs a subcommand"};
            }};
}

}  // namespace tw::cli
