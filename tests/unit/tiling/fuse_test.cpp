// SPDX-License-Identifier: Apache-2.0
// Chains that run depth first: halos by hand, values against the nodes run one after the other, the checker.
#include "core/tiling/fuse.h"
#include "core/tiling/slice_data.h"
#include "core/tiling/tile_view.h"
#include "tests/unit/tiling/random_nodes.h"

namespace tw::tiling::testing {
namespace {

/// A convolution of a small network for images, one byte an element, channels last.
struct Layer {
    std::int64_t size = 0;         // of the square image
    std::int64_t channels = 0;
    std::int64_t outputs = 0;      // 0: one filter per channel
    std::int64_t kernel = 1;
    std::int64_t stride = 1;
};

target::MatchNode nodeOf(const Layer& layer)
{
    const bool depthwise = layer.outputs == 0;
    const auto outputs = depthwise ? layer.channels : layer.outputs;
    const auto pad = layer.kernel / 2;
    ops::testing::Example example{.op = "RequantizedConv", .domain = "tilewright"};
    example.inputs = {{DataType::U8, {1, layer.size, layer.size, layer.channels}},
                      {DataType::I8, {outputs, depthwise ? 1 : layer.channels, layer.kernel, layer.kernel}},
                      {DataType::I32, {outputs}}, {DataType::I32, {outputs}}, {DataType::I32, {outputs}}};
    example.attributes = {{"layout", std::string("NHWC")}, {"group", depthwise ? layer.channels : std::int64_t{1}},
                          {"strides", Ints{layer.stride, layer.stride}}, {"pads", Ints{pad, pad, pad, pad}},
                          {"n_levels", std::int64_t{256}}, {"div", std::int64_t{16}}, {"signed", std::int64_t{0}}};
    return matchOf(example, 4);
}

struct Chain {
    explicit Chain(const std::vector<Layer>& layers)
    {
        for (const auto& layer : layers)
            nodes.push_back(nodeOf(layer));
        for (const auto& node : nodes)
            stages.push_back({rowsFor(target, node).front(), &node, 0});
    }

    Result<FusedPlan> plan(TileOptions options) const
    {
        options.homes = target::defaultHomes(target);
        return planFused(target, stages, options);
    }

