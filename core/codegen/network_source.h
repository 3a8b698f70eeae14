// SPDX-License-Identifier: Apache-2.0
// network.h, network.c, weights.h, weights.c.
#pragma once

#include "core/codegen/constants.h"

namespace tw::codegen {

std::string networkHeader(const ProjectInput& in, const ConstantBlock& constants);
std::string weightsHeader(const ConstantBlock& constants);
std::string weightsSource(const ConstantBlock& constants);

/// Also fills `marks`. Fails when an argument does not fit the 32 bits of the kernel's struct.
Result<std::string> networkSource(const ProjectInput& in, const ConstantBlock& constants,
                                  std::map<ir::NodeId, std::vector<Mark>>& marks);

}  // namespace tw::codegen
