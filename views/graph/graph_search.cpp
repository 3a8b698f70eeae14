// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graph_search.h"

#include "core/base/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace tw::views::graph {
namespace {

std::string patternOf(const ir::Shape& shape)
{
    std::vector<std::string> dims;
    for (const auto& dim : shape.dims())
        dims.push_back(dim.known() ? std::to_string(dim.value) : dim.symbol.empty() ? "?" : toLower(dim.symbol));
    return join(dims, "x");
}

}  // namespace

SearchIndex::SearchIndex(const ViewGraph& view)
{
    const ir::Graph& graph = *view.graph;
    for (const auto& node : view.nodes) {
        Entry& entry = entries_.emplace_back();
        const auto addTensor = [&](ir::TensorId id) {
            if (!id.valid())
                return;
            const auto& tensor = graph.tensor(id);
            entry.tensors += toLower(tensor.name) + "\n";
            if (tensor.shape.ranked())
                entry.shapes.push_back(patternOf(tensor.shape));
        };
        if (node.kind != NodeKind::Operator) {
            addTensor(node.tensor);
            entry.name = entry.tensors;
            entry.op = node.kind == NodeKind::Input ? "input" : "output";
            continue;
        }
        const ir::Node& op = graph.nodes[static_cast<std::size_t>(node.node)];
        entry.index = node.node;
        entry.name = toLower(op.name);
        entry.op = toLower(op.op);
        std::ranges::for_each(op.inputs, addTensor);
        std::ranges::for_each(op.outputs, addTensor);
        for (const auto& [name, attribute] : op.attributes)
            entry.attributes += toLower(name + "=" + ir::attributeText(attribute)) + "\n";
    }
}

std::vector<int> SearchIndex::find(std::string_view query, const DeployedOf& deployedOf) const
{
    std::vector<std::string> words;
    for (const auto& word : split(toLower(std::string(query)), ' '))
        if (!trim(word).empty())
            words.emplace_back(trim(word));
    std::vector<int> found;
    for (std::size_t i = 0; i < entries_.size() && !words.empty(); ++i) {
        const int node = static_cast<int>(i);
        if (std::ranges::all_of(words, [&](const auto& word) { return matches(entries_[i], node, word, deployedOf); }))
            found.push_back(node);
    }
    return found;
}

bool SearchIndex::matches(const Entry& entry, int node, std::string_view word, const DeployedOf& deployedOf) const
{
    const auto has = [](const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; };
    if (word.starts_with('#') && word.size() > 1)
        return std::to_string(entry.index) == word.substr(1);
    if (const auto bound = word.starts_with("cycles") && word.size() > 7 ? amountOf(word.substr(7)) : std::nullopt) {
        const auto cycles = deployedOf(node).cycles;
        return cycles && (word[6] == '>' ? *cycles > *bound : word[6] == '<' && *cycles < *bound);
    }
    if (isShapePattern(word))
        return std::ranges::any_of(entry.shapes, [&](const auto& shape) { return shapeMatches(word, shape); });
    if (const auto colon = word.find(':'); colon != std::string_view::npos) {
        const auto key = word.substr(0, colon);
        const auto value = word.substr(colon + 1);
        if (key == "op")
            return has(entry.op, value);
        if (key == "name")
            return has(entry.name, value);
        if (key == "tensor")
            return has(entry.tensors, value);
        if (key == "attr")
            return has(entry.attributes, value);
        if (key == "engine")
            return has(deployedOf(node).engine, value);
        if (key == "is" && value == "pinned")
            return deployedOf(node).pinned;
    }
    return has(entry.name, word) || has(entry.op, word) || has(entry.tensors, word) || has(entry.attributes, word);
}

bool isShapePattern(std::string_view word)
{
    const auto dims = split(word, 'x');
    return dims.size() > 1 && std::ranges::all_of(dims, [](const auto& dim) {
        const bool digits = !dim.empty() && std::ranges::all_of(dim, [](unsigned char c) { return std::isdigit(c) != 0; });
        return digits || dim == "*" || dim == "?";
    });
}

std::optional<double> amountOf(std::string_view text)
{
    double value = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (fault != std::errc())
        return std::nullopt;
    const std::string_view prefix(end, static_cast<std::size_t>(text.data() + text.size() - end));
    if (prefix.empty())
        return value;
    return prefix == "k" ? std::optional(value * 1e3) : prefix == "m" ? std::optional(value * 1e6) : std::nullopt;
}

bool shapeMatches(std::string_view pattern, std::string_view shape)
{
    const auto wanted = split(pattern, 'x');
    const auto dims = split(shape, 'x');
    const bool open = wanted.back() == "*";
    if (open ? dims.size() < wanted.size() : dims.size() != wanted.size())
        return false;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (wanted[i] != "*" && wanted[i] != dims[i])
            return false;
    return true;
}

}  // namespace tw::views::graph
