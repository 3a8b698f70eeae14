// SPDX-License-Identifier: Apache-2.0
#include "core/passes/fuse_requant.h"

#include "core/ops/requant.h"
#include "core/passes/graph_edit.h"

#include <array>

namespace tw::passes {
namespace {

struct Fusion {
    std::string_view linear;
    const char* fused;
    std::size_t operands;       // of the linear operator, left-out ones included
    ops::ParameterRule rule;    // how the fused operator's mul and add follow its result
};

constexpr std::array<Fusion, 3> kFusions{{
    {"Conv", "RequantizedConv", 3, ops::ParameterRule::Channel},
    {"Gemm", "RequantizedGemm", 3, ops::ParameterRule::Broadcast},
    {"MatMul", "RequantizedMatMul", 2, ops::ParameterRule::Broadcast},
}};

const Fusion* fusionOf(const ir::Node& node)
{
    for (const auto& fusion : kFusions)
        if (fusion.linear == node.op && node.domain.empty())
            return &fusion;
    return nullptr;
}

/// The fused operator must read the parameter as RequantShift alone does.
bool followsSameAxes(const ops::OpNode& requant, std::size_t parameter, ops::ParameterRule rule)
{
    if (!requant.constant(parameter))
        return false;
    const auto alone = ops::parameterSteps(requant.shape(0), requant.shape(parameter), ops::ParameterRule::Guess);
    const auto fused = ops::parameterSteps(requant.shape(0), requant.shape(parameter), rule);
    return alone && fused && *alone == *fused;
}

bool fuse(ir::Graph& graph, const ir::GraphIndex& index, std::size_t i)
{
    const auto* fusion = fusionOf(graph.nodes[i]);
    if (!fusion)
        return false;
    const auto accumulators = graph.nodes[i].outputs.at(0);
    const int reader = soleReader(graph, index, accumulators);
    if (reader < 0 || graph.tensor(accumulators).type != ir::DataType::I32)
        return false;
    const ir::Node requant = graph.nodes[static_cast<std::size_t>(reader)];
    if (requant.op != "RequantShift" || requant.inputs.size() != 3 || requant.inputs[0] != accumulators)
        return false;
    const auto view = ops::viewOf(graph, requant);
    if (!view.shape(0).isStatic() || !followsSameAxes(view, 1, fusion->rule) || !followsSameAxes(view, 2, fusion->rule))
        return false;
    ir::Node& linear = graph.nodes[i];
    linear.op = fusion->fused;
    linear.domain = "tilewright";
    linear.inputs.resize(fusion->operands);
    linear.inputs.push_back(requant.inputs[1]);
    linear.inputs.push_back(requant.inputs[2]);
    linear.outputs = requant.outputs;
    linear.attributes.insert(requant.attributes.begin(), requant.attributes.end());
    linear.metadata["origin"] = joinedOrigins(originOf(linear), originOf(requant));
    graph.nodes.erase(graph.nodes.begin() + reader);
    return true;
}

}  // namespace

ir::Graph fuseRequant(ir::Graph graph, PassReport& report)
{
    rewriteEach(graph, report, fuse);
    return graph;
}

}  // namespace tw::passes
