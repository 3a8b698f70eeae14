// SPDX-License-Identifier: Apache-2.0
#include "core/memory/buffers.h"

#include "core/base/check.h"
#include "core/base/text.h"
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

bool rowAllows(const ir::Graph& graph, const target::Target& target, const binding::BoundNode& bound, const ir::Node& node,
               std::size_t in, std::size_t out)
{
    const auto& row = target.rows[static_cast<std::size_t>(bound.row)];
    const auto* def = ops::findOp(graph, node);
    const auto allowed = row.inPlace.find(target::outputName(*def, out));
    return allowed != row.inPlace.end() && target::inputName(*def, in) == allowed->second;
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
    Planner(const ir::Graph& graph, const binding::Binding& binding, const target::Target& target, const target::Homes& homes)
        : graph_(graph), binding_(binding), target_(target), index_(graph), sharing_(graph.tensors.size()),
          lastUse_(graph.tensors.size(), 0), homes_(graph.tensors.size(), homes.activations)
    {
        result_.homes = homes;
    }

    BufferPlan plan(InPlace inPlace)
    {
        result_.ofTensor.assign(graph_.tensors.size(), -1);
        result_.constantOf.assign(graph_.tensors.size(), {});
        for (std::size_t i = 0; i < graph_.tensors.size(); ++i)
            if (graph_.tensors[i].constant)
                result_.constantOf[i] = {static_cast<std::int32_t>(i)};
        findHomes();
        joinAliases();
        findLastUses();
        for (std::size_t i = 0; inPlace == InPlace::Yes && i < graph_.nodes.size(); ++i)
            joinInPlace(i);
        makeBuffers();
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            makeNodeBuffers(i);
        return std::move(result_);
    }

private:
    int endStep() const { return static_cast<int>(graph_.nodes.size()) + 2; }

    void findHomes()
    {
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            const auto& node = graph_.nodes[i];
            const auto& places = binding_.nodes[i].places;
            const auto note = [&](const std::vector<ir::TensorId>& ids, const std::vector<target::OperandPlace>& side) {
                for (std::size_t k = 0; k < side.size(); ++k)
                    if (!side[k].home.empty())
                        homes_[at(ids[k])] = side[k].home;
            };
            note(node.inputs, places.inputs);
            note(node.outputs, places.outputs);
        }
    }

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

    void joinInPlace(std::size_t nodeIndex)
    {
        const auto& node = graph_.nodes[nodeIndex];
        const auto& bound = binding_.nodes[nodeIndex];
        if (bound.row < 0)
            return;
        for (std::size_t out = 0; out < node.outputs.size(); ++out)
            for (std::size_t in = 0; node.outputs[out].valid() && in < node.inputs.size(); ++in)
                if (mayOverwrite(graph_, target_, bound, node, in, out) && tryJoin(node, in, out, static_cast<int>(nodeIndex) + 1))
                    break;
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
        const auto takesPart = [&](ir::TensorId id) { return holdsData(id) && sharing_.root(at(id)) == source; };
        for (std::size_t other = 0; other < node.inputs.size(); ++other)
            if (other != in && takesPart(node.inputs[other]))
                return false;
        for (const auto output : node.outputs)   // an output that nobody reads would end at this step, too
            if (takesPart(output))
                return false;
        const int last = lastUse_[sharing_.root(at(to))];
        sharing_.join(at(from), at(to));
        lastUse_[sharing_.root(at(from))] = std::max(step, last);
        return true;
    }

    void makeBuffers()
    {
        std::vector<int> bufferOf(graph_.tensors.size(), -1);
        const auto touch = [&](ir::TensorId id, int step) {
            if (!holdsData(id))
                return;
            const auto root = sharing_.root(at(id));
            if (bufferOf[root] < 0) {
                bufferOf[root] = static_cast<int>(result_.buffers.size());
                addBuffer(graph_.tensor(id).name, step, 0, homes_[root]);
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

    /// A buffer that is alive at `step` only; returns its index.
    int addBuffer(std::string name, int step, std::int64_t bytes, const std::string& memory)
    {
        const auto* described = target_.memory(memory);
        TW_CHECK(described != nullptr);
        result_.buffers.push_back({.name = std::move(name), .alive = {step, step + 1}, .bytes = bytes,
                                   .alignment = described->alignment, .memory = memory});
        return static_cast<int>(result_.buffers.size()) - 1;
    }

    /// Scratch and staged copies, which live while the node runs.
    void makeNodeBuffers(std::size_t i)
    {
        const auto& node = graph_.nodes[i];
        const auto& places = binding_.nodes[i].places;
        const int step = static_cast<int>(i) + 1;
        const auto copyOf = [&](ir::TensorId id, const target::OperandPlace& place) {
            return place.isStaged() ? addBuffer(cat(graph_.tensor(id).name, " for ", node.name), step, place.copyBytes, place.memory) : -1;
        };
        const auto wayOf = [&](ir::TensorId id, const target::OperandPlace& place) {
            const auto between = place.isStaged() ? memoryBetween(place.home, place.memory) : std::string();
            return between.empty() ? -1 : addBuffer(cat(graph_.tensor(id).name, " on its way, ", node.name), step, place.bytes, between);
        };
        auto& inputs = result_.copyOfInput.emplace_back();
        auto& waysIn = result_.wayOfInput.emplace_back();
        auto& waysOut = result_.wayOfOutput.emplace_back();
        for (std::size_t k = 0; k < places.inputs.size(); ++k) {
            inputs.push_back(copyOf(node.inputs[k], places.inputs[k]));
            waysIn.push_back(wayOf(node.inputs[k], places.inputs[k]));
        }
        auto& outputs = result_.copyOfOutput.emplace_back();
        for (std::size_t k = 0; k < places.outputs.size(); ++k) {
            const int shared = sharedCopy(i, k);
            outputs.push_back(shared >= 0 ? shared : copyOf(node.outputs[k], places.outputs[k]));
            waysOut.push_back(wayOf(node.outputs[k], places.outputs[k]));
        }
        const auto& scratch = places.scratch;
        result_.scratchOfNode.push_back(scratch.bytes > 0 ? addBuffer("scratch of " + node.name, step, scratch.bytes, scratch.memory) : -1);
    }

    /// Empty when a link joins the two, or none of the target's links helps.
    std::string memoryBetween(const std::string& home, const std::string& memory) const
    {
        if (target_.link(home, memory))
            return {};
        for (const auto& middle : target_.memories)
            if (target_.link(home, middle.name) && target_.link(middle.name, memory))
                return middle.name;
        return {};
    }

    /// A kernel that may write in place does so in the copy of its input, which is the node's own.
    int sharedCopy(std::size_t i, std::size_t out) const
    {
        const auto& places = binding_.nodes[i].places;
        if (!places.outputs[out].isStaged() || places.outputs[out].tiled)
            return -1;
        for (std::size_t in = 0; in < places.inputs.size(); ++in) {
            const int copy = result_.copyOfInput[i][in];
            if (copy >= 0 && places.inputs[in].memory == places.outputs[out].memory &&
                places.inputs[in].bytes == places.outputs[out].bytes && rowAllows(graph_, target_, binding_.nodes[i], graph_.nodes[i], in, out))
                return copy;
        }
        return -1;
    }

    const ir::Graph& graph_;
    const binding::Binding& binding_;
    const target::Target& target_;
    ir::GraphIndex index_;
    Sharing sharing_;
    std::vector<int> lastUse_;          // by sharing root
    std::vector<std::string> homes_;    // per tensor
    BufferPlan result_;
};

}  // namespace

BufferPlan planBuffers(const ir::Graph& graph, const binding::Binding& binding, const target::Target& target,
                       const target::Homes& homes, InPlace inPlace)
{
    return Planner(graph, binding, target, homes).plan(inPlace);
}

bool mayOverwrite(const ir::Graph& graph, const target::Target& target, const binding::BoundNode& bound,
                  const ir::Node& node, std::size_t input, std::size_t output)
{
    const auto& from = bound.places.inputs[input];
    const auto& to = bound.places.outputs[output];
    if (from.home.empty() || from.home != to.home)
        return false;
    if (from.tiled)   // a tile of the result leaves while others are still to come in
        return from.pointwise && bytesOf(graph.tensor(node.inputs[input])) == bytesOf(graph.tensor(node.outputs[output]));
    return from.isStaged() || to.isStaged() || rowAllows(graph, target, bound, node, input, output);
}

}  // namespace tw::memory
