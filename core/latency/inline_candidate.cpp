// SPDX-License-Identifier: Apache-2.0
#include "core/latency/inline_candidate.h"

#include "core/base/text.h"

namespace tw::latency {
namespace {

using Renaming = std::unordered_map<std::string, std::string>;

ir::Attribute renamedBodies(const ir::Attribute& attribute, const Renaming& names);

/// The body with what it captures under the new names. Names that the body itself defines are its own affair.
ir::GraphPointer renamedBody(const ir::GraphPointer& body, const Renaming& names)
{
    auto result = std::make_shared<ir::Graph>(*body);
    result->captures.clear();
    for (const auto& [name, id] : body->captures) {
        const auto found = names.find(name);
        result->captures.emplace(found == names.end() ? name : found->second, id);
        if (found != names.end())
            result->tensor(id).name = found->second;
    }
    for (auto& node : result->nodes)
        for (auto& [key, attribute] : node.attributes)
            attribute = renamedBodies(attribute, names);
    return result;
}

ir::Attribute renamedBodies(const ir::Attribute& attribute, const Renaming& names)
{
    if (const auto* one = std::get_if<ir::GraphPointer>(&attribute); one && *one)
        return renamedBody(*one, names);
    if (const auto* several = std::get_if<std::vector<ir::GraphPointer>>(&attribute)) {
        std::vector<ir::GraphPointer> bodies;
        for (const auto& body : *several)
            bodies.push_back(renamedBody(body, names));
        return bodies;
    }
    return attribute;
}

class Inliner {
public:
    Inliner(ir::Graph& graph, const ir::Graph& candidate, const Inlining& how)
        : graph_(graph), candidate_(candidate), how_(how), map_(candidate.tensors.size()), made_(candidate.tensors.size(), false)
    {
    }

    void run()
    {
        for (const auto& node : candidate_.nodes)
            for (const auto id : node.outputs)
                if (id.valid())
                    made_[index(id)] = true;
        for (std::size_t i = 0; i < candidate_.inputs.size() && i < how_.inputs.size(); ++i)
            map_[index(candidate_.inputs[i])] = how_.inputs[i];
        for (const auto& [name, id] : candidate_.captures)
            map_[index(id)] = how_.captured(name);
        takeOutputs();
        for (const auto& node : candidate_.nodes)
            copy(node);
        for (const auto& [from, to] : identities_)
            graph_.addNode({.name = cat(how_.prefix, "output_", to.value), .op = "Identity", .inputs = {mapped(from)}, .outputs = {to}});
    }

private:
    static std::size_t index(ir::TensorId id) { return static_cast<std::size_t>(id.value); }

    void takeOutputs()
    {
        for (std::size_t i = 0; i < candidate_.outputs.size() && i < how_.outputs.size(); ++i) {
            const auto inner = candidate_.outputs[i];
            const auto outer = how_.outputs[i];
            if (!outer.valid())
                continue;
            if (made_[index(inner)] && !map_[index(inner)].valid())
                map_[index(inner)] = outer;
            else
                identities_.emplace_back(inner, outer);
        }
    }

    ir::TensorId mapped(ir::TensorId inner)
    {
        if (!inner.valid())
            return inner;
        auto& outer = map_[index(inner)];
        if (!outer.valid()) {
            auto tensor = candidate_.tensor(inner);
            tensor.name = how_.prefix + tensor.name;
            outer = graph_.addTensor(std::move(tensor));
        }
        return outer;
    }

    void copy(const ir::Node& node)
    {
        auto copied = node;
        copied.id = {};
        copied.name = how_.prefix + node.name;
        for (auto& id : copied.inputs)
            id = mapped(id);
        for (auto& id : copied.outputs)
            id = mapped(id);
        for (auto& [key, attribute] : copied.attributes)
            attribute = renamedBodies(attribute, names());
        graph_.addNode(std::move(copied));
    }

    /// For bodies inside of candidates, which read the candidate's tensors by name.
    const Renaming& names()
    {
        if (!names_) {
            names_.emplace();
            for (std::size_t i = 0; i < candidate_.tensors.size(); ++i)
                names_->emplace(candidate_.tensors[i].name, graph_.tensor(mapped({static_cast<std::int32_t>(i)})).name);
        }
        return *names_;
    }

    ir::Graph& graph_;
    const ir::Graph& candidate_;
    const Inlining& how_;
    std::vector<ir::TensorId> map_;
    std::vector<bool> made_;
    std::vector<std::pair<ir::TensorId, ir::TensorId>> identities_;
    std::optional<Renaming> names_;
};

ir::Graph withoutNodes(const ir::Graph& graph)
{
    ir::Graph result = graph;
    result.nodes.clear();
    result.opsets.erase(kSearchDomain);
    for (const char* key : {"search.format", "search.current_arch", "search.best_arch"})
        result.metadata.erase(key);
    return result;
}

}  // namespace

std::unordered_map<std::string, ir::TensorId> tensorsByName(const ir::Graph& graph)
{
    std::unordered_map<std::string, ir::TensorId> result;
    for (std::size_t i = 0; i < graph.tensors.size(); ++i)
        result.emplace(graph.tensors[i].name, ir::TensorId{static_cast<std::int32_t>(i)});
    return result;
}

void inlineGraph(ir::Graph& graph, const ir::Graph& candidate, const Inlining& how)
{
    Inliner(graph, candidate, how).run();
}

Result<ir::Graph> materialise(const SearchSpace& space, const Arch& arch)
{
    TW_TRY_VOID(checkArch(space, arch));
    auto graph = withoutNodes(space.graph);
    const auto byName = tensorsByName(space.graph);
    std::size_t block = 0;
    for (std::size_t i = 0; i < space.graph.nodes.size(); ++i) {
        const auto& node = space.graph.nodes[i];
        if (block >= space.blocks.size() || space.blocks[block].node != static_cast<int>(i)) {
            graph.nodes.push_back(node);
            continue;
        }
        const auto& candidate = space.blocks[block].candidates[static_cast<std::size_t>(arch[block])];
        inlineGraph(graph, *candidate.graph,
                    {.prefix = cat(node.name, "/", candidate.name, "/"), .inputs = node.inputs, .outputs = node.outputs,
                     .captured = [&](const std::string& name) { return byName.at(name); }});
        ++block;
    }
    TW_TRY_VOID(ir::checkGraph(graph));
    return graph;
}

ir::Graph standalone(const SearchSpace& space, std::size_t block, std::size_t candidate)
{
    const auto& chosen = space.blocks[block].candidates[candidate];
    const auto& node = space.graph.nodes[static_cast<std::size_t>(space.blocks[block].node)];
    auto graph = *chosen.graph;
    graph.name = cat(space.blocks[block].name, "/", chosen.name);
    graph.opsets = space.graph.opsets;
    graph.opsets.erase(kSearchDomain);
    graph.operators = space.graph.operators;
    graph.functions = space.graph.functions;
    graph.captures.clear();
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
        const auto& outer = space.graph.tensor(node.inputs[i]);
        auto& inner = graph.tensor(graph.inputs[i]);
        if (outer.type != ir::DataType::Undefined)
            inner.type = outer.type;
        if (outer.shape.ranked())
            inner.shape = outer.shape;
    }
    const auto byName = tensorsByName(space.graph);
    for (const auto& [name, id] : chosen.graph->captures) {
        const auto& outer = space.graph.tensor(byName.at(name));
        graph.tensor(id).constant = outer.constant;
        graph.tensor(id).type = outer.type;
        graph.tensor(id).shape = outer.shape;
    }
    return graph;
}

}  // namespace tw::latency
