// SPDX-License-Identifier: Apache-2.0
#include "core/session/open.h"

#include "core/base/text.h"
#include "core/onnx/foreign_inference.h"
#include "core/onnx/schema_defaults.h"
#include "core/ops/registry.h"
#include "core/session/guard.h"
#include "core/session/session.h"

#include <algorithm>
#include <cstring>

namespace tw::session {
namespace {

/// FNV-1a, eight bytes a step: notices a changed file, and keeps up with the disk.
std::uint64_t hashOf(std::span<const std::byte> bytes)
{
    std::uint64_t hash = 0xCBF29CE484222325u;
    for (std::size_t i = 0; i < bytes.size(); i += sizeof hash) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + i, std::min(sizeof word, bytes.size() - i));
        hash = (hash ^ word) * 0x100000001B3u;
        hash ^= hash >> 32;
    }
    return hash;
}

std::vector<std::string> roles(std::span<const std::string_view> names, std::size_t count)
{
    std::vector<std::string> result;
    for (std::size_t i = 0; i < count; ++i)
        result.emplace_back(names.empty() ? std::string_view() : names[std::min(i, names.size() - 1)]);
    return result;
}

NodeInfo describe(const ir::Graph& graph, const ir::Node& node)
{
    NodeInfo info;
    for (const auto id : node.inputs)
        if (id.valid() && graph.tensor(id).constant)
            info.parameterBytes += ir::byteCount(graph.tensor(id).type, graph.tensor(id).constant->elements());
    const auto* def = ops::findOp(graph, node);
    if (!def)
        return info;
    info.known = true;
    info.documentation = def->documentation;
    info.counts = ops::countNode(graph, node);
    info.inputNames = roles(def->inputNames, node.inputs.size());
    info.outputNames = roles(def->outputNames, node.outputs.size());
    return info;
}

/// Looks each kind of operator up once.
class Defaults {
public:
    explicit Defaults(const ir::Graph& graph) : graph_(graph) {}

    std::shared_ptr<const std::map<std::string, ir::Attribute>> of(const ir::Node& node)
    {
        const auto [found, fresh] = known_.try_emplace({node.domain, node.op});
        if (fresh)
            if (auto defaults = onnx::schemaDefaults(node.domain, node.op, graph_.opset(node.domain)))
                found->second = std::make_shared<const std::map<std::string, ir::Attribute>>(std::move(*defaults));
        return found->second;
    }

private:
    const ir::Graph& graph_;
    std::map<std::pair<std::string, std::string>, std::shared_ptr<const std::map<std::string, ir::Attribute>>> known_;
};

void countAll(Snapshot& snapshot)
{
    Defaults defaults(*snapshot.graph);
    for (const auto& node : snapshot.graph->nodes) {
        snapshot.nodes.push_back(describe(*snapshot.graph, node));
        snapshot.nodes.back().defaults = defaults.of(node);
        const auto& counts = snapshot.nodes.back().counts;
        snapshot.totals.macs += counts.macs;
        snapshot.totals.elementOps += counts.elementOps;
        snapshot.totals.readBytes += counts.readBytes;
        snapshot.totals.writeBytes += counts.writeBytes;
    }
}

/// Shown they are all; what is missing is a kernel, or even a description of what the operator does.
Error unknownOperator(const ir::Node& node, const NodeInfo& info)
{
    const auto name = cat(node.domain.empty() ? "" : node.domain + ":", node.op);
    if (info.defaults)
        return {.code = Code::UnknownOperator, .message = cat("there is no kernel for ", name, " yet, so the network cannot be deployed"),
                .hint = "all else works: the node can be inspected and opened", .place = {.node = node.name}};
    return {.code = Code::UnknownOperator, .message = cat("what ", name, " computes is not known, so the network cannot be deployed"),
            .hint = "a target of your own may declare operators and bring kernels for them", .place = {.node = node.name}};
}

void reportUnknown(Snapshot& snapshot)
{
    for (std::size_t i = 0; i < snapshot.nodes.size(); ++i)
        if (!snapshot.nodes[i].known)
            snapshot.diagnostics.push_back({Severity::Warning, unknownOperator(snapshot.graph->nodes[i], snapshot.nodes[i])});
}

Result<std::shared_ptr<Snapshot>> importUnguarded(const std::filesystem::path& path, Progress& progress)
{
    TW_TRY(auto imported, onnx::importOnnx(path, progress));
    TW_TRY_VOID(progress.check());
    auto snapshot = std::make_shared<Snapshot>();
    TW_TRY(const auto file, mapFile(path));
    snapshot->model = {.path = path, .name = path.filename().string(), .hash = hashOf(file.view),
                       .fileBytes = static_cast<std::int64_t>(file.size()), .irVersion = imported.irVersion,
                       .producer = imported.producer, .initializers = imported.initializerCount,
                       .initializerBytes = imported.initializerBytes};
    snapshot->diagnostics = std::move(imported.diagnostics);
    progress.report(0.6, "inferring shapes");
    ops::inferGraph(imported.graph, snapshot->diagnostics, onnx::inferForeign);
    TW_TRY_VOID(progress.check());
    snapshot->graph = std::make_shared<const ir::Graph>(std::move(imported.graph));
    progress.report(0.9, "counting operations");
    countAll(*snapshot);
    reportUnknown(*snapshot);
    snapshot->importDiagnostics = snapshot->diagnostics;
    return snapshot;
}

}  // namespace

Result<std::shared_ptr<Snapshot>> importModel(const std::filesystem::path& path, Progress& progress)
{
    return guarded([&] { return importUnguarded(path, progress); });
}

Result<SnapshotPointer> openModel(const std::filesystem::path& path, Progress& progress)
{
    TW_TRY(auto snapshot, importModel(path, progress));
    return SnapshotPointer(std::move(snapshot));
}

}  // namespace tw::session
