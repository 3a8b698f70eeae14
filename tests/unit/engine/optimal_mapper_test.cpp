// SPDX-License-Identifier: Apache-2.0
#include "core/engine/optimal_mapper.h"

#include "core/base/text.h"
#include "core/engine/coloring.h"
#include "core/engine/pareto.h"
#include "tests/unit/engine/engine_fixture.h"

#include <random>
#include <set>

namespace tw::engine {
namespace {

using testing::choicesFor;
using testing::graphOf;
using testing::nodeNamed;
using testing::threeEngines;

struct Setting {
    ir::Graph graph;
    target::Target target;
    GraphChoices choices;
};

Result<Coloring> colored(const Setting& setting, Objective objective, const Pins& pins = {})
{
    Progress progress;
    OptimalMapper mapper({.objective = objective});
    return colour(setting.graph, setting.target, setting.choices, {.mapper = &mapper, .pins = pins}, progress);
}

Coloring best(const Setting& setting, Objective objective = Objective::Cycles, const Pins& pins = {})
{
    auto result = colored(setting, objective, pins);
    EXPECT_TRUE(result) << result.error().text();
    return std::move(result).value();
}

Setting settingOf(std::string_view text, target::Target target)
{
    Setting setting{graphOf(text), std::move(target), {}};
    setting.choices = choicesFor(setting.graph, setting.target);
    return setting;
}

/// A chain of Relus that each engine can run at the given cycles and bytes, per node and engine.
struct Figures {
    std::optional<double> cycles;
    std::int64_t bytes = 0;
};

Setting chainOf(const std::vector<std::vector<Figures>>& nodes)
{
    std::string text = cat("graph g(x: f32[4]) -> n", nodes.size() - 1, "  n0 = Relu(x)");
    for (std::size_t i = 1; i < nodes.size(); ++i)
        text += cat("  n", i, " = Relu(n", i - 1, ")");
    auto setting = settingOf(text, threeEngines({{"npu", "Relu", "1"}, {"cluster", "Relu", "1"}, {"core", "Relu", "1"}}));
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        auto& choices = setting.choices.nodes[i].choices;
        choices.resize(nodes[i].size());
        for (std::size_t e = 0; e < nodes[i].size(); ++e) {
            choices[e].cost.compute = nodes[i][e].cycles;
            choices[e].cost.missing = nodes[i][e].cycles ? "" : "no figure";
            choices[e].stagedBytes = nodes[i][e].bytes;
        }
    }
    return setting;
}

TEST(OptimalMapper, TakesTheEngineOfFewestCycles)
{
    const auto setting = chainOf({{{10}, {5}, {20}}, {{3}, {7}, {3}}});
    const auto result = best(setting);
    EXPECT_EQ(result.engineOf.at(setting.graph.nodes[0].id), "cluster");
    EXPECT_EQ(result.engineOf.at(setting.graph.nodes[1].id), "npu") << "the first of equals";
    EXPECT_EQ(result.totals.cycles, 8.0);
    EXPECT_EQ(result.note, "proven optimal");
    EXPECT_EQ(result.reasonOf.at(setting.graph.nodes[0].id), "5 cycles against 10 on npu");
}

TEST(OptimalMapper, ChoicesWithoutFigureComeLastAndTheNoteSaysSo)
{
    const auto setting = chainOf({{{std::nullopt}, {50}}, {{std::nullopt}, {std::nullopt}}});
    const auto result = best(setting);
    EXPECT_EQ(result.engineOf.at(setting.graph.nodes[0].id), "cluster");
    EXPECT_EQ(result.engineOf.at(setting.graph.nodes[1].id), "npu");
    EXPECT_EQ(result.note, "proven optimal; no cycle figure for 1 of 2 nodes");
    EXPECT_FALSE(result.totals.cycles);
    EXPECT_EQ(result.totals.knownCycles, 50);
}

TEST(OptimalMapper, APinWins)
{
    const auto setting = chainOf({{{10}, {5}}, {{3}, {7}}});
    const auto result = best(setting, Objective::Cycles, {{"n0", "npu"}});
    EXPECT_EQ(result.engineOf.at(setting.graph.nodes[0].id), "npu");
    EXPECT_EQ(result.totals.cycles, 13.0);
}

TEST(OptimalMapper, PeakComesBeforeCycles)
{
    // Node 1 holds 100 bytes at least, so node 0 may hold as much: its 90 bytes are fine, its 120 are not.
    const auto setting = chainOf({{{1, 120}, {2, 90}, {3, 10}}, {{1, 200}, {9, 100}}});
    const auto result = best(setting, Objective::Peak);
    EXPECT_EQ(result.engineOf.at(setting.graph.nodes[0].id), "cluster");
    EXPECT_EQ(result.totals.peakBytes, 100);
    EXPECT_EQ(result.totals.cycles, 11.0);
    EXPECT_EQ(result.reasonOf.at(setting.graph.nodes[1].id), "holds 100 bytes against 200 on npu");
}

TEST(OptimalMapper, EnergyCountsTheMacsAndThenCycles)
{
    // 2 x 4 matrix times 4 x 3: 24 MACs.
    auto target = threeEngines({{"npu", "MatMul", "10"}, {"cluster", "MatMul", "1"}, {"npu", "Relu", "5"}, {"core", "Relu", "2"}});
    target.engines[0].picojoulesPerMac.value = 2;
    target.engines[1].picojoulesPerMac.value = 3;
    const auto setting = settingOf("graph g(a: f32[2,4], b: f32[4,3]) -> y  m = MatMul(a, b)  y = Relu(m)", target);
    const auto result = best(setting, Objective::Energy);
    EXPECT_EQ(result.engineOf.at(nodeNamed(setting.graph, "m").id), "npu");
    EXPECT_EQ(result.engineOf.at(nodeNamed(setting.graph, "y").id), "core");
    EXPECT_EQ(result.totals.picojoules, 48.0);
    EXPECT_EQ(result.reasonOf.at(nodeNamed(setting.graph, "m").id), "48 pJ against 72 pJ on cluster");
}

TEST(OptimalMapper, SaysThatATargetHasNoEnergyFigures)
{
    const auto result = colored(chainOf({{{1}}}), Objective::Energy);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Code::BadTarget);
    EXPECT_EQ(result.error().message, "three has no energy figures");
}

