// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/network_deployer.h"

#include "core/base/text.h"
#include "core/deploy/color_stage.h"
#include "core/deploy/sizes.h"

#include <algorithm>

namespace tw::deploy {
namespace {

constexpr const char* kBeforeLowering = "before_lowering";
constexpr const char* kAfterLowering = "after_lowering";
constexpr const char* kAfterBinding = "after_binding";
constexpr const char* kAfterCodeGeneration = "after_code_generation";

Result<void> checkVerbosity(const CodeGenVerbosity& verbose, const target::Target& target)
{
    const auto& memory = verbose.tilingProfiling;
    const auto computes = [&](const target::Engine& engine) { return engine.memory == memory; };
    if (memory.empty() || std::ranges::any_of(target.engines, computes))
        return {};
    return Error{.code = Code::BadUsage, .message = cat("tilingProfiling = ", memory, ": no engine of ", target.name, " computes in it, so no tiles come there")};
}

/// Whether other homes may help.
bool tooSmall(const Result<void>& placed)
{
    return !placed && (placed.error().code == Code::MemoryOverflow || placed.error().code == Code::NoKernel);
}

std::vector<ir::Tensor> tensorsOf(const ir::Graph& graph, const std::vector<ir::TensorId>& ids)
{
    std::vector<ir::Tensor> tensors;
    for (const auto id : ids)
        tensors.push_back(graph.tensor(id));
    return tensors;
}

}  // namespace

NetworkDeployer::NetworkDeployer(DeployerParameters parameters, Progress* progress)
    : parameters_(std::move(parameters)), givenProgress_(progress), ownProgress_(std::make_unique<Progress>())
{
    auto& options = parameters_.options;
    options.inputTypes.merge(std::map(parameters_.inputTypes));
    options.order = parameters_.scheduler;
    options.networkName = parameters_.name;
    options.channelsFirst = parameters_.defaultChannelsFirst;
    deployment_.target = parameters_.deploymentPlatform;
}

Result<void> NetworkDeployer::needs(bool done, std::string_view wanted, std::string_view step) const
{
    if (done)
        return {};
    return Error{.code = Code::BadUsage, .message = cat(wanted, " comes after ", step, ", which has not been done"),
                 .hint = cat("call ", step, " first, or prepare() for all steps")};
}

Result<ir::Graph> NetworkDeployer::lower(const ir::Graph& graph)
{
    auto next = graph;
    if (parameters_.loweringOptimizer) {
        TW_TRY(next, parameters_.loweringOptimizer(std::move(next)));
    }
    TW_TRY(auto deployment, startDeployment(parameters_.deploymentPlatform, parameters_.options));
    deployment.homes = homes_.value_or(deployment.homes);
    next = withOperators(std::move(next), *deployment.target);
    TW_TRY_VOID(lowerStage(deployment, next, parameters_.options, progress()));
    TW_TRY_VOID(colorStage(deployment, next, parameters_.options, progress()));
    deployment_ = std::move(deployment);
    parsed_ = bound_ = transformed_ = prepared_ = false;
    return *deployment_.lowered;
}

Result<void> NetworkDeployer::parse(std::optional<bool> defaultChannelsFirst)
{
    TW_TRY_VOID(needs(lowered(), "parse()", "lower()"));
    if (defaultChannelsFirst && *defaultChannelsFirst != parameters_.options.channelsFirst)
        return Error{.code = Code::BadUsage,
                     .message = cat("the graph was lowered with defaultChannelsFirst = ", parameters_.options.channelsFirst ? "true" : "false"),
                     .hint = "choose the layout when the deployer is made"};
    TW_TRY_VOID(bindStage(deployment_, parameters_.options, progress()));
    if (!deployment_.complete())
        return deployment_.binding.diagnostics.front().error;
    parsed_ = true;
    bound_ = transformed_ = prepared_ = false;
    return {};
}

Result<void> NetworkDeployer::bind()
{
    TW_TRY_VOID(needs(parsed_, "bind()", "parse()"));
    TW_TRY_VOID(placeStage(deployment_, parameters_.options, progress()));
    bound_ = true;
    transformed_ = prepared_ = false;
    return {};
}

Result<void> NetworkDeployer::codeTransform(const CodeGenVerbosity& verbose)
{
    TW_TRY_VOID(needs(bound_, "codeTransform()", "bind()"));
    TW_TRY_VOID(checkVerbosity(verbose, *parameters_.deploymentPlatform));
    TW_TRY_VOID(emitStage(deployment_));
    if (!verbose.tilingProfiling.empty())
        codegen::profileTiling(deployment_.project.files);
    transformed_ = true;
    return {};
}

Result<void> NetworkDeployer::checkpoint(const char* name) const
{
    if (parameters_.deployStateDir.empty())
        return {};
    return exportDeployState(parameters_.deployStateDir, name);
}

Result<void> NetworkDeployer::frontEnd()
{
    TW_TRY_VOID(checkpoint(kBeforeLowering));
    TW_TRY_VOID(lower(parameters_.graph));
    TW_TRY_VOID(checkpoint(kAfterLowering));
    return parse();
}

Result<void> NetworkDeployer::midEnd()
{
    TW_TRY_VOID(needs(parsed_, "midEnd()", "frontEnd()"));
    TW_TRY_VOID(bind());
    return checkpoint(kAfterBinding);
}

Result<void> NetworkDeployer::backEnd(const CodeGenVerbosity& verbose)
{
    TW_TRY_VOID(needs(bound_, "backEnd()", "midEnd()"));
    TW_TRY_VOID(codeTransform(verbose));
    return checkpoint(kAfterCodeGeneration);
}

Result<void> NetworkDeployer::prepare(const CodeGenVerbosity& verbose)
{
    TW_TRY_VOID(checkVerbosity(verbose, *parameters_.deploymentPlatform));
    const auto all = homesToTry(*parameters_.deploymentPlatform);
    auto placed = placedWith(all.front());
    const auto preferred = placed;
    for (std::size_t i = 1; i < all.size() && tooSmall(placed); ++i)
        placed = placedWith(all[i]);
    if (!placed)
        return preferred.error();
    TW_TRY_VOID(backEnd(verbose));
    prepared_ = true;
    return {};
}

Result<void> NetworkDeployer::placedWith(const target::Homes& homes)
{
    homes_ = homes;
    TW_TRY_VOID(frontEnd());
    return midEnd();
}

Result<std::string> NetworkDeployer::section(std::string_view name) const
{
    TW_TRY_VOID(needs(transformed_, "code generation", "codeTransform()"));
    return codegen::sectionText(deployment_.project, name);
}

Result<std::string> NetworkDeployer::generateFunction(const CodeGenVerbosity& verbose)
{
    if (!prepared_)
        TW_TRY_VOID(prepare(verbose));
    return generateInferenceCode();
}

Result<std::string> NetworkDeployer::generateInferenceCode() const
{
    return section("inference");
}

Result<std::string> NetworkDeployer::generateInferenceInitializationCode() const
{
    return section("initialization");
}

Result<std::string> NetworkDeployer::generateGlobalDefinitionCode() const
{
    TW_TRY(const auto macros, section("definitions"));
    TW_TRY(const auto arguments, section("arguments"));
    TW_TRY(const auto watch, section("watch"));
    return macros + arguments + watch;
}

Result<std::string> NetworkDeployer::generateBufferInitializationCode() const
{
    TW_TRY_VOID(needs(transformed_, "code generation", "codeTransform()"));
    return deployment_.project.files.at("weights.h");
}

Result<std::string> NetworkDeployer::generateBufferAllocationCode() const
{
    return section("buffers");
}

Result<std::string> NetworkDeployer::generateBufferDeAllocationCode() const
{
    return section("shutdown");
}

Result<std::string> NetworkDeployer::generateIOBufferInitializationCode() const
{
    return section("ports");
}

Result<std::string> NetworkDeployer::generateEngineInitializationCode() const
{
    return section("engines");
}

Result<std::string> NetworkDeployer::generateIncludeString() const
{
    return section("includes");
}

Result<OperationCount> NetworkDeployer::numberOfOps(Verbose verbose, OperationsOf definition) const
{
    TW_TRY_VOID(needs(bound_, "numberOfOps()", "bind()"));
    auto count = countOperations(*deployment_.lowered, definition);
    if (verbose == Verbose::No)
        count.nodes.clear();
    return count;
}

Result<std::int64_t> NetworkDeployer::getParameterSize() const
{
    TW_TRY_VOID(needs(bound_, "getParameterSize()", "bind()"));
    return sizesOf(deployment_.map).parameterBytes;
}

Result<std::int64_t> NetworkDeployer::getTotalSize() const
{
    TW_TRY_VOID(needs(bound_, "getTotalSize()", "bind()"));
    return sizesOf(deployment_.map).totalBytes;
}

Result<std::map<std::string, std::int64_t>> NetworkDeployer::worstCaseBufferSize() const
{
    TW_TRY_VOID(needs(bound_, "worstCaseBufferSize()", "bind()"));
    return sizesOf(deployment_.map).worstCaseBytes;
}

Result<std::vector<ir::Tensor>> NetworkDeployer::inputs() const
{
    TW_TRY_VOID(needs(lowered(), "inputs()", "lower()"));
    return tensorsOf(*deployment_.lowered, deployment_.lowered->inputs);
}

Result<std::vector<ir::Tensor>> NetworkDeployer::outputs() const
{
    TW_TRY_VOID(needs(lowered(), "outputs()", "lower()"));
    return tensorsOf(*deployment_.lowered, deployment_.lowered->outputs);
}

Stage NetworkDeployer::stage() const
{
    return transformed_ ? Stage::Generated : bound_ ? Stage::Bound : parsed_ ? Stage::Parsed : lowered() ? Stage::Lowered : Stage::Imported;
}

Result<void> NetworkDeployer::exportDeployState(const std::filesystem::path& folderPath, const std::string& fileName) const
{
    return exportState({.stage = stage(), .imported = parameters_.graph, .options = parameters_.options, .deployment = deployment_},
                       folderPath, fileName);
}

Result<void> NetworkDeployer::importDeployState(const std::filesystem::path& folderPath, const std::string& fileName)
{
    TW_TRY(auto state, importState(folderPath, fileName));
    parameters_.graph = std::move(state.imported);
    parameters_.options = std::move(state.options);
    parameters_.deploymentPlatform = state.deployment.target;
    deployment_ = std::move(state.deployment);
    parsed_ = state.stage >= Stage::Parsed;
    bound_ = state.stage >= Stage::Bound;
    transformed_ = prepared_ = state.stage >= Stage::Generated;
    return {};
}

EngineColoringDeployer::EngineColoringDeployer(NetworkDeployer deployer, std::shared_ptr<engine::EngineMapper> mapper)
    : NetworkDeployer(std::move(deployer))
{
    setMapper(std::move(mapper));
}

Result<ir::Graph> EngineColoringDeployer::lower(const ir::Graph& graph)
{
    TW_TRY(auto lowered, NetworkDeployer::lower(graph));
    TW_TRY_VOID(engine::checkAllColored(lowered, deployment().coloring));
    return lowered;
}

}  // namespace tw::deploy
