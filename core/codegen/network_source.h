// SPDX-License-Identifier: Apache-2.0
// network.h, network.c, weights.h, weights.c.
#pragma once

#include "core/codegen/constants.h"
#include "core/codegen/memory_names.h"

namespace tw::codegen {

std::string networkHeader(const ProjectInput& in, const MemoryNames& memories);
std::string weightsHeader(const Constants& constants, const MemoryNames& memories);
std::string weightsSource(const Constants& constants, const MemoryNames& memories);

/// Also fills the marks and sections of `project`. Fails when an argument does not fit the 32 bits of the kernel's struct.
Result<std::string> networkSource(const ProjectInput& in, const Constants& constants, const MemoryNames& memories,
                                  Project& project);

}  // namespace tw::codegen
