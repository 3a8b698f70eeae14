// SPDX-License-Identifier: Apache-2.0
#include "core/ir/graph.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <unordered_set>

namespace tw::ir {
namespace {

void forEachSubgraph(const Node& node, const auto& visit)
{
    for (const auto& [name, attribute] : node.attributes) {
        if (const auto* single = std::get_if<GraphPointer>(&attribute); single && *single)
            visit(**single);
        if (const auto* several = std::get_if<std::vector<GraphPointer>>(&attribute))
            for (const auto& body : *several)
                visit(*body);
    }
}

/// Tensors of `graph` that bodies of `node` read by name, nested bodies included (a body captures what its own need).
std::vector<TensorId> capturedBy(const Node& node, const std::unordered_map<std::string, TensorId>& byName)
{
    std::vector<TensorId> result;
    forEachSubgraph(node, [&](const Graph& body) {
        for (const auto& [name, inner] : body.captures)
            if (const auto found = byName.find(name); found != byName.end())
                result.push_back(found->second);
    });
    return result;
}

bool hasSubgraphs(const Graph& graph)
{
    bool found = false;
    for (const auto& node : graph.nodes)
        forEachSubgraph(node, [&](const Graph&) { found = true; });
    return found;
}

/// Everything each node reads: inputs and captures.
std::vector<std::vector<TensorId>> readsOf(const Graph& graph)
{
    std::unordered_map<std::string, TensorId> byName;
    if (hasSubgraphs(graph))
        for (std::size_t i = 0; i < graph.tensors.size(); ++i)
            byName.emplace(graph.tensors[i].name, TensorId{static_cast<std::int32_t>(i)});
    std::vector<std::vector<TensorId>> reads;
    for (const auto& node : graph.nodes) {
        auto& mine = reads.emplace_back();
        std::copy_if(node.inputs.begin(), node.inputs.end(), std::back_inserter(mine), [](auto id) { return id.valid(); });
        if (!byName.empty())
            for (const auto id : capturedBy(node, byName))
                mine.push_back(id);
    }
    return reads;
}

Error attributeError(const Node& node, const std::string& name, std::string message)
{
    return {.code = Code::BadAttribute, .message = std::move(message), .place = {.node = node.name, .attribute = name}};
}

template <class T>
Result<T> missing(const Node& node, const std::string& name, const std::optional<T>& fallback)
{
    if (fallback)
        return *fallback;
    return attributeError(node, name, cat(node.op, " needs this attribute"));
}

/// Complex values have no order and no integer part.
bool isReal(DataType type)
{
    return isFloat(type) || isInteger(type) || type == DataType::Bool;
}

/// A number given as INT, FLOAT, or one-element TENSOR.
std::optional<double> numberOf(const Attribute& attribute)
{
    if (const auto* integer = std::get_if<std::int64_t>(&attribute))
        return static_cast<double>(*integer);
    if (const auto* real = std::get_if<float>(&attribute))
        return *real;
    if (const auto* tensor = std::get_if<TensorData>(&attribute);
        tensor && tensor->elements() == 1 && isReal(tensor->type))
        return toDoubles(*tensor)[0];
    return std::nullopt;
}

}  // namespace

int Graph::opset(const std::string& domain) const
{
    const auto found = opsets.find(domain);
    return found == opsets.end() ? 1 : found->second;
}

TensorId Graph::addTensor(Tensor tensor)
{
    tensors.push_back(std::move(tensor));
    return {static_cast<std::int32_t>(tensors.size() - 1)};
}

TensorId Graph::addConstant(std::string name, TensorData data)
{
    return addTensor({.name = std::move(name), .type = data.type, .shape = data.shape, .constant = data});
}

NodeId Graph::addNode(Node node)
{
    node.id = newNodeId();
    if (node.name.empty())
        node.name = cat(node.op, "_", node.id.value);
    nodes.push_back(std::move(node));
    return nodes.back().id;
}

GraphIndex::GraphIndex(const Graph& graph)
    : producer_(graph.tensors.size(), -1), consumers_(graph.tensors.size()), isOutput_(graph.tensors.size()),
      isInput_(graph.tensors.size())
{
    const auto reads = readsOf(graph);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const int here = static_cast<int>(i);
        position_.emplace(graph.nodes[i].id, here);
        for (const auto id : graph.nodes[i].outputs)
            if (id.valid())
                producer_.at(static_cast<std::size_t>(id.value)) = here;
        for (const auto id : reads[i])
            consumers_.at(static_cast<std::size_t>(id.value)).push_back(here);
    }
    for (const auto id : graph.outputs)
        isOutput_.at(static_cast<std::size_t>(id.value)) = true;
    for (const auto id : graph.inputs)
        isInput_.at(static_cast<std::size_t>(id.value)) = true;
}

int GraphIndex::position(NodeId node) const
{
    const auto found = position_.find(node);
    return found == position_.end() ? -1 : found->second;
}

