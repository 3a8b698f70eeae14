// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/network_deployer.h"

#include "core/base/text.h"
#include "core/ir/text_form.h"
#include "core/target/load.h"

#include <gtest/gtest.h>

namespace tw::deploy {
namespace {

namespace fs = std::filesystem;

std::shared_ptr<const target::Target> host()
{
    return std::make_shared<const target::Target>(target::loadTarget("host", target::installedPlaces()).value());
}

/// 4 x 2 products and 2 results: a matrix product with a bias, then a rectifier.
constexpr const char* kNetwork = "graph g(x: f32[1,4]) -> y  w = const f32[4,2] fill 0.5  b = const f32[2] fill 1.0  "
                                 "m = Gemm(x, w, b) as product  y = Relu(m) as rectifier";

DeployerParameters parameters(const char* text = kNetwork)
{
    return {.graph = ir::parseGraph(text).value(), .deploymentPlatform = host(), .name = "small"};
}

NetworkDeployer prepared()
{
    NetworkDeployer deployer(parameters());
    const auto done = deployer.prepare();
    EXPECT_TRUE(done) << done.error().text();
    return deployer;
}

TEST(NetworkDeployer, IsAFaceOverTheSameStages)
{
    const auto deployer = prepared();
    Progress progress;
    const auto deployed = deployGraph(ir::parseGraph(kNetwork).value(), host(), {.networkName = "small"}, progress);
    ASSERT_TRUE(deployed);
    EXPECT_EQ(deployer.deployment().project.files, deployed.value().project.files);
}

TEST(NetworkDeployer, PrepareIsItsThreeParts)
{
    NetworkDeployer deployer(parameters());
    EXPECT_FALSE(deployer.lowered() || deployer.parsed() || deployer.bound() || deployer.transformed() || deployer.prepared());
    ASSERT_TRUE(deployer.frontEnd());
    EXPECT_TRUE(deployer.lowered() && deployer.parsed());
    EXPECT_FALSE(deployer.bound());
    ASSERT_TRUE(deployer.midEnd());
    EXPECT_TRUE(deployer.bound());
    EXPECT_FALSE(deployer.transformed());
    ASSERT_TRUE(deployer.backEnd());
    EXPECT_TRUE(deployer.transformed());
    EXPECT_FALSE(deployer.prepared());
    EXPECT_EQ(deployer.deployment().project.files, prepared().deployment().project.files);
}

TEST(NetworkDeployer, TheStepsCanBeTakenOneByOne)
{
    NetworkDeployer deployer(parameters());
    const auto lowered = deployer.lower(ir::parseGraph(kNetwork).value());
    ASSERT_TRUE(lowered);
    EXPECT_EQ(lowered.value().nodes.size(), 2u);
    ASSERT_TRUE(deployer.parse(false));
    ASSERT_TRUE(deployer.bind());
    ASSERT_TRUE(deployer.codeTransform());
    EXPECT_EQ(deployer.deployment().project.files, prepared().deployment().project.files);
}

TEST(NetworkDeployer, LoweringAgainStartsOver)
{
    auto deployer = prepared();
    ASSERT_TRUE(deployer.lower(ir::parseGraph(kNetwork).value()));
    EXPECT_FALSE(deployer.parsed() || deployer.bound() || deployer.transformed() || deployer.prepared());
}

/// The message of a step that must fail because `step` was left out.
void expectMissing(const auto& result, std::string_view step)
{
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, Code::BadUsage);
    EXPECT_NE(result.error().message.find(cat("comes after ", step, ", which has not been done")), std::string::npos)
        << result.error().message;
}

TEST(NetworkDeployer, AStepTooEarlyNamesTheOneThatIsMissing)
{
    NetworkDeployer deployer(parameters());
    expectMissing(deployer.parse(), "lower()");
    expectMissing(deployer.bind(), "parse()");
    expectMissing(deployer.codeTransform(), "bind()");
    expectMissing(deployer.midEnd(), "frontEnd()");
    expectMissing(deployer.backEnd(), "midEnd()");
    expectMissing(deployer.inputs(), "lower()");
    expectMissing(deployer.outputs(), "lower()");
    expectMissing(deployer.numberOfOps(NetworkDeployer::Verbose::No), "bind()");
    expectMissing(deployer.getParameterSize(), "bind()");
    expectMissing(deployer.getTotalSize(), "bind()");
    expectMissing(deployer.worstCaseBufferSize(), "bind()");
}

TEST(NetworkDeployer, CodeComesAfterCodeTransform)
{
    NetworkDeployer deployer(parameters());
    ASSERT_TRUE(deployer.frontEnd());
    ASSERT_TRUE(deployer.midEnd());
    expectMissing(deployer.generateInferenceCode(), "codeTransform()");
    expectMissing(deployer.generateInferenceInitializationCode(), "codeTransform()");
    expectMissing(deployer.generateGlobalDefinitionCode(), "codeTransform()");
    expectMissing(deployer.generateBufferInitializationCode(), "codeTransform()");
    expectMissing(deployer.generateBufferAllocationCode(), "codeTransform()");
    expectMissing(deployer.generateBufferDeAllocationCode(), "codeTransform()");
    expectMissing(deployer.generateIOBufferInitializationCode(), "codeTransform()");
    expectMissing(deployer.generateEngineInitializationCode(), "codeTransform()");
    expectMissing(deployer.generateIncludeString(), "codeTransform()");
}

void expectHolds(const Result<std::string>& text, std::string_view part)
{
    ASSERT_TRUE(text) << text.error().text();
    EXPECT_NE(text.value().find(part), std::string::npos) << part << " is not in\n" << text.value();
}

TEST(NetworkDeployer, EachPieceOfTheCodeIsWhatItsNameSays)
{
    const auto deployer = prepared();
    expectHolds(deployer.generateIncludeString(), "#include \"network.h\"");
    expectHolds(deployer.generateGlobalDefinitionCode(), "static const tw_gemm_args");
    expectHolds(deployer.generateBufferInitializationCode(), "extern const");
    expectHolds(deployer.generateBufferAllocationCode(), "arena");
    expectHolds(deployer.generateIOBufferInitializationCode(), "network_input_ports");
    expectHolds(deployer.generateIOBufferInitializationCode(), "void *network_input(");
    expectHolds(deployer.generateEngineInitializationCode(), "tw_engine_open(\"cpu\"");
    expectHolds(deployer.generateInferenceInitializationCode(), "int network_init(void)");
    expectHolds(deployer.generateBufferDeAllocationCode(), "void network_shutdown(void)");
    expectHolds(deployer.generateInferenceCode(), "void network_run(void)");
    expectHolds(deployer.generateInferenceCode(), "tw_gemm_f32(");
}

TEST(NetworkDeployer, ThePiecesMakeUpTheWholeFile)
{
    const auto deployer = prepared();
    std::string pieces;
    for (const char* name : {"includes", "definitions", "buffers", "arguments", "ports", "watch", "initialization", "shutdown", "inference"})
        pieces += codegen::sectionText(deployer.deployment().project, name);
    EXPECT_EQ(pieces, deployer.deployment().project.files.at("network.c"));
}

TEST(NetworkDeployer, GenerateFunctionPreparesWhenNecessary)
{
    NetworkDeployer deployer(parameters());
    const auto code = deployer.generateFunction();
    ASSERT_TRUE(code) << code.error().text();
    EXPECT_TRUE(deployer.prepared());
    EXPECT_EQ(code.value(), deployer.generateInferenceCode().value());
}

TEST(NetworkDeployer, CountsOperationsByBothDefinitions)
{
    const auto deployer = prepared();
    const auto theirs = deployer.numberOfOps(NetworkDeployer::Verbose::Yes);
    ASSERT_TRUE(theirs);
    EXPECT_EQ(theirs->total, (2 * 4 * 2 + 3 * 2) + 2);
    ASSERT_EQ(theirs->nodes.size(), 2u);
    EXPECT_EQ(theirs->nodes[0].name, "product");
    EXPECT_TRUE(deployer.numberOfOps(NetworkDeployer::Verbose::No)->nodes.empty());
    EXPECT_GE(deployer.numberOfOps(NetworkDeployer::Verbose::No, OperationsOf::Ours)->total, 2 * 4 * 2 + 2);
}

TEST(NetworkDeployer, SizesAreBytesOfConstantsAndOfLiveBuffers)
{
    const auto deployer = prepared();
    const std::int64_t weights = 4 * 2 * 4;   // w, a multiple of the alignment of 16, so that b follows at once
    const std::int64_t bias = 2 * 4;
    EXPECT_EQ(deployer.getParameterSize().value(), weights + bias);
    // x and m are alive together, each in a slot of 16; y takes the place of m.
    const auto worst = deployer.worstCaseBufferSize().value();
    ASSERT_EQ(worst.size(), 1u);
    EXPECT_EQ(worst.begin()->first, "RAM");
    EXPECT_EQ(worst.begin()->second, 16 + 8);
    EXPECT_EQ(deployer.getTotalSize().value(), weights + bias + 16 + 8);
}

TEST(NetworkDeployer, InputsAndOutputsAreTensors)
{
    const auto deployer = prepared();
    ASSERT_EQ(deployer.inputs()->size(), 1u);
    EXPECT_EQ(deployer.inputs()->front().name, "x");
    EXPECT_EQ(deployer.inputs()->front().type, ir::DataType::F32);
    ASSERT_EQ(deployer.outputs()->size(), 1u);
    EXPECT_EQ(deployer.outputs()->front().shape, (ir::Shape{1, 2}));
}

TEST(NetworkDeployer, ANodeWithoutAKernelEndsTheParsing)
{
    NetworkDeployer deployer(parameters("graph g(x: f32[4]) -> y  opset com.example 1  y = com.example::Mystery(x) as strange"));
    const auto parsed = deployer.frontEnd();
    ASSERT_FALSE(parsed);
    EXPECT_EQ(parsed.error().place.node, "strange");
    EXPECT_FALSE(deployer.parsed());
}

TEST(NetworkDeployer, TheLoweringOptimizerRunsFirst)
{
    auto changed = parameters();
    changed.loweringOptimizer = [](ir::Graph graph) -> Result<ir::Graph> {
        graph.nodes.back().op = "Sigmoid";
        return graph;
    };
    NetworkDeployer deployer(std::move(changed));
    ASSERT_TRUE(deployer.frontEnd());
    EXPECT_EQ(deployer.deployment().lowered->nodes.back().op, "Sigmoid");
}

constexpr const char* kImages = "graph g(x: f32[1,3,8,8]) -> y  w = const f32[4,3,3,3] fill 0.5  y = Conv(x, w)";

TEST(NetworkDeployer, TheLayoutIsTheDeployersChoice)
{
    auto first = parameters(kImages);
    first.defaultChannelsFirst = true;
    NetworkDeployer deployer(std::move(first));
    const auto lowered = deployer.lower(ir::parseGraph(kImages).value());
    ASSERT_TRUE(lowered);
    for (const auto& node : lowered->nodes) {
        EXPECT_NE(node.op, "Transpose");
        EXPECT_FALSE(ir::hasAttribute(node, "layout"));
    }
    const auto other = deployer.parse(false);
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().message, "the graph was lowered with defaultChannelsFirst = true");
}

