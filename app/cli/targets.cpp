// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command.h"
#include "app/cli/target_text.h"
#include "core/base/text.h"
#include "core/target/copy_target.h"
#include "core/target/load.h"

#include <iostream>
#include <memory>

namespace tw::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kForms = "nothing, NAME or PATH, check FILE, or new NAME --from TARGET [--dir DIR]";

struct TargetsOptions {
    std::vector<std::string> words;
    std::string from;
    std::string folder = ".";
    bool operators = false;
    bool json = false;
};

void listTargets(const TargetsOptions& options)
{
    const auto names = target::targetNames(target::installedPlaces());
    if (options.json)
        printJson(Json(names));
    else
        for (const auto& name : names)
            std::cout << name << '\n';
}

Json faultJson(const Error& fault)
{
    const bool hasByte = fault.place.byteOffset >= 0;
    return {{"file", fault.place.file}, {"byte", hasByte ? Json(fault.place.byteOffset) : Json(nullptr)},
            {"message", fault.message}, {"hint", fault.hint}};
}

/// All faults are the command's result, so they go to stdout; that there are some is its failure.
Result<void> checkTarget(const TargetsOptions& options)
{
    const auto& file = options.words[1];
    TW_TRY(const auto checked, target::checkTarget(file, target::installedPlaces()));
    const auto& [target, faults] = checked;
    if (options.json) {
        Json list = Json::array();
        for (const auto& fault : faults)
            list.push_back(faultJson(fault));
        printJson({{"ok", faults.empty()}, {"faults", list}});
    } else {
        for (const auto& fault : faults)
            std::cout << fault.text() << '\n';
    }
    if (!faults.empty())
        return Error{.code = Code::BadTarget, .message = cat("has ", faults.size(), " fault(s)"), .place = {.file = file}};
    if (!options.json)
        std::cout << file << ": good, " << target.engines.size() << " engine(s), " << target.rows.size() << " kernel rows\n";
    return {};
}

Result<void> newTarget(const TargetsOptions& options)
{
    const auto& name = options.words[1];
    if (options.from.empty())
        return Error{.code = Code::BadUsage, .message = "targets new needs --from TARGET, the target to start from"};
    const auto folder = std::filesystem::path(options.folder) / name;
    TW_TRY_VOID(target::copyTarget(options.from, name, folder, target::installedPlaces()));
    std::cout << folder.string() << ": a copy of " << options.from << "; change its target.json, check it with: targets check "
              << folder.string() << '\n';
    return {};
}

Result<void> showTarget(const TargetsOptions& options)
{
    TW_TRY(const auto target, target::loadTarget(options.words[0], target::installedPlaces()));
    if (options.operators && options.json)
        printJson(operatorsJson(target));
    else if (options.operators)
        printOperators(target);
    else if (options.json)
        printJson(targetJson(target));
    else
        printTarget(target);
    return {};
}

Result<void> targets(const TargetsOptions& options)
{
    const auto& words = options.words;
    if (words.empty()) {
        listTargets(options);
        return {};
    }
    if (words.size() == 2 && words[0] == "check")
        return checkTarget(options);
    if (words.size() == 2 && words[0] == "new")
        return newTarget(options);
    if (words.size() == 1)
        return showTarget(options);
    return Error{.code = Code::BadUsage, .message = cat("after \"targets\" comes ", kForms)};
}

}  // namespace

Subcommand addTargets(CLI::App& app)
{
    auto options = std::make_shared<TargetsOptions>();
    auto* parser = app.add_subcommand("targets", "Lists targets, shows one, checks a target file, or starts a new one");
    parser->add_option("WORDS", options->words, kForms)->expected(0, 9);   // too many are told by kForms, an unknown option by its name
    parser->add_option("--from", options->from, "with new: the target to copy, by name or path");
    parser->add_option("--dir", options->folder, "with new: where the new folder goes; here if not given");
    parser->add_flag("--operators", options->operators, "what the target can run: operators, types, constraints");
    parser->add_flag("--json", options->json, "JSON on stdout");
    return {parser, [options](Progress&) { return targets(*options); }};
}

}  // namespace tw::cli
