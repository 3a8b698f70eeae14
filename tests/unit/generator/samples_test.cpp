// SPDX-License-Identifier: Apache-2.0
// The sample networks in resources/models: reproducible, self-consistent, and lively enough to show errors.
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/deploy/test_data.h"
#include "core/onnx/export.h"
#include "core/onnx/import.h"
#include "core/onnx/tensor_file.h"
#include "core/ops/registry.h"
#include "core/passes/pipeline.h"
#include "tests/generator/sample.h"
#include "tests/support/source_dir.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace tw::samples {
namespace {

namespace fs = std::filesystem;

fs::path modelFile(const std::string& name)
{
    return testing::sourceDir() / "resources" / "models" / name;
}

ir::Graph imported(const Bytes& file)
{
    Progress progress;
    auto result = onnx::importOnnx(file, {}, progress);
    TW_CHECK(result.has_value());
    return std::move(result->graph);
}

/// Lowers the network of the file, runs it on the stored inputs, and returns the outputs.
Result<std::vector<ir::TensorData>> runModel(const std::string& name, const ops::Observer& observe = {})
{
    Progress progress;
    TW_TRY(const auto model, onnx::importOnnx(modelFile(name + ".onnx"), progress));
    TW_TRY(const auto stored, onnx::readNpz(modelFile(name + ".inputs.npz")));
    std::vector<ir::TensorData> inputs;
    for (const auto& array : stored)
        inputs.push_back(array.data);
    TW_TRY(const auto lowered, passes::lower(model.graph, {.inputTypes = deploy::integerInputTypes(model.graph, stored)}, progress));
    return ops::runReference(lowered.graph, inputs, progress, observe);
}

class IntegerSample : public ::testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Models, IntegerSample, ::testing::Values("kws_dscnn_int8", "resnet_tiny_int8"));

TEST(SampleModels, RegeneratingGivesTheSameBytes)
{
    const auto files = sampleFiles();
    ASSERT_TRUE(files) << files.error().text();
    EXPECT_EQ(files->size(), 9u);
    for (const auto& [name, content] : files.value()) {
        const auto stored = readTextFile(modelFile(name));
        ASSERT_TRUE(stored) << stored.error().text();
        EXPECT_TRUE(stored.value() == content) << name << " differs: run `tilewright-samples models resources/models`";
    }
}

TEST_P(IntegerSample, LoweredNetworkGivesTheStoredOutput)
{
    const auto outputs = runModel(GetParam());
    ASSERT_TRUE(outputs) << outputs.error().text();
    const auto stored = onnx::readNpz(modelFile(GetParam() + ".outputs.npz"));
    ASSERT_TRUE(stored) << stored.error().text();
    ASSERT_EQ(outputs->at(0).type, ir::DataType::I8);
    EXPECT_EQ(ir::toIntegers(outputs->at(0)), ir::toIntegers(stored->at(0).data));
}

TEST_P(IntegerSample, ActivationsUseTheirRangeWithoutClippingMuch)
{
    int layers = 0;
    const auto outputs = runModel(GetParam(), [&](const ir::Node& node, const std::vector<ir::TensorData>& results) {
        const auto type = results.at(0).type;
        if (node.op.find("Requant") == std::string::npos || results[0].elements() < 1000)
            return;
        ++layers;
        const auto values = ir::toIntegers(results[0]);
        const auto count = static_cast<double>(values.size());
        const auto clipped = std::count_if(values.begin(), values.end(), [type](auto value) {
            return value == ir::highest(type) || (ir::isSigned(type) && value == ir::lowest(type));
        });
        const std::set<std::int64_t> distinct(values.begin(), values.end());
        EXPECT_LT(static_cast<double>(clipped) / count, 0.02) << node.name;
        EXPECT_GT(distinct.size(), 120u) << node.name << " uses few of 256 values";
    });
    ASSERT_TRUE(outputs) << outputs.error().text();
    EXPECT_GE(layers, 7);
    const auto scores = ir::toIntegers(outputs->at(0));
    EXPECT_GT(*std::max_element(scores.begin(), scores.end()) - *std::min_element(scores.begin(), scores.end()), 60);
}

TEST(FloatSample, LoweredNetworkGivesTheStoredOutput)
{
    const auto outputs = runModel("resnet_tiny_f32");
    ASSERT_TRUE(outputs) << outputs.error().text();
    const auto stored = onnx::readNpz(modelFile("resnet_tiny_f32.outputs.npz"));
    ASSERT_TRUE(stored) << stored.error().text();
    const auto actual = ir::toDoubles(outputs->at(0));
    const auto expected = ir::toDoubles(stored->at(0).data);
    double sum = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(actual.at(i), expected[i], 1e-5);   // batch normalisations were folded in between
        sum += expected[i];
    }
    EXPECT_NEAR(sum, 1, 1e-5);
    EXPECT_LT(*std::max_element(expected.begin(), expected.end()), 0.95) << "a test vector that hides errors";
}

TEST(SampleModels, NodeNamesFormScopes)
{
    const auto sample = integerResnet();
    ASSERT_TRUE(sample) << sample.error().text();
    const auto& nodes = sample->graph.nodes;
    const auto named = [&](const std::string& name) {
        return std::any_of(nodes.begin(), nodes.end(), [&](const auto& node) { return node.name == name; });
    };
    EXPECT_TRUE(named("/stage1/block0/conv1/Conv"));
    EXPECT_TRUE(named("/stage2/block0/downsample/RequantShift"));
    EXPECT_TRUE(named("/head/fc/Gemm"));
}

TEST(GeneratedChain, HasAsManyNodesAsAskedForAndSurvivesTheFile)
{
    for (const int nodes : {1, 2, 4, 10000}) {
        const auto file = onnx::exportOnnx(chain(nodes));
        ASSERT_TRUE(file) << file.error().text();
        EXPECT_LT(file->size(), 3000u + 400u * static_cast<std::size_t>(nodes));
        const ir::Graph graph = imported(Bytes::copyOf(*file));
        EXPECT_EQ(graph.nodes.size(), static_cast<std::size_t>(nodes));
        EXPECT_TRUE(ir::checkGraph(graph));
    }
}

TEST(GeneratedBadNames, AreUniqueAfterTheImport)
{
    const auto file = onnx::exportOnnx(badNames());
    ASSERT_TRUE(file) << file.error().text();
    const ir::Graph graph = imported(Bytes::copyOf(*file));
    std::set<std::string> names;
    for (const auto& node : graph.nodes)
        EXPECT_TRUE(names.insert(node.name).second) << node.name;
    EXPECT_EQ(names.size(), badNames().nodes.size());
    EXPECT_FALSE(names.contains(""));
}

}  // namespace
}  // namespace tw::samples
