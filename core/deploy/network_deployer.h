// SPDX-License-Identifier: Apache-2.0
// A deployment step by step, under the names that users of Deeploy know. A thin face over the stages of pipeline.h.
// A step that is called too early fails with BadUsage and names the step that is missing.
//
//     Deeploy                                here
//     NetworkDeployer(graph, ...)            NetworkDeployer(DeployerParameters)
//     lower(graph)                           lowerStage and colorStage: passes, engines
//     parse(default_channels_first)          bindStage: the search for kernel rows; refused nodes are the Error
//     bind()                                 placeStage: order, homes, a place for every buffer
//     codeTransform(verbose)                 emitStage: the C project
//     frontEnd()                             lower + parse, checkpoints before and after lowering
//     midEnd()                               bind, checkpoint after binding
//     backEnd(verbose)                       codeTransform, checkpoint after code generation
//     prepare(verbose)                       frontEnd + midEnd + backEnd
//     generateIncludeString                  network.c: what it includes
//     generateGlobalDefinitionCode           network.c: macros, arguments of the kernels, memory watch
//     generateBufferInitializationCode       weights.h: the constants that network.c refers to
//     generateBufferAllocationCode           network.c: the arenas, where inputs, outputs and all else lie
//     generateBufferDeAllocationCode         network.c: network_shutdown; no buffer is ever freed
//     generateIOBufferInitializationCode     network.c: ports of the network and where they lie
//     generateEngineInitializationCode       network.c: the lines of network_init that open engines
//     generateInferenceInitializationCode    network.c: network_init
//     generateInferenceCode                  network.c: network_run and the functions that it hands to engines
//     generateFunction(verbose)              prepare when necessary, then generateInferenceCode
//     numberOfOps(verbose)                   countOperations, verbose: the numbers of each node too
//     getParameterSize                       bytes of all constants as the kernels read them
//     getTotalSize                           constants, and the peak of each memory
//     worstCaseBufferSize                    per memory, the most bytes of buffers alive at once, gaps included
//     inputs, outputs                        the tensors of the lowered graph
//     exportDeployState, importDeployState   exportState, importState of state.h
//     EngineColoringDeployerWrapper          EngineColoringDeployer(deployer, mapper)
//     EngineMapper                           engine::EngineMapper; FirstFitMapper is the reference's
//     RuntimeError                           Result with an Error
#pragma once

#include "core/deploy/operation_counts.h"
#include "core/deploy/state.h"

namespace tw::deploy {

struct DeployerParameters {
    ir::Graph graph;
    std::shared_ptr<const target::Target> deploymentPlatform;
    std::map<std::string, ir::DataType> inputTypes = {};
    /// Runs before the passes of the product; empty: they are enough.
    std::function<Result<ir::Graph>(ir::Graph)> loweringOptimizer = {};
    std::string scheduler = "graph";                 // "graph", "depth-first", "min-peak"
    std::string name = "network";
    bool defaultChannelsFirst = false;               // false: images lie as each kernel likes them best
    std::filesystem::path deployStateDir = {};       // empty: no checkpoints
    Options options = {};                            // all else; what stands above comes before it
};

/// How the generated code reports about itself. tilingProfiling names the memory whose tiles the program times; empty:
/// none. A memory that no engine computes in is refused with BadUsage.
struct CodeGenVerbosity {
    std::string tilingProfiling = {};
};

class NetworkDeployer {
public:
    /// `progress`, when given, must live as long as the deployer.
    explicit NetworkDeployer(DeployerParameters parameters, Progress* progress = nullptr);
    NetworkDeployer(NetworkDeployer&&) = default;
    virtual ~NetworkDeployer() = default;

    /// Replaces the graph of this deployer by `graph`, lowered, and gives it.
    virtual Result<ir::Graph> lower(const ir::Graph& graph);
    /// Fails with BadUsage when the graph was lowered for the other layout.
    Result<void> parse(std::optional<bool> defaultChannelsFirst = {});
    Result<void> bind();
    Result<void> codeTransform(const CodeGenVerbosity& verbose = {});

    Result<void> frontEnd();
    Result<void> midEnd();
    Result<void> backEnd(const CodeGenVerbosity& verbose = {});
    /// Like deployGraph, tries further homes for tensors when the preferred ones are too small.
    Result<void> prepare(const CodeGenVerbosity& verbose = {});

    Result<std::string> generateFunction(const CodeGenVerbosity& verbose = {});
    Result<std::string> generateInferenceCode() const;
    Result<std::string> generateInferenceInitializationCode() const;
    Result<std::string> generateGlobalDefinitionCode() const;
    Result<std::string> generateBufferInitializationCode() const;
    Result<std::string> generateBufferAllocationCode() const;
    Result<std::string> generateBufferDeAllocationCode() const;
    Result<std::string> generateIOBufferInitializationCode() const;
    Result<std::string> generateEngineInitializationCode() const;
    Result<std::string> generateIncludeString() const;

    enum class Verbose { No, Yes };
    /// With Verbose::Yes `nodes` has an entry for each node of the lowered graph.
    Result<OperationCount> numberOfOps(Verbose verbose, OperationsOf definition = OperationsOf::Deeploy) const;
    Result<std::int64_t> getParameterSize() const;
    Result<std::int64_t> getTotalSize() const;
    Result<std::map<std::string, std::int64_t>> worstCaseBufferSize() const;

    /// Fail before lower(), which settles types and shapes.
    Result<std::vector<ir::Tensor>> inputs() const;
    Result<std::vector<ir::Tensor>> outputs() const;

    Result<void> exportDeployState(const std::filesystem::path& folderPath, const std::string& fileName) const;
    /// Graph, context and flags are then those of the deployer that wrote the state.
    Result<void> importDeployState(const std::filesystem::path& folderPath, const std::string& fileName);

    bool lowered() const { return deployment_.lowered != nullptr; }
    bool parsed() const { return parsed_; }
    bool bound() const { return bound_; }
    bool transformed() const { return transformed_; }
    bool prepared() const { return prepared_; }

    const Deployment& deployment() const { return deployment_; }

protected:
    void setMapper(std::shared_ptr<engine::EngineMapper> mapper) { parameters_.options.mapper = std::move(mapper); }

private:
    Progress& progress() { return givenProgress_ ? *givenProgress_ : *ownProgress_; }
    Stage stage() const;
    Result<void> placedWith(const target::Homes& homes);
    Result<void> checkpoint(const char* name) const;
    Result<void> needs(bool done, std::string_view wanted, std::string_view step) const;
    Result<std::string> section(std::string_view name) const;

    DeployerParameters parameters_;
    Progress* givenProgress_;
    std::unique_ptr<Progress> ownProgress_;
    std::optional<target::Homes> homes_;   // other than the preferred ones
    Deployment deployment_;
    bool parsed_ = false;
    bool bound_ = false;
    bool transformed_ = false;
    bool prepared_ = false;
};

/// A deployer whose engines are chosen by `mapper`. Unlike the plain one, it takes an uncoloured node for an error of
/// lower(), which lists the nodes and their operators.
class EngineColoringDeployer : public NetworkDeployer {
public:
    EngineColoringDeployer(NetworkDeployer deployer, std::shared_ptr<engine::EngineMapper> mapper);

    Result<ir::Graph> lower(const ir::Graph& graph) override;
};

}  // namespace tw::deploy
