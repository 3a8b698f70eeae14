// SPDX-License-Identifier: Apache-2.0
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/codegen/project_files.h"

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

/// Adds `path` as `name` and, from the include folder, whatever it includes. Each file once, so it ends.
Result<void> addWithHeaders(const fs::path& path, const std::string& name, const fs::path& includeFolder,
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
            open.emplace_back(includeFolder / header, "kernels/include/" + header);
    }
    return {};
}

}  // namespace

Result<void> addKernelFiles(const ProjectInput& in, std::map<std::string, std::string>& files)
{
    const auto include = in.target.kernelFolder / "include";
    for (const auto& bound : in.binding.nodes) {
        if (bound.row < 0)
            continue;
        const auto& row = in.target.rows[static_cast<std::size_t>(bound.row)];
        const auto name = cat(row.flavour, "/", row.source);
        TW_TRY_VOID(addWithHeaders(in.target.kernelFolder / name, "kernels/" + name, include, files));
    }
    for (const auto& file : in.target.runtimeFiles) {
        const auto name = cat("runtime/", fs::path(file).filename().string());
        TW_TRY_VOID(addWithHeaders(in.target.folder / file, name, include, files));
    }
    return {};
}

}  // namespace tw::codegen
