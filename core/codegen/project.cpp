// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/project.h"

#include "core/base/text.h"
#include "core/codegen/c_text.h"
#include "core/codegen/network_source.h"
#include "core/codegen/project_files.h"

namespace tw::codegen {

Result<Project> generateProject(const ProjectInput& in, const Constants& constants)
{
    TW_CHECK(in.binding.complete());
    Project project;
    const MemoryNames memories(in.target);
    auto& files = project.files;
    files["network.h"] = networkHeader(in, memories);
    TW_TRY(files["network.c"], networkSource(in, constants, memories, project));
    files["weights.h"] = weightsHeader(constants, memories);
    files["weights.c"] = weightsSource(constants, memories);
    TW_TRY_VOID(addKernelFiles(in, files));
    TW_TRY_VOID(addPlatformFiles(in, files));
    addMainFiles(in, files);
    addBuildFiles(in, files);
    return project;
}

std::string sectionText(const Project& project, std::string_view name)
{
    const auto found = project.sections.find(name);
    TW_CHECK(found != project.sections.end());
    const auto& mark = found->second;
    const auto lines = split(project.files.at(mark.file), '\n');
    std::string text;
    for (int line = mark.firstLine; line <= mark.lastLine; ++line)
        text += lines.at(static_cast<std::size_t>(line) - 1) + "\n";
    return text;
}

std::vector<std::string> memoryLines(const ProjectInput& in)
{
    std::vector<std::string> lines;
    for (const auto& use : in.map.memories)
        if (use.peakBytes > 0 || use.constantBytes > 0)
            lines.push_back(cat("Memory ", commentText(use.memory), ": ", use.peakBytes, " bytes for activations, ", use.constantBytes,
                                " bytes for constants."));
    return lines;
}

}  // namespace tw::codegen
