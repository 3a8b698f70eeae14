// SPDX-License-Identifier: Apache-2.0
#include "core/session/latency_calculators.h"

#include "core/base/text.h"
#include "core/deploy/emulator_run.h"
#include "core/deploy/host_timing.h"
#include "core/deploy/verify.h"
#include "core/engine/pins.h"
#include "core/latency/calculators/list.h"
#include "core/ops/registry.h"
#include "core/target/load.h"

namespace tw::session {
namespace {

std::vector<onnx::NamedTensor> namedInputs(const latency::CalculationInput& input)
{
    std::vector<onnx::NamedTensor> named;
    for (std::size_t i = 0; i < input.inputs.size() && i < input.graph.inputs.size(); ++i)
        named.push_back({input.graph.tensor(input.graph.inputs[i]).name, input.inputs[i]});
    return named;
}

deploy::Options optionsOf(const latency::DeployRequest& request)
{
    deploy::Options options{.coloring = request.coloring, .objective = request.objective};
    for (const auto& [input, type] : request.types)
        options.inputTypes[input] = ir::typeFromName(type).value();
    deploy::completeOptions(request.input.graph, namedInputs(request.input), options);
    return options;
}

/// Up to the binding: what cost models need.
Result<deploy::Deployment> boundDeployment(const latency::DeployRequest& request, Progress& progress)
{
    const auto options = optionsOf(request);
    TW_TRY(auto deployment, deploy::startDeployment(request.target, options));
    TW_TRY_VOID(deploy::lowerStage(deployment, request.input.graph, options, progress));
    TW_TRY_VOID(deploy::colorStage(deployment, request.input.graph, options, progress));
    TW_TRY_VOID(deploy::bindStage(deployment, options, progress));
    return deployment;
}

using Moved = std::map<std::string, std::int64_t>;

/// Copied whole before the kernel, or after it.
void addWhole(const target::OperandPlace& place, bool in, Moved& moved)
{
    if (!place.home.empty() && place.isStaged() && !place.tiled)
        moved[in ? cat(place.home, " -> ", place.memory) : cat(place.memory, " -> ", place.home)] += place.bytes;
}

/// Copied tile by tile; halos and repeated loads count each time.
void addTiled(const tiling::TileOperand& operand, bool in, Moved& moved)
{
    if (operand.buffers > 0)
        moved[in ? cat(operand.far, " -> ", operand.near) : cat(operand.near, " -> ", operand.far)] += operand.movedBytes;
}

Moved movedBy(const binding::BoundNode& bound)
{
    Moved moved;
    for (const auto& place : bound.places.inputs)
        addWhole(place, true, moved);
    for (const auto& place : bound.places.outputs)
        addWhole(place, false, moved);
    if (!bound.tiles)
        return moved;
    for (const auto& operand : bound.tiles->inputs)
        addTiled(operand, true, moved);
    for (const auto& operand : bound.tiles->outputs)
        addTiled(operand, false, moved);
    return moved;
}

latency::DeployedNode nodeOf(const deploy::Deployment& deployment, std::size_t i)
{
    const auto& node = deployment.lowered->nodes[i];
    const auto& bound = deployment.binding.nodes[i];
    latency::DeployedNode result{.name = node.name, .op = node.op, .origins = engine::originsOf(node),
                                 .missing = bound.cost.missing};
    if (bound.refused()) {
        result.missing = cat("no engine runs it: ", target::refusalText(bound.refusals));
        return result;
    }
    result.engine = deployment.target->rows[static_cast<std::size_t>(bound.row)].engine;
    result.compute = bound.cost.compute;
    result.movement = bound.cost.movement;
    result.overhead = bound.cost.overhead;
    if (const auto* def = ops::findOp(*deployment.lowered, node))
        result.macs = ops::countNode(*def, ops::viewOf(*deployment.lowered, node)).macs;
    result.moved = movedBy(bound);
    return result;
}

Result<latency::DeployedNetwork> deployedNetwork(const latency::DeployRequest& request, Progress& progress)
{
    TW_TRY(const auto deployment, boundDeployment(request, progress));
    latency::DeployedNetwork network{.nodes = {}, .target = request.target->name};
    for (std::size_t i = 0; i < deployment.binding.nodes.size(); ++i)
        if (!deployment.binding.nodes[i].alias)
            network.nodes.push_back(nodeOf(deployment, i));
    return network;
}

/// The values that the user gave, as the lowered network wants them, else random ones.
Result<std::vector<ir::TensorData>> runInputs(const deploy::Deployment& deployment, const latency::DeployRequest& request)
{
    const auto& graph = *deployment.lowered;
    std::vector<ir::TensorData> inputs;
    const auto named = namedInputs(request.input);
    if (!named.empty()) {
        TW_TRY(const auto arrays, deploy::matchPorts(graph, graph.inputs, named));
        for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
            TW_TRY(auto value, deploy::conform(arrays[i].data, graph.tensor(graph.inputs[i])));
            inputs.push_back(std::move(value));
        }
        return inputs;
    }
    for (std::size_t i = 0; i < graph.inputs.size(); ++i)
        inputs.push_back(deploy::randomValues(graph.tensor(graph.inputs[i]), request.seed + i));
    return inputs;
}

latency::TimedNetwork timedNetwork(const deploy::Deployment& deployment, deploy::TimingProgram program)
{
    latency::TimedNetwork network{.nodes = {}, .how = program.how(), .sample = {}};
    for (const auto i : program.timedNodes())
        network.nodes.push_back(nodeOf(deployment, i));
    network.sample = [program](const latency::TimingPlan& plan, Progress& progress) -> Result<latency::NodeSamples> {
        TW_TRY(auto timing, program.run({.warmup = plan.warmup, .runs = plan.runs,
                                         .minimumSampleMicroseconds = plan.minimumSampleMicroseconds,
                                         .secondsPerNode = plan.secondsPerNode, .cold = plan.cold, .core = plan.core}, progress));
        return latency::NodeSamples{.nodes = std::move(timing.nodes), .whole = std::move(timing.whole), .how = std::move(timing.how)};
    };
    return network;
}

Result<latency::TimedNetwork> prepareOnHost(const latency::DeployRequest& request, Progress& progress)
{
    TW_TRY(auto host, target::loadTarget("host", target::installedPlaces()));
    latency::DeployRequest onHost = request;
    onHost.target = std::make_shared<const target::Target>(std::move(host));
    const auto options = optionsOf(onHost);
    TW_TRY(const auto deployment, deploy::deployGraph(request.input.graph, onHost.target, options, progress));
    TW_TRY(const auto inputs, runInputs(deployment, onHost));
    TW_TRY(auto program, deploy::TimingProgram::build(deployment, inputs, progress));
    return timedNetwork(deployment, std::move(program));
}

Result<latency::CountedNetwork> countInEmulator(const latency::DeployRequest& request, Progress& progress)
{
    TW_TRY(const auto missing, deploy::missingForEmulator(*request.target));
    if (!missing.empty())
        return latency::faultError(latency::Fault::Unavailable, missing);
    TW_TRY(const auto deployment, deploy::deployGraph(request.input.graph, request.target, optionsOf(request), progress));
    if (!deployment.complete())
        return deployment.binding.diagnostics.front().error;
    TW_TRY(const auto inputs, runInputs(deployment, request));
    const auto files = deploy::projectFiles(deployment, {.inputs = inputs, .expected = {}});
    TW_TRY(const auto run, deploy::runInEmulator(deployment, files, inputs, progress));
    std::map<std::string, std::vector<std::string>> origins;
    for (const auto& node : deployment.lowered->nodes)
        origins[node.name] = engine::originsOf(node);
    latency::CountedNetwork network{.nodes = {}, .total = static_cast<std::int64_t>(run.instructions),
                                    .how = {{"target", request.target->name}, {"machine", run.machine}}};
    for (const auto& node : run.nodes)
        network.nodes.push_back({node.name, node.op, origins[node.name], static_cast<std::int64_t>(node.instructions)});
    return network;
}

}  // namespace

latency::CalculatorSet calculatorSet()
{
    latency::CalculatorSet set;
    const latency::Backend backend{.deploy = deployedNetwork, .prepareOnHost = prepareOnHost, .countInEmulator = countInEmulator};
    for (auto& calculator : latency::listCalculators(backend))
        set.add(std::move(calculator));
    return set;
}

}  // namespace tw::session