TEST(OptimalMapper, StopsWhenCancelled)
{
    const auto setting = chainOf({{{1}, {2}}});
    Progress progress;
    progress.cancel();
    OptimalMapper mapper;
    EXPECT_FALSE(colour(setting.graph, setting.target, setting.choices, {.mapper = &mapper}, progress));
}

TEST(MakeMapper, KnowsTheWordsOfTheCommandLine)
{
    EXPECT_TRUE(makeMapper("first"));
    EXPECT_TRUE(makeMapper("optimal", "peak"));
    EXPECT_EQ(makeMapper("best").error().code, Code::BadUsage);
    EXPECT_EQ(makeMapper("optimal", "beauty").error().message, "the objective beauty is none of cycles, energy, peak");
}

/// The NPU wants channels last, the cluster first; a turn of any image here costs 50 cycles.
target::Target twoLayouts()
{
    return threeEngines({{.engine = "npu", .op = "Conv", .cycles = "10", .layout = "NHWC"},
                         {.engine = "cluster", .op = "Conv", .cycles = "30", .layout = "NCHW"},
                         {"cluster", "Relu", "1"},
                         {"cluster", "Add", "1"},
                         {"cluster", "Transpose", "50"},
                         {"core", "Transpose", "80"}});
}

constexpr const char* kTwoConvolutions = "graph g(x: f32[1,4,2,2]) -> c  w = const f32[4,4,1,1] seed 1"
                                         "  a = Conv(x, w)  b = Relu(a)  c = Conv(b, w)";

TEST(OptimalMapper, CountsTheTurnsOfLayouts)
{
    const auto setting = settingOf(kTwoConvolutions, twoLayouts());
    // All on the cluster: 30 + 1 + 30. All on the NPU: 10 + 1 + 10, and 50 to turn the input, 50 for the output.
    EXPECT_EQ(best(setting).totals.cycles, 61.0);
    const auto forced = best(setting, Objective::Cycles, {{"a", "npu"}});
    EXPECT_EQ(forced.engineOf.at(nodeNamed(setting.graph, "c").id), "npu");
    EXPECT_EQ(forced.totals.cycles, 121.0);
    EXPECT_EQ(forced.totals.turnCycles, 100.0);
    Progress progress;
    const auto first = colour(setting.graph, setting.target, setting.choices, {}, progress);
    ASSERT_TRUE(first);
    EXPECT_EQ(first.value().totals.cycles, 121.0);
}

