// SPDX-License-Identifier: Apache-2.0
// Totals of well-known networks as the tools themselves give them; latency-engine.md, sections 5.1 to 5.3 and 4.6.
#include "tests/generator/architectures.h"
#include "tests/unit/calculators/counting.h"

#include <cmath>

namespace tw::latency::test {
namespace {

using samples::BatchNorm;
using Totals = std::map<std::string, std::int64_t>;

void expectTotals(const ir::Graph& graph, const Totals& expected)
{
    for (const auto& [calculator, total] : expected)
        EXPECT_EQ(counted(graph, calculator), total) << graph.name << " by " << calculator;
}

TEST(PublishedNetworks, Resnet18)
{
    expectTotals(samples::resnet18(), {{"mmac.thop", 1824033792}, {"mmac.fvcore", 1819065856}, {"mmac.pthflops", 1826793960},
                                       {"mmac.thop@2020-05", 1819066368}, {"mmac", 1813561344 + 512000}});
}

TEST(PublishedNetworks, Resnet50)
{
    expectTotals(samples::resnet50(), {{"mmac.thop", 4133742592}, {"mmac.fvcore", 4111512576}, {"mmac.pthflops", 4143375336},
                                       {"mmac.thop@2020-05", 4111514624}, {"mmac", 4087136256 + 2048000}});
}

TEST(PublishedNetworks, MobilenetV2)
{
    expectTotals(samples::mobilenetV2(), {{"mmac.thop", 327486720}, {"mmac.fvcore", 314193216}, {"mmac.pthflops", 314564264},
                                          {"mmac.thop@2020-05", 314130496}, {"mmac", 299494272 + 1280000}});
}

TEST(PublishedNetworks, Vgg16)
{
    expectTotals(samples::vgg16(), {{"mmac.thop", 15470314496}, {"mmac.fvcore", 15470289408}, {"mmac.pthflops", 15516752872},
                                    {"mmac.thop@2020-05", 15483862016}, {"mmac", 15346630656 + 123633664}});
}

/// That version added in single precision: the published totals are the exact ones, rounded to it.
TEST(PublishedNetworks, TotalsOf2019RoundedToSinglePrecision)
{
    const auto rounded = [](const ir::Graph& graph) {
        return static_cast<std::int64_t>(static_cast<float>(counted(graph, "mmac.thop@2019-09")));
    };
    EXPECT_EQ(rounded(samples::resnet18()), 1824544768);
    EXPECT_EQ(rounded(samples::resnet50()), 4135789568);
    EXPECT_EQ(rounded(samples::mobilenetV2()), 328765728);
    EXPECT_EQ(rounded(samples::vgg16()), 15607486464);
}

TEST(PublishedNetworks, TheReadmeTableOf2019ToTwoDecimals)
{
    const auto billions = [](const ir::Graph& graph) {
        return std::round(static_cast<double>(counted(graph, "mmac.thop@2019-09")) / 1e7) / 100;
    };
    EXPECT_EQ(billions(samples::resnet18()), 1.82);
    EXPECT_EQ(billions(samples::resnet50()), 4.14);
    EXPECT_EQ(billions(samples::mobilenetV2()), 0.33);
    EXPECT_EQ(billions(samples::vgg16()), 15.61);
}

TEST(PublishedNetworks, MlperfTinyWithBatchNormKept)
{
    expectTotals(samples::dsCnn(BatchNorm::Kept), {{"mmac", 2656768}, {"mmac.thop", 2944867}, {"mmac.fvcore", 2800768},
                                                   {"mmac.pthflops", 3024460}});
    expectTotals(samples::mobilenetV1Quarter(BatchNorm::Kept), {{"mmac", 7489664}, {"mmac.thop", 8416133},
                                                                {"mmac.fvcore", 7952768}, {"mmac.pthflops", 8649730}});
    expectTotals(samples::resnet8(BatchNorm::Kept), {{"mmac", 12501632}, {"mmac.thop", 12796637}, {"mmac.fvcore", 12649088},
                                                     {"mmac.pthflops", 12944010}});
    expectTotals(samples::denseAutoencoder(BatchNorm::Kept), {{"mmac", 264192}, {"mmac.thop", 268320}, {"mmac.fvcore", 266256},
                                                              {"mmac.pthflops", 269992}});
}

TEST(PublishedNetworks, MlperfTinyWithBatchNormFolded)
{
    expectTotals(samples::dsCnn(BatchNorm::Folded), {{"mmac", 2656768}, {"mmac.thop", 2656867}, {"mmac.fvcore", 2656768},
                                                     {"mmac.pthflops", 2880460}});
    expectTotals(samples::mobilenetV1Quarter(BatchNorm::Folded), {{"mmac", 7489664}, {"mmac.thop", 7489925},
                                                                  {"mmac.fvcore", 7489664}, {"mmac.pthflops", 8186626}});
    expectTotals(samples::resnet8(BatchNorm::Folded), {{"mmac", 12501632}, {"mmac.thop", 12501725}, {"mmac.fvcore", 12501632},
                                                       {"mmac.pthflops", 12796554}});
    expectTotals(samples::denseAutoencoder(BatchNorm::Folded), {{"mmac", 264192}, {"mmac.thop", 264192}, {"mmac.fvcore", 264192},
                                                                {"mmac.pthflops", 267928}});
}

TEST(PublishedNetworks, ComplexityOfTheStreamingWakeWordLayerByLayer)
{
    const auto graph = samples::streamingWakeWord();
    std::vector<std::int64_t> layers;
    for (const auto& node : calculated(graph, "macc.stm32").nodes)
        if (node.whole.value_or(0) > 0)
            layers.push_back(*node.whole);
    EXPECT_EQ(layers, (std::vector<std::int64_t>{3400, 143488, 15488, 393344, 19328, 245888, 2048, 4128, 99, 45}));
    EXPECT_EQ(counted(graph, "macc.stm32"), 827256);
    EXPECT_EQ(counted(graph, "mmac"), 826368);
}

TEST(PublishedNetworks, SayWhetherBatchNormIsFolded)
{
    EXPECT_EQ(calculated(samples::resnet8(BatchNorm::Kept), "mmac.thop").how.at("bn_folded"), "mixed");
    EXPECT_EQ(calculated(samples::resnet18(), "mmac.thop").how.at("bn_folded"), "false");
    const auto folded = calculated(samples::dsCnn(BatchNorm::Folded), "mmac.thop");
    EXPECT_EQ(folded.how.at("bn_folded"), "true");
    EXPECT_EQ(folded.how.at("unfused_estimate"), "2944867");   // what the tool says of the network before folding
}

}  // namespace
}  // namespace tw::latency::test
