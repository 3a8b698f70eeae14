// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/memory/memory_map.h"
#include "core/ops/registry.h"

namespace tw::memory {
namespace {

/// Replays the steps. A value is named by the tensor that it was first written as; an alias shows the value it aliases.
class Replay {
public:
    Replay(const ir::Graph& graph, const binding::Binding& binding, const target::Target& target, const BufferPlan& plan)
        : graph_(graph), binding_(binding), target_(target), plan_(plan), holds_(plan.buffers.size()), value_(graph.tensors.size())
    {
        for (std::size_t i = 0; i < value_.size(); ++i)
            value_[i] = {static_cast<std::int32_t>(i)};
    }

    std::vector<std::string> run()
    {
        for (const auto id : graph_.inputs)
            write(id, 0, plan_.homes.activations);
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            node(i);
        const int end = static_cast<int>(graph_.nodes.size()) + 1;
        for (const auto id : graph_.outputs)
            read(id, end, {});
        return std::move(broken_);
    }

private:
    bool isConstant(ir::TensorId id) const
    {
        return plan_.constantOf[static_cast<std::size_t>(value_[static_cast<std::size_t>(id.value)].value)].valid();
    }

    int bufferOf(ir::TensorId id) const { return plan_.ofTensor[static_cast<std::size_t>(id.value)]; }
    const std::string& nameOf(ir::TensorId id) const { return graph_.tensor(id).name; }

    std::int64_t bytesOf(ir::TensorId id) const
    {
        const auto& tensor = graph_.tensor(id);
        return ir::byteCount(tensor.type, tensor.shape.elements().value());
    }

    /// Rules for any use of a buffer. False when there is none.
    bool usable(int buffer, const std::string& what, std::int64_t bytes, int step, const std::string& memory)
    {
        if (buffer < 0 || buffer >= static_cast<int>(plan_.buffers.size())) {
            broken_.push_back(cat(what, " has no buffer at step ", step));
            return false;
        }
        const auto& used = plan_.buffers[static_cast<std::size_t>(buffer)];
        if (step < used.alive.begin || step >= used.alive.end)
            broken_.push_back(cat(what, " is used at step ", step, ", where its buffer is not alive"));
        if (used.bytes < bytes)
            broken_.push_back(cat(what, " needs ", bytes, " bytes, its buffer has ", used.bytes));
        if (!memory.empty() && used.memory != memory)
            broken_.push_back(cat(what, " belongs into ", memory, ", its buffer is in ", used.memory));
        return true;
    }

    void write(ir::TensorId id, int step, const std::string& memory)
    {
        if (usable(bufferOf(id), nameOf(id), bytesOf(id), step, memory))
            holds_[static_cast<std::size_t>(bufferOf(id))] = value_[static_cast<std::size_t>(id.value)];
    }

    void read(ir::TensorId id, int step, const std::string& memory)
    {
        if (isConstant(id) || !usable(bufferOf(id), nameOf(id), bytesOf(id), step, memory))
            return;
        if (holds_[static_cast<std::size_t>(bufferOf(id))] != value_[static_cast<std::size_t>(id.value)])
            broken_.push_back(cat(nameOf(id), " is overwritten before step ", step, " reads it"));
    }

    void node(std::size_t i)
    {
        const auto& node = graph_.nodes[i];
        const auto& bound = binding_.nodes[i];
        const int step = static_cast<int>(i) + 1;
        if (bound.alias) {
            value_[static_cast<std::size_t>(node.outputs.at(0).value)] = value_[static_cast<std::size_t>(node.inputs.at(0).value)];
            return;
        }
        const auto& places = bound.places;
        const auto uses = kernelBuffers(i);
        for (std::size_t k = 0; k < node.inputs.size(); ++k)
            if (!places.inputs[k].home.empty())
                read(node.inputs[k], step, places.inputs[k].home);
        for (const auto& use : uses) {
            if (use.copy >= 0)
                usable(use.copy, cat("the copy of operand ", use.operand, " of ", node.name), use.place->copyBytes, step, use.place->memory);
            if (use.way >= 0)
                usable(use.way, cat("operand ", use.operand, " of ", node.name, " on its way"), use.place->bytes, step, {});
        }
        if (places.scratch.bytes > 0)
            usable(plan_.scratchOfNode[i], cat("the scratch of ", node.name), places.scratch.bytes, step, places.scratch.memory);
        checkOverwrites(i, uses);
        for (std::size_t k = 0; k < node.outputs.size(); ++k)
            if (node.outputs[k].valid())
                write(node.outputs[k], step, places.outputs[k].home);
    }

    struct Use {
        std::string operand;
        bool isOutput = false;
        const target::OperandPlace* place = nullptr;
        int copy = -1;
        int way = -1;
        int home = -1;      // buffer of the tensor; -1: a constant
        int buffer = -1;    // that the kernel is handed; -1: a constant in place
    };