Result<void> sortNodes(Graph& graph)
{
    const auto reads = readsOf(graph);
    const GraphIndex index(graph);
    std::vector<int> waiting(graph.nodes.size(), 0);
    for (std::size_t i = 0; i < reads.size(); ++i)
        for (const auto id : reads[i])
            waiting[i] += index.producer(id) >= 0;
    std::priority_queue<int, std::vector<int>, std::greater<>> ready;   // smallest first keeps the given order
    for (std::size_t i = 0; i < waiting.size(); ++i)
        if (waiting[i] == 0)
            ready.push(static_cast<int>(i));
    std::vector<int> order;
    while (!ready.empty()) {
        const int node = ready.top();
        ready.pop();
        order.push_back(node);
        for (const auto id : graph.nodes[static_cast<std::size_t>(node)].outputs)
            if (id.valid())
                for (const int reader : index.consumers(id))
                    if (--waiting[static_cast<std::size_t>(reader)] == 0)
                        ready.push(reader);
    }
    if (order.size() != graph.nodes.size()) {
        const auto stuck = std::find_if(waiting.begin(), waiting.end(), [](int count) { return count > 0; });
        return Error{.code = Code::BadGraph, .message = "waits for its own result: the graph has a cycle",
                     .place = {.node = graph.nodes[static_cast<std::size_t>(stuck - waiting.begin())].name}};
    }
    std::vector<Node> sorted;
    for (const int node : order)
        sorted.push_back(std::move(graph.nodes[static_cast<std::size_t>(node)]));
    graph.nodes = std::move(sorted);
    return {};
}

Result<void> checkGraph(const Graph& graph)
{
    const auto count = static_cast<std::int32_t>(graph.tensors.size());
    const auto inRange = [count](TensorId id) { return id.value >= -1 && id.value < count; };
    std::vector<bool> made(graph.tensors.size());
    for (std::size_t i = 0; i < graph.tensors.size(); ++i)
        made[i] = graph.tensors[i].constant.has_value();
    for (const auto id : graph.inputs)
        made.at(static_cast<std::size_t>(id.value)) = true;
    for (const auto& [name, id] : graph.captures)
        made.at(static_cast<std::size_t>(id.value)) = true;
    std::unordered_set<std::string> names;
    for (const auto& node : graph.nodes) {
        const auto fault = [&](std::string message) {
            return Error{.code = Code::BadGraph, .message = std::move(message), .place = {.node = node.name}};
        };
        if (!names.insert(node.name).second)
            return fault("another node has the same name");
        for (const auto id : node.inputs) {
            if (!inRange(id))
                return fault("reads a tensor that is not there");
            if (id.valid() && !made[static_cast<std::size_t>(id.value)])
                return fault(cat("reads ", graph.tensor(id).name, " before anything made it"));
        }
        for (const auto id : node.outputs) {
            if (!inRange(id))
                return fault("writes a tensor that is not there");
            if (id.valid() && made[static_cast<std::size_t>(id.value)])
                return fault(cat("writes ", graph.tensor(id).name, ", which already has a value"));
            if (id.valid())
                made[static_cast<std::size_t>(id.value)] = true;
        }
    }
    for (const auto id : graph.outputs)
        if (!id.valid() || !inRange(id) || !made[static_cast<std::size_t>(id.value)])
            return Error{.code = Code::BadGraph,
                         .message = cat("nothing makes the output ", inRange(id) && id.valid() ? graph.tensor(id).name : "")};
    return {};
}

bool hasAttribute(const Node& node, const std::string& name)
{
    return node.attributes.contains(name);
}

Result<std::int64_t> intAttribute(const Node& node, const std::string& name, std::optional<std::int64_t> fallback)
{
    const auto found = node.attributes.find(name);
    if (found == node.attributes.end())
        return missing(node, name, fallback);
    if (const auto* integer = std::get_if<std::int64_t>(&found->second))
        return *integer;
    const auto number = numberOf(found->second);
    if (!number || std::fabs(*number) > 9e18 || std::fabs(*number - std::round(*number)) > 1e-3)
        return attributeError(node, name, cat("expected an integer, got ", attributeText(found->second)));
    return static_cast<std::int64_t>(std::llround(*number));
}

Result<double> floatAttribute(const Node& node, const std::string& name, std::optional<double> fallback)
{
    const auto found = node.attributes.find(name);
    if (found == node.attributes.end())
        return missing(node, name, fallback);
    if (const auto number = numberOf(found->second))
        return *number;
    return attributeError(node, name, cat("expected a number, got ", attributeText(found->second)));
}

Result<std::string> stringAttribute(const Node& node, const std::string& name, std::optional<std::string> fallback)
{
    const auto found = node.attributes.find(name);
    if (found == node.attributes.end())
        return missing(node, name, fallback);
    if (const auto* text = std::get_if<std::string>(&found->second))
        return *text;
    return attributeError(node, name, cat("expected a string, got ", attributeText(found->second)));
}

Result<std::vector<std::int64_t>> intsAttribute(const Node& node, const std::string& name,
                                                std::optional<std::vector<std::int64_t>> fallback)
{
    const auto found = node.attributes.find(name);
    if (found == node.attributes.end())
        return missing(node, name, fallback);
    if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&found->second))
        return *integers;
    if (const auto* integer = std::get_if<std::int64_t>(&found->second))
        return std::vector{*integer};
    if (const auto* tensor = std::get_if<TensorData>(&found->second); tensor && isReal(tensor->type))
        return toIntegers(*tensor);
    if (const auto* reals = std::get_if<std::vector<float>>(&found->second))
        return std::vector<std::int64_t>(reals->begin(), reals->end());
    return attributeError(node, name, cat("expected integers, got ", attributeText(found->second)));
}

}  // namespace tw::ir
