// SPDX-License-Identifier: Apache-2.0
// Where the element types of the inputs come from, and the networks of the corpus that are about nothing else.
#include "core/deploy/verify.h"
#include "core/ir/text_form.h"
#include "core/onnx/import.h"
#include "core/target/load.h"
#include "tests/support/corpus.h"

namespace tw::deploy {
namespace {

using ir::DataType;
namespace fs = std::filesystem;

std::shared_ptr<const target::Target> host()
{
    return std::make_shared<const target::Target>(target::loadTarget("host", target::installedPlaces()).value());
}

struct Case {
    ir::Graph graph;
    std::vector<onnx::NamedTensor> inputs;
    std::vector<onnx::NamedTensor> expected;
};

Case corpusCase(const std::string& name)
{
    const auto folder = testing::corpusFolder() / "deeploy/Others" / name;
    Progress progress;
    return {onnx::importOnnx(folder / "network.onnx", progress).value().graph, onnx::readNpz(folder / "inputs.npz").value(),
            onnx::readNpz(folder / "outputs.npz").value()};
}

/// Deploys with these types and compares the generated C with the stored output, without any tolerance.
Result<Verification> verified(const Case& network, const std::map<std::string, DataType>& types)
{
    Progress progress;
    Options options{.inputTypes = types};
    completeOptions(network.graph, network.inputs, options);
    TW_TRY(const auto deployment, deployGraph(network.graph, host(), options, progress));
    return verifyDeployment(deployment, {.inputs = network.inputs, .expected = network.expected, .runner = Runner::Host,
                                         .tolerance = {.absolute = 0, .relative = 0}}, progress);
}

TEST(Backtracking, StoredIntegersGiveTheExactNumbers)
{
    TW_NEED_CORPUS();
    const auto result = verified(corpusCase("Backtracking"), {});
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_TRUE(result.value().ok());
}

class TypesThatHoldTheData : public ::testing::TestWithParam<std::array<DataType, 3>> {};

TEST_P(TypesThatHoldTheData, GiveTheExactNumbers)
{
    TW_NEED_CORPUS();
    const auto [a, b, c] = GetParam();
    const auto result = verified(corpusCase("TypeInference"), {{"A", a}, {"B", b}, {"C", c}});
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_TRUE(result.value().ok());
}

INSTANTIATE_TEST_SUITE_P(TypeInference, TypesThatHoldTheData,
                         ::testing::Values(std::array{DataType::I16, DataType::I8, DataType::I32},
                                           std::array{DataType::I32, DataType::I8, DataType::I32},
                                           std::array{DataType::I16, DataType::I16, DataType::I32},
                                           std::array{DataType::I32, DataType::I32, DataType::I32}));

struct Refused {
    std::array<DataType, 3> types;
    const char* sentence;
};
class TypesThatDoNotFit : public ::testing::TestWithParam<Refused> {};

TEST_P(TypesThatDoNotFit, AreRefusedWithASentence)
{
    TW_NEED_CORPUS();
    const auto& [types, sentence] = GetParam();
    const auto result = verified(corpusCase("TypeInference"), {{"A", types[0]}, {"B", types[1]}, {"C", types[2]}});
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find(sentence), std::string::npos) << result.error().message;
}

INSTANTIATE_TEST_SUITE_P(
    TypeInference, TypesThatDoNotFit,
    ::testing::Values(
        Refused{{DataType::I8, DataType::I8, DataType::I32}, "the network wants i8[1, 5, 5, 5]: some values are out of range"},
        Refused{{DataType::I16, DataType::I8, DataType::I16}, "the network wants i16[1, 5, 5, 5]: some values are out of range"},
        Refused{{DataType::I16, DataType::U8, DataType::I32}, "the network wants u8[1, 5, 5, 5]: some values are out of range"},
        Refused{{DataType::I16, DataType::I8, DataType::U32}, "the network wants u32[1, 5, 5, 5]: some values are out of range"}));

TEST(InputTypes, AFloatInputAmongIntegersTurnsTheSumsToFloat)
{
    TW_NEED_CORPUS();
    Progress progress;
    const auto network = corpusCase("TypeInference");
    const auto deployment = deployGraph(network.graph, host(), {.inputTypes = {{"B", DataType::I8}}}, progress);
    ASSERT_TRUE(deployment) << deployment.error().text();
    const auto& graph = *deployment.value().lowered;
    EXPECT_EQ(graph.tensor(graph.outputs[0]).type, DataType::F32);
}

ir::Graph smallNetwork(std::string_view inputType)
{
    return ir::parseGraph(cat("graph g(x: ", inputType, "[1,4]) -> y  w = const f32[4,2] fill 3.0  m = MatMul(x, w)  "
                                                        "y = RequantShift(m, f32[]{1.0}, f32[]{0.0}) {div=2, n_levels=256, signed=1}"))
        .value();
}

DataType inputTypeOf(const ir::Graph& graph, const Options& options, Diagnostics* findings = nullptr)
{
    Progress progress;
    const auto deployment = deployGraph(graph, host(), options, progress);
    EXPECT_TRUE(deployment) << deployment.error().text();
    if (findings)
        *findings = deployment.value().diagnostics;
    const auto& lowered = *deployment.value().lowered;
    return lowered.tensor(lowered.inputs[0]).type;
}

const std::vector<onnx::NamedTensor> kUnsignedData{{"x", ir::makeTensor<std::int64_t>(DataType::I64, {1, 4}, {0, 1, 2, 200})}};

TEST(InputTypes, TheModelComesFirst)
{
    Options options{.inputTypes = {{"x", DataType::I16}}};
    completeOptions(smallNetwork("i8"), kUnsignedData, options);
    Diagnostics findings;
    EXPECT_EQ(inputTypeOf(smallNetwork("i8"), options, &findings), DataType::I8);
    ASSERT_FALSE(findings.empty());
    EXPECT_EQ(findings.front().error.message, "the type i16 for the input x is not used: the model declares it i8");
}

TEST(InputTypes, TheChoiceComesBeforeTheTestData)
{
    Options options{.inputTypes = {{"x", DataType::I16}}};
    completeOptions(smallNetwork("f32"), kUnsignedData, options);
    EXPECT_EQ(options.inputTypes.at("x"), DataType::I16);
    Progress progress;
    const auto deployment = deployGraph(smallNetwork("f32"), host(), options, progress);
    ASSERT_TRUE(deployment);
    const auto& typed = *deployment.value().typed;
    EXPECT_EQ(typed.tensor(typed.inputs[0]).type, DataType::I16);
}

TEST(InputTypes, TestDataComeLast)
{
    Options options;
    completeOptions(smallNetwork("f32"), kUnsignedData, options);
    EXPECT_EQ(inputTypeOf(smallNetwork("f32"), options), DataType::U8);
    EXPECT_EQ(inputTypeOf(smallNetwork("f32"), {}), DataType::I8) << "and without any of them i8, with a warning";
}

TEST(InputTypes, ANameThatIsNoInputIsRefused)
{
    Progress progress;
    const auto deployment = deployGraph(smallNetwork("f32"), host(), {.inputTypes = {{"X", DataType::I8}}}, progress);
    ASSERT_FALSE(deployment);
    EXPECT_EQ(deployment.error().code, Code::BadUsage);
    EXPECT_EQ(deployment.error().message, "the network has no input X to give the type i8");
    EXPECT_EQ(deployment.error().hint, "its inputs are x");
}

}  // namespace
}  // namespace tw::deploy
