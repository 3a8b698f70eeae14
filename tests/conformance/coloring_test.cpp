// SPDX-License-Identifier: Apache-2.0
// The best colouring of every network of the corpus on every target: never worse than first fit, and proven.
#include "core/deploy/verify.h"
#include "core/engine/coloring.h"
#include "core/engine/explain.h"
#include "core/engine/optimal_mapper.h"
#include "core/passes/pipeline.h"
#include "core/session/deploy.h"
#include "core/session/open.h"
#include "tests/support/corpus.h"

#include <iostream>

namespace tw {
namespace {

namespace fs = std::filesystem;

/// As it is when engines are chosen: lowered, but no layout decided.
Result<ir::Graph> loweredGraph(const fs::path& model, Progress& progress)
{
    TW_TRY(const auto snapshot, session::importModel(model, progress));
    TW_TRY(auto options, session::optionsOf(*snapshot, {}));
    const auto stored = onnx::readNpz(model.filename() == "network.onnx" ? model.parent_path() / "inputs.npz"
                                                                         : fs::path(model).replace_extension(".inputs.npz"));
    if (stored)
        deploy::completeOptions(*snapshot->graph, stored.value(), options);
    TW_TRY(auto lowered, passes::lower(*snapshot->graph, {.inputTypes = options.inputTypes, .dims = options.dims}, progress));
    return std::move(lowered.graph);
}

struct Comparison {
    engine::Totals first;
    engine::Totals best;
    std::string note;
};

Result<Comparison> compareMappers(const ir::Graph& graph, const target::Target& target, Progress& progress)
{
    TW_TRY(const auto choices, engine::choicesOf(graph, target, {.homes = target::defaultHomes(target)}, progress));
    engine::OptimalMapper optimal({.seconds = 20});
    TW_TRY(const auto first, engine::colour(graph, target, choices, {.uncolored = engine::Uncolored::Keep}, progress));
    TW_TRY(const auto best, engine::colour(graph, target, choices,
                                           {.mapper = &optimal, .uncolored = engine::Uncolored::Keep}, progress));
    return Comparison{first.totals, best.totals, best.note};
}

void expectNoWorse(const Comparison& found, const std::string& label)
{
    EXPECT_LE(found.best.missingFigures, found.first.missingFigures) << label;
    if (found.best.missingFigures == found.first.missingFigures) {
        EXPECT_LE(found.best.knownCycles, found.first.knownCycles + 1) << label;
    }
}

using Targets = std::vector<std::shared_ptr<const target::Target>>;

Targets targetsNamed(const std::vector<std::string>& names)
{
    Targets targets;
    for (const auto& name : names) {
        auto target = session::findTarget(name);
        EXPECT_TRUE(target) << target.error().text();
        if (target)
            targets.push_back(std::move(target).value());
    }
    return targets;
}

/// Every network below the folder that can be lowered (the corpus test says which cannot), on every target.
template <class See>
void compareAll(const std::string& folder, const Targets& targets, const See& see)
{
    Progress progress;
    const auto root = testing::corpusFolder();
    for (const auto& model : testing::filesBelow(root / folder, ".onnx")) {
        const auto graph = loweredGraph(model, progress);
        if (!graph)
            continue;
        for (const auto& target : targets) {
            const auto label = cat(fs::relative(model, root).string(), " on ", target->name);
            const auto found = compareMappers(graph.value(), *target, progress);
            ASSERT_TRUE(found) << label << ": " << found.error().text();
            see(label, found.value());
        }
    }
}

TEST(Coloring, TheBestIsNeverWorseThanFirstFitOnAnyNetworkAndTarget)
{
    TW_NEED_CORPUS();
    int compared = 0;
    int better = 0;
    int proven = 0;
    const auto targets = targetsNamed(session::targetNames());
    for (const char* folder : {"deeploy", "mlperf-tiny", "models"})
        compareAll(folder, targets, [&](const std::string& label, const Comparison& found) {
            expectNoWorse(found, label);
            ++compared;
            better += found.best.knownCycles < found.first.knownCycles - 1;
            proven += found.note.starts_with("proven optimal");
        });
    std::cout << compared << " colourings: " << better << " better than first fit, " << proven << " proven optimal\n";
    EXPECT_GT(compared, 0);
}

TEST(Coloring, IsProvenOptimalForMlPerfTinyOnTheTargetsWithAnNpu)
{
    TW_NEED_FOLDER(testing::corpusFolder() / "deeploy/Models/MLPerf");
    int compared = 0;
    compareAll("deeploy/Models/MLPerf", targetsNamed({"siracusa", "gap9"}),
               [&](const std::string& label, const Comparison& found) {
                   expectNoWorse(found, label);
                   EXPECT_TRUE(found.note.starts_with("proven optimal")) << label << ": " << found.note;
                   std::cout << label << ": " << engine::roundedCycles(found.first.knownCycles) << " cycles first fit, "
                             << engine::roundedCycles(found.best.knownCycles) << " best; " << found.note << '\n';
                   ++compared;
               });
    EXPECT_GE(compared, 8);
}

}  // namespace
}  // namespace tw
