// SPDX-License-Identifier: Apache-2.0
#include "core/engine/layout_model.h"

#include "core/ops/layout.h"

#include <algorithm>
#include <set>

namespace tw::engine {
namespace {

constexpr int kLeastImageRank = 3;

bool isImage(const ir::Tensor& tensor)
{
    return tensor.shape.isStatic() && tensor.shape.rank() >= kLeastImageRank;
}

/// Every element of the result needs the elements at its own place only.
bool isElementwise(const ir::Graph& graph, const ir::Node& node)
{
    const auto* def = ops::findOp(graph, node);
    if (!def || !def->access || !def->imageInputs.empty() || node.outputs.size() != 1 || !isImage(graph.tensor(node.outputs[0])))
        return false;
    const auto view = ops::viewOf(graph, node);
    if (!ops::checkNode(*def, view))
        return false;
    const auto access = ops::accessOf(*def, view);
    for (std::size_t i = 0; i < access.inputs.size() && i < view.inputs.size(); ++i) {
        if (view.inputs[i].constant)
            continue;
        const bool own = std::all_of(access.inputs[i].begin(), access.inputs[i].end(), [](const ops::DimAccess& dim) {
            return dim.kind == ops::Access::Identity || dim.kind == ops::Access::Broadcast;
        });
        if (!own)
            return false;
    }
    return !node.inputs.empty();
}

class Builder {
public:
    Builder(const ir::Graph& graph, const target::Target& target, const GraphChoices& choices)
        : graph_(graph), target_(target), choices_(choices)
    {
    }

    LayoutModel build()
    {
        model_.carries.resize(graph_.nodes.size());
        if (layoutsWanted().size() < 2)
            return std::move(model_);
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            model_.carries[i] = !choices_.nodes[i].alias && isElementwise(graph_, graph_.nodes[i]);
        const ir::GraphIndex index(graph_);
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            if (takesPart(static_cast<int>(i)))
                addEdges(index, static_cast<int>(i));
        return std::move(model_);
    }

private:
    std::set<std::string> layoutsWanted() const
    {
        std::set<std::string> wanted;
        for (const auto& node : choices_.nodes)
            for (const auto& choice : node.choices)
                if (!choice.layout.empty())
                    wanted.insert(choice.layout);
        return wanted;
    }

    bool takesPart(int node) const
    {
        const auto i = static_cast<std::size_t>(node);
        const auto& open = choices_.nodes[i].choices;
        return model_.carries[i] || std::any_of(open.begin(), open.end(), [](const Choice& one) { return !one.layout.empty(); });
    }

    void addEdges(const ir::GraphIndex& index, int node)
    {
        std::set<ir::TensorId> seen;
        for (const auto input : graph_.nodes[static_cast<std::size_t>(node)].inputs) {
            if (!input.valid() || !seen.insert(input).second)
                continue;
            const int producer = index.producer(input);
            if (index.isGraphInput(input) || (producer >= 0 && takesPart(producer)))
                addEdge(producer, node, input);
        }
        for (const auto output : graph_.nodes[static_cast<std::size_t>(node)].outputs)
            if (output.valid() && index.isGraphOutput(output))
                addEdge(node, -1, output);
    }

    void addEdge(int producer, int consumer, ir::TensorId id)
    {
        const auto& tensor = graph_.tensor(id);
        if (tensor.constant || !isImage(tensor) || !turnMovesData(tensor.shape))
            return;
        model_.edges.push_back({producer, consumer, turnCycles(tensor)});
    }

    /// One channel, or one pixel: both layouts are the same bytes.
    static bool turnMovesData(const ir::Shape& shape)
    {
        std::int64_t pixels = 1;
        for (int axis = 2; axis < shape.rank(); ++axis)
            pixels *= shape[axis].value;
        return shape[1].value > 1 && pixels > 1;
    }

    std::optional<double> turnCycles(const ir::Tensor& image) const
    {
        ir::Graph alone{.name = "turn", .tensors = {}, .nodes = {}, .inputs = {}, .outputs = {}, .opsets = graph_.opsets};
        const auto order = ops::toChannelsLast(image.shape.rank());
        const auto from = alone.addTensor({.name = "x", .type = image.type, .shape = image.shape});
        const auto to = alone.addTensor({.name = "y", .type = image.type, .shape = ops::permuted(image.shape, order)});
        alone.inputs = {from};
        alone.outputs = {to};
        alone.addNode({.id = {}, .name = "turn", .op = "Transpose", .inputs = {from}, .outputs = {to}, .attributes = {{"perm", order}}});
        const auto found = choicesOfNode(alone, alone.nodes.front(), target_, {.homes = choices_.homes, .tiles = choices_.tiles});
        std::optional<double> least;
        for (const auto& choice : found.choices)
            if (const auto cycles = choice.cost.total(); cycles && (!least || *cycles < *least))
                least = cycles;
        return least;
    }

    const ir::Graph& graph_;
    const target::Target& target_;
    const GraphChoices& choices_;
    LayoutModel model_;
};

}  // namespace

LayoutModel layoutModelOf(const ir::Graph& graph, const target::Target& target, const GraphChoices& choices)
{
    return Builder(graph, target, choices).build();
}

}  // namespace tw::engine
