// SPDX-License-Identifier: Apache-2.0
// What an exported project needs to run on an emulated machine, in its folder emulator/.
#pragma once

#include "core/codegen/memory_names.h"
#include "core/target/platforms.h"

#include <map>
#include <string>
#include <vector>

namespace tw::codegen {

inline constexpr std::string_view kEmulatorFolder = "emulator/";
inline constexpr std::string_view kPluginFile = "emulator/plugin/tw_insn_plugin.c";   // for this machine's compiler

inline constexpr std::string_view kSdkFolder = "sdk/";

enum class Platform { Host, Emulator, Sdk };
/// The C files that a project for this platform consists of, main.c included.
std::vector<std::string> sourcesOf(const std::map<std::string, std::string>& files, Platform platform);
/// Those that stand in for the platform.
bool isRuntimeOf(std::string_view name, Platform platform);

/// The linker script, the header that puts memories into its sections, and the toolchain file of CMake.
void addEmulatorFiles(const target::Target& target, const target::Emulator& emulator, std::map<std::string, std::string>& files);

/// Flags of the compiler besides warnings, optimisation and include folders; paths are relative to the project.
std::vector<std::string> emulatorCompileFlags(const target::Emulator& emulator);
std::vector<std::string> emulatorLinkFlags(const target::Emulator& emulator);

/// The command line up to the program; `semihosting` are more fields of that option.
std::vector<std::string> emulatorCommand(const target::Emulator& emulator, const std::string& semihosting);

}  // namespace tw::codegen
