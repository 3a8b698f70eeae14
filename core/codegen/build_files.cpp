// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/c_text.h"
#include "core/codegen/emulator_files.h"
#include "core/codegen/line_writer.h"
#include "core/codegen/project_files.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tw::codegen {
namespace {

using Json = nlohmann::ordered_json;

std::string presets(bool emulator)
{
    Json configure = Json::array();
    configure.push_back({{"name", "host"}, {"binaryDir", "${sourceDir}/build/host"}, {"cacheVariables", {{"CMAKE_BUILD_TYPE", "Release"}}}});
    for (const auto& [name, sanitizers] : {std::pair("host-sanitize", "address,undefined"), std::pair("host-thread", "thread")})
        configure.push_back({{"name", name},
                             {"binaryDir", cat("${sourceDir}/build/", name)},
                             {"cacheVariables", {{"CMAKE_BUILD_TYPE", "Debug"}, {"NETWORK_SANITIZE", sanitizers}}}});
    if (emulator)
        configure.push_back({{"name", "emulator"},
                             {"binaryDir", "${sourceDir}/build/emulator"},
                             {"toolchainFile", "${sourceDir}/emulator/toolchain.cmake"},
                             {"cacheVariables", {{"CMAKE_BUILD_TYPE", "Release"}, {"NETWORK_PLATFORM", "emulator"}}}});
    Json build = Json::array();
    Json test = Json::array();
    for (const auto& one : configure) {
        build.push_back({{"name", one["name"]}, {"configurePreset", one["name"]}});
        test.push_back({{"name", one["name"]}, {"configurePreset", one["name"]}, {"output", {{"outputOnFailure", true}}}});
    }
    return Json({{"version", 3}, {"configurePresets", configure}, {"buildPresets", build}, {"testPresets", test}}).dump(2) + "\n";
}

constexpr std::string_view kCMakeHead = R"(# SPDX-License-Identifier: MIT-0
cmake_minimum_required(VERSION 3.16)
project(network LANGUAGES C)
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
set(NETWORK_SANITIZE "" CACHE STRING "sanitizers of the host's compiler, for example address,undefined")
set(NETWORK_PLATFORM "host" CACHE STRING "a folder of this project's runtimes")
option(NETWORK_FILE_IO "main.c can read inputs from and write outputs to files" ON)
)";

constexpr std::string_view kProfileOption = "option(NETWORK_PROFILE_TILING \"main.c prints how long each tile waits and computes\" ";

constexpr std::string_view kCMakeOptions = R"(if(NETWORK_PROFILE_TILING)
  add_compile_definitions(TW_PROFILE_TILING)
endif()
add_compile_options(-Wall -Wextra -Werror)
if(NETWORK_SANITIZE)
  add_compile_options(-fsanitize=${NETWORK_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${NETWORK_SANITIZE})
endif()
)";

constexpr std::string_view kCMakeThreads = R"(
# The runtime stands in for the cores and the DMA of the target with threads.
if(NETWORK_PLATFORM STREQUAL "host")
  set(THREADS_PREFER_PTHREAD_FLAG ON)
  find_package(Threads REQUIRED)
  target_link_libraries(network PUBLIC Threads::Threads)
endif()
)";

constexpr std::string_view kCMakeEmulator = R"(
if(NETWORK_PLATFORM STREQUAL "emulator")
  add_compile_options(${NETWORK_EMULATOR_COMPILE_OPTIONS})
  add_link_options(${NETWORK_EMULATOR_LINK_OPTIONS} -T${CMAKE_CURRENT_SOURCE_DIR}/emulator/network.ld)
endif()
)";

constexpr std::string_view kCMakeLibrary = R"()
target_include_directories(network PUBLIC . kernels/include)
target_link_libraries(network PUBLIC m)
)";

constexpr std::string_view kCMakeTail = R"(
add_executable(network_main main.c test_vectors.c)
target_link_libraries(network_main PRIVATE network)
if(NETWORK_FILE_IO)
  target_compile_definitions(network_main PRIVATE NETWORK_FILE_IO)
endif()

enable_testing()
add_test(NAME network COMMAND network_main)
)";

constexpr std::string_view kLicence = R"(MIT No Attribution

Permission is hereby granted, free of charge, to any person obtaining a copy of this
software and associated documentation files (the "Software"), to deal in the Software
without restriction, including without limitation the rights to use, copy, modify,
merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
permit persons to whom the Software is furnished to do so.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED,
INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A
PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT
HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION
OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
)";

bool usesThreads(const std::map<std::string, std::string>& files)
{
    return std::any_of(files.begin(), files.end(), [](const auto& file) {
        return file.first.starts_with("runtime/") && file.second.find("#include <pthread.h>") != std::string::npos;
    });
}

/// Sets a variable of CMake to the runtime of a platform.
void runtimeList(LineWriter& out, const std::map<std::string, std::string>& files, Platform platform)
{
    out.line("set(NETWORK_RUNTIME");
    for (const auto& name : sourcesOf(files, platform))
        if (isRuntimeOf(name, platform))
            out.line("  ", name);
    out.line(")");
}

bool hasEmulator(const std::map<std::string, std::string>& files)
{
    return files.contains(cat(kEmulatorFolder, "toolchain.cmake"));
}