/// Takes the first engine for everything but rectifiers.
class NoRectifiers : public engine::EngineMapper {
public:
    engine::Mapped map(const ir::Node& node, const ir::Graph&, const engine::NodeChoices& choices) const override
    {
        if (node.op == "Relu")
            return {.reason = "this mapper has no engine for rectifiers"};
        return {.engine = choices.choices.front().engine, .reason = "it is the first"};
    }
};

TEST(EngineColoringDeployer, TakesItsEnginesFromTheMapper)
{
    EngineColoringDeployer deployer(NetworkDeployer(parameters("graph g(x: f32[1,4]) -> y  w = const f32[4,2] fill 0.5  y = MatMul(x, w) as product")),
                                    std::make_shared<NoRectifiers>());
    const auto done = deployer.prepare();
    ASSERT_TRUE(done) << done.error().text();
    EXPECT_TRUE(deployer.prepared());
    const auto& coloring = deployer.deployment().coloring;
    ASSERT_EQ(coloring.engineOf.size(), 1u);
    EXPECT_EQ(coloring.engineOf.begin()->second, "cpu");
    EXPECT_EQ(coloring.reasonOf.begin()->second, "it is the first");
}

TEST(EngineColoringDeployer, AnUncolouredNodeIsAnErrorWithItsNameAndOperator)
{
    EngineColoringDeployer deployer(NetworkDeployer(parameters()), std::make_shared<NoRectifiers>());
    const auto lowered = deployer.lower(ir::parseGraph(kNetwork).value());
    ASSERT_FALSE(lowered);
    EXPECT_EQ(lowered.error().code, Code::NoKernel);
    EXPECT_EQ(lowered.error().message, "1 node has no engine: rectifier (Relu); rectifier: this mapper has no engine for rectifiers");
    NetworkDeployer& face = deployer;
    EXPECT_FALSE(face.frontEnd()) << "also when it is called as a plain deployer";
}