TEST(OptimalMapper, SaysWhenAnEngineIsWorseForTheNodeButBetterForTheNetwork)
{
    const auto setting = settingOf(kTwoConvolutions, twoLayouts());
    EXPECT_EQ(best(setting).reasonOf.at(nodeNamed(setting.graph, "a").id),
              "30 cycles against 10 on npu, but less for the whole network");
}

TEST(OptimalMapper, ATurnOfOneChannelIsFree)
{
    const auto setting = settingOf("graph g(x: f32[1,1,4,4]) -> c  w = const f32[1,1,1,1] seed 1  c = Conv(x, w)", twoLayouts());
    EXPECT_EQ(best(setting).totals.cycles, 10.0);
}

TEST(OptimalMapper, ATurnWithoutFigureComesLast)
{
    auto target = twoLayouts();
    for (auto& row : target.rows)
        if (row.op == "Transpose")
            row.cycles.reset();
    const auto setting = settingOf(kTwoConvolutions, target);
    EXPECT_EQ(best(setting).totals.cycles, 61.0);
    const auto forced = best(setting, Objective::Cycles, {{"a", "npu"}});
    EXPECT_FALSE(forced.totals.cycles);
    EXPECT_EQ(forced.totals.missingFigures, 1);
    EXPECT_TRUE(forced.note.starts_with("proven optimal; no cycle figure")) << forced.note;
}

/// A network of convolutions and additions of equal images; every node but the first has one or two earlier ones as input.
ir::Graph randomNetwork(std::mt19937& random, int nodes)
{
    std::string text = "  n0 = Conv(x, w)";
    for (int i = 1; i < nodes; ++i) {
        const auto earlier = [&] { return cat("n", std::uniform_int_distribution(std::max(0, i - 3), i - 1)(random)); };
        const auto one = earlier();
        text += random() % 2 ? cat("  n", i, " = Conv(", one, ", w)") : cat("  n", i, " = Add(", one, ", ", earlier(), ")");
    }
    return graphOf(cat("graph g(x: f32[1,4,2,2]) -> n", nodes - 1, "  w = const f32[4,4,1,1] seed 1", text));
}

/// Cycles of one colouring, counted edge by edge. `last[i]`: node i has the channels last.
double cyclesByHand(const Setting& setting, const ir::GraphIndex& index, const std::vector<std::size_t>& engines,
                    const std::vector<bool>& last)
{
    double sum = 0;
    for (std::size_t i = 0; i < engines.size(); ++i) {
        const auto& node = setting.graph.nodes[i];
        sum += *setting.choices.nodes[i].choices[engines[i]].cost.total();
        std::set<ir::TensorId> inputs(node.inputs.begin(), node.inputs.end());
        for (const auto input : inputs) {
            const int producer = index.producer(input);
            if (index.isGraphInput(input) ? last[i] : producer >= 0 && last[static_cast<std::size_t>(producer)] != last[i])
                sum += 50;
        }
        if (index.isGraphOutput(node.outputs[0]) && last[i])
            sum += 50;
    }
    return sum;
}

/// All colourings with the layouts that nodes without a wish may have; calls `see` with cycles and peak of each.
template <class See>
void tryAll(const Setting& setting, const See& see)
{
    const auto count = setting.graph.nodes.size();
    const ir::GraphIndex index(setting.graph);
    for (std::size_t code = 0; code < (std::size_t{1} << count); ++code) {   // a bit per node: engine, or carried layout
        std::vector<std::size_t> engines(count);
        std::vector<bool> last(count);
        std::int64_t peak = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const bool bit = (code >> i) & 1;
            const bool isConv = setting.graph.nodes[i].op == "Conv";
            engines[i] = isConv && bit ? 1 : 0;
            last[i] = isConv ? !bit : bit;
            peak = std::max(peak, setting.choices.nodes[i].choices[engines[i]].stagedBytes);
        }
        see(cyclesByHand(setting, index, engines, last), peak);
    }
}

