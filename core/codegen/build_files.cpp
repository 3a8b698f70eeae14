// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/c_text.h"
#include "core/codegen/line_writer.h"
#include "core/codegen/project_files.h"

#include <algorithm>

namespace tw::codegen {
namespace {

constexpr std::string_view kPresets = R"({
  "version": 3,
  "configurePresets": [
    {"name": "host", "binaryDir": "${sourceDir}/build/host", "cacheVariables": {"CMAKE_BUILD_TYPE": "Release"}},
    {"name": "host-sanitize", "binaryDir": "${sourceDir}/build/host-sanitize",
     "cacheVariables": {"CMAKE_BUILD_TYPE": "Debug", "NETWORK_SANITIZE": "ON"}}
  ],
  "buildPresets": [
    {"name": "host", "configurePreset": "host"},
    {"name": "host-sanitize", "configurePreset": "host-sanitize"}
  ],
  "testPresets": [
    {"name": "host", "configurePreset": "host", "output": {"outputOnFailure": true}},
    {"name": "host-sanitize", "configurePreset": "host-sanitize", "output": {"outputOnFailure": true}}
  ]
}
)";

constexpr std::string_view kCMakeHead = R"(# SPDX-License-Identifier: MIT-0
cmake_minimum_required(VERSION 3.16)
project(network LANGUAGES C)
set(CMAKE_C_STANDARD 99)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
option(NETWORK_SANITIZE "AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(NETWORK_FILE_IO "main.c can read inputs from and write outputs to files" ON)
add_compile_options(-Wall -Wextra -Werror)
if(NETWORK_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined)
endif()

add_library(network STATIC
)";

constexpr std::string_view kCMakeThreads = R"(
# The runtime stands in for the cores and the DMA of the target with threads.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)
target_link_libraries(network PUBLIC Threads::Threads)
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

std::string cmakeLists(const std::map<std::string, std::string>& files)
{
    LineWriter out;
    out.block(kCMakeHead);
    for (const auto& [name, content] : files)
        if (name.ends_with(".c") && name != "main.c" && name != "test_vectors.c")
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
    out.line("UndefinedBehaviorSanitizer. In your own program: call `network_init()` once, fill `network_input(i)`, call");
    out.line("`network_run()`, read `network_output(i)` (`network.h`). Inputs share memory with intermediate results, so write them");
    out.line("before each run.");
    out.line("");
    for (const auto& line : memoryLines(in))
        out.line("- ", line);
    out.line("");
    out.line("The network allocates nothing at run time and keeps no state outside these arenas.");
    out.line("");
    if (usesThreads(files)) {
        out.line("On the host, threads stand in for the cores and the DMA of the target. A platform says where the memories are by");
        out.line("defining `TW_MEMORY_<name>` and `TW_CONSTANTS_<name>` in the header that `TW_PLATFORM_HEADER` names.");
        out.line("");
    }
    out.line("Inputs:");
    portTable(out, in, in.graph.inputs);
    out.line("Outputs:");
    portTable(out, in, in.graph.outputs);
    out.line("`deployment.json` lists every node with its engine and kernel, and every buffer with its place.");
    return out.take();
}

}  // namespace

void addBuildFiles(const ProjectInput& in, std::map<std::string, std::string>& files)
{
    files["CMakeLists.txt"] = cmakeLists(files);
    files["CMakePresets.json"] = kPresets;
    files["README.md"] = readme(in, files);
    files["LICENSE"] = kLicence;
}

}  // namespace tw::codegen
