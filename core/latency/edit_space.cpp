// SPDX-License-Identifier: Apache-2.0
#include "core/latency/edit_space.h"

#include "core/base/text.h"
#include "core/latency/ignore.h"
#include "core/latency/inline_candidate.h"

#include <algorithm>

namespace tw::latency {
namespace {

using Bodies = std::vector<ir::GraphPointer>;
using Names = std::vector<std::string>;

constexpr std::size_t kMostProducts = 256;

template <class T>
T attributeOr(const ir::Node& node, const std::string& name, T otherwise)
{
    const auto found = node.attributes.find(name);
    const auto* value = found == node.attributes.end() ? nullptr : std::get_if<T>(&found->second);
    return value ? *value : std::move(otherwise);
}

// ---- alternatives ----

/// The node alone, reading the constants of the main graph by name.
ir::Graph originalOf(const ir::Graph& graph, const ir::Node& node, const std::vector<ir::TensorId>& inputs)
{
    ir::Graph body{.name = "original"};
    std::map<ir::TensorId, ir::TensorId> inner;
    const auto taken = [&](ir::TensorId outer, std::string name) {
        auto tensor = graph.tensor(outer);
        tensor.name = std::move(name);
        tensor.constant.reset();
        return inner[outer] = body.addTensor(std::move(tensor));
    };
    for (const auto id : inputs)
        body.inputs.push_back(taken(id, cat("in", body.inputs.size())));
    auto copy = node;
    copy.id = {};
    for (auto& id : copy.inputs) {
        if (id.valid() && !inner.contains(id))
            body.captures[graph.tensor(id).name] = taken(id, graph.tensor(id).name);
        id = id.valid() ? inner.at(id) : id;
    }
    for (auto& id : copy.outputs) {
        if (!id.valid())
            continue;
        id = taken(id, cat("out", body.outputs.size()));
        body.outputs.push_back(id);
    }
    body.addNode(std::move(copy));
    return body;
}

void makeBlock(const ir::Graph& graph, ir::Node& node)
{
    std::vector<ir::TensorId> inputs;
    for (const auto id : node.inputs)
        if (id.valid() && !graph.tensor(id).constant && std::ranges::find(inputs, id) == inputs.end())
            inputs.push_back(id);
    auto original = std::make_shared<const ir::Graph>(originalOf(graph, node, inputs));
    std::erase_if(node.outputs, [](ir::TensorId id) { return !id.valid(); });
    node.domain = kSearchDomain;
    node.op = kSearchBlockOp;
    node.inputs = std::move(inputs);
    node.attributes.clear();
    node.attributes["candidates"] = Bodies{std::move(original)};
    node.attributes["op_names"] = Names{"original"};
}

// ---- blocks in candidates ----

struct Product {
    std::string name;                            // "/c/d": the chosen operations
    ir::Graph graph;
    float probability = 1;
    bool isDefault = true;
};

std::vector<std::size_t> innerBlocks(const ir::Graph& candidate)
{
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < candidate.nodes.size(); ++i)
        if (isSearchBlock(candidate.nodes[i]))
            found.push_back(i);
    return found;
}

/// The tensor of that name, or the main graph's constant of that name, which the graph then reads too.
ir::TensorId capturedIn(ir::Graph& graph, const std::string& name)
{
    const auto known = tensorsByName(graph);
    if (const auto found = known.find(name); found != known.end())
        return found->second;
    const auto id = graph.addTensor({.name = name});
    graph.captures[name] = id;
    return id;
}

/// One choice of the first block in `product`, put in its place.
Product chosen(const Product& product, std::size_t at, std::size_t k)
{
    const auto block = product.graph.nodes[at];
    const auto bodies = attributeOr(block, "candidates", Bodies());
    const auto names = attributeOr(block, "op_names", Names());
    const auto probabilities = attributeOr(block, "probabilities", std::vector<float>());
    Product result = product;
    result.name += cat("/", k < names.size() ? names[k] : cat(k));
    result.probability *= k < probabilities.size() ? probabilities[k] : 1 / static_cast<float>(bodies.size());
    result.isDefault = product.isDefault && attributeOr(block, "default_index", std::int64_t{0}) == static_cast<std::int64_t>(k);
    auto behind = std::vector<ir::Node>(product.graph.nodes.begin() + static_cast<std::ptrdiff_t>(at) + 1, product.graph.nodes.end());
    result.graph.nodes.resize(at);
    auto& graph = result.graph;
    inlineGraph(graph, *bodies[k],
                {.prefix = cat(block.name, "/", k < names.size() ? names[k] : "", "/"), .inputs = block.inputs, .outputs = block.outputs,
                 .captured = [&graph](const std::string& name) { return capturedIn(graph, name); }});
    std::ranges::move(behind, std::back_inserter(graph.nodes));
    return result;
}

Result<std::vector<Product>> productsOf(const ir::Graph& candidate, const std::string& where)
{
    TW_TRY(auto flat, flattenNested(candidate));
    std::vector<Product> products{{.graph = std::move(flat)}};
    for (auto blocks = innerBlocks(products.front().graph); !blocks.empty(); blocks = innerBlocks(products.front().graph)) {
        std::vector<Product> next;
        for (const auto& product : products) {
            const auto at = innerBlocks(product.graph).front();
            const auto count = attributeOr(product.graph.nodes[at], "candidates", Bodies()).size();
            if (count == 0 || count * products.size() > kMostProducts)
                return faultError(count == 0 ? Fault::NoCandidates : Fault::TooManyProducts,
                                  cat(where, " has ", count * products.size(), " or more choices inside; 1 to ", kMostProducts, " can be flattened"));
            for (std::size_t k = 0; k < count; ++k)
                next.push_back(chosen(product, at, k));
        }
        products = std::move(next);
    }
    return products;
}

Result<void> flattenBlock(ir::Node& block)
{
    const auto bodies = attributeOr(block, "candidates", Bodies());
    const auto names = attributeOr(block, "op_names", Names());
    const auto probabilities = attributeOr(block, "probabilities", std::vector<float>());
    const auto oldDefault = attributeOr(block, "default_index", std::int64_t{0});
    if (std::ranges::all_of(bodies, [](const ir::GraphPointer& body) { return innerBlocks(*body).empty(); }))
        return {};
    Bodies flat;
    Names flatNames;
    std::vector<float> flatProbabilities;
    for (std::size_t k = 0; k < bodies.size(); ++k) {
        const auto name = k < names.size() ? names[k] : std::string();
        TW_TRY(auto products, productsOf(*bodies[k], cat("candidate ", name, " of block ", block.name)));
        for (auto& product : products) {
            if (product.isDefault && oldDefault == static_cast<std::int64_t>(k))
                block.attributes["default_index"] = static_cast<std::int64_t>(flat.size());
            flatNames.push_back(name + product.name);
            flatProbabilities.push_back(product.probability * (k < probabilities.size() ? probabilities[k] : 1));
            flat.push_back(std::make_shared<const ir::Graph>(std::move(product.graph)));
        }
    }
    block.attributes["candidates"] = std::move(flat);
    block.attributes["op_names"] = std::move(flatNames);
    block.attributes.erase("latencies");
    if (!probabilities.empty())
        block.attributes["probabilities"] = std::move(flatProbabilities);
    return {};
}

}  // namespace

