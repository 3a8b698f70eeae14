// SPDX-License-Identifier: Apache-2.0
#include "core/memory/buffers.h"

#include "core/ops/registry.h"

#include <algorithm>
#include <numeric>

namespace tw::memory {
namespace {

std::size_t at(ir::TensorId id)
{
    return static_cast<std::size_t>(id.value);
}

std::int64_t bytesOf(const ir::Tensor& tensor)
{
    return ir::byteCount(tensor.type, tensor.shape.elements().value());
}

/// Tensors that share one buffer, as a forest of representatives.
class Sharing {
public:
    explicit Sharing(std::size_t tensors) : parent_(tensors)
    {
        std::iota(parent_.begin(), parent_.end(), std::size_t{0});
    }
    std::size_t root(std::size_t tensor)
    {
        while (parent_[tensor] != tensor)
            tensor = parent_[tensor] = parent_[parent_[tensor]];
        return tensor;
    }
    /// `later` joins the buffer of `earlier`.
    void join(std::size_t earlier, std::size_t later) { parent_[root(later)] = root(earlier); }

private:
    std::vector<std::size_t> parent_;
};

class Planner {
public:
    Planner(const ir::Graph& graph, const binding::Binding& binding, const target::Target& target)
        : graph_(graph), binding_(binding), target_(target), index_(graph), sharing_(graph.tensors.size()),
          lastUse_(graph.tensors.size(), 0)
    {
    }

    BufferPlan plan()
    {
        result_.ofTensor.assign(graph_.tensors.size(), -1);
        result_.constantOf.assign(graph_.tensors.size(), {});
        for (std::size_t i = 0; i < graph_.tensors.size(); ++i)
            if (graph_.tensors[i].constant)
                result_.constantOf[i] = {static_cast<std::int32_t>(i)};
        joinAliases();
        findLastUses();
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            joinInPlace(i);
        makeBuffers();
        makeScratch();
        return std::move(result_);
    }

private:
    int endStep() const { return static_cast<int>(graph_.nodes.size()) + 2; }

    void joinAliases()
    {
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            if (!binding_.nodes[i].alias)
                continue;
            const auto from = graph_.nodes[i].inputs.at(0);
            const auto to = graph_.nodes[i].outputs.at(0);
            if (result_.constantOf[at(from)].valid())
                result_.constantOf[at(to)] = result_.constantOf[at(from)];
            else
                sharing_.join(at(from), at(to));
        }
    }

    /// Per buffer: the step after which nobody reads it.
    void findLastUses()
    {
        for (std::size_t i = 0; i < graph_.tensors.size(); ++i) {
            const ir::TensorId id{static_cast<std::int32_t>(i)};
            auto& last = lastUse_[sharing_.root(i)];
            for (const int reader : index_.consumers(id))
                last = std::max(last, reader + 1);
            if (index_.isGraphOutput(id))
                last = endStep() - 1;
        }
    }

    bool holdsData(ir::TensorId id) const { return id.valid() && !result_.constantOf[at(id)].valid(); }

    /// The output takes over its input's buffer when the row allows it and this node is the last to read it.
    void joinInPlace(std::size_t nodeIndex)
    {
        const auto& bound = binding_.nodes[nodeIndex];
        const auto& node = graph_.nodes[nodeIndex];
        if (bound.row < 0)
            return;
        const auto& row = target_.rows[static_cast<std::size_t>(bound.row)];
        const auto* def = ops::findOp(graph_, node);
        for (std::size_t out = 0; out < node.outputs.size(); ++out) {
            const auto allowed = row.inPlace.find(target::outputName(*def, out));
            if (allowed == row.inPlace.end() || !node.outputs[out].valid())
                continue;
            for (std::size_t in = 0; in < node.inputs.size(); ++in)
                if (target::inputName(*def, in) == allowed->second && tryJoin(node, in, out, static_cast<int>(nodeIndex) + 1))
                    break;
        }
    }

    bool tryJoin(const ir::Node& node, std::size_t in, std::size_t out, int step)
    {
        const auto from = node.inputs[in];
        const auto to = node.outputs[out];
        if (!holdsData(from) || sharing_.root(at(from)) == sharing_.root(at(to)))
            return false;
        const auto source = sharing_.root(at(from));
        if (lastUse_[source] != step || bytesOf(graph_.tensor(from)) != bytesOf(graph_.tensor(to)))
            return false;
        for (std::size_t other = 0; other < node.inputs.size(); ++other)
            if (other != in && holdsData(node.inputs[other]) && sharing_.root(at(node.inputs[other])) == source)
                return false;
        const int last = lastUse_[sharing_.root(at(to))];
        sharing_.join(at(from), at(to));
        lastUse_[sharing_.root(at(from))] = std::max(step, last);
        return true;
    }

    void makeBuffers()
    {
        std::vector<int> bufferOf(graph_.tensors.size(), -1);
        const auto alignment = target_.memories.front().alignment;
        const auto touch = [&](ir::TensorId id, int step) {
            if (!holdsData(id))
                return;
            const auto root = sharing_.root(at(id));
            if (bufferOf[root] < 0) {
                bufferOf[root] = static_cast<int>(result_.buffers.size());
                result_.buffers.push_back({.name = graph_.tensor(id).name, .alive = {step, step + 1}, .alignment = alignment});
            }
            auto& buffer = result_.buffers[static_cast<std::size_t>(bufferOf[root])];
            buffer.alive.begin = std::min(buffer.alive.begin, step);
            buffer.alive.end = std::max({buffer.alive.end, step + 1, lastUse_[root] + 1});
            buffer.bytes = std::max(buffer.bytes, bytesOf(graph_.tensor(id)));
            result_.ofTensor[at(id)] = bufferOf[root];
        };
        for (const auto id : graph_.inputs)
            touch(id, 0);
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            for (const auto id : graph_.nodes[i].outputs)
                touch(id, static_cast<int>(i) + 1);
    }

    void makeScratch()
    {
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const auto bytes = binding_.nodes[i].places.scratch.bytes;
            result_.scratchOfNode.push_back(bytes > 0 ? static_cast<int>(result_.buffers.size()) : -1);
            const int step = static_cast<int>(i) + 1;
            if (bytes > 0)
                result_.buffers.push_back({.name = "scratch of " + graph_.nodes[i].name, .alive = {step, step + 1},
                                           .bytes = bytes, .alignment = target_.memories.front().alignment});
        }
    }

    const ir::Graph& graph_;
    const binding::Binding& binding_;
    const target::Target& target_;
    ir::GraphIndex index_;
    Sharing sharing_;
    std::vector<int> lastUse_;   // by sharing root
    BufferPlan result_;
};

}  // namespace

BufferPlan planBuffers(const ir::Graph& graph, const binding::Binding& binding, const target::Target& target)
{
    return Planner(graph, binding, target).plan();
}

}  // namespace tw::memory
