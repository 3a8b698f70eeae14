// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/pipeline.h"

#include "core/base/text.h"
#include "core/deploy/color_stage.h"
#include "core/deploy/report.h"
#include "core/deploy/stopwatch.h"
#include "core/deploy/tile_check.h"
#include "core/onnx/export.h"
#include "core/ops/operator_set.h"
#include "core/passes/pipeline.h"
#include "core/schedule/order.h"
#include "core/schedule/simulate.h"

namespace tw::deploy {
namespace {

namespace fs = std::filesystem;

Result<void> dumpGraph(const fs::path& folder, int index, std::string_view pass, const ir::Graph& graph)
{
    std::error_code failure;
    fs::create_directories(folder, failure);
    const std::string number = cat(index < 10 ? "0" : "", index);
    return onnx::writeOnnx(graph, folder / cat(number, "-", pass, ".onnx"));
}

/// Nobody but the target's own kernel knows what a private operator computes.
void warnOfPrivateOperators(Deployment& deployment)
{
    const auto& graph = *deployment.lowered;
    for (const auto& node : graph.nodes)
        if (graph.operators && graph.operators->find(node.domain, node.op))
            deployment.diagnostics.push_back(
                {Severity::Warning, {.code = Code::UnsupportedOperator,
                                     .message = cat(node.op, " has no reference evaluation, so there are no expected results"),
                                     .hint = "give recorded results to compare with", .place = {.node = node.name}}});
}

codegen::ProjectInput projectInput(const Deployment& deployment)
{
    return {.graph = *deployment.lowered, .binding = deployment.binding, .plan = deployment.plan,
            .map = deployment.map, .target = *deployment.target, .networkName = deployment.networkName,
            .toolVersion = TW_VERSION};
}

Error wrongPlan(std::string_view what, const std::vector<std::string>& broken)
{
    return {.code = Code::Internal, .message = cat("the ", what, " is wrong: ", broken.front()),
            .hint = "please report this with the model"};
}

/// Of the graph with the types of the binding.
Result<void> lookOverTiles(Deployment& deployment)
{
    const Stopwatch watch(deployment.timingsMs, "check_tiles");
    const auto check = checkTiles(*deployment.lowered, deployment.binding, *deployment.target);
    if (!check.broken.empty())
        return wrongPlan("tiling", check.broken);
    if (check.leftOut > 0)
        deployment.diagnostics.push_back(
            {Severity::Info, {.code = Code::TileTooLarge,
                              .message = cat(check.leftOut, " tilings have more than ", kMostCheckedTiles, " tiles together; the checker left them out"),
                              .hint = "larger memories make fewer tiles"}});
    return {};
}

Result<void> orderNodes(Deployment& deployment, const std::string& order, Progress& progress)
{
    const Stopwatch watch(deployment.timingsMs, "schedule");
    const auto kind = schedule::orderKindFromName(order);
    if (!kind)
        return Error{.code = Code::BadUsage, .message = cat(order, " is no execution order"), .hint = "graph, depth-first or min-peak"};
    if (*kind == schedule::OrderKind::Graph)
        return {};
    const auto problem = schedule::orderProblem(*deployment.lowered, deployment.binding, *deployment.target, deployment.homes);
    TW_TRY(const auto chosen, schedule::orderNodes(problem, *kind, progress));
    if (const auto broken = schedule::violations(problem, chosen); !broken.empty())
        return wrongPlan("execution order", broken);
    auto graph = std::make_shared<ir::Graph>(*deployment.lowered);
    schedule::applyOrder(chosen, *graph, deployment.binding);
    deployment.lowered = std::move(graph);
    return {};
}

}  // namespace

Result<Deployment> startDeployment(std::shared_ptr<const target::Target> target, const Options& options)
{
    TW_TRY(auto sized, withMemories(std::move(target), options.memoryBytes));
    const auto homes = homesToTry(*sized).front();
    return Deployment{.target = std::move(sized), .homes = homes,
                      .tiles = {.buffering = options.buffering, .overrides = options.tiles,
                                .cache = options.tileCache ? options.tileCache : std::make_shared<tiling::TileCache>()},
                      .networkName = options.networkName};
}

ir::Graph withOperators(ir::Graph graph, const target::Target& target)
{
    graph.operators = target.operators;
    return graph;
}

Result<void> lowerStage(Deployment& deployment, const ir::Graph& imported, const Options& options, Progress& progress)
{
    progress.report(0.1, "lowering");
    const Stopwatch watch(deployment.timingsMs, "lower");
    Result<void> dumped;
    TW_TRY(deployment.diagnostics, checkInputTypes(imported, options.inputTypes));
    passes::LoweringOptions lowering{.inputTypes = options.inputTypes, .dims = options.dims};
    lowering.beforeLayout = [&](const ir::Graph& fused) -> Result<void> {
        const ColorInput input{.graph = fused, .imported = imported, .layout = target::LayoutCheck::Ignore};
        TW_TRY(deployment.coloring, colorGraph(input, deployment, options, progress));
        return {};
    };
    // The passes ask again and again while they move transposes; what a node's kernel wants does not change with that.
    std::map<ir::NodeId, bool> wishes;
    lowering.wantsChannelsLast = [&](const ir::Graph& graph, const ir::Node& node) {
        const auto [wish, first] = wishes.try_emplace(node.id, false);
        if (first)
            wish->second = !options.channelsFirst && wantsChannelsLast(graph, node, deployment);
        return wish->second;
    };
    if (!options.dumpFolder.empty())
        lowering.dump = [&](std::string_view pass, int index, const ir::Graph& graph) {
            if (dumped)
                dumped = dumpGraph(options.dumpFolder, index, pass, graph);
        };
    TW_TRY(auto lowered, passes::lower(imported, lowering, progress));
    TW_TRY_VOID(dumped);
    deployment.typed = std::make_shared<const ir::Graph>(std::move(lowered.typed));
    deployment.lowered = std::make_shared<const ir::Graph>(std::move(lowered.graph));
    deployment.diagnostics.insert(deployment.diagnostics.end(), lowered.diagnostics.begin(), lowered.diagnostics.end());
    warnOfPrivateOperators(deployment);
    return {};
}

Result<void> colorStage(Deployment& deployment, const ir::Graph& imported, const Options& options, Progress& progress)
{
    TW_TRY_VOID(progress.check());
    progress.report(0.3, "choosing engines");
    const Stopwatch watch(deployment.timingsMs, "color");
    const ColorInput input{.graph = *deployment.lowered, .imported = imported, .layout = target::LayoutCheck::Strict};
    TW_TRY(auto coloring, colorGraph(input, deployment, options, progress));
    // The mapper's claim and reasons are about the choices it had before the layout was settled.
    if (!deployment.coloring.note.empty())
        coloring.note = deployment.coloring.note;
    for (auto& [node, reason] : coloring.reasonOf)
        if (const auto found = deployment.coloring.reasonOf.find(node); found != deployment.coloring.reasonOf.end())
            reason = found->second;
    deployment.coloring = std::move(coloring);
    return {};
}

Result<void> bindStage(Deployment& deployment, const Options&, Progress& progress)
{
    TW_TRY_VOID(progress.check());
    progress.report(0.4, "choosing kernels");
    {
        const Stopwatch watch(deployment.timingsMs, "bind");
        deployment.binding = binding::bind(*deployment.lowered, *deployment.target,
                                           {.homes = deployment.homes, .engineOf = deployment.coloring.engineOf, .tiles = deployment.tiles});
        if (!deployment.binding.types.empty())
            deployment.lowered = std::make_shared<const ir::Graph>(binding::withTypes(*deployment.lowered, deployment.binding));
    }
    deployment.diagnostics.insert(deployment.diagnostics.end(), deployment.binding.diagnostics.begin(),
                                  deployment.binding.diagnostics.end());
    return lookOverTiles(deployment);
}

Result<void> placeStage(Deployment& deployment, const Options& options, Progress& progress)
{
    TW_TRY_VOID(progress.check());
    TW_TRY_VOID(orderNodes(deployment, options.order, progress));
    progress.report(0.6, "placing buffers");
    {
        const Stopwatch watch(deployment.timingsMs, "place");
        TW_TRY_VOID(planBuffersAndConstants(deployment));
        TW_TRY(deployment.map, memory::placeBuffers(deployment.plan, *deployment.target, codegen::constantBytes(deployment.constants)));
        TW_TRY_VOID(checkPlaces(deployment));
    }
    return timeStage(deployment);
}

Result<void> planBuffersAndConstants(Deployment& deployment)
{
    const auto& target = *deployment.target;
    deployment.plan = memory::planBuffers(*deployment.lowered, deployment.binding, target, deployment.homes);
    if (const auto broken = memory::violations(*deployment.lowered, deployment.binding, target, deployment.plan); !broken.empty())
        return wrongPlan("memory placement", broken);
    TW_TRY(deployment.constants, codegen::collectConstants(projectInput(deployment)));
    return {};
}

Result<void> checkPlaces(const Deployment& deployment)
{
    if (const auto broken = memory::violations(deployment.plan, deployment.map, *deployment.target); !broken.empty())
        return wrongPlan("memory placement", broken);
    return {};
}

Result<void> timeStage(Deployment& deployment)
{
    const Stopwatch watch(deployment.timingsMs, "schedule");
    const schedule::TimelineInput in{.graph = *deployment.lowered, .binding = deployment.binding, .plan = deployment.plan,
                                     .target = *deployment.target};
    auto timeline = schedule::timelineOf(in);
    if (const auto broken = schedule::violations(in, timeline); !broken.empty())
        return wrongPlan("timeline", broken);
    deployment.timeline = std::make_shared<const schedule::Timeline>(std::move(timeline));
    return {};
}

Result<void> emitStage(Deployment& deployment)
{
    const Stopwatch watch(deployment.timingsMs, "emit");
    TW_TRY(deployment.project, codegen::generateProject(projectInput(deployment), deployment.constants));
    return {};
}

namespace {

/// Everything up to the placement, with one choice of homes.
Result<Deployment> deployWithHomes(const Deployment& start, const target::Homes& homes, const ir::Graph& imported,
                                   const Options& options, Progress& progress)
{
    Deployment deployment = start;
    deployment.homes = homes;
    TW_TRY_VOID(lowerStage(deployment, imported, options, progress));
    TW_TRY_VOID(colorStage(deployment, imported, options, progress));
    TW_TRY_VOID(bindStage(deployment, options, progress));
    if (deployment.complete())
        TW_TRY_VOID(placeStage(deployment, options, progress));
    return deployment;
}

/// The first homes with which every node has a kernel and every memory holds its buffers; when there are none, what
/// the preferred homes gave.
Result<Deployment> deployAnyHomes(const Deployment& start, const ir::Graph& imported, const Options& options, Progress& progress)
{
    const auto all = homesToTry(*start.target);
    auto preferred = deployWithHomes(start, all.front(), imported, options, progress);
    const bool settled = preferred ? preferred.value().complete() : preferred.error().code != Code::MemoryOverflow;
    std::string others;
    for (std::size_t i = 1; i < all.size() && !settled; ++i) {
        auto tried = deployWithHomes(start, all[i], imported, options, progress);
        if (tried && tried.value().complete())
            return tried;
        Error why = tried ? tried.value().binding.diagnostics.front().error : tried.error();
        why.hint.clear();   // that of the preferred homes stands at the end
        others += cat("; with activations in ", all[i].activations, " and constants in ", all[i].constants, ": ", why.text());
    }
    if (preferred || others.empty())
        return preferred;
    Error error = preferred.error();
    error.message += others;
    return error;
}

}  // namespace

Result<Deployment> deployGraph(const ir::Graph& imported, std::shared_ptr<const target::Target> target,
                               const Options& options, Progress& progress)
{
    TW_TRY(const auto start, startDeployment(std::move(target), options));
    TW_TRY(auto deployment, deployAnyHomes(start, withOperators(imported, *start.target), options, progress));
    if (!deployment.complete())
        return deployment;
    TW_TRY_VOID(progress.check());
    progress.report(0.8, "writing C");
    TW_TRY_VOID(emitStage(deployment));
    return deployment;
}

std::map<std::string, std::string> projectFiles(const Deployment& deployment, const codegen::TestVectors& vectors)
{
    TW_CHECK(deployment.complete());
    auto files = deployment.project.files;
    codegen::setTestVectors(vectors, files);
    files["deployment.json"] = jsonText(reportJson(deployment));
    return files;
}

Result<codegen::TestVectors> testVectors(const Deployment& deployment, const VectorSource& source, Progress& progress)
{
    codegen::TestVectors vectors{.absoluteTolerance = source.tolerance.absolute,
                                 .relativeTolerance = source.tolerance.relative};
    const ir::Graph& graph = *deployment.lowered;
    if (source.inputs.empty()) {
        for (std::size_t i = 0; i < graph.inputs.size(); ++i)
            vectors.inputs.push_back(randomValues(graph.tensor(graph.inputs[i]), source.seed + i));
    } else {
        TW_TRY(const auto arrays, matchPorts(graph, graph.inputs, source.inputs));
        for (std::size_t i = 0; i < arrays.size(); ++i) {
            TW_TRY(auto values, conform(arrays[i].data, graph.tensor(graph.inputs[i])));
            vectors.inputs.push_back(std::move(values));
        }
    }
    if (source.expected.empty()) {
        auto expected = ops::runReference(*deployment.typed, vectors.inputs, progress);
        if (expected)
            vectors.expected = std::move(expected).value();
        else if (!graph.operators || expected.error().code != Code::UnsupportedOperator)   // else the warning says it
            return expected.error();
        return vectors;
    }
    TW_TRY(const auto arrays, matchPorts(graph, graph.outputs, source.expected));
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        TW_TRY(auto values, conform(arrays[i].data, graph.tensor(graph.outputs[i])));
        vectors.expected.push_back(std::move(values));
    }
    return vectors;
}

}  // namespace tw::deploy
