// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "core/base/text.h"
#include "core/target/load.h"

#include <filesystem>
#include <iostream>
#include <memory>

namespace tw::cli {
namespace {

using Json = nlohmann::ordered_json;

struct TargetsOptions {
    std::vector<std::string> words;   // [], [NAME], [check, FILE]
    bool json = false;
};

Json targetJson(const target::Target& target)
{
    Json memories = Json::array();
    for (const auto& memory : target.memories)
        memories.push_back({{"name", memory.name}, {"bytes", memory.bytes}, {"usable", memory.usable()}});
    Json engines = Json::array();
    for (const auto& engine : target.engines)
        engines.push_back({{"name", engine.name},
                           {"description", engine.description},
                           {"cores", engine.cores},
                           {"memory", engine.memory},
                           {"clock_hz", engine.clockHz.value ? Json(*engine.clockHz.value) : Json(nullptr)}});
    Json rows = Json::array();
    for (const auto& row : target.rows)
        rows.push_back({{"engine", row.engine}, {"op", row.op}, {"call", row.call}, {"place", row.place}});
    return {{"name", target.name}, {"title", target.title}, {"description", target.description},
            {"memories", memories}, {"engines", engines}, {"kernels", rows}};
}

void printTarget(const target::Target& target)
{
    std::cout << target.name << ": " << target.title << "\n  " << target.description << '\n';
    for (const auto& memory : target.memories)
        std::cout << "  memory " << memory.name << ": " << memory.usable() << " usable bytes of " << memory.bytes << '\n';
    for (const auto& engine : target.engines) {
        std::map<std::string, int> kernels;
        for (const auto& row : target.rows)
            kernels[row.op] += row.engine == engine.name;
        std::cout << "  engine " << engine.name << ": " << engine.cores << " core(s) in " << engine.memory << ", clock "
                  << (engine.clockHz.value ? cat(*engine.clockHz.value, " Hz") : "no figure") << ", kernels for "
                  << kernels.size() << " operators\n";
    }
}

Result<void> listTargets(const TargetsOptions& options)
{
    const auto names = target::targetNames(target::installedPlaces());
    if (options.json)
        printJson(Json(names));
    else
        for (const auto& name : names)
            std::cout << name << '\n';
    return {};
}

Result<void> checkTarget(const std::string& file)
{
    if (!std::filesystem::exists(file))
        return Error{.code = Code::FileNotFound, .message = "is not there", .place = {.file = file}};
    TW_TRY(const auto target, target::loadTarget(file, target::installedPlaces()));
    std::cout << file << ": good, " << target.engines.size() << " engine(s), " << target.rows.size() << " kernel rows\n";
    return {};
}

Result<void> targets(const TargetsOptions& options)
{
    const auto& words = options.words;
    if (words.empty())
        return listTargets(options);
    if (words.size() == 2 && words[0] == "check")
        return checkTarget(words[1]);
    if (words.size() != 1)
        return Error{.code = Code::BadUsage, .message = "use: targets, targets NAME, or targets check FILE"};
    TW_TRY(const auto target, target::loadTarget(words[0], target::installedPlaces()));
    if (options.json)
        printJson(targetJson(target));
    else
        printTarget(target);
    return {};
}

}  // namespace

Subcommand addTargets(CLI::App& app)
{
    auto options = std::make_shared<TargetsOptions>();
    auto* parser = app.add_subcommand("targets", "Lists targets, shows one, or checks a target file");
    parser->add_option("WORDS", options->words, "nothing, NAME, or: check FILE")->expected(0, 2);
    parser->add_flag("--json", options->json, "JSON on stdout");
    return {parser, [options](Progress&) { return targets(*options); }};
}

}  // namespace tw::cli
