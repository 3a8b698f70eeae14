// SPDX-License-Identifier: Apache-2.0
#include "core/session/deploy.h"

#include "core/base/process.h"
#include "core/base/text.h"
#include "core/deploy/verify.h"
#include "core/session/deployment_info.h"
#include "core/session/guard.h"
#include "core/target/load.h"

#include <set>

namespace tw::session {
namespace {

namespace fs = std::filesystem;

/// Pins on engines that the target does not have wait for a target that does.
void keepPossiblePins(const target::Target& target, std::map<std::string, std::string>& pins)
{
    std::erase_if(pins, [&](const auto& pin) { return !target.engine(pin.second); });
}

Result<deploy::Deployment> deployOnce(const SnapshotPointer& snapshot, const Choices& choices,
                                      const std::vector<onnx::NamedTensor>& inputs, Progress& progress)
{
    TW_TRY(auto options, optionsOf(*snapshot, choices));
    deploy::completeOptions(*snapshot->graph, inputs, options);
    TW_TRY(auto target, findTarget(choices.target));
    keepPossiblePins(*target, options.pins);
    return deploy::deployGraph(*snapshot->graph, std::move(target), options, progress);
}

Result<deploy::VectorSource> vectorSource(const ExportOptions& options)
{
    deploy::VectorSource source;
    if (!options.inputs.empty() && fs::is_directory(options.inputs)) {
        TW_TRY(auto arrays, deploy::loadTestFolder(options.inputs));
        source.inputs = std::move(arrays.inputs);
        source.expected = std::move(arrays.outputs);
        return source;
    }
    if (!options.inputs.empty()) {
        TW_TRY(source.inputs, onnx::readTensors(options.inputs));
    }
    if (!options.expected.empty()) {
        TW_TRY(source.expected, onnx::readTensors(options.expected));
    }
    return source;
}

Result<void> exportUnguarded(const SnapshotPointer& snapshot, const Choices& choices, const ExportOptions& options,
                             Progress& progress)
{
    TW_TRY(const auto source, vectorSource(options));
    TW_TRY(const auto deployment, deployOnce(snapshot, choices, source.inputs, progress));
    if (!deployment.complete())
        return deployment.binding.diagnostics.front().error;
    progress.report(-1, "computing test vectors");
    TW_TRY(const auto vectors, deploy::testVectors(deployment, source, progress));
    const auto files = deploy::projectFiles(deployment, vectors);
    TW_TRY_VOID(progress.check());
    return writeFolderAtomically(options.folder, files);
}

Result<void> step(std::vector<std::string> arguments, const fs::path& folder,
                  const std::function<void(std::string_view)>& onLog, Progress& progress)
{
    const std::string shown = join(arguments, " ");
    if (onLog)
        onLog(cat("$ ", shown, "\n"));
    TW_TRY(const auto finished, runCommand({.arguments = std::move(arguments), .workingDirectory = folder, .onOutput = onLog}, progress));
    if (finished.exitCode != 0)
        return Error{.code = Code::ToolFailed, .message = cat(shown, " failed with exit code ", finished.exitCode),
                     .hint = "see the log", .place = {.file = folder.string()}};
    return {};
}

/// An operator that the import did not know may be one that the target brings.
Diagnostics withoutAnswered(const Snapshot& snapshot)
{
    std::set<std::string> running;
    for (std::size_t i = 0; i < snapshot.deployment->nodes.size(); ++i)
        if (!snapshot.nodes[i].known && !snapshot.deployment->nodes[i].engine.empty())
            running.insert(snapshot.graph->nodes[i].name);
    Diagnostics open = snapshot.importDiagnostics;
    std::erase_if(open, [&](const Diagnostic& one) {
        return one.error.code == Code::UnknownOperator && running.contains(one.error.place.node);
    });
    return open;
}

}  // namespace

Result<deploy::Options> optionsOf(const Snapshot& snapshot, const Choices& choices)
{
    deploy::Options options{.dims = choices.dims, .networkName = snapshot.model.path.stem().string(), .pins = choices.pins,
                            .coloring = choices.coloring, .objective = choices.objective, .order = choices.order,
                            .memoryBytes = choices.memoryBytes};
    const auto buffering = tiling::bufferingFromName(choices.buffering);
    if (!buffering)
        return Error{.code = Code::BadUsage, .message = cat(choices.buffering, " is no buffering"), .hint = "single, double or auto"};
    options.buffering = *buffering;
    options.tiles = choices.tiles;
    if (snapshot.deployment)
        options.tileCache = snapshot.deployment->tileCache;
    for (const auto& [input, name] : choices.types) {
        const auto type = ir::typeFromName(name);
        if (!type)
            return Error{.code = Code::BadUsage, .message = cat(name, " is no element type"), .hint = "for example i8, u8, i16, f32"};
        options.inputTypes[input] = *type;
    }
    return options;
}

Result<std::shared_ptr<const target::Target>> findTarget(const std::string& nameOrPath)
{
    TW_TRY(auto target, target::loadTarget(nameOrPath, target::installedPlaces()));
    return std::make_shared<const target::Target>(std::move(target));
}

std::vector<std::string> targetNames()
{
    return target::targetNames(target::installedPlaces());
}

Result<SnapshotPointer> deploy(const SnapshotPointer& snapshot, const Choices& choices, Progress& progress)
{
    return guarded([&]() -> Result<SnapshotPointer> {
        TW_TRY(const auto deployment, deployOnce(snapshot, choices, {}, progress));
        auto next = std::make_shared<Snapshot>(*snapshot);
        next->deployment = infoOf(*snapshot, deployment);
        next->diagnostics = withoutAnswered(*next);
        next->diagnostics.insert(next->diagnostics.end(), deployment.diagnostics.begin(), deployment.diagnostics.end());
        return SnapshotPointer(std::move(next));
    });
}

Result<void> exportProject(const SnapshotPointer& snapshot, const Choices& choices, const ExportOptions& options, Progress& progress)
{
    return guarded([&] { return exportUnguarded(snapshot, choices, options, progress); });
}

Result<void> buildAndRun(const fs::path& folder, const std::function<void(std::string_view)>& onLog, Progress& progress)
{
    return guarded([&]() -> Result<void> {
        TW_TRY_VOID(step({"cmake", "--preset", "host"}, folder, onLog, progress));
        TW_TRY_VOID(step({"cmake", "--build", "--preset", "host"}, folder, onLog, progress));
        return step({"./build/host/network_main"}, folder, onLog, progress);
    });
}

}  // namespace tw::session
