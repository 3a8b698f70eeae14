// SPDX-License-Identifier: Apache-2.0
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/codegen/emulator_files.h"
#include "core/codegen/project_files.h"

#include <algorithm>

namespace tw::codegen {
namespace {

namespace fs = std::filesystem;

/// The names in lines like  #include "conv.h".
std::vector<std::string> quotedIncludes(std::string_view source)
{
    std::vector<std::string> names;
    for (const auto& line : split(source, '\n')) {
        const auto text = trim(line);
        if (!text.starts_with("#include \""))
            continue;
        const auto rest = text.substr(std::string_view("#include \"").size());
        names.emplace_back(rest.substr(0, rest.find('"')));
    }
    return names;
}

/// The header in the first include folder that has it.
fs::path headerFile(const std::string& header, const std::vector<fs::path>& includeFolders)
{
    for (const auto& folder : includeFolders)
        if (fs::exists(folder / header))
            return folder / header;
    return includeFolders.back() / header;
}

/// Adds `path` as `name` and, from the include folders, whatever it includes. Each file once, so it ends.
Result<void> addWithHeaders(const fs::path& path, const std::string& name, const std::vector<fs::path>& includeFolders,
                            std::map<std::string, std::string>& files)
{
    std::vector<std::pair<fs::path, std::string>> open{{path, name}};
    while (!open.empty()) {
        const auto [from, to] = open.back();
        open.pop_back();
        if (files.contains(to))
            continue;
        TW_TRY(files[to], readTextFile(from));
        for (const auto& header : quotedIncludes(files[to]))
            if (const auto beside = from.parent_path() / header; fs::exists(beside))
                open.emplace_back(beside, (fs::path(to).parent_path() / header).string());
            else if (!files.contains(header))   // else it is one of the project's own
                open.emplace_back(headerFile(header, includeFolders), "kernels/include/" + header);
    }
    return {};
}

}  // namespace

Result<void> addKernelFiles(const ProjectInput& in, std::map<std::string, std::string>& files)
{
    const auto& include = in.target.includeFolders;
    for (const auto& bound : in.binding.nodes) {
        if (bound.row < 0)
            continue;
        const auto& row = in.target.rows[static_cast<std::size_t>(bound.row)];
        TW_TRY_VOID(addWithHeaders(row.folder / row.source, cat("kernels/", row.flavour, "/", row.source), include, files));
    }
    if (std::any_of(in.binding.nodes.begin(), in.binding.nodes.end(), [](const auto& bound) { return bound.tiles != nullptr; }))
        TW_TRY_VOID(addWithHeaders(in.target.kernelFolder / "generic/tw_tiles.c", "kernels/generic/tw_tiles.c", include, files));
    for (const auto& file : in.target.runtimeFiles) {
        const auto name = cat("runtime/", file.filename().string());
        TW_TRY_VOID(addWithHeaders(file, name, include, files));
    }
    return {};
}

Result<void> addPlatformFiles(const ProjectInput& in, std::map<std::string, std::string>& files)
{
    TW_TRY(const auto platforms, target::loadPlatforms(in.target));
    const auto add = [&](const std::vector<fs::path>& sources, std::string_view folder) -> Result<void> {
        for (const auto& file : sources)
            TW_TRY_VOID(addWithHeaders(file, cat(folder, file.filename().string()), in.target.includeFolders, files));
        return {};
    };
    if (platforms.sdk)
        TW_TRY_VOID(add(platforms.sdk->files, kSdkFolder));
    if (!platforms.emulator)
        return {};
    TW_TRY_VOID(add(platforms.emulator->runtimeFiles, kEmulatorFolder));
    TW_TRY(files[std::string(kPluginFile)],
           readTextFile(in.target.kernelFolder.parent_path() / "targets/common/emulator/tw_insn_plugin.c"));
    addEmulatorFiles(in.target, *platforms.emulator, files);
    return {};
}

}  // namespace tw::codegen
