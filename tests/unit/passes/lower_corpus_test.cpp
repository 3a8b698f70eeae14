// SPDX-License-Identifier: Apache-2.0
// Lowers networks of the corpus and compares the reference evaluation of the lowered graph with the stored results.
#include "tests/support/corpus.h"
#include "tests/unit/passes/pass_testing.h"

#include "core/deploy/test_data.h"
#include "core/onnx/import.h"
#include "core/onnx/tensor_file.h"
#include "core/ops/layout.h"
#include "core/passes/pipeline.h"

namespace tw::passes {
namespace {

namespace fs = std::filesystem;

struct Case {
    fs::path model;
    fs::path inputs;
    fs::path outputs;
};

/// Deeploy's folders hold network.onnx; elsewhere name.onnx stands beside name.inputs.npz.
std::vector<Case> casesBelow(const std::string& path)
{
    const auto root = testing::corpusFolder() / path;
    if (fs::is_regular_file(root.string() + ".onnx"))
        return {{root.string() + ".onnx", root.string() + ".inputs.npz", root.string() + ".outputs.npz"}};
    std::vector<Case> cases;
    for (const auto& file : testing::filesBelow(root, ".onnx"))
        if (file.filename() == "network.onnx")
            cases.push_back({file, file.parent_path() / "inputs.npz", file.parent_path() / "outputs.npz"});
    return cases;
}

std::vector<onnx::NamedTensor> arraysOf(const fs::path& path)
{
    auto named = onnx::readNpz(path);
    if (!named)
        throw std::runtime_error(named.error().text());
    return std::move(named).value();
}

void expectClose(const ir::TensorData& expected, const ir::TensorData& actual)
{
    const auto wanted = ir::toDoubles(expected);
    const auto got = ir::toDoubles(actual);
    ASSERT_EQ(wanted.size(), got.size());
    const bool exact = ir::isInteger(actual.type);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (std::isinf(wanted[i]) && wanted[i] == got[i])
            continue;
        ASSERT_NEAR(wanted[i], got[i], exact ? 0 : std::max(1e-4, 2e-6 * std::fabs(wanted[i]))) << "element " << i;
    }
}

void expectStoredResults(const Case& one, bool channelsLast)
{
    Progress progress;
    const auto imported = onnx::importOnnx(one.model, progress);
    ASSERT_TRUE(imported) << imported.error().text();
    auto graph = imported->graph;
    Diagnostics ignored;
    ops::inferGraph(graph, ignored);
    const auto arrays = arraysOf(one.inputs);
    LoweringOptions options{.inputTypes = deploy::integerInputTypes(graph, arrays)};
    if (channelsLast)
        options.wantsChannelsLast = [](const ir::Graph&, const ir::Node&) { return true; };
    const auto lowered = lower(graph, options, progress);
    ASSERT_TRUE(lowered) << lowered.error().text();
    for (const auto& found : lowered->diagnostics)
        EXPECT_NE(found.severity, Severity::Error) << found.error.text();

    std::vector<ir::TensorData> inputs;
    for (std::size_t i = 0; i < lowered->graph.inputs.size(); ++i) {
        auto input = deploy::conform(arrays.at(i).data, lowered->graph.tensor(lowered->graph.inputs[i]));
        ASSERT_TRUE(input) << input.error().text();
        inputs.push_back(std::move(input).value());
    }
    const auto outputs = ops::runReference(lowered->graph, inputs, progress);
    ASSERT_TRUE(outputs) << outputs.error().text();
    const auto expected = arraysOf(one.outputs);
    for (std::size_t i = 0; i < outputs->size() && i < expected.size(); ++i)
        expectClose(expected[i].data, (*outputs)[i]);
    if (::testing::Test::HasFailure())
        std::cout << ir::writeGraph(lowered->graph).substr(0, 3000) << "\n";
}

class LowerCorpus : public ::testing::TestWithParam<std::string> {};

TEST_P(LowerCorpus, TheLoweredNetworkComputesTheStoredResults)
{
    TW_NEED_CORPUS();
    const auto cases = casesBelow(GetParam());
    EXPECT_FALSE(cases.empty());
    for (const auto& one : cases)
        for (const bool channelsLast : {false, true}) {
            SCOPED_TRACE(cat(one.model.string(), channelsLast ? ", channels last" : ""));
            expectStoredResults(one, channelsLast);
        }
}

INSTANTIATE_TEST_SUITE_P(Networks, LowerCorpus,
                         ::testing::Values("deeploy/Kernels/FP32", "deeploy/Kernels/Integer", "deeploy/Models/MLPerf",
                                           "deeploy/Models/CNN_Linear1", "deeploy/Models/CNN_Linear2",
                                           "deeploy/Models/Autoencoder1D", "deeploy/Models/miniMobileNet",
                                           "deeploy/Models/miniMobileNetv2", "mlperf-tiny/ad_fp32", "mlperf-tiny/dscnn_fp32",
                                           "mlperf-tiny/mnv1_025_fp32", "mlperf-tiny/resnet8_fp32", "models/micro_kws_m_fp32",
                                           "models/mnist_8_cntk", "models/ultraface_slim_320_simplified"));

}  // namespace
}  // namespace tw::passes
