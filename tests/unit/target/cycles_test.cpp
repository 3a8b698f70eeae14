// SPDX-License-Identifier: Apache-2.0
// The cycle formulas of the installed targets give the check values of the models that they come from.
#include "core/target/cost.h"
#include "core/target/load.h"
#include "tests/unit/ops/op_case.h"

#include <gtest/gtest.h>

namespace tw::target {
namespace {

using ir::DataType;
using ir::Shape;
using ops::test::OpCase;

struct ConvCase {
    std::int64_t height = 1;   // of the output
    std::int64_t width = 1;
    std::int64_t out = 1;      // channels
    std::int64_t in = 1;
    std::int64_t kernel = 1;
    std::int64_t group = 1;
    DataType type = DataType::I8;
};

OpCase conv(const ConvCase& c)
{
    const std::vector<std::int64_t> pads(4, c.kernel / 2);
    return OpCase("Conv")
        .unknown(c.type, Shape{1, c.in, c.height, c.width})
        .unknown(c.type, Shape{c.out, c.in / c.group, c.kernel, c.kernel})
        .attribute("group", c.group)
        .attribute("pads", pads);
}

OpCase gemm(std::int64_t m, std::int64_t n, std::int64_t k, DataType type)
{
    return OpCase("MatMul").unknown(type, Shape{m, k}).unknown(type, Shape{k, n});
}

/// Compute cycles of the operator on an engine, by the first cost row that fits.
std::optional<double> cyclesOn(const std::string& targetName, const std::string& engine, const OpCase& one, int cores = 0)
{
    auto target = loadTarget(targetName, installedPlaces());
    EXPECT_TRUE(target) << target.error().text();
    const auto view = one.complete();
    EXPECT_TRUE(view) << view.error().text();
    const auto node = matchNodeOf(one.def(), *view);
    EXPECT_TRUE(node) << node.error().text();
    if (cores > 0)
        for (auto& each : target->engines)
            each.cores = cores;
    const KernelRow row{.engine = engine, .op = std::string(one.def().op)};
    return costOf(*target, row, *node, NodePlaces{.inputs = {}, .outputs = {}, .scratch = {}}).compute;
}

TEST(CyclesOfPulpClusters, AreThoseOfTheConvolutionModel)
{
    for (const auto* target : {"pulp-open", "siracusa", "gap9"}) {
        EXPECT_EQ(cyclesOn(target, "cluster", conv({16, 16, 64, 32, 3})), 306900) << target;
        EXPECT_EQ(cyclesOn(target, "cluster", conv({16, 16, 256, 256, 1})), 1082884) << target;
    }
}

TEST(CyclesOfPulpClusters, AreAbout69PerOutputAndCoreForADepthwise3x3)
{
    // ceil(64/8) * 16 * (3 * 18 + 16 * (39 + 7 * 3 + 6 * 1)) = 8 * 16 * (54 + 16 * 66) = 142080: 69.4 per output
    EXPECT_EQ(cyclesOn("pulp-open", "cluster", conv({16, 16, 64, 64, 3, 64})), 142080);
}

TEST(CyclesOfPulpClusters, FullyConnected)
{
    EXPECT_EQ(cyclesOn("pulp-open", "cluster", gemm(1, 128, 640, DataType::I8)), 16 * (0.75 * 640 + 20));
}

TEST(CyclesOfPulpClusters, ElementWiseAndTheRest)
{
    const auto relu = OpCase("LeakyRelu").unknown(DataType::I8, Shape{1, 65536});
    EXPECT_DOUBLE_EQ(cyclesOn("siracusa", "cluster", relu).value(), 11.2 * 65536 / 8);
    const auto softmax = OpCase("Softmax").unknown(DataType::F32, Shape{8, 16});
    EXPECT_EQ(cyclesOn("siracusa", "cluster", softmax), 40 * 128 / 8);
    const auto mean = OpCase("GlobalAveragePool").unknown(DataType::F32, Shape{1, 4, 8, 8});
    EXPECT_EQ(cyclesOn("siracusa", "cluster", mean), 40 * 256 / 8);
}

TEST(CyclesOfPulpClusters, NoFigureForFloatProducts)
{
    EXPECT_EQ(cyclesOn("pulp-open", "cluster", gemm(4, 4, 4, DataType::F32)), std::nullopt);
    EXPECT_EQ(cyclesOn("pulp-open", "cluster", conv({.height = 8, .width = 8, .out = 8, .in = 8, .kernel = 3, .type = DataType::F32})),
              std::nullopt);
}

struct Rates {
    const char* target;
    double dense, pointwise, depthwise, connected, first;
};

TEST(CyclesOfCortexM, AreMacsByTheRateOfTheirClass)
{
    for (const auto& rates : {Rates{"cortex-m4", 0.268, 0.235, 0.124, 0.256, 0.228},
                              Rates{"cortex-m7", 0.857, 1.148, 0.335, 0.520, 0.195},
                              Rates{"cortex-m55", 3.16 / 2, 1.32 / 2, 1.11 / 2, 1.04 / 2, 2.90 / 2}}) {
        SCOPED_TRACE(rates.target);
        const auto cycles = [&](const OpCase& one) { return cyclesOn(rates.target, "cpu", one).value_or(-1); };
        EXPECT_DOUBLE_EQ(cycles(conv({16, 16, 64, 32, 3})), 16 * 16 * 64 * 32 * 9 / rates.dense);
        EXPECT_DOUBLE_EQ(cycles(conv({16, 16, 64, 32, 1})), 16 * 16 * 64 * 32 / rates.pointwise);
        EXPECT_DOUBLE_EQ(cycles(conv({16, 16, 64, 64, 3, 64})), 16 * 16 * 64 * 9 / rates.depthwise);
        EXPECT_DOUBLE_EQ(cycles(gemm(1, 128, 640, DataType::I8)), 128 * 640 / rates.connected);
        EXPECT_DOUBLE_EQ(cycles(conv({25, 5, 64, 1, 3})), 25 * 5 * 64 * 9 / rates.first);
    }
}

TEST(CyclesOfCortexM, FloatRatesWhereALogHasThem)
{
    const auto product = gemm(1, 128, 640, DataType::F32);
    EXPECT_DOUBLE_EQ(cyclesOn("cortex-m4", "cpu", product).value_or(-1), 128 * 640 / 0.105);
    EXPECT_DOUBLE_EQ(cyclesOn("cortex-m7", "cpu", product).value_or(-1), 128 * 640 / 0.180);
    EXPECT_EQ(cyclesOn("cortex-m55", "cpu", product), std::nullopt);
}

TEST(CyclesOfSnitch, AreThoseOfTheGemmModel)
{
    // ceil(64/8) * ceil(64/8) * (8 * 64 / 2 + 12) / 0.8 = 64 * 268 / 0.8
    EXPECT_DOUBLE_EQ(cyclesOn("snitch", "cluster", gemm(64, 64, 64, DataType::F32)).value_or(-1), 21440);
    EXPECT_EQ(cyclesOn("snitch", "cluster", gemm(64, 64, 64, DataType::I8)), std::nullopt);
}

}  // namespace
}  // namespace tw::target