    const target::Target& target = installed("pulp-open");
    std::vector<target::MatchNode> nodes;
    std::vector<ChainStage> stages;
};

// By hand. Result rows 0-3 of a 3 x 3 window with stride 2 and padding 1 need rows -1..7 of the middle, so 0-7; those need
// rows -1..8 of the input with another 3 x 3, so 0-8. Rows 4-7 need 7-15 of the middle and 6-16 of the input, of 16: 6-15.
TEST(FusedTiles, HalosAddUpThroughTheStages)
{
    const Chain chain({{16, 4, 0, 3, 1}, {16, 4, 8, 3, 2}});
    const auto plan = chain.plan({.tile = {{1, 4}, {2, 8}}});
    ASSERT_TRUE(plan) << plan.error().text();
    const auto first = fusedRanges(chain.stages, outputRanges(plan->loops, {0}, chain.nodes[1].view.outputs[0].shape));
    const auto second = fusedRanges(chain.stages, outputRanges(plan->loops, {1}, chain.nodes[1].view.outputs[0].shape));
    EXPECT_EQ(first[1][1], (ops::Range{0, 8}));
    EXPECT_EQ(first[0][1], (ops::Range{0, 9}));
    EXPECT_EQ(second[1][1], (ops::Range{7, 16}));
    EXPECT_EQ(second[0][1], (ops::Range{6, 16}));
    EXPECT_EQ(plan->stages[0].madeElements, (8 + 9) * 16 * 4);
    EXPECT_EQ(plan->input.movedBytes, (9 + 10) * 16 * 4);
    EXPECT_EQ(plan->betweenBytes, 9 * 16 * 4);
}

ir::TensorData evaluate(const target::MatchNode& node, const ir::TensorData& input)
{
    auto view = node.view;
    view.inputs[0].constant = input;
    auto results = ops::evaluateNode(*node.def, view);
    EXPECT_TRUE(results) << results.error().text();
    return std::move(results).value().front();
}

TEST(FusedTiles, EveryTileHasTheValuesOfTheNodesRunOneAfterTheOther)
{
    const Chain chain({{11, 3, 5, 3, 2}, {6, 5, 0, 3, 1}, {6, 5, 7, 1, 1}, {6, 7, 0, 3, 2}});
    const auto input = ops::testing::patternTensor(DataType::U8, Shape{1, 11, 11, 3}, 3);
    auto whole = input;
    for (const auto& node : chain.nodes)
        whole = evaluate(node, whole);
    const auto plan = chain.plan({.tile = {{1, 2}, {2, 1}}});
    ASSERT_TRUE(plan) << plan.error().text();
    ASSERT_EQ(plan->tiles(), 2 * 3);
    for (std::int64_t y = 0; y < 2; ++y)
        for (std::int64_t x = 0; x < 3; ++x) {
            const auto ranges = fusedRanges(chain.stages, outputRanges(plan->loops, {y, x}, whole.shape));
            auto part = sliceData(input, ranges[0]);
            for (std::size_t k = 0; k < chain.nodes.size(); ++k) {
                const auto tile = TileView(chain.nodes[k], *chain.stages[k].row).tile(ranges[k + 1]);
                ASSERT_TRUE(tile) << tile.error().text();
                part = evaluate(*tile, part);
            }
            EXPECT_EQ(ir::toIntegers(part), ir::toIntegers(sliceData(whole, ranges.back())));
        }
}

TEST(FusedTiles, ThePlanPassesTheCheckerAndFits)
{
    const Chain chain({{24, 8, 0, 3, 1}, {24, 8, 16, 1, 1}, {24, 16, 0, 3, 2}});
    for (const std::int64_t bytes : {40000, 8000, 4000}) {
        const auto plan = chain.plan({.nearBytes = bytes});
        ASSERT_TRUE(plan) << plan.error().text();
        EXPECT_LE(plan->nearBytes, bytes);
        for (const auto& broken : violations(chain.target, chain.stages, *plan))
            ADD_FAILURE() << broken;
    }
}

TEST(FusedTiles, TheCheckerFindsWhatIsBroken)
{
    const Chain chain({{24, 8, 0, 3, 1}, {24, 8, 16, 1, 1}, {24, 16, 0, 3, 2}});
    const auto good = chain.plan({.tile = {{1, 3}, {2, 12}}});
    ASSERT_TRUE(good) << good.error().text();
    const auto broken = [&](auto change) {
        auto plan = *good;
        change(plan);
        const auto found = violations(chain.target, chain.stages, plan);
        return found.empty() ? std::string("nothing") : found.front();
    };
    EXPECT_NE(broken([](auto& plan) { plan.loops[0].extent = 11; }).find("the loop goes over 11"), std::string::npos);
    EXPECT_NE(broken([](auto& plan) { plan.nearBytes += 16; }).find("the plan says"), std::string::npos);
    EXPECT_NE(broken([](auto& plan) { plan.stages[1].offset = plan.stages[0].offset; }).find("lies over the tile"), std::string::npos);
    EXPECT_NE(broken([](auto& plan) { plan.stages[0].madeElements += 1; }).find("elements, the plan says"), std::string::npos);
    EXPECT_NE(broken([](auto& plan) { plan.loops[0].tile = 4; }).find("there is room for"), std::string::npos);
    EXPECT_NE(broken([](auto& plan) { plan.stages[0].constants[1].present = false; }).find("is missing"), std::string::npos);
    EXPECT_NE(broken([](auto& plan) { plan.input.movedBytes -= 1; }).find("the input moves"), std::string::npos);
}

TEST(FusedTiles, RefusesWhatIsNoChain)
{
    const Chain chain({{24, 8, 0, 3, 1}, {12, 8, 16, 1, 1}});
    EXPECT_EQ(chain.plan({}).error().message, "RequantizedConv does not take the result of RequantizedConv");
}

TEST(FusedTiles, SaysWhatTheSmallestTilesNeed)
{
    const Chain chain({{24, 8, 0, 3, 1}, {24, 8, 16, 1, 1}});
    const auto plan = chain.plan({.nearBytes = 64});
    ASSERT_FALSE(plan);
    EXPECT_EQ(plan.error().code, Code::TileTooLarge);
    EXPECT_NE(plan.error().message.find("the smallest tiles of the 2 nodes need"), std::string::npos) << plan.error().message;
}

}  // namespace
}  // namespace tw::tiling::testing