Result<ir::Graph> addAlternative(ir::Graph graph, const std::string& node, const std::string& name, ir::Graph alternative)
{
    const auto found = std::ranges::find(graph.nodes, node, &ir::Node::name);
    if (found == graph.nodes.end())
        return faultError(Fault::BadSpaceFile, cat("the model has no node called ", node));
    if (!isSearchBlock(*found))
        makeBlock(graph, *found);
    for (const auto& [domain, version] : alternative.opsets)
        graph.opsets.emplace(domain, version);
    graph.opsets[kSearchDomain] = 1;
    auto bodies = attributeOr(*found, "candidates", Bodies());
    auto names = attributeOr(*found, "op_names", Names());
    alternative.name = name;
    bodies.push_back(std::make_shared<const ir::Graph>(std::move(alternative)));
    names.push_back(name);
    found->attributes["candidates"] = std::move(bodies);
    found->attributes["op_names"] = std::move(names);
    for (const char* perCandidate : {"probabilities", "latencies"})
        found->attributes.erase(perCandidate);
    TW_TRY(auto space, searchSpaceOf(std::move(graph)));
    return std::move(space.graph);
}

Result<ir::Graph> flattenNested(ir::Graph graph)
{
    for (auto& node : graph.nodes)
        if (isSearchBlock(node))
            TW_TRY_VOID(flattenBlock(node));
    return graph;
}

}  // namespace tw::latency
