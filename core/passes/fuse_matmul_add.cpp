// SPDX-License-Identifier: Apache-2.0
#include "core/passes/fuse_matmul_add.h"

#include "core/passes/graph_edit.h"

namespace tw::passes {
namespace {

bool isMatrix(const ir::Graph& graph, ir::TensorId id)
{
    return graph.tensor(id).shape.rank() == 2;
}

bool isRowOf(const ir::TensorData& row, std::int64_t length)
{
    const auto rank = row.shape.rank();
    return row.elements() == length && rank >= 1 && rank <= 2 && row.shape[rank - 1].value == length;
}

bool fuse(ir::Graph& graph, const ir::GraphIndex& index, std::size_t i)
{
    const ir::Node product = graph.nodes[i];
    if (product.op != "MatMul" || !product.domain.empty() || !isMatrix(graph, product.inputs.at(0)))
        return false;
    const auto* weights = constantOf(graph, product.inputs.at(1));
    const int reader = soleReader(graph, index, product.outputs.at(0));
    if (!weights || !isMatrix(graph, product.inputs[1]) || reader < 0)
        return false;
    const ir::Node sum = graph.nodes[static_cast<std::size_t>(reader)];
    if (sum.op != "Add")
        return false;
    const auto row = sum.inputs.at(sum.inputs.at(0) == product.outputs[0] ? 1 : 0);
    const auto* values = constantOf(graph, row);
    const auto type = graph.tensor(product.outputs[0]).type;
    if (!values || values->type != type || graph.tensor(sum.outputs.at(0)).type != type ||
        !isRowOf(*values, weights->shape[1].value))
        return false;
    ir::Node& gemm = graph.nodes[i];
    gemm.op = "Gemm";
    gemm.inputs.push_back(row);
    gemm.outputs = sum.outputs;
    gemm.metadata["origin"] = joinedOrigins(originOf(product), originOf(sum));
    graph.nodes.erase(graph.nodes.begin() + reader);
    return true;
}

}  // namespace

ir::Graph fuseMatMulAdd(ir::Graph graph, PassReport& report)
{
    rewriteEach(graph, report, fuse);
    return graph;
}

}  // namespace tw::passes