TEST(EngineColoringDeployer, WithFirstFitIsLikeThePlainDeployer)
{
    EngineColoringDeployer deployer(NetworkDeployer(parameters()), std::make_shared<engine::FirstFitMapper>());
    ASSERT_TRUE(deployer.prepare());
    EXPECT_EQ(deployer.deployment().project.files, prepared().deployment().project.files);
}

TEST(NetworkDeployer, ProfilesTheTilesOfAMemoryThatAnEngineComputesIn)
{
    const auto memory = host()->engines.front().memory;
    NetworkDeployer profiled(parameters());
    ASSERT_TRUE(profiled.prepare({.tilingProfiling = memory}));
    NetworkDeployer plain(parameters());
    ASSERT_TRUE(plain.prepare());
    EXPECT_NE(profiled.deployment().project.files.at("CMakeLists.txt"), plain.deployment().project.files.at("CMakeLists.txt"));
    EXPECT_EQ(profiled.deployment().project.files.at("network.c"), plain.deployment().project.files.at("network.c"));
}

TEST(NetworkDeployer, RefusesToProfileAMemoryThatNoEngineComputesIn)
{
    NetworkDeployer deployer(parameters());
    const auto refused = deployer.prepare({.tilingProfiling = "no such memory"});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::BadUsage);
    EXPECT_FALSE(deployer.parsed());
}