    std::vector<Use> kernelBuffers(std::size_t i) const
    {
        const auto& node = graph_.nodes[i];
        const auto& places = binding_.nodes[i].places;
        const auto* def = ops::findOp(graph_, node);
        std::vector<Use> uses;
        for (std::size_t k = 0; k < node.inputs.size(); ++k) {
            const int copy = plan_.copyOfInput[i][k];
            if (!places.inputs[k].home.empty())
                uses.push_back({target::inputName(*def, k), false, &places.inputs[k], copy, plan_.wayOfInput[i][k],
                                isConstant(node.inputs[k]) ? -1 : bufferOf(node.inputs[k]),
                                copy >= 0 ? copy : isConstant(node.inputs[k]) ? -1 : bufferOf(node.inputs[k])});
        }
        for (std::size_t k = 0; k < node.outputs.size(); ++k) {
            const int copy = plan_.copyOfOutput[i][k];
            if (node.outputs[k].valid())
                uses.push_back({target::outputName(*def, k), true, &places.outputs[k], copy, plan_.wayOfOutput[i][k], bufferOf(node.outputs[k]),
                                copy >= 0 ? copy : bufferOf(node.outputs[k])});
        }
        return uses;
    }

    /// While the kernel runs, an output may share bytes with one input only, and only when the row says so.
    void checkOverwrites(std::size_t i, const std::vector<Use>& uses)
    {
        const auto& row = target_.rows[static_cast<std::size_t>(binding_.nodes[i].row)];
        for (const auto& use : uses)
            if (use.place->isStaged() != (use.copy >= 0))
                broken_.push_back(cat("operand ", use.operand, " of ", graph_.nodes[i].name, " is staged without a copy, or copied in place"));
        for (const auto& out : uses)
            for (const auto& other : uses) {
                if (!out.isOutput || &out == &other)
                    continue;
                checkTiles(i, out, other);
                if (out.buffer < 0 || out.buffer != other.buffer)
                    continue;
                const auto allowed = row.inPlace.find(out.operand);
                if (other.isOutput || allowed == row.inPlace.end() || allowed->second != other.operand)
                    broken_.push_back(cat(graph_.nodes[i].name, " writes ", out.operand, " over ", other.operand,
                                          ", which its kernel does not allow"));
            }
    }

    /// Tiles of a result come home while other tiles of the inputs are still there to be fetched.
    void checkTiles(std::size_t i, const Use& out, const Use& other)
    {
        if (!out.place->tiled || other.isOutput || out.home < 0 || out.home != other.home || other.place->pointwise)
            return;
        broken_.push_back(cat(graph_.nodes[i].name, " writes tiles of ", out.operand, " over ", other.operand,
                              ", of which later tiles need more"));
    }

    const ir::Graph& graph_;
    const binding::Binding& binding_;
    const target::Target& target_;
    const BufferPlan& plan_;
    std::vector<ir::TensorId> holds_;   // per buffer: the value in it
    std::vector<ir::TensorId> value_;   // per tensor
    std::vector<std::string> broken_;
};

}  // namespace

std::vector<std::string> violations(const ir::Graph& graph, const binding::Binding& binding, const target::Target& target,
                                    const BufferPlan& plan)
{
    return Replay(graph, binding, target, plan).run();
}

std::vector<std::string> violations(const BufferPlan& plan, const MemoryMap& map, const target::Target& target)
{
    if (map.offsets.size() != plan.buffers.size())
        return {cat("there are ", map.offsets.size(), " offsets for ", plan.buffers.size(), " buffers")};
    std::vector<std::string> broken;
    std::size_t seen = 0;
    for (const auto& use : map.memories) {
        const auto* memory = target.memory(use.memory);
        if (!memory)
            return {cat("there is no memory ", use.memory)};
        std::vector<Buffer> buffers;
        Placement placement{.offsets = {}, .peakBytes = use.peakBytes};
        for (std::size_t i = 0; i < plan.buffers.size(); ++i)
            if (plan.buffers[i].memory == use.memory) {
                buffers.push_back(plan.buffers[i]);
                placement.offsets.push_back(map.offsets[i]);
            }
        seen += buffers.size();
        if (!buffers.empty() && memory->holds == target::Contents::Constants)
            broken.push_back(cat(buffers.front().name, " lies in ", use.memory, ", which holds constants only"));
        if (use.constantBytes > 0 && memory->holds == target::Contents::Activations)
            broken.push_back(cat("constants lie in ", use.memory, ", which holds activations only"));
        const auto rules = violations(buffers, placement, memory->usable() - use.constantBytes);
        broken.insert(broken.end(), rules.begin(), rules.end());
    }
    if (seen != plan.buffers.size())
        broken.push_back("a buffer lies in no memory of the target");
    return broken;
}

}  // namespace tw::memory
