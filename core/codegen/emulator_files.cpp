// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/emulator_files.h"

#include "core/codegen/line_writer.h"

#include <iomanip>

namespace tw::codegen {
namespace {

constexpr std::string_view kProgram = R"(
  .text : { *(.text .text.*) } > CODE
  .rodata : { *(.rodata .rodata.* .srodata .srodata.*) } > CODE
  .ARM.extab : { *(.ARM.extab*) } > CODE
  .ARM.exidx : { *(.ARM.exidx*) } > CODE
  .eh_frame : { *(.eh_frame*) } > CODE

  .data : ALIGN(16) { *(.data .data.*) __global_pointer$ = . + 0x800; *(.sdata .sdata.*) } > DATA
  .tdata : ALIGN(16) { tw_thread_data = .; *(.tdata .tdata.*) } > DATA
  .tbss : { *(.tbss .tbss.*) } > DATA
  .bss (NOLOAD) : ALIGN(16)
  {
    tw_bss_begin = .;
    . += SIZEOF(.tbss);
    *(.sbss .sbss.* .bss .bss.*) *(COMMON)
    . = ALIGN(16);
    tw_bss_end = .;
  } > DATA

  /* The C library's heap, which serves printf and files; then the stacks: of one core, or 64 KiB of each hart. */
  end = .;
  __heap_start = .;
  __heap_end = . + 0x10000;
  tw_stacks = __heap_end;
  tw_stack_top = ORIGIN(DATA) + LENGTH(DATA);
)";

std::string address(std::uint64_t value)
{
    std::ostringstream out;
    out << "0x" << std::hex << std::setw(8) << std::setfill('0') << value;
    return out.str();
}

std::string linkerScript(const target::Target& target, const target::Emulator& emulator, const MemoryNames& names)
{
    constexpr std::int64_t kStackBytes = 65536;
    LineWriter out;
    out.line("/* SPDX-License-Identifier: MIT-0 */");
    out.line("/* Places a network and its program in the memories of the machine ", emulator.machine, " of ",
             emulator.architecture.emulator, ". */");
    out.line("MEMORY");
    out.line("{");
    for (const auto& region : emulator.regions)
        out.line("  ", region.name, " : ORIGIN = ", address(region.origin), ", LENGTH = ", region.bytes);
    out.line("}");
    out.line("REGION_ALIAS(\"CODE\", ", emulator.code, ")");
    out.line("REGION_ALIAS(\"DATA\", ", emulator.data, ")");
    out.line("ENTRY(tw_start)");
    out.line("SECTIONS");
    out.line("{");
    out.line("  .tw_start : { tw_not_counted_begin = .; KEEP(*(.tw_start)) *(.tw_not_counted) tw_not_counted_end = .; } > CODE");
    for (const auto& memory : target.memories) {
        const auto& name = names.of(memory.name);
        const auto& region = emulator.memories.at(memory.name);
        out.line("  .tw_constants_", name, " : { *(.rodata.tw_constants_", name, ") } > ", region);
        out.line("  .tw_memory_", name, " (NOLOAD) : { *(.bss.tw_memory_", name, ") } > ", region);
    }
    out.line("  .tw_test_vectors : { *(.rodata.tw_test_vectors) } > ", emulator.vectors);
    out.block(kProgram);
    out.line("  ASSERT(tw_stacks + ", kStackBytes * (emulator.harts > 1 ? emulator.harts + 1 : 1),
             " <= tw_stack_top, \"no room for the stacks\")");
    out.line("}");
    return out.take();
}

std::string platformHeader(const target::Target& target, const MemoryNames& names)
{
    LineWriter out;
    out.line("/* SPDX-License-Identifier: MIT-0 */");
    out.line("/* Puts the memories of the network into sections that network.ld knows. */");
    out.line("#ifndef TW_PLATFORM_H");
    out.line("#define TW_PLATFORM_H");
    out.line("");
    for (const auto& memory : target.memories) {
        const auto& name = names.of(memory.name);
        out.line("#define TW_MEMORY_", name, " __attribute__((section(\".bss.tw_memory_", name, "\")))");
        out.line("#define TW_CONSTANTS_", name, " __attribute__((section(\".rodata.tw_constants_", name, "\")))");
    }
    out.line("#define TW_TEST_VECTORS __attribute__((section(\".rodata.tw_test_vectors\")))");
    out.line("");
    out.line("#endif");
    return out.take();
}

std::string toolchainFile(const target::Emulator& emulator)
{
    LineWriter out;
    out.line("# SPDX-License-Identifier: MIT-0");
    out.line("# Cross compiler and emulator: Debian's ", emulator.architecture.compilerPackages, " ", emulator.architecture.emulatorPackage, ".");
    out.line("set(CMAKE_SYSTEM_NAME Generic)");
    out.line("set(CMAKE_C_COMPILER ", emulator.architecture.compiler, ")");
    out.line("set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)");
    out.line("set(CMAKE_CROSSCOMPILING_EMULATOR ", join(emulatorCommand(emulator, ""), " "), ")");
    out.line("set(NETWORK_EMULATOR_COMPILE_OPTIONS ", join(emulatorCompileFlags(emulator), " "), ")");
    out.line("set(NETWORK_EMULATOR_LINK_OPTIONS ", join(emulatorLinkFlags(emulator), " "), ")");
    return out.take();
}

/// Files that only some platforms want stand in folders of these names; all others are for every platform.
constexpr std::string_view kHostFolder = "runtime/";

}  // namespace

