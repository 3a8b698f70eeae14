// SPDX-License-Identifier: Apache-2.0
#include "core/session/deploy.h"

#include "core/base/process.h"
#include "core/base/text.h"
#include "core/deploy/verify.h"
#include "core/session/deployment_info.h"
#include "core/session/guard.h"
#include "core/session/trade_offs.h"
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

struct Wanted {
    std::shared_ptr<const target::Target> target;
    deploy::Options options;
};

Result<Wanted> wantedBy(const Snapshot& snapshot, const Choices& choices, const std::vector<onnx::NamedTensor>& inputs)
{
    Wanted wanted;
    TW_TRY(wanted.options, optionsOf(snapshot, choices));
    deploy::completeOptions(*snapshot.graph, inputs, wanted.options);
    TW_TRY(wanted.target, findTarget(choices.target));
    keepPossiblePins(*wanted.target, wanted.options.pins);
    return wanted;
}

Result<deploy::Deployment> deployOnce(const SnapshotPointer& snapshot, const Choices& choices,
                                      const std::vector<onnx::NamedTensor>& inputs, Progress& progress)
{
    TW_TRY(const auto wanted, wantedBy(*snapshot, choices, inputs));
    return deploy::deployGraph(*snapshot->graph, wanted.target, wanted.options, progress);
}

Result<void> exportUnguarded(const SnapshotPointer& snapshot, const Choices& choices, const ExportOptions& options,
                             Progress& progress)
{
    TW_TRY(const auto source, vectorSource(options.inputs, options.expected));
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

Result<deploy::VectorSource> vectorSource(const fs::path& inputs, const fs::path& expected)
{
    deploy::VectorSource source;
    if (!inputs.empty() && fs::is_directory(inputs)) {
        TW_TRY(auto arrays, deploy::loadTestFolder(inputs));
        source.inputs = std::move(arrays.inputs);
        source.expected = std::move(arrays.outputs);
    } else if (!inputs.empty()) {
        TW_TRY(source.inputs, onnx::readTensors(inputs));
    }
    if (!expected.empty()) {
        TW_TRY(source.expected, onnx::readTensors(expected));
    }
    return source;
}

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

Result<std::vector<TradeOff>> tradeOffs(const SnapshotPointer& snapshot, const Choices& choices, Progress& progress)
{
    constexpr double kSeconds = 20;      // a person waits for it
    return guarded([&]() -> Result<std::vector<TradeOff>> {
        TW_TRY(const auto wanted, wantedBy(*snapshot, choices, {}));
        return deploy::tradeOffs(*snapshot->graph, wanted.target, wanted.options, kSeconds, progress);
    });
}

Choices withTradeOff(Choices choices, const TradeOff& point)
{
    for (const auto& [node, engine] : point.pins)
        choices.pins[node] = engine;
    return choices;
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
