// SPDX-License-Identifier: Apache-2.0
#include "core/passes/graph_edit.h"

#include "core/base/text.h"

#include <algorithm>

namespace tw::passes {
namespace {

constexpr const char* kOrigin = "origin";

template <class Named>
std::string freshName(const std::vector<Named>& taken, const std::string& wanted)
{
    const auto isTaken = [&taken](const std::string& name) {
        return std::any_of(taken.begin(), taken.end(), [&](const auto& one) { return one.name == name; });
    };
    std::string name = wanted;
    for (int copy = 2; isTaken(name); ++copy)
        name = cat(wanted, "_", copy);
    return name;
}

bool readsDirectly(const ir::Node& node, ir::TensorId tensor)
{
    return std::find(node.inputs.begin(), node.inputs.end(), tensor) != node.inputs.end();
}

}  // namespace

void rewriteEach(ir::Graph& graph, PassReport& report, const Rewrite& rewrite)
{
    ir::GraphIndex index(graph);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < graph.nodes.size();) {
            if (!rewrite(graph, index, i)) {
                ++i;
                continue;
            }
            changed = true;
            ++report.changes;
            index = ir::GraphIndex(graph);
        }
    }
}

std::string freshNodeName(const ir::Graph& graph, const std::string& wanted)
{
    return freshName(graph.nodes, wanted);
}

std::string freshTensorName(const ir::Graph& graph, const std::string& wanted)
{
    return freshName(graph.tensors, wanted);
}

ir::TensorId addTensorLike(ir::Graph& graph, ir::TensorId model, const std::string& wanted)
{
    ir::Tensor tensor = graph.tensor(model);
    tensor.constant.reset();
    tensor.name = freshTensorName(graph, wanted);
    return graph.addTensor(std::move(tensor));
}

ir::TensorId addFreshConstant(ir::Graph& graph, const std::string& wanted, ir::TensorData data)
{
    return graph.addConstant(freshTensorName(graph, wanted), std::move(data));
}

void recordOrigins(ir::Graph& graph)
{
    for (auto& node : graph.nodes)
        node.metadata.try_emplace(kOrigin, node.name);
}

std::string originOf(const ir::Node& node)
{
    const auto found = node.metadata.find(kOrigin);
    return found == node.metadata.end() ? node.name : found->second;
}

std::string joinedOrigins(const std::string& first, const std::string& second)
{
    auto names = split(first, '\n');
    for (const auto& name : split(second, '\n'))
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
    return join(names, "\n");
}

int soleReader(const ir::Graph& graph, const ir::GraphIndex& index, ir::TensorId tensor)
{
    const auto& readers = index.consumers(tensor);
    if (readers.size() != 1 || index.isGraphOutput(tensor))
        return -1;
    return readsDirectly(graph.nodes[static_cast<std::size_t>(readers[0])], tensor) ? readers[0] : -1;
}

bool readBySubgraph(const ir::Graph& graph, const ir::GraphIndex& index, ir::TensorId tensor)
{
    const auto& readers = index.consumers(tensor);
    return std::any_of(readers.begin(), readers.end(), [&](int reader) {
        const auto& node = graph.nodes[static_cast<std::size_t>(reader)];
        return std::count(readers.begin(), readers.end(), reader) != std::count(node.inputs.begin(), node.inputs.end(), tensor);
    });
}

void replaceReads(ir::Graph& graph, ir::TensorId from, ir::TensorId to)
{
    for (auto& node : graph.nodes)
        std::replace(node.inputs.begin(), node.inputs.end(), from, to);
}

bool bypassNode(ir::Graph& graph, const ir::GraphIndex& index, std::size_t node, ir::TensorId source)
{
    const auto output = graph.nodes[node].outputs.at(0);
    if (readBySubgraph(graph, index, output))
        return false;
    if (!index.isGraphOutput(output)) {
        replaceReads(graph, output, source);
    } else {
        const int maker = index.producer(source);
        if (maker < 0 || index.isGraphOutput(source) || readBySubgraph(graph, index, source))
            return false;
        auto& made = graph.nodes[static_cast<std::size_t>(maker)].outputs;
        std::replace(made.begin(), made.end(), source, output);
        replaceReads(graph, source, output);
    }
    graph.nodes.erase(graph.nodes.begin() + static_cast<std::ptrdiff_t>(node));
    return true;
}

ir::Node& insertNode(ir::Graph& graph, std::size_t position, ir::Node node)
{
    node.id = graph.newNodeId();
    node.name = freshNodeName(graph, node.name);
    return *graph.nodes.insert(graph.nodes.begin() + static_cast<std::ptrdiff_t>(position), std::move(node));
}

void makeReshape(ir::Graph& graph, std::size_t node)
{
    const auto output = graph.nodes[node].outputs.at(0);
    const auto sizes = graph.tensor(output).shape.sizes();
    const auto target = addFreshConstant(graph, graph.tensor(output).name + "_shape",
                                         ir::fromIntegers(ir::DataType::I64, {static_cast<std::int64_t>(sizes.size())}, sizes));
    graph.nodes[node].op = "Reshape";
    graph.nodes[node].inputs = {graph.nodes[node].inputs.at(0), target};
    graph.nodes[node].attributes.clear();
}

const ir::TensorData* constantOf(const ir::Graph& graph, ir::TensorId tensor)
{
    if (!tensor.valid() || !graph.tensor(tensor).constant)
        return nullptr;
    return &*graph.tensor(tensor).constant;
}

}  // namespace tw::passes
