// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/verify.h"

#include "core/base/text.h"
#include "core/ops/registry.h"

#include <algorithm>

namespace tw::deploy {
namespace {

Result<std::vector<ir::TensorData>> conformAll(const ir::Graph& graph, const std::vector<onnx::NamedTensor>& arrays)
{
    TW_TRY(const auto matched, matchPorts(graph, graph.inputs, arrays));
    std::vector<ir::TensorData> result;
    for (std::size_t i = 0; i < matched.size(); ++i) {
        TW_TRY(auto data, conform(matched[i].data, graph.tensor(graph.inputs[i])));
        result.push_back(std::move(data));
    }
    return result;
}

Result<std::vector<ir::TensorData>> runExported(const Deployment& deployment, const VerifyOptions& verify,
                                                const std::vector<ir::TensorData>& inputs, Verification& result,
                                                Progress& progress)
{
    if (!deployment.complete())
        return deployment.binding.diagnostics.front().error;
    const codegen::TestVectors vectors{.inputs = inputs, .expected = {}};
    const auto files = projectFiles(deployment, vectors);
    if (verify.runner == Runner::Emulator) {
        TW_TRY(auto run, runInEmulator(deployment, files, inputs, progress));
        auto outputs = std::move(run.outputs);
        result.emulated = std::move(run);
        return outputs;
    }
    TW_TRY(auto run, runOnHost(deployment, files, inputs, {verify.sanitize, verify.profileTiling}, progress));
    result.ticks = run.ticks;
    result.tiles = std::move(run.tiles);
    return std::move(run.outputs);
}

}  // namespace

bool Verification::ok() const
{
    return !outputs.empty() && std::all_of(outputs.begin(), outputs.end(), [](const auto& o) { return o.mismatches == 0; });
}

void completeOptions(const ir::Graph& imported, const std::vector<onnx::NamedTensor>& inputs, Options& options)
{
    const auto matched = matchPorts(imported, imported.inputs, inputs);
    if (!matched)
        return;   // the run itself reports it
    for (const auto& [name, type] : integerInputTypes(imported, matched.value()))
        options.inputTypes.try_emplace(name, type);
    for (const auto& [name, value] : dimsOf(imported, matched.value()))
        options.dims.try_emplace(name, value);
}

Result<Verification> verifyDeployment(const Deployment& deployment, const VerifyOptions& verify, Progress& progress)
{
    Verification result;
    const bool exported = verify.runner != Runner::Reference;
    const ir::Graph& graph = exported ? *deployment.lowered : *deployment.typed;
    TW_TRY(const auto inputs, conformAll(graph, verify.inputs));
    TW_TRY(const auto outputs, exported ? runExported(deployment, verify, inputs, result, progress)
                                        : ops::runReference(graph, inputs, progress));
    const auto count = std::min(outputs.size(), verify.expected.size());
    std::vector<ir::TensorId> ports(graph.outputs.begin(), graph.outputs.begin() + static_cast<std::ptrdiff_t>(count));
    TW_TRY(const auto expected, matchPorts(graph, count < outputs.size() ? ports : graph.outputs, verify.expected));
    for (std::size_t i = 0; i < expected.size(); ++i)
        result.outputs.push_back(compare(graph.tensor(graph.outputs[i]).name, outputs[i], expected[i].data, verify.tolerance));
    return result;
}

}  // namespace tw::deploy
