// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/order.h"

#include <algorithm>

namespace tw::schedule {
namespace {

void addOnce(std::vector<int>& list, int value)
{
    if (std::find(list.begin(), list.end(), value) == list.end())
        list.push_back(value);
}

class Building {
public:
    Building(const ir::Graph& graph, const binding::Binding& binding, const target::Target& target, const target::Homes& homes)
        : graph_(graph), binding_(binding), target_(target), index_(graph), home_(homes.activations),
          plan_(memory::planBuffers(graph, binding, target, homes, memory::InPlace::No))
    {
    }

    OrderProblem build()
    {
        for (const auto& buffer : plan_.buffers)
            problem_.buffers.push_back({.bytes = buffer.memory == home_ ? buffer.bytes : 0});
        for (const auto id : graph_.inputs)
            if (const int buffer = bufferOf(id); buffer >= 0)
                problem_.buffers[static_cast<std::size_t>(buffer)].aliveAtStart = true;
        for (const auto id : graph_.outputs)
            if (const int buffer = bufferOf(id); buffer >= 0)
                problem_.buffers[static_cast<std::size_t>(buffer)].aliveAtEnd = true;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            problem_.nodes.push_back(nodeOf(i));
        return std::move(problem_);
    }

private:
    int bufferOf(ir::TensorId id) const { return id.valid() ? plan_.ofTensor[static_cast<std::size_t>(id.value)] : -1; }

    OrderProblem::Node nodeOf(std::size_t i)
    {
        const auto& node = graph_.nodes[i];
        OrderProblem::Node result;
        for (const auto id : node.inputs) {
            if (id.valid() && index_.producer(id) >= 0)
                addOnce(result.after, index_.producer(id));
            if (const int buffer = bufferOf(id); buffer >= 0)
                addOnce(result.reads, buffer);
        }
        if (binding_.nodes[i].alias)
            return result;
        for (const auto id : node.outputs)
            if (const int buffer = bufferOf(id); buffer >= 0)
                addOnce(result.writes, buffer);
        if (const int scratch = plan_.scratchOfNode[i]; scratch >= 0)
            result.scratchBytes = problem_.buffers[static_cast<std::size_t>(scratch)].bytes;
        addTakeovers(i, result);
        return result;
    }

    void addTakeovers(std::size_t i, OrderProblem::Node& result) const
    {
        const auto& node = graph_.nodes[i];
        for (std::size_t out = 0; out < node.outputs.size(); ++out)
            for (std::size_t in = 0; in < node.inputs.size(); ++in) {
                const int from = bufferOf(node.inputs[in]);
                const int to = bufferOf(node.outputs[out]);
                const bool isOnlyUse = std::count_if(node.inputs.begin(), node.inputs.end(), [&](auto id) { return bufferOf(id) == from; }) == 1;
                if (from >= 0 && to >= 0 && isOnlyUse && bytesOf(from) == bytesOf(to) &&
                    memory::mayOverwrite(graph_, target_, binding_.nodes[i], node, in, out))
                    result.takeovers.push_back({from, to});
            }
    }

    std::int64_t bytesOf(int buffer) const { return plan_.buffers[static_cast<std::size_t>(buffer)].bytes; }

    const ir::Graph& graph_;
    const binding::Binding& binding_;
    const target::Target& target_;
    ir::GraphIndex index_;
    std::string home_;
    memory::BufferPlan plan_;
    OrderProblem problem_;
};

}  // namespace

OrderProblem orderProblem(const ir::Graph& graph, const binding::Binding& binding, const target::Target& target,
                          const target::Homes& homes)
{
    return Building(graph, binding, target, homes).build();
}

}  // namespace tw::schedule
