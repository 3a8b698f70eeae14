// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/emulator_run.h"

#include "core/base/text.h"
#include "core/codegen/emulator_files.h"
#include "core/deploy/instruction_count.h"
#include "core/deploy/run_files.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace tw::deploy {
namespace {

namespace fs = std::filesystem;

constexpr const char* kProgram = "network.elf";
constexpr const char* kPlugin = "tw_insn.so";
constexpr int kMostSeconds = 300;
constexpr int kNewestPluginVersion = 8;   // of what is tried

bool isOnPath(const std::string& program)
{
    const char* path = std::getenv("PATH");
    for (const auto& folder : split(path ? path : "", ':'))
        if (fs::is_regular_file(fs::path(folder) / program))
            return true;
    return false;
}

/// A sentence with the packages of the first program that this machine lacks; empty: it has all.
std::string missingTool(const target::Architecture& architecture)
{
    const std::pair<std::string, std::string> needed[] = {{architecture.emulator, architecture.emulatorPackage},
                                                          {architecture.compiler, architecture.compilerPackages},
                                                          {"cc", "build-essential"}};
    for (const auto& [program, packages] : needed)
        if (!isOnPath(program))
            return cat(program, " is not on this machine: apt-get install ", packages);
    return {};
}

Result<target::Emulator> emulatorOf(const target::Target& target)
{
    TW_TRY(const auto platforms, target::loadPlatforms(target));
    if (!platforms.emulator)
        return Error{.code = Code::BadUsage, .message = cat("the target ", target.name, " has no emulator"),
                     .hint = "describe one in its platforms.json, or use --run host"};
    return *platforms.emulator;
}

/// Whether the regions of the machine hold what the network has in the target's memories.
Result<void> checkSizes(const Deployment& deployment, const target::Emulator& emulator)
{
    std::map<std::string, std::int64_t> bytes;
    for (const auto& use : deployment.map.memories) {
        const auto& region = emulator.region(emulator.memories.at(use.memory));
        bytes[region.name] += use.peakBytes + use.constantBytes;
        if (bytes[region.name] > region.bytes)
            return Error{.code = Code::MemoryOverflow,
                         .message = cat("the network needs ", bytes[region.name], " bytes in ", region.name,
                                        " of the emulated machine ", emulator.machine, ", which has ", region.bytes, " there")};
    }
    return {};
}

Result<Finished> runTool(std::vector<std::string> arguments, const fs::path& folder, Progress& progress)
{
    return runCommand({.arguments = std::move(arguments), .workingDirectory = folder, .timeoutSeconds = kMostSeconds}, progress);
}

/// The linker's words about a region that is too small, as a sentence.
Error compileError(const target::Emulator& emulator, const Finished& finished)
{
    constexpr std::string_view kOverflow = "region `";
    const auto at = finished.output.find(kOverflow);
    const auto end = at == std::string::npos ? at : finished.output.find(" bytes", at);
    if (end == std::string::npos)
        return toolError("compiling the exported project for the emulator", finished);
    return {.code = Code::MemoryOverflow, .message = cat("the program does not fit the emulated machine ", emulator.machine, ": ",
                                                         replaceAll(finished.output.substr(at, end - at), "`", "'"), " bytes")};
}

Result<void> compile(const target::Emulator& emulator, const std::map<std::string, std::string>& files, const fs::path& folder,
                     Progress& progress)
{
    std::vector<std::string> arguments{emulator.architecture.compiler, "-std=c99", "-Wall", "-Wextra", "-Werror", "-O3", "-DNDEBUG",
                                       "-DNETWORK_FILE_IO", "-DTW_STEP_LABELS", "-I.", "-Ikernels/include"};
    const auto add = [&](const std::vector<std::string>& more) {
        for (const auto& one : more)
            if (std::find(arguments.begin(), arguments.end(), one) == arguments.end())   // specs must not come twice
                arguments.push_back(one);
    };
    add(codegen::emulatorCompileFlags(emulator));
    add(codegen::sourcesOf(files, codegen::Platform::Emulator));
    add(codegen::emulatorLinkFlags(emulator));
    add({"-Temulator/network.ld", "-lm", "-o", kProgram});
    TW_TRY(const auto finished, runTool(std::move(arguments), folder, progress));
    return finished.exitCode == 0 ? Result<void>() : compileError(emulator, finished);
}

Result<void> buildPlugin(const fs::path& folder, int version, Progress& progress)
{
    TW_TRY(const auto finished, runTool({"cc", "-O2", "-shared", "-fPIC", cat("-DTW_PLUGIN_VERSION=", version),
                                         std::string(codegen::kPluginFile), "-o", kPlugin}, folder, progress));
    return finished.exitCode == 0 ? Result<void>() : toolError("compiling the emulator's plugin", finished);
}

/// Newer emulators take plugins of newer versions of their interface only; what this one uses is in all of them.
bool wantsOtherVersion(const Finished& finished)
{
    return finished.exitCode != 0 && finished.output.find("API version") != std::string::npos;
}

Result<void> run(const target::Emulator& emulator, const fs::path& folder, Progress& progress)
{
    auto arguments = codegen::emulatorCommand(emulator, ",arg=inputs.bin,arg=outputs.bin");
    arguments.insert(arguments.end(), {kProgram, "-plugin", cat("./", kPlugin, ",plan=plan.txt,out=counts.txt")});
    for (int version = 1;; ++version) {
        TW_TRY_VOID(buildPlugin(folder, version, progress));
        TW_TRY(const auto finished, runTool(arguments, folder, progress));
        if (finished.exitCode == 0)
            return {};
        if (!wantsOtherVersion(finished) || version == kNewestPluginVersion)
            return toolError(cat("the exported program in ", emulator.architecture.emulator), finished);
    }
}

void attribute(const std::vector<CountPoint>& points, const std::vector<std::vector<std::uint64_t>>& counts,
               const Deployment& deployment, EmulatorRun& run)
{
    const auto between = [&](std::size_t from, std::size_t to) {
        std::vector<std::uint64_t> differences;
        std::transform(counts[to].begin(), counts[to].end(), counts[from].begin(), std::back_inserter(differences), std::minus<>());
        return differences;
    };
    const auto sum = [](const std::vector<std::uint64_t>& values) { return std::accumulate(values.begin(), values.end(), std::uint64_t{0}); };
    run.instructionsOfHart = between(0, points.size() - 1);
    run.instructions = sum(run.instructionsOfHart);
    for (std::size_t i = 1; i + 1 < points.size(); ++i) {
        const auto& node = deployment.lowered->nodes.at(static_cast<std::size_t>(points[i].step) - 1);
        run.nodes.push_back({node.name, node.op, sum(between(i, i + 1))});
    }
}

}  // namespace

