// SPDX-License-Identifier: Apache-2.0
#include "core/passes/absorb_transposes.h"

#include "core/ops/layout.h"
#include "core/passes/graph_edit.h"
#include "core/passes/permutation.h"

#include <algorithm>
#include <array>

namespace tw::passes {
namespace {

constexpr std::array<std::string_view, 4> kProducts{"Gemm", "MatMul", "RequantizedGemm", "RequantizedMatMul"};

/// The positions of Transpose, reshape and product, when the pattern is there.
struct Pattern {
    std::size_t transpose = 0;
    std::size_t reshape = 0;
    std::size_t product = 0;
};

bool flattensRows(const ir::Graph& graph, ir::TensorId image, const ir::Node& reshape)
{
    if (reshape.inputs[0] != image || reshape.outputs.empty() || !reshape.outputs[0].valid())
        return false;
    const auto& from = graph.tensor(reshape.inputs.at(0)).shape;
    const auto& to = graph.tensor(reshape.outputs.at(0)).shape;
    return (reshape.op == "Reshape" || reshape.op == "Flatten") && from.isStatic() && to.isStatic() && from.rank() > 2 &&
           to.rank() == 2 && from[0] == to[0] && from.elements() > 0;
}

std::optional<Pattern> patternAt(const ir::Graph& graph, const ir::GraphIndex& index, std::size_t i)
{
    const auto permutation = permutationOf(graph, graph.nodes[i]);
    if (!permutation || permutation->empty() || permutation->front() != 0)
        return std::nullopt;
    const auto image = graph.nodes[i].outputs[0];
    const int reshape = image.valid() ? soleReader(graph, index, image) : -1;
    if (reshape < 0 || !flattensRows(graph, image, graph.nodes[static_cast<std::size_t>(reshape)]))
        return std::nullopt;
    const auto flat = graph.nodes[static_cast<std::size_t>(reshape)].outputs[0];
    const int product = soleReader(graph, index, flat);
    if (product < 0)
        return std::nullopt;
    const auto& reader = graph.nodes[static_cast<std::size_t>(product)];
    const auto transposed = ir::intAttribute(reader, "transA", 0);
    const bool fits = std::find(kProducts.begin(), kProducts.end(), reader.op) != kProducts.end() && reader.inputs[0] == flat &&
                      reader.inputs.size() > 1 && transposed && *transposed == 0 && constantOf(graph, reader.inputs.at(1)) &&
                      graph.tensor(reader.inputs[1]).shape.rank() == 2 && ir::bitWidth(graph.tensor(reader.inputs[1]).type) >= 8;
    if (!fits)
        return std::nullopt;
    const auto turned = ir::intAttribute(reader, "transB", 0);
    const auto& weights = graph.tensor(reader.inputs[1]).shape;
    if (weights[turned && *turned != 0 ? 1 : 0] != graph.tensor(flat).shape[1])
        return std::nullopt;   // a network that contradicts itself
    return Pattern{i, static_cast<std::size_t>(reshape), static_cast<std::size_t>(product)};
}

/// Weights [K, O] (or [O, K]) whose K counts through the axes behind axis 0 of the transposed image.
ir::TensorData reordered(const ir::TensorData& weights, const ir::Shape& image, const Permutation& permutation, bool rowsLast)
{
    ir::Shape unfolded = ir::Shape::scalar();
    Permutation order;
    const auto inverse = inverseOf(permutation);
    const auto appendRows = [&] {
        for (int axis = 1; axis < image.rank(); ++axis) {
            unfolded.append(image[axis]);
            order.push_back(inverse[static_cast<std::size_t>(axis)] - (rowsLast ? 0 : 1));
        }
    };
    if (!rowsLast)
        appendRows();
    unfolded.append(weights.shape[rowsLast ? 0 : 1]);
    order.push_back(rowsLast ? 0 : image.rank() - 1);
    if (rowsLast)
        appendRows();
    return ir::reshaped(ops::permuted(ir::reshaped(weights, unfolded), order), weights.shape);
}

bool absorb(ir::Graph& graph, const ir::GraphIndex& index, std::size_t i)
{
    const auto pattern = patternAt(graph, index, i);
    if (!pattern)
        return false;
    const ir::Node transpose = graph.nodes[pattern->transpose];
    ir::Node& reshape = graph.nodes[pattern->reshape];
    ir::Node& product = graph.nodes[pattern->product];
    const auto transposed = ir::intAttribute(product, "transB", 0);
    const auto weights = product.inputs[1];
    auto changed = reordered(*constantOf(graph, weights), graph.tensor(transpose.outputs[0]).shape,
                             *permutationOf(graph, transpose), transposed && *transposed != 0);
    product.inputs[1] = addFreshConstant(graph, graph.tensor(weights).name + "_reordered", std::move(changed));
    reshape.inputs[0] = transpose.inputs[0];
    makeReshape(graph, pattern->reshape);
    graph.nodes.erase(graph.nodes.begin() + static_cast<std::ptrdiff_t>(pattern->transpose));
    return true;
}

}  // namespace

ir::Graph absorbTransposes(ir::Graph graph, PassReport& report)
{
    rewriteEach(graph, report, absorb);
    return graph;
}

}  // namespace tw::passes
