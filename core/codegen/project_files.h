// SPDX-License-Identifier: Apache-2.0
// The parts of a project that do not depend on the graph: kernels, runtime, main program, build files.
#pragma once

#include "core/codegen/project.h"

namespace tw::codegen {

/// The sources of the rows in use and every header they include, under kernels/; the target's runtime under runtime/.
Result<void> addKernelFiles(const ProjectInput& in, std::map<std::string, std::string>& files);

/// What other platforms than the host need: the folder emulator/, when the target has an emulator.
Result<void> addPlatformFiles(const ProjectInput& in, std::map<std::string, std::string>& files);

/// main.c, and test_vectors.{h,c} with zeros.
void addMainFiles(const ProjectInput& in, std::map<std::string, std::string>& files);

/// CMakeLists.txt, CMakePresets.json, README.md, LICENSE; reads the names and the runtime in `files`.
void addBuildFiles(const ProjectInput& in, std::map<std::string, std::string>& files);

/// "Memory L1: 4096 bytes for activations, 0 bytes for constants." for each memory that the network uses.
std::vector<std::string> memoryLines(const ProjectInput& in);

}  // namespace tw::codegen