TEST(NetworkDeployer, AStateCarriesOnElsewhere)
{
    const auto folder = TemporaryFolder::create("tw-deployer").value();
    const auto deployer = prepared();
    ASSERT_TRUE(deployer.exportDeployState(folder.path(), "net"));
    NetworkDeployer other({.graph = {}, .deploymentPlatform = host()});
    const auto restored = other.importDeployState(folder.path(), "net");
    ASSERT_TRUE(restored) << restored.error().text();
    EXPECT_TRUE(other.parsed() && other.bound() && other.transformed() && other.prepared());
    EXPECT_EQ(other.deployment().project.files, deployer.deployment().project.files);
    EXPECT_EQ(other.generateInferenceCode().value(), deployer.generateInferenceCode().value());
}

TEST(NetworkDeployer, WorkGoesOnFromAnEarlyState)
{
    const auto folder = TemporaryFolder::create("tw-deployer").value();
    NetworkDeployer deployer(parameters());
    ASSERT_TRUE(deployer.frontEnd());
    ASSERT_TRUE(deployer.exportDeployState(folder.path(), "net"));
    NetworkDeployer other({.graph = {}, .deploymentPlatform = host()});
    ASSERT_TRUE(other.importDeployState(folder.path(), "net"));
    EXPECT_TRUE(other.parsed());
    EXPECT_FALSE(other.bound());
    ASSERT_TRUE(other.midEnd());
    ASSERT_TRUE(other.backEnd());
    EXPECT_EQ(other.deployment().project.files, prepared().deployment().project.files);
}

TEST(NetworkDeployer, PrepareLeavesCheckpoints)
{
    const auto folder = TemporaryFolder::create("tw-deployer").value();
    auto saving = parameters();
    saving.deployStateDir = folder.path() / "states";
    NetworkDeployer deployer(std::move(saving));
    const auto done = deployer.prepare();
    ASSERT_TRUE(done) << done.error().text();
    for (const char* name : {"before_lowering", "after_lowering", "after_binding", "after_code_generation"}) {
        NetworkDeployer other({.graph = {}, .deploymentPlatform = host()});
        const auto restored = other.importDeployState(folder.path() / "states", name);
        EXPECT_TRUE(restored) << name << ": " << restored.error().text();
        EXPECT_TRUE(fs::exists(folder.path() / "states" / (std::string(name) + ".onnx")));
    }
}

}  // namespace
}  // namespace tw::deploy
