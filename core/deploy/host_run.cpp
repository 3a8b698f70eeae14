// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/host_run.h"

#include "core/base/text.h"
#include "core/codegen/emulator_files.h"
#include "core/deploy/run_files.h"

#include <charconv>
#include <cstdio>

namespace tw::deploy {
namespace {

namespace fs = std::filesystem;

Result<void> compile(const fs::path& folder, const std::map<std::string, std::string>& files, const HostBuild& build,
                     Progress& progress)
{
    Command command{.arguments = {"cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-pthread", "-DNETWORK_FILE_IO", "-I.", "-Ikernels/include"},
                    .workingDirectory = folder};
    auto& arguments = command.arguments;
    if (build.sanitize == Sanitize::Yes)
        arguments.insert(arguments.end(), {"-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"});
    else if (build.sanitize == Sanitize::Threads)
        arguments.insert(arguments.end(), {"-O1", "-g", "-fsanitize=thread"});
    else
        arguments.emplace_back("-O2");
    if (build.profileTiling)
        arguments.insert(arguments.end(), {"-DTW_PROFILE_TILING", "-DTW_PROFILE_TILES=1000000"});
    const auto sources = codegen::sourcesOf(files, codegen::Platform::Host);
    arguments.insert(arguments.end(), sources.begin(), sources.end());
    arguments.insert(arguments.end(), {"-lm", "-o", "network_main"});
    TW_TRY(const auto finished, runCommand(command, progress));
    if (finished.exitCode != 0)
        return toolError("compiling the exported project", finished);
    return {};
}

std::uint64_t ticksIn(const std::string& output)
{
    constexpr std::string_view kLabel = "ticks: ";
    std::uint64_t ticks = 0;
    if (const auto at = output.find(kLabel); at != std::string::npos)
        std::from_chars(output.data() + at + kLabel.size(), output.data() + output.size(), ticks);
    return ticks;
}

/// The lines "tile,NODE,TILE,INPUT WAIT,KERNEL,OUTPUT WAIT" of main.c.
std::vector<TileTiming> tilesIn(const std::string& output)
{
    std::vector<TileTiming> tiles;
    for (const auto& line : split(output, '\n')) {
        TileTiming tile;
        unsigned long long waits[3];
        if (std::sscanf(line.c_str(), "tile,%d,%d,%llu,%llu,%llu", &tile.node, &tile.tile, &waits[0], &waits[1], &waits[2]) != 5)
            continue;
        tile.inputWait = waits[0];
        tile.kernel = waits[1];
        tile.outputWait = waits[2];
        tiles.push_back(tile);
    }
    return tiles;
}

}  // namespace

Result<HostRun> runOnHost(const Deployment& deployment, const std::map<std::string, std::string>& files,
                          const std::vector<ir::TensorData>& inputs, const HostBuild& build, Progress& progress)
{
    TW_TRY(const auto folder, TemporaryFolder::create("tilewright"));
    const auto project = folder.path() / "project";
    TW_TRY_VOID(writeFolderAtomically(project, files));
    TW_TRY_VOID(compile(project, files, build, progress));
    TW_TRY_VOID(writeFileAtomically(project / "inputs.bin", concatenated(inputs)));
    TW_TRY(const auto finished, runCommand({.arguments = {"./network_main", "inputs.bin", "outputs.bin"},
                                            .workingDirectory = project}, progress));
    if (finished.exitCode != 0)
        return toolError("the exported program", finished);
    HostRun run{.outputs = {}, .ticks = ticksIn(finished.output), .tiles = tilesIn(finished.output)};
    TW_TRY(run.outputs, readOutputs(project / "outputs.bin", *deployment.lowered));
    return run;
}

}  // namespace tw::deploy
