// SPDX-License-Identifier: Apache-2.0
// PREFIX.onnx: what was decided, as metadata of the nodes.
#include "core/base/text.h"
#include "core/deploy/state.h"

namespace tw::deploy {
namespace {

constexpr const char* kOwnDomain = "tilewright";

/// "i8, i8, - -> i32"; "-" for operands that are left out.
std::string typesText(const ir::Graph& graph, const ir::Node& node)
{
    const auto side = [&graph](const std::vector<ir::TensorId>& ids) {
        std::vector<std::string> texts;
        for (const auto id : ids)
            texts.emplace_back(id.valid() ? ir::typeName(graph.tensor(id).type) : "-");
        return join(texts, ", ");
    };
    return cat(side(node.inputs), " -> ", side(node.outputs));
}

/// "L2, L2>L1 -> L1>L2": where each operand lives, and where it is copied for the kernel, in the order of the data.
std::string memoriesText(const target::NodePlaces& places)
{
    std::vector<std::string> inputs;
    for (const auto& place : places.inputs)
        inputs.push_back(place.home.empty() ? "-" : place.isStaged() ? cat(place.home, ">", place.memory) : place.home);
    std::vector<std::string> outputs;
    for (const auto& place : places.outputs)
        outputs.push_back(place.home.empty() ? "-" : place.isStaged() ? cat(place.memory, ">", place.home) : place.home);
    return cat(join(inputs, ", "), " -> ", join(outputs, ", "));
}

/// "8: axis 1 by 16 of 64, axis 2 by 5 of 10"; axes of the first output, in the order of the data.
std::string tilesText(const binding::BoundNode& bound)
{
    if (!bound.tiles || bound.tiles->loops.empty())
        return "1, the whole operands";
    std::vector<std::string> loops;
    for (const auto& loop : bound.tiles->loops)
        loops.push_back(cat("axis ", loop.axis, " by ", loop.tile, " of ", loop.extent));
    return cat(bound.tiles->tiles(), ": ", join(loops, ", "));
}

void annotate(const Deployment& deployment, std::size_t i, ir::Node& node)
{
    const auto& bound = deployment.binding.nodes[i];
    if (bound.row < 0) {
        node.metadata["tilewright.kernel"] = bound.alias ? "none: the result is the input seen with another shape" : "none";
        return;
    }
    const auto& row = deployment.target->rows[static_cast<std::size_t>(bound.row)];
    node.metadata["tilewright.engine"] = row.engine;
    node.metadata["tilewright.kernel"] = row.call;
    node.metadata["tilewright.memory"] = memoriesText(bound.places);
    node.metadata["tilewright.tiles"] = tilesText(bound);
}

}  // namespace

ir::Graph annotatedGraph(const SavedState& state)
{
    ir::Graph graph = state.stage >= Stage::Lowered ? *state.deployment.lowered : state.imported;
    if (state.stage < Stage::Lowered)
        return graph;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        auto& node = graph.nodes[i];
        node.metadata["tilewright.types"] = typesText(graph, node);
        if (state.stage >= Stage::Parsed)
            annotate(state.deployment, i, node);
        if (ir::hasAttribute(node, "layout") || ir::hasAttribute(node, "widen")) {
            node.domain = kOwnDomain;
            graph.opsets.emplace(kOwnDomain, 1);
        }
    }
    return graph;
}

}  // namespace tw::deploy
