// SPDX-License-Identifier: Apache-2.0
// The best colouring of every network of the corpus on every target: never worse than first fit, and proven.
#include "core/deploy/trade_off.h"
#include "core/deploy/verify.h"
#include "core/engine/coloring.h"
#include "core/engine/explain.h"
#include "core/engine/optimal_mapper.h"
#include "core/passes/pipeline.h"
#include "core/session/deploy.h"
#include "core/session/open.h"
#include "tests/support/corpus_networks.h"

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

/// Engines of the lowered nodes, by name.
std::map<std::string, int> nodesOfEngines(const deploy::Deployment& deployment)
{
    std::map<std::string, int> count;
    for (const auto& [node, engine] : deployment.coloring.engineOf)
        ++count[engine];
    return count;
}

/// All that can be said of the points of one network: each is better than those around it in one way, and its pins give
/// its cycles when the network is coloured with them.
void checkTradeOffs(const testing::Network& network, const std::shared_ptr<const target::Target>& target)
{
    Progress progress;
    const auto snapshot = session::importModel(network.model, progress);
    const auto inputs = onnx::readNpz(network.inputs);
    ASSERT_TRUE(snapshot && inputs);
    auto options = session::optionsOf(**snapshot, {}).value();
    deploy::completeOptions(*(*snapshot)->graph, *inputs, options);
    const auto& imported = *(*snapshot)->graph;
    const auto points = deploy::tradeOffs(imported, target, options, 20, progress);
    ASSERT_TRUE(points) << points.error().text();
    ASSERT_FALSE(points->empty());
    for (std::size_t i = 0; i < points->size(); ++i) {
        const auto& point = points->at(i);
        SCOPED_TRACE(cat("point ", i + 1, " of ", points->size()));
        if (i > 0) {
            EXPECT_GT(point.cycles, points->at(i - 1).cycles);
            EXPECT_LT(point.peakBytes, points->at(i - 1).peakBytes);
        }
        auto pinned = options;
        pinned.pins = point.pins;
        const auto again = deploy::tradeOffs(imported, target, pinned, 20, progress);
        ASSERT_TRUE(again) << again.error().text();
        ASSERT_EQ(again->size(), 1u);            // nothing is left to choose
        EXPECT_NEAR(again->front().cycles, point.cycles, 1e-6 * point.cycles);
        EXPECT_EQ(again->front().peakBytes, point.peakBytes);
        const auto deployed = deploy::deployGraph(imported, target, pinned, progress);
        ASSERT_TRUE(deployed) << deployed.error().text();
        EXPECT_TRUE(deployed->complete());
        for (const auto& [engine, count] : point.nodesOf)       // the layout may add transposes
            EXPECT_GE(nodesOfEngines(*deployed)[engine], count) << engine;
    }
    std::cout << network.name << " on " << target->name << ": " << points->size() << " trade-offs, from "
              << engine::roundedCycles(points->front().cycles) << " cycles in " << points->front().peakBytes << " bytes to "
              << engine::roundedCycles(points->back().cycles) << " in " << points->back().peakBytes << '\n';
}

TEST(TradeOffs, OfMlPerfTinyCanBePinnedOneByOne)
{
    TW_NEED_FOLDER(testing::corpusFolder() / "deeploy/Models/MLPerf");
    std::vector<testing::Network> networks;
    testing::addFolders(networks, testing::corpusFolder(), "deeploy/Models/MLPerf");
    for (const auto& target : targetsNamed({"siracusa", "gap9"}))
        for (const auto& network : networks) {
            SCOPED_TRACE(cat(network.name, " on ", target->name));
            checkTradeOffs(network, target);
        }
}

}  // namespace
}  // namespace tw
