// SPDX-License-Identifier: Apache-2.0
// What the memories of a target are called in C.
#pragma once

#include "core/target/target.h"

namespace tw::codegen {

class MemoryNames {
public:
    explicit MemoryNames(const target::Target& target);

    /// Upper case, unique: "L1", "WEIGHTMEMORY". Part of TW_MEMORY_L1, arena_L1, network_constants_L1, NETWORK_L1_....
    const std::string& of(const std::string& memory) const { return names_.at(memory); }

private:
    std::map<std::string, std::string> names_;
};

/// Lets the platform say what stands before an object in this memory, and nothing when it does not:
/// `macro` is TW_MEMORY_L1 or TW_CONSTANTS_L1.
std::string sectionMacro(const std::string& macro);

}  // namespace tw::codegen
