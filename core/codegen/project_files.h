// SPDX-License-Identifier: Apache-2.0
// The parts of a project that do not depend on the graph: kernels, runtime, main program, build files.
#pragma once

#include "core/codegen/project.h"

namespace tw::codegen {

/// The sources of the rows in use and every header they include, under kernels/; the target's runtime under runtime/.
Result<void> addKernelFiles(const ProjectInput& in, std::map<std::string, std::string>& files);

/// main.c, and test_vectors.{h,c} with zeros.
void addMainFiles(const ProjectInput& in, std::map<std::string, std::string>& files);

/// CMakeLists.txt, CMakePresets.json, README.md, LICENSE; reads the names in `files`.
void addBuildFiles(const ProjectInput& in, std::int64_t constantBytes, std::map<std::string, std::string>& files);

}  // namespace tw::codegen