Setting randomSetting(unsigned seed)
{
    std::mt19937 random(seed);
    Setting setting{randomNetwork(random, std::uniform_int_distribution(1, 9)(random)), twoLayouts(), {}};
    setting.choices = choicesFor(setting.graph, setting.target);
    for (auto& node : setting.choices.nodes) {
        for (auto& choice : node.choices) {
            choice.cost.compute = std::uniform_int_distribution(0, 100)(random);
            choice.stagedBytes = std::uniform_int_distribution(0, 8)(random);
        }
    }
    return setting;
}

TEST(OptimalMapper, EqualsExhaustiveSearchOnRandomNetworksWithTwoLayouts)
{
    for (unsigned seed = 0; seed < 200; ++seed) {
        const auto setting = randomSetting(seed);
        double least = 1e9;
        tryAll(setting, [&](double cycles, std::int64_t) { least = std::min(least, cycles); });
        const auto result = best(setting);
        ASSERT_EQ(result.totals.cycles, least) << "seed " << seed;
        ASSERT_EQ(result.note, "proven optimal") << "seed " << seed;
    }
}

TEST(ParetoFront, EqualsAllColouringsThatNoOtherBeats)
{
    for (unsigned seed = 0; seed < 200; ++seed) {
        const auto setting = randomSetting(seed);
        std::map<std::int64_t, double> leastOf;   // peak -> cycles
        tryAll(setting, [&](double cycles, std::int64_t peak) {
            const auto found = leastOf.try_emplace(peak, cycles).first;
            found->second = std::min(found->second, cycles);
        });
        std::vector<std::pair<double, std::int64_t>> expected;   // least cycles first, so peaks falling
        double least = 1e9;
        for (const auto& [peak, cycles] : leastOf) {
            if (cycles < least)
                expected.insert(expected.begin(), {cycles, peak});
            least = std::min(least, cycles);
        }
        Progress progress;
        const auto front = paretoFront(setting.graph, setting.target, setting.choices, 60, progress);
        ASSERT_TRUE(front) << front.error().text();
        std::vector<std::pair<double, std::int64_t>> found;
        for (const auto& point : front.value()) {
            found.emplace_back(point.cycles, point.peakBytes);
            EXPECT_TRUE(point.proven);
            EXPECT_EQ(totalsOf(setting.graph, setting.target, setting.choices, point.engineOf).cycles, point.cycles);
        }
        ASSERT_EQ(found, expected) << "seed " << seed;
    }
}

TEST(ParetoFront, OfTwoHundredNodesIsExact)
{
    std::mt19937 random(11);
    std::vector<std::vector<Figures>> nodes;
    for (int i = 0; i < 200; ++i)
        nodes.push_back({{static_cast<double>(random() % 1000), static_cast<std::int64_t>(random() % 5000)},
                         {static_cast<double>(random() % 1000), static_cast<std::int64_t>(random() % 5000)},
                         {static_cast<double>(random() % 1000), static_cast<std::int64_t>(random() % 5000)}});
    const auto setting = chainOf(nodes);
    Progress progress;
    const auto front = paretoFront(setting.graph, setting.target, setting.choices, 60, progress);
    ASSERT_TRUE(front) << front.error().text();
    ASSERT_GT(front.value().size(), 3u);
    for (std::size_t i = 0; i + 1 < front.value().size(); ++i) {
        EXPECT_LT(front.value()[i].cycles, front.value()[i + 1].cycles);
        EXPECT_GT(front.value()[i].peakBytes, front.value()[i + 1].peakBytes);
    }
    for (const auto& point : front.value()) {   // without pairs, every node takes its fastest choice under the peak
        double sum = 0;
        for (const auto& node : nodes) {
            double least = 1e9;
            for (const auto& one : node)
                least = one.bytes <= point.peakBytes ? std::min(least, *one.cycles) : least;
            sum += least;
        }
        EXPECT_EQ(point.cycles, sum);
    }
}

}  // namespace
}  // namespace tw::engine
