// SPDX-License-Identifier: Apache-2.0
#include "core/target/load.h"

#include "core/base/text.h"
#include "core/target/load_rows.h"
#include "core/target/platforms.h"
#include "core/target/read_target.h"

#include <algorithm>
#include <cstdlib>

namespace tw::target {
namespace {

namespace fs = std::filesystem;

fs::path fileOf(const std::string& nameOrPath, const Places& places)
{
    const fs::path given = nameOrPath;
    if (fs::is_regular_file(given))
        return given;
    if (fs::is_regular_file(given / "target.json"))
        return given / "target.json";
    return places.targets / nameOrPath / "target.json";
}

/// False when none of the kernel folders has the flavour.
bool loadFlavour(const std::vector<fs::path>& kernelFolders, const std::string& flavour, CheckedTarget& result,
                 std::vector<KernelRow>& rows)
{
    bool found = false;
    const bool isPlain = !flavour.empty() && flavour.find('/') == std::string::npos && flavour != "..";
    for (const auto& kernels : kernelFolders) {
        if (!isPlain || !fs::is_directory(kernels / flavour))
            continue;
        found = true;
        auto loaded = loadRows({kernels / flavour, flavour, result.target.includeFolders},
                               Vocabulary(result.target.operators.get()), result.faults);
        rows.insert(rows.end(), std::make_move_iterator(loaded.begin()), std::make_move_iterator(loaded.end()));
    }
    return found;
}

bool holdsData(const fs::path& folder)
{
    return fs::is_directory(folder / "targets") && fs::is_directory(folder / "kernels");
}

/// A shared table may name memories that only some targets have.
void keepOwnMemories(const Target& target, KernelRow& row)
{
    for (auto& [operand, memories] : row.reads)
        std::erase_if(memories, [&](const std::string& name) { return !target.memory(name); });
}

/// The target's own table of a flavour comes before the installed one.
void addRows(JsonReader& reader, const Places& places, CheckedTarget& result)
{
    auto& target = result.target;
    const std::vector<fs::path> folders{target.folder / "kernels", places.kernels};
    target.kernelFolder = places.kernels;
    for (const auto& folder : folders)
        target.includeFolders.push_back(folder / "include");
    std::map<std::string, std::vector<KernelRow>> tables;
    for (std::size_t e = 0; e < target.engines.size(); ++e) {
        const auto& flavours = target.engines[e].flavours;
        for (std::size_t f = 0; f < flavours.size(); ++f) {
            const auto& flavour = flavours[f];
            if (!tables.contains(flavour) && !loadFlavour(folders, flavour, result, tables[flavour]))
                reader.fault(cat("engines[", e, "].kernels[", f, "]"), cat("there is no kernel folder ", flavour),
                             cat("put it into ", folders[0].string(), ", or use one of ", folders[1].string()));
            for (auto row : tables[flavour]) {
                row.engine = target.engines[e].name;
                keepOwnMemories(target, row);
                target.rows.push_back(std::move(row));
            }
        }
    }
}

/// The target and its kernel tables.
Result<CheckedTarget> readAll(const std::string& nameOrPath, const Places& places)
{
    const fs::path file = fileOf(nameOrPath, places);
    if (!fs::is_regular_file(file))
        return Error{.code = Code::UnknownTarget, .message = cat("there is no target ", nameOrPath),
                     .hint = cat("known targets: ", join(targetNames(places), ", "), "; or give the path of a target.json")};
    CheckedTarget result;
    const auto json = parseJsonFile(file);
    if (!json) {
        result.faults.push_back(json.error());
        return result;
    }
    JsonReader reader(*json, file.string(), "", result.faults);
    result.target = readTarget(reader, file, places.targets);
    addRows(reader, places, result);
    return result;
}

}  // namespace

Places installedPlaces()
{
    std::vector<fs::path> candidates;
    if (const char* data = std::getenv("TILEWRIGHT_DATA"))
        candidates.emplace_back(data);
    std::error_code ignored;
    const auto executable = fs::read_symlink("/proc/self/exe", ignored);
    candidates.push_back(executable.parent_path().parent_path() / "share" / "tilewright");
    candidates.emplace_back(TW_SOURCE_DIR);
    const auto found = std::find_if(candidates.begin(), candidates.end(), holdsData);
    const fs::path root = found == candidates.end() ? candidates.back() : *found;
    return {root / "targets", root / "kernels"};
}

std::vector<std::string> targetNames(const Places& places)
{
    std::vector<std::string> names;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(places.targets, ignored))
        if (fs::is_regular_file(entry.path() / "target.json"))
            names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

Result<CheckedTarget> checkTarget(const std::string& nameOrPath, const Places& places)
{
    TW_TRY(auto checked, readAll(nameOrPath, places));
    if (!checked.target.folder.empty())
        readPlatforms(checked.target, checked.faults);
    return checked;
}

Result<Target> loadTarget(const std::string& nameOrPath, const Places& places)
{
    TW_TRY(auto checked, readAll(nameOrPath, places));
    if (!checked.faults.empty())
        return checked.faults.front();
    return std::move(checked.target);
}

}  // namespace tw::target
