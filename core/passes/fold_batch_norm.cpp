// SPDX-License-Identifier: Apache-2.0
#include "core/passes/fold_batch_norm.h"

#include "core/base/text.h"
#include "core/passes/graph_edit.h"

#include <algorithm>
#include <cmath>

namespace tw::passes {
namespace {

/// y = factor * x + offset, per channel.
struct Affine {
    std::vector<double> factor;
    std::vector<double> offset;
};

std::optional<Affine> affineOf(const ir::Graph& graph, const ir::Node& norm)
{
    const auto training = ir::intAttribute(norm, "training_mode", 0);
    const auto epsilon = ir::floatAttribute(norm, "epsilon", 1e-5);
    if (norm.inputs.size() != 5 || norm.outputs.size() != 1 || !training || *training != 0 || !epsilon)
        return std::nullopt;
    std::vector<std::vector<double>> values;
    for (std::size_t i = 1; i < norm.inputs.size(); ++i) {
        const auto* data = constantOf(graph, norm.inputs[i]);
        if (!data || !ir::isFloat(data->type))
            return std::nullopt;
        values.push_back(ir::toDoubles(*data));
        if (values.back().size() != values.front().size())
            return std::nullopt;
    }
    Affine result;
    for (std::size_t c = 0; c < values[0].size(); ++c) {
        result.factor.push_back(values[0][c] / std::sqrt(values[3][c] + *epsilon));
        result.offset.push_back(values[1][c] - values[2][c] * result.factor[c]);
    }
    return result;
}

/// The output channel that each weight contributes to; empty when the operator is none of ours.
std::vector<std::size_t> channelOfWeights(const ir::Node& linear, const ir::Shape& shape)
{
    const auto sizes = shape.sizes();
    const auto count = static_cast<std::size_t>(shape.elements().value_or(0));
    if (sizes.size() < 2 || count == 0)
        return {};
    const auto first = static_cast<std::size_t>(sizes[0]);
    const auto second = static_cast<std::size_t>(sizes[1]);
    const std::size_t inner = count / (first * second);
    const auto transposed = ir::intAttribute(linear, "transB", 0);
    const auto group = ir::intAttribute(linear, "group", 1);
    if (!transposed || !group || *group < 1)
        return {};
    const std::size_t inputsPerGroup = std::max<std::size_t>(1, first / static_cast<std::size_t>(*group));
    std::vector<std::size_t> channels(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t row = i / (second * inner);
        const std::size_t column = i / inner % second;
        if (linear.op == "Conv" || (linear.op == "Gemm" && *transposed != 0))
            channels[i] = row;
        else if (linear.op == "Gemm")
            channels[i] = column;
        else
            channels[i] = row / inputsPerGroup * second + column;   // ConvTranspose: [C, O/group, ...]
    }
    return channels;
}

/// The bias of the folded operator; nullopt when the present one is not constant or not one value per channel.
std::optional<std::vector<double>> foldedBias(const ir::Graph& graph, const ir::Node& linear, const Affine& affine)
{
    auto bias = affine.offset;
    if (linear.inputs.size() < 3 || !linear.inputs[2].valid())
        return bias;
    const auto* data = constantOf(graph, linear.inputs[2]);
    const auto beta = ir::floatAttribute(linear, "beta", 1.0);
    if (!data || !beta || data->elements() != static_cast<std::int64_t>(bias.size()) ||
        (data->shape.rank() > 1 && data->shape[data->shape.rank() - 1].value != data->elements()))
        return std::nullopt;
    const auto values = ir::toDoubles(*data);
    for (std::size_t c = 0; c < bias.size(); ++c)
        bias[c] += affine.factor[c] * *beta * values[c];
    return bias;
}

bool isLinear(const ir::Node& node)
{
    return node.domain.empty() && (node.op == "Conv" || node.op == "ConvTranspose" || node.op == "Gemm");
}

bool fold(ir::Graph& graph, const ir::GraphIndex& index, std::size_t i)
{
    if (!isLinear(graph.nodes[i]))
        return false;
    const int reader = soleReader(graph, index, graph.nodes[i].outputs.at(0));
    if (reader < 0)
        return false;
    const ir::Node norm = graph.nodes[static_cast<std::size_t>(reader)];
    ir::Node linear = graph.nodes[i];
    if (norm.op != "BatchNormalization" || norm.inputs[0] != linear.outputs[0])
        return false;
    const auto affine = affineOf(graph, norm);
    const auto* weights = constantOf(graph, linear.inputs.at(1));
    if (!affine || !weights || !ir::isFloat(weights->type))
        return false;
    const auto channels = channelOfWeights(linear, weights->shape);
    const auto bias = foldedBias(graph, linear, *affine);
    if (!bias || channels.empty() || *std::max_element(channels.begin(), channels.end()) + 1 != affine->factor.size())
        return false;

    auto values = ir::toDoubles(*weights);
    for (std::size_t k = 0; k < values.size(); ++k)
        values[k] *= affine->factor[channels[k]];
    const auto type = weights->type;
    const auto biasShape = ir::Shape::of({static_cast<std::int64_t>(bias->size())});
    linear.inputs.resize(3);
    linear.inputs[1] = addFreshConstant(graph, graph.tensor(linear.inputs[1]).name + "_folded",
                                        ir::fromDoubles(type, weights->shape, values));
    linear.inputs[2] = addFreshConstant(graph, linear.name + "_bias", ir::fromDoubles(type, biasShape, *bias));
    linear.attributes.erase("beta");
    linear.outputs = norm.outputs;
    linear.metadata["origin"] = joinedOrigins(originOf(linear), originOf(norm));
    graph.nodes[i] = std::move(linear);
    graph.nodes.erase(graph.nodes.begin() + reader);
    return true;
}

}  // namespace

ir::Graph foldBatchNorm(ir::Graph graph, PassReport& report)
{
    rewriteEach(graph, report, fold);
    return graph;
}

}  // namespace tw::passes
