// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/project.h"

#include "core/codegen/network_source.h"
#include "core/codegen/project_files.h"

namespace tw::codegen {

Result<Project> generateProject(const ProjectInput& in)
{
    TW_CHECK(in.binding.complete());
    Project project;
    TW_TRY(const auto constants, collectConstants(in));
    project.constantBytes = static_cast<std::int64_t>(constants.bytes.size());
    auto& files = project.files;
    files["network.h"] = networkHeader(in, constants);
    TW_TRY(files["network.c"], networkSource(in, constants, project.marks));
    files["weights.h"] = weightsHeader(constants);
    files["weights.c"] = weightsSource(constants);
    TW_TRY_VOID(addKernelFiles(in, files));
    addMainFiles(in, files);
    addBuildFiles(in, project.constantBytes, files);
    return project;
}

}  // namespace tw::codegen
