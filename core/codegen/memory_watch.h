// SPDX-License-Identifier: Apache-2.0
// Under AddressSanitizer, network.c makes only that memory accessible which a node may touch while it runs: a kernel that
// reads a dead tensor or writes beside its own is caught although all of them share one arena.
#pragma once

#include "core/codegen/line_writer.h"
#include "core/codegen/memory_names.h"
#include "core/codegen/project.h"

namespace tw::codegen {

/// Defines the macro STEP(step): node i says STEP(i + 1) before it runs, the end of a run STEP(nodes + 1), after which
/// inputs and outputs are accessible. Without AddressSanitizer it is nothing.
void writeMemoryWatch(LineWriter& out, const ProjectInput& in, const MemoryNames& names);

}  // namespace tw::codegen