Result<std::string> missingForEmulator(const target::Target& target)
{
    TW_TRY(const auto emulator, emulatorOf(target));
    return missingTool(emulator.architecture);
}

Result<EmulatorRun> runInEmulator(const Deployment& deployment, const std::map<std::string, std::string>& files,
                                  const std::vector<ir::TensorData>& inputs, Progress& progress)
{
    TW_TRY(const auto emulator, emulatorOf(*deployment.target));
    if (const auto missing = missingTool(emulator.architecture); !missing.empty())
        return Error{.code = Code::ToolFailed, .message = missing};
    TW_TRY_VOID(checkSizes(deployment, emulator));
    TW_TRY(const auto temporary, TemporaryFolder::create("tilewright"));
    const auto folder = temporary.path() / "project";
    TW_TRY_VOID(writeFolderAtomically(folder, files));
    TW_TRY_VOID(compile(emulator, files, folder, progress));
    TW_TRY(const auto listing, runTool({emulator.architecture.symbols, kProgram}, folder, progress));
    const auto symbols = readSymbols(listing.output);
    const auto points = countPoints(symbols);
    if (points.size() < 2)
        return Error{.code = Code::ToolFailed, .message = cat(emulator.architecture.symbols, " does not name the steps of the network")};
    TW_TRY_VOID(writeFileAtomically(folder / "plan.txt", countPlan(points, symbols, emulator.harts)));
    TW_TRY_VOID(writeFileAtomically(folder / "inputs.bin", concatenated(inputs)));
    TW_TRY_VOID(run(emulator, folder, progress));
    EmulatorRun result{.machine = emulator.machine};
    TW_TRY(result.outputs, readOutputs(folder / "outputs.bin", *deployment.lowered));
    TW_TRY(const auto text, readTextFile(folder / "counts.txt"));
    TW_TRY(const auto counts, readCounts(text, points, emulator.harts));
    attribute(points, counts, deployment, result);
    return result;
}

}  // namespace tw::deploy