bool isRuntimeOf(std::string_view name, Platform platform)
{
    const auto folder = platform == Platform::Host ? kHostFolder : platform == Platform::Emulator ? kEmulatorFolder : kSdkFolder;
    return name.starts_with(folder) && name != kPluginFile;
}

std::vector<std::string> sourcesOf(const std::map<std::string, std::string>& files, Platform platform)
{
    std::vector<std::string> sources;
    for (const auto& [name, content] : files) {
        const bool general = !name.starts_with(kHostFolder) && !name.starts_with(kEmulatorFolder) && !name.starts_with(kSdkFolder);
        if (name.ends_with(".c") && (general || isRuntimeOf(name, platform)))
            sources.push_back(name);
    }
    return sources;
}

std::vector<std::string> emulatorCompileFlags(const target::Emulator& emulator)
{
    auto flags = emulator.flags;
    flags.insert(flags.end(), emulator.architecture.compileFlags.begin(), emulator.architecture.compileFlags.end());
    flags.insert(flags.end(), {"-ffunction-sections", "-fdata-sections", "-DTW_PLATFORM_HEADER=\"emulator/tw_platform.h\"",
                               cat("-DTW_CORES=", emulator.harts)});
    return flags;
}

std::vector<std::string> emulatorLinkFlags(const target::Emulator& emulator)
{
    auto flags = emulator.flags;
    flags.insert(flags.end(), emulator.architecture.linkFlags.begin(), emulator.architecture.linkFlags.end());
    flags.insert(flags.end(), {"-nostartfiles", "-Wl,--gc-sections"});
    return flags;
}

std::vector<std::string> emulatorCommand(const target::Emulator& emulator, const std::string& semihosting)
{
    std::vector<std::string> command{emulator.architecture.emulator, "-M", emulator.machine};
    command.insert(command.end(), emulator.architecture.emulatorOptions.begin(), emulator.architecture.emulatorOptions.end());
    command.insert(command.end(), emulator.options.begin(), emulator.options.end());
    command.insert(command.end(), {"-nographic", "-monitor", "none", "-serial", "null", "-semihosting-config",
                                   cat("enable=on,target=native,arg=network", semihosting), "-kernel"});
    return command;
}

void addEmulatorFiles(const target::Target& target, const target::Emulator& emulator, std::map<std::string, std::string>& files)
{
    const MemoryNames names(target);
    const std::string folder(kEmulatorFolder);
    files[folder + "network.ld"] = linkerScript(target, emulator, names);
    files[folder + "tw_platform.h"] = platformHeader(target, names);
    files[folder + "toolchain.cmake"] = toolchainFile(emulator);
}

}  // namespace tw::codegen
