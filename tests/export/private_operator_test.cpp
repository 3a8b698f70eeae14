// SPDX-License-Identifier: Apache-2.0
// What a person does who has an operator and a kernel of his own: a copy of a target, a table, a C file. Nothing is
// compiled anew, and the network runs.
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/deploy/verify.h"
#include "core/target/copy_target.h"

#include <gtest/gtest.h>

namespace tw::deploy {
namespace {

using ir::DataType;
using ir::Shape;

constexpr const char* kOperator = R"("operators": [
    {"domain": "acme", "op": "ChannelPair", "inputs": ["X"],
     "outputs": [{"name": "Y", "shape": ["N", "C / 2", "H", "W"], "type": "as input 0"}],
     "arguments": [{"name": "pairs", "value": "N * C / 2"}, {"name": "size", "value": "H * W"}, {"name": "gain", "value": "gain"}]}],
  "engines")";

constexpr const char* kTable = R"({"rows": [
  {"op": "ChannelPair", "types": {"X": "f32", "Y": "f32"}, "call": "acme_channel_pair", "header": "channel_pair.h",
   "source": "channel_pair.c"}
]})";

constexpr const char* kHeader = R"(#ifndef ACME_CHANNEL_PAIR_H
#define ACME_CHANNEL_PAIR_H
#include "tw_runtime.h"
typedef struct {
    int32_t pairs;
    int32_t size;
    float gain;
} tw_channel_pair_args;
void acme_channel_pair(const tw_channel_pair_args *args, const float *x, float *y);
#endif
)";

constexpr const char* kSource = R"(#include "channel_pair.h"
void acme_channel_pair(const tw_channel_pair_args *args, const float *x, float *y)
{
    for (int32_t pair = 0; pair < args->pairs; ++pair)
        for (int32_t i = 0; i < args->size; ++i)
            y[pair * args->size + i] = args->gain * (x[2 * pair * args->size + i] + x[(2 * pair + 1) * args->size + i]);
}
)";

/// Relu, then gain * (channel 2k + channel 2k + 1).
ir::Graph network()
{
    ir::Graph graph;
    graph.opsets = {{"", 21}, {"acme", 1}};
    const auto x = graph.addTensor({.name = "x", .type = DataType::F32, .shape = Shape{1, 4, 1, 2}});
    const auto r = graph.addTensor({.name = "r"});
    const auto y = graph.addTensor({.name = "y"});
    graph.addNode({.name = "relu", .op = "Relu", .inputs = {x}, .outputs = {r}});
    graph.addNode({.name = "pair", .op = "ChannelPair", .domain = "acme", .inputs = {r}, .outputs = {y}, .attributes = {{"gain", 0.5f}}});
    graph.inputs = {x};
    graph.outputs = {y};
    return graph;
}

class PrivateOperator : public testing::Test {
protected:
    PrivateOperator() : root_(TemporaryFolder::create("tw-private").value())
    {
        const auto places = target::installedPlaces();
        const auto folder = root_.path() / "mine";
        EXPECT_TRUE(target::copyTarget("host", "mine", folder, places));
        auto json = readTextFile(folder / "target.json").value();
        json = replaceAll(json, "[\"generic\"]", "[\"acme\", \"generic\"]");
        json = replaceAll(json, "\"engines\"", kOperator);
        EXPECT_TRUE(writeFileAtomically(folder / "target.json", json));
        EXPECT_TRUE(writeFolderAtomically(folder / "kernels", {{"acme/channel_pair.json", kTable},
                                                              {"acme/channel_pair.c", kSource},
                                                              {"include/channel_pair.h", kHeader}}));
        auto loaded = target::loadTarget(folder.string(), places);
        EXPECT_TRUE(loaded) << loaded.error().text();
        target_ = std::make_shared<const target::Target>(std::move(loaded).value());
    }

    TemporaryFolder root_;
    std::shared_ptr<const target::Target> target_;
};

TEST_F(PrivateOperator, DeploysAndRunsWithItsOwnKernel)
{
    Progress progress;
    const auto deployment = deployGraph(network(), target_, {}, progress);
    ASSERT_TRUE(deployment) << deployment.error().text();
    ASSERT_TRUE(deployment->complete()) << deployment->binding.diagnostics.front().error.text();
    EXPECT_EQ(deployment->lowered->tensor(deployment->lowered->outputs[0]).shape, (Shape{1, 2, 1, 2}));
    const auto input = ir::fromDoubles(DataType::F32, Shape{1, 4, 1, 2}, std::vector<double>{1, -2, 3, 4, -5, 6, 7, 8});
    const auto files = projectFiles(*deployment, {.inputs = {input}, .expected = {}});
    EXPECT_TRUE(files.contains("kernels/acme/channel_pair.c"));
    EXPECT_TRUE(files.contains("kernels/include/channel_pair.h"));
    const auto run = runOnHost(*deployment, files, {input}, {}, progress);
    ASSERT_TRUE(run) << run.error().text();
    EXPECT_EQ(ir::toDoubles(run->outputs[0]), (std::vector<double>{2, 2, 3.5, 7}));
}

TEST_F(PrivateOperator, HasNoReferenceAndSaysSo)
{
    Progress progress;
    const auto deployment = deployGraph(network(), target_, {}, progress);
    ASSERT_TRUE(deployment) << deployment.error().text();
    ASSERT_FALSE(deployment->diagnostics.empty());
    EXPECT_EQ(deployment->diagnostics.back().error.message,
              "ChannelPair has no reference evaluation, so there are no expected results");
    const auto vectors = testVectors(*deployment, {}, progress);
    ASSERT_TRUE(vectors) << vectors.error().text();
    EXPECT_EQ(vectors->inputs.size(), 1u);
    EXPECT_TRUE(vectors->expected.empty());
    const auto verified = verifyDeployment(*deployment, {.inputs = {{"x", vectors->inputs[0]}}, .expected = {}}, progress);
    ASSERT_FALSE(verified);
    EXPECT_NE(verified.error().message.find("ChannelPair has no reference evaluation"), std::string::npos);
}

TEST_F(PrivateOperator, IsUnknownToOtherTargets)
{
    Progress progress;
    const auto host = target::loadTarget("host", target::installedPlaces());
    const auto deployment = deployGraph(network(), std::make_shared<const target::Target>(*host), {}, progress);
    ASSERT_TRUE(deployment) << deployment.error().text();
    EXPECT_FALSE(deployment->complete());
}

}  // namespace
}  // namespace tw::deploy
