// SPDX-License-Identifier: Apache-2.0
#include "core/session/deploy.h"

#include "core/base/process.h"
#include "core/base/text.h"
#include "core/deploy/report.h"
#include "core/deploy/verify.h"
#include "core/session/guard.h"
#include "core/target/load.h"

#include <unordered_map>

namespace tw::session {
namespace {

namespace fs = std::filesystem;

/// Names of the imported nodes that a lowered node stands for.
std::vector<std::string> originsOf(const ir::Node& node)
{
    const auto found = node.metadata.find("origin");
    return found == node.metadata.end() ? std::vector{node.name} : split(found->second, '\n');
}

void describeNode(const deploy::Deployment& deployment, std::size_t i, DeployedNode& out)
{
    const auto& bound = deployment.binding.nodes[i];
    const auto& node = deployment.lowered->nodes[i];
    out.refusals.insert(bound.refusals.begin(), bound.refusals.end());
    if (bound.row < 0)
        return;
    const auto& row = deployment.target->rows[static_cast<std::size_t>(bound.row)];
    out.engine = row.engine;
    out.kernel = row.call;
    out.kernelPlace = row.place;
    out.fusedInto = node.name;
}

void fillNodes(const Snapshot& snapshot, const deploy::Deployment& deployment, DeploymentInfo& info)
{
    std::unordered_map<std::string, std::size_t> byName;
    for (std::size_t i = 0; i < snapshot.graph->nodes.size(); ++i)
        byName.emplace(snapshot.graph->nodes[i].name, i);
    info.nodes.resize(snapshot.graph->nodes.size());
    for (std::size_t i = 0; i < deployment.lowered->nodes.size(); ++i) {
        const auto& node = deployment.lowered->nodes[i];
        const auto marks = deployment.project.marks.find(node.id);
        for (const auto& origin : originsOf(node)) {
            const auto found = byName.find(origin);
            if (found == byName.end())
                continue;
            describeNode(deployment, i, info.nodes[found->second]);
            if (marks != deployment.project.marks.end())
                for (const auto& mark : marks->second)
                    info.marks[origin].push_back({mark.file, mark.firstLine, mark.lastLine});
        }
    }
    for (std::size_t i = 0; i < info.nodes.size(); ++i)
        if (info.nodes[i].fusedInto == snapshot.graph->nodes[i].name)
            info.nodes[i].fusedInto.clear();
}

void fillMemory(const deploy::Deployment& deployment, DeploymentInfo& info)
{
    for (const auto& use : deployment.map.memories)
        info.memories.push_back({use.memory, use.capacity, use.peakBytes, use.lowerBound, use.constantBytes});
    for (std::size_t i = 0; i < deployment.map.offsets.size(); ++i) {
        const auto& buffer = deployment.plan.buffers[i];
        info.buffers.push_back({buffer.name, buffer.memory, deployment.map.offsets[i], buffer.bytes, buffer.alive.begin,
                                buffer.alive.end});
    }
}

std::shared_ptr<const DeploymentInfo> infoOf(const Snapshot& snapshot, const deploy::Deployment& deployment)
{
    auto info = std::make_shared<DeploymentInfo>();
    info->target = deployment.target;
    info->lowered = deployment.lowered;
    info->files = deployment.project.files;
    info->timingsMs = deployment.timingsMs;
    info->complete = deployment.complete();
    fillNodes(snapshot, deployment, *info);
    fillMemory(deployment, *info);
    if (info->complete)
        info->files["deployment.json"] = deploy::jsonText(deploy::reportJson(deployment));
    return info;
}

Result<deploy::Deployment> deployOnce(const SnapshotPointer& snapshot, const Choices& choices,
                                      const std::vector<onnx::NamedTensor>& inputs, Progress& progress)
{
    TW_TRY(auto options, optionsOf(*snapshot, choices));
    deploy::completeOptions(*snapshot->graph, inputs, options);
    TW_TRY(auto target, findTarget(choices.target));
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

}  // namespace

Result<deploy::Options> optionsOf(const Snapshot& snapshot, const Choices& choices)
{
    deploy::Options options{.dims = choices.dims, .networkName = snapshot.model.path.stem().string()};
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
        next->diagnostics = snapshot->importDiagnostics;
        next->diagnostics.insert(next->diagnostics.end(), deployment.diagnostics.begin(), deployment.diagnostics.end());
        next->deployment = infoOf(*snapshot, deployment);
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
