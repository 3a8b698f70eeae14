// SPDX-License-Identifier: Apache-2.0
// Normalisations, losses and gradients. Expected values are worked out by hand.
#include "tests/unit/ops/access_property.h"
#include "tests/unit/ops/op_case.h"

#include <cmath>

namespace tw::ops::testing {
namespace {

using test::OpCase;
using Doubles = std::vector<double>;

constexpr DataType kReal = DataType::F32;

void expectClose(const Doubles& actual, const Doubles& expected)
{
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(actual[i], expected[i], 1e-6) << "element " << i;
}

TEST(LayerNorm, UsesTheVarianceOfThePopulation)
{
    const auto layer = OpCase("LayerNormalization").attribute("epsilon", 0.0F).floats({1, 2}, {1, 3}).floats({2}, {2, 2}).floats({2}, {0, 1});
    expectClose(layer.doubles(), {-2, 3});
}

TEST(LayerNorm, AcceptsTheExportersNameOfEpsilon)
{
    const auto norm = OpCase("RMSNorm").attribute("eps", 0.0F).floats({1, 2}, {3, 3}).floats({2}, {1, 2});
    expectClose(norm.doubles(), {1, 2});
}

TEST(GroupNorm, AcceptsParametersPerGroupOrPerChannel)
{
    auto group = [](const Doubles& scale) {
        return OpCase("GroupNormalization").attribute("num_groups", std::int64_t{2}).attribute("epsilon", 0.0F)
            .floats({1, 4, 1}, {1, 3, 2, 4}).floats({static_cast<std::int64_t>(scale.size())}, scale)
            .floats({static_cast<std::int64_t>(scale.size())}, Doubles(scale.size(), 0.0));
    };
    expectClose(group({1, 2}).doubles(), {-1, 1, -2, 2});
    expectClose(group({1, 2, 3, 4}).doubles(), {-1, 2, -3, 4});
}

TEST(CrossEntropy, GivesLogProbabilityWhenTheGraphDeclaresItsShape)
{
    auto loss = OpCase("SoftmaxCrossEntropyLoss").floats({1, 2}, {0, 0}).integers(DataType::I64, {1}, {1});
    expectClose(loss.doubles(), {std::log(2.0)});
    loss.declared(kReal, Shape{1, 2});
    expectClose(loss.doubles(), {-std::log(2.0), -std::log(2.0)});
}

TEST(CrossEntropy, GradientDividesTwiceByTheSamples)
{
    const double half = std::log(0.5);
    const auto grad = OpCase("SoftmaxCrossEntropyLossGrad", 1, "com.microsoft").floats({2, 2}, {half, half, half, half})
                          .integers(DataType::I64, {2}, {0, 1});
    expectClose(grad.doubles(), {-0.125, 0.125, 0.125, -0.125});
}

TEST(CrossEntropy, RefusesLabelsOutsideTheClasses)
{
    const auto loss = OpCase("SoftmaxCrossEntropyLoss").floats({1, 2}, {0, 0}).integers(DataType::I64, {1}, {2}).run();
    ASSERT_FALSE(loss);
    EXPECT_EQ(loss.error().code, Code::BadInput);
}

TEST(Gradients, OfLayerNormIsOrthogonalToConstants)
{
    // Two elements: the normalised row is (-1, 1) whatever x is, so the gradient vanishes.
    const auto grad = OpCase("LayerNormalizationGrad", 1, "com.microsoft").attribute("epsilon", 0.0F).floats({1, 2}, {5, -2})
                          .floats({1, 2}, {1, 3}).floats({2}, {1, 1}).floats({2}, {0, 0});
    expectClose(grad.doubles(), {0, 0});
}

TEST(Gradients, OfGeluAtZeroIsOneHalf)
{
    expectClose(OpCase("GeluGrad", 1, "com.microsoft").floats({1}, {3}).floats({1}, {0}).doubles(), {1.5});
}

TEST(Gradients, DescendByTheLearningRate)
{
    expectClose(OpCase("SGD").attribute("lr", 0.5F).floats({2}, {1, 2}).floats({2}, {2, -2}).doubles(), {0, 3});
}

TEST(NormalizationAccess, Holds)
{
    const ir::Attribute one = std::int64_t{1};
    expectAccessHolds({.op = "LayerNormalization", .inputs = {{kReal, {2, 3, 4}}, {kReal, {4}}, {kReal, {4}}}}, Claim::Sound);
    expectAccessHolds({.op = "RMSNormalization", .inputs = {{kReal, {2, 3, 2}}, {kReal, {3, 2}}}, .attributes = {{"axis", one}}, .opset = 23},
                      Claim::Sound);
    expectAccessHolds({.op = "LayerNormalizationGrad",
                       .inputs = {{kReal, {2, 4}}, {kReal, {2, 4}}, {kReal, {4}}, {kReal, {4}}},
                       .domain = "com.microsoft",
                       .opset = 1},
                      Claim::Sound);
    expectAccessHolds({.op = "InstanceNormalization", .inputs = {{kReal, {2, 2, 3}}, {kReal, {2}}, {kReal, {2}}}}, Claim::Tight);
    expectAccessHolds({.op = "GroupNormalization",
                       .inputs = {{kReal, {1, 4, 2}}, {kReal, {4}}, {kReal, {4}}},
                       .attributes = {{"num_groups", std::int64_t{2}}}},
                      Claim::Sound);
    expectAccessHolds({.op = "LpNormalization", .inputs = {{kReal, {2, 3}}}, .attributes = {{"axis", std::int64_t{0}}}}, Claim::Tight);
    expectAccessHolds({.op = "MeanVarianceNormalization", .inputs = {{kReal, {2, 2, 2, 2}}}}, Claim::Tight);
    expectAccessHolds({.op = "LRN", .inputs = {{kReal, {1, 5, 2}}}, .attributes = {{"size", std::int64_t{4}}}}, Claim::Tight);
}

TEST(LossAccess, Holds)
{
    // Labels steer which class counts; moving one by 37 leaves the classes, so they are skipped.
    const Example loss{.op = "NegativeLogLikelihoodLoss", .inputs = {{kReal, {2, 3, 2}}, {DataType::I64, {2, 2}}},
                       .attributes = {{"reduction", std::string("none")}, {"ignore_index", std::int64_t{-1}}}};
    OpNode node = nodeOf(loss);
    node.inputs[1].constant = ir::fromIntegers(DataType::I64, Shape{2, 2}, std::vector<std::int64_t>{0, 2, 1, 0});
    expectAccessHolds(node, Claim::Sound, {1});
}

}  // namespace
}  // namespace tw::ops::testing
