// SPDX-License-Identifier: Apache-2.0
#include "core/passes/pipeline.h"

#include "core/base/text.h"
#include "core/ops/registry.h"
#include "core/passes/assign_integer_types.h"
#include "core/passes/bind_dims.h"
#include "core/passes/fold_batch_norm.h"
#include "core/passes/fold_constants.h"
#include "core/passes/fuse_matmul_add.h"
#include "core/passes/fuse_requant.h"
#include "core/passes/graph_edit.h"
#include "core/passes/layout_to_channels_last.h"
#include "core/passes/remove_dead_nodes.h"
#include "core/passes/remove_identities.h"
#include "core/passes/remove_unity_requants.h"
#include "core/passes/settle_transposes.h"
#include "core/passes/split_to_slices.h"

#include <algorithm>

namespace tw::passes {
namespace {

using PassFunction = std::function<ir::Graph(ir::Graph, PassReport&)>;

struct Pass {
    std::string_view name;
    PassFunction run;
    bool givesTyped = false;      // the graph after it is Lowered::typed
    bool decidesLayout = false;   // LoweringOptions::beforeLayout comes before it
};

ir::Graph inferTypesAndShapes(ir::Graph graph, PassReport& report)
{
    ops::inferGraph(graph, report.diagnostics);
    return graph;
}

std::vector<Pass> passesFor(const LoweringOptions& options)
{
    return {
        // Everything below relies on known shapes, so the dimensions come first, then what follows from them.
        {"bindDims", [&](ir::Graph graph, PassReport& report) { return bindDims(std::move(graph), options.dims, report); }},
        {"inferTypesAndShapes", inferTypesAndShapes},
        {"foldConstants", foldConstants},
        {"removeDeadNodes", removeDeadNodes},
        {"removeIdentities", removeIdentities},
        {"splitToSlices", splitToSlices},

        // Integer types need folded constants (only then is it known that they are whole), and no identities, whose
        // types would have to follow. All later passes see the types that the kernels will see.
        {"assignIntegerTypes",
         [&](ir::Graph graph, PassReport& report) { return assignIntegerTypes(std::move(graph), options.inputTypes, report); }},
        {.name = "inferTypesAndShapes", .run = inferTypesAndShapes, .givesTyped = true},
        {"removeIdentities", removeIdentities},

        // Linear operators take in what follows them: first what becomes their bias, then the requantisation, which
        // must stand right behind. A unity requantisation has nothing to do, so it goes before it can be fused.
        {"foldBatchNorm", foldBatchNorm},
        {"fuseMatMulAdd", fuseMatMulAdd},
        {"removeUnityRequants", removeUnityRequants},
        {"fuseRequant", fuseRequant},

        // Layout comes after the fusions, which know one layout only and leave fewer nodes to turn. It inserts two
        // transposes per node; settling then removes those between neighbours, together with the model's own.
        {.name = "layoutToChannelsLast",
         .run = [&](ir::Graph graph, PassReport& report) { return layoutToChannelsLast(std::move(graph), options.wantsChannelsLast, report); },
         .decidesLayout = true},
        {"settleTransposes",
         [&](ir::Graph graph, PassReport& report) { return settleTransposes(std::move(graph), options.wantsChannelsLast, report); }},
        {"removeIdentities", removeIdentities},
        {"foldConstants", foldConstants},
        {"removeDeadNodes", removeDeadNodes},
    };
}

Result<void> checkAfter(const ir::Graph& graph, std::string_view pass)
{
    if (const auto checked = ir::checkGraph(graph); !checked)
        return Error{.code = Code::Internal, .message = cat("the pass ", pass, " broke the graph: ", checked.error().message),
                     .hint = "this is a fault of the program, please report it", .place = checked.error().place};
    return {};
}

/// Dimensions that nobody knows end the lowering: no kernel could be told its sizes.
Result<void> checkDims(const Diagnostics& diagnostics)
{
    const auto found = std::find_if(diagnostics.begin(), diagnostics.end(), [](const Diagnostic& one) {
        return one.severity == Severity::Error && one.error.code == Code::UnknownShape;
    });
    if (found != diagnostics.end())
        return found->error;
    return {};
}

/// Several runs of one pass may find the same thing.
void append(Diagnostics& all, Diagnostics found)
{
    for (auto& one : found) {
        const auto same = [&one](const Diagnostic& other) { return other.error.text() == one.error.text(); };
        if (std::none_of(all.begin(), all.end(), same))
            all.push_back(std::move(one));
    }
}

}  // namespace

Result<Lowered> lower(const ir::Graph& graph, const LoweringOptions& options, Progress& progress)
{
    Lowered lowered{.typed = {}, .graph = graph, .diagnostics = {}};
    TW_TRY_VOID(ir::sortNodes(lowered.graph));
    TW_TRY_VOID(ir::checkGraph(lowered.graph));
    recordOrigins(lowered.graph);
    if (options.dump)
        options.dump("imported", 0, lowered.graph);
    const auto passes = passesFor(options);
    for (std::size_t i = 0; i < passes.size(); ++i) {
        TW_TRY_VOID(progress.check());
        progress.report(static_cast<double>(i) / static_cast<double>(passes.size()), passes[i].name);
        if (passes[i].decidesLayout && options.beforeLayout)
            TW_TRY_VOID(options.beforeLayout(lowered.graph));
        PassReport report;
        lowered.graph = passes[i].run(std::move(lowered.graph), report);
        append(lowered.diagnostics, std::move(report.diagnostics));
        TW_TRY_VOID(checkAfter(lowered.graph, passes[i].name));
        TW_TRY_VOID(checkDims(lowered.diagnostics));
        if (passes[i].givesTyped)
            lowered.typed = lowered.graph;
        if (options.dump)
            options.dump(passes[i].name, static_cast<int>(i) + 1, lowered.graph);
    }
    return lowered;
}

}  // namespace tw::passes
