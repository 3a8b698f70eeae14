// SPDX-License-Identifier: Apache-2.0
// Where else than on the host an exported project runs, as data: targets/<name>/platforms.json. A target without that
// file has the host only.
#pragma once

#include "core/target/target.h"

namespace tw::target {

/// What a family of emulated processors needs of this machine.
struct Architecture {
    std::string name;                        // "arm", "riscv32"
    std::string compiler;                    // "arm-none-eabi-gcc"
    std::string symbols;                     // "arm-none-eabi-nm"
    std::string compilerPackages;            // of Debian
    std::string emulator;                    // "qemu-system-arm"
    std::string emulatorPackage;
    std::vector<std::string> compileFlags;
    std::vector<std::string> linkFlags;
    std::vector<std::string> emulatorOptions;
};

struct Region {                              // of the emulated machine
    std::string name;
    std::uint64_t origin = 0;
    std::int64_t bytes = 0;
};

struct Emulator {
    Architecture architecture;
    std::string machine;                     // as the emulator calls it
    std::vector<std::string> options;        // further ones of the emulator
    int harts = 1;                           // that compute
    std::vector<std::string> flags;          // of the compiler: processor and calling convention
    std::vector<Region> regions;
    std::string code;                        // the region of the program,
    std::string data;                        // of its variables, heap and stacks,
    std::string vectors;                     // of the test vectors
    std::map<std::string, std::string> memories;   // memory of the target -> region
    std::vector<std::filesystem::path> runtimeFiles;   // .c and .h

    const Region& region(const std::string& name) const;
};

/// A vendor's libraries that a project can be compiled against, where somebody has them.
struct Sdk {
    std::string name;
    std::vector<std::filesystem::path> files;          // that stand between the network and the SDK: .c and .h
};

struct Platforms {
    std::optional<Emulator> emulator = {};
    std::optional<Sdk> sdk = {};
};

/// Adds the faults of the file, each with its place: a region or memory that does not exist, a file that is not there.
Platforms readPlatforms(const Target& target, std::vector<Error>& faults);

/// Fails with the first of them.
Result<Platforms> loadPlatforms(const Target& target);

}  // namespace tw::target
