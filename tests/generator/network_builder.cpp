// SPDX-License-Identifier: Apache-2.0
#include "tests/generator/network_builder.h"

#include "core/base/text.h"

#include <algorithm>

namespace tw::samples {
namespace {

TensorData asFloat(const TensorData& data)
{
    return ir::fromDoubles(DataType::F32, data.shape, ir::toDoubles(data));
}

const TensorData& valueFor(const Signal& signal, std::size_t sample)
{
    return signal.values.size() == 1 ? signal.values.front() : signal.values.at(sample);
}

/// One node on one input. Sums of integers keep all their bits, as they do in a deployed integer network.
Result<TensorData> run(ir::Node node, int opset, const std::vector<Signal>& inputs, std::size_t sample)
{
    if (node.op == "Add" && ir::isInteger(inputs.front().type()))
        node.attributes["widen"] = std::int64_t{1};
    ops::OpNode view{.node = std::move(node), .opset = opset};
    for (const auto& input : inputs) {
        const TensorData& value = valueFor(input, sample);
        view.inputs.push_back({.present = true, .type = value.type, .shape = value.shape, .constant = value});
    }
    const auto* def = ops::findOp(view.node.domain, view.node.op, opset);
    TW_CHECK(def);
    TW_TRY(const auto inferred, ops::inferNode(*def, view));
    view.outputs.push_back({.present = true, .type = inferred.at(0).type, .shape = inferred.at(0).shape});
    TW_TRY(auto results, ops::evaluateNode(*def, view));
    return std::move(results.at(0));
}

}  // namespace

NetworkBuilder::NetworkBuilder(std::string name)
{
    graph_.name = std::move(name);
    graph_.opsets = {{"", 13}};
}

Signal NetworkBuilder::input(const std::string& name, std::vector<TensorData> values)
{
    const auto id = graph_.addTensor({.name = name, .type = DataType::F32, .shape = values.front().shape});
    graph_.inputs.push_back(id);
    return {id, std::move(values)};
}

Signal NetworkBuilder::parameter(const std::string& name, const TensorData& value)
{
    return {graph_.addConstant(name, asFloat(value)), {value}};
}

Result<Signal> NetworkBuilder::node(const std::string& scope, ir::Node node, const std::vector<Signal>& inputs)
{
    node.name = cat("/", scope, "/", node.op);
    std::size_t samples = 1;
    for (const auto& input : inputs) {
        node.inputs.push_back(input.tensor);
        samples = std::max(samples, input.values.size());
    }
    if (!node.domain.empty())
        graph_.opsets[node.domain] = 1;
    Signal result;
    for (std::size_t sample = 0; sample < samples; ++sample) {
        TW_TRY(auto value, run(node, graph_.opset(node.domain), inputs, sample));
        result.values.push_back(std::move(value));
    }
    result.tensor = graph_.addTensor({.name = node.name + "_output_0", .type = DataType::F32, .shape = result.shape()});
    node.outputs = {result.tensor};
    graph_.addNode(std::move(node));
    return result;
}

ir::Graph NetworkBuilder::finish(const Signal& output)
{
    graph_.tensor(output.tensor).name = "output";
    graph_.outputs = {output.tensor};
    return std::move(graph_);
}

std::string parameterName(const std::string& scope, const std::string& leaf)
{
    return cat(replaceAll(scope, "/", "."), ".", leaf);
}

}  // namespace tw::samples