std::string cmakeLists(const std::map<std::string, std::string>& files)
{
    LineWriter out;
    out.block(kCMakeHead);
    out.line(kProfileOption, "OFF)");
    out.block(kCMakeOptions);
    if (hasEmulator(files))
        out.block(kCMakeEmulator);
    out.line("");
    runtimeList(out, files, Platform::Host);
    if (hasEmulator(files)) {
        out.line("if(NETWORK_PLATFORM STREQUAL \"emulator\")");
        runtimeList(out, files, Platform::Emulator);
        out.line("endif()");
    }
    out.line("add_library(network STATIC ${NETWORK_RUNTIME}");
    for (const auto& name : sourcesOf(files, Platform::Host))
        if (!isRuntimeOf(name, Platform::Host) && name != "main.c" && name != "test_vectors.c")
            out.line("  ", name);
    out.block(kCMakeLibrary);
    if (usesThreads(files))
        out.block(kCMakeThreads);
    out.block(kCMakeTail);
    return out.take();
}

void portTable(LineWriter& out, const ProjectInput& in, const std::vector<ir::TensorId>& ports)
{
    out.line("");
    out.line("| index | name | type | shape |");
    out.line("| --- | --- | --- | --- |");
    for (std::size_t i = 0; i < ports.size(); ++i) {
        const auto& tensor = in.graph.tensor(ports[i]);
        out.line("| ", i, " | ", replaceAll(commentText(tensor.name), "|", "."), " | ", ir::typeName(tensor.type), " | ",
                 commentText(cat(tensor.shape)), " |");
    }
    out.line("");
}

void platformText(LineWriter& out, const std::map<std::string, std::string>& files)
{
    if (hasEmulator(files)) {
        out.line("    cmake --preset emulator && cmake --build --preset emulator && ctest --preset emulator");
        out.line("");
        out.line("builds it with the cross compiler that `emulator/toolchain.cmake` names (with Debian's packages) and runs the test");
        out.line("vectors in QEMU, which computes what the processor would but knows nothing of its time: the ticks there mean nothing.");
        out.line("`emulator/plugin/tw_insn_plugin.c` makes QEMU count instructions; its first lines say how.");
        out.line("");
    }
    const bool sdk = std::any_of(files.begin(), files.end(), [](const auto& file) { return file.first.starts_with(kSdkFolder); });
    if (sdk) {
        out.line("`sdk/` has what a board needs, over the libraries of its vendor: compile it, the kernels, `network.c`, `weights.c`,");
        out.line("`test_vectors.c` and `main.c` (with `-Dmain=network_main`), with `sdk` as the first include folder and");
        out.line("`-DTW_PLATFORM_HEADER='\"tw_platform.h\"'`. No board has run it: it has only been compiled.");
        out.line("");
    }
}

std::string readme(const ProjectInput& in, const std::map<std::string, std::string>& files)
{
    LineWriter out;
    out.line("# ", commentText(in.networkName));
    out.line("");
    out.line("C project written by Tilewright ", in.toolVersion, " for the target ", in.target.title, ".");
    out.line("Everything in this folder is under the MIT-0 licence; the weights are yours.");
    out.line("");
    out.line("    cmake --preset host && cmake --build --preset host && ctest --preset host");
    out.line("");
    out.line("builds it and runs the test vectors; the preset `host-sanitize` does so under AddressSanitizer and");
    out.line("UndefinedBehaviorSanitizer, `host-thread` under ThreadSanitizer. In your own program: call `network_init()` once, fill `network_input(i)`, call");
    out.line("`network_run()`, read `network_output(i)` (`network.h`). Inputs share memory with intermediate results, so write them");
    out.line("before each run.");
    out.line("");
    platformText(out, files);
    for (const auto& line : memoryLines(in))
        out.line("- ", line);
    out.line("");
    out.line("The network allocates nothing at run time and keeps no state outside these arenas.");
    out.line("");
    if (usesThreads(files)) {
        out.line("On the host, threads stand in for the cores and the DMA of the target. A platform says where the memories are by");
        out.line("defining `TW_MEMORY_<name>` and `TW_CONSTANTS_<name>` in the header that `TW_PLATFORM_HEADER` names. With");
        out.line("`TW_DMA_DELAY=<microseconds>` in the environment each copy is late by a random time up to that, which brings out a wait");
        out.line("that is missing; `TW_DMA_SEED=<number>` gives other times.");
        out.line("");
    }
    out.line("Inputs:");
    portTable(out, in, in.graph.inputs);
    out.line("Outputs:");
    portTable(out, in, in.graph.outputs);
    out.line("With `-DNETWORK_PROFILE_TILING=ON` the program prints for each tile how long it waits for inputs, computes, and waits for");
    out.line("results to leave, in ticks of `tw_cycles()`; the node is its place in `deployment.json`, from 0.");
    out.line("`deployment.json` lists every node with its engine and kernel, and every buffer with its place.");
    return out.take();
}

}  // namespace

void addBuildFiles(const ProjectInput& in, std::map<std::string, std::string>& files)
{
    files["CMakeLists.txt"] = cmakeLists(files);
    files["CMakePresets.json"] = presets(hasEmulator(files));
    files["README.md"] = readme(in, files);
    files["LICENSE"] = kLicence;
}

void profileTiling(std::map<std::string, std::string>& files)
{
    auto& text = files.at("CMakeLists.txt");
    text = replaceAll(text, cat(kProfileOption, "OFF"), cat(kProfileOption, "ON"));
}

}  // namespace tw::codegen
