// SPDX-License-Identifier: Apache-2.0
#include "core/binding/candidates.h"

#include "core/base/text.h"

#include <algorithm>
#include <set>

namespace tw::binding {
namespace {

bool isOpen(const ir::Graph& graph, ir::TensorId id)
{
    return id.valid() && graph.tensor(id).type == ir::DataType::Undefined;
}

/// Every type that some kernel of the target handles: what a node without a row of its own may see.
std::vector<ir::DataType> knownTypes(const target::Target& target)
{
    std::set<ir::DataType> types;
    for (const auto& row : target.rows)
        for (const auto& [operand, accepted] : row.types)
            types.insert(accepted.begin(), accepted.end());
    return {types.begin(), types.end()};
}

/// What the row takes for the operand of this node that `tensor` is; empty: nothing.
std::vector<ir::DataType> acceptedTypes(const target::KernelRow& row, const ops::OpDef& def, const ir::Node& node, ir::TensorId tensor)
{
    const auto typesOf = [&](const std::string& name) {
        const auto found = row.types.find(name);
        return found == row.types.end() ? std::vector<ir::DataType>{} : found->second;
    };
    for (std::size_t i = 0; i < node.inputs.size(); ++i)
        if (node.inputs[i] == tensor)
            return typesOf(target::inputName(def, i));
    for (std::size_t i = 0; i < node.outputs.size(); ++i)
        if (node.outputs[i] == tensor)
            return typesOf(target::outputName(def, i));
    return {};
}

/// Adds all combinations of one of `choices` for each of `open`, the first tensor varying slowest.
void addCombinations(const std::vector<ir::TensorId>& open, const std::vector<std::vector<ir::DataType>>& choices,
                     std::vector<Typing>& typings)
{
    std::vector<Typing> partial{{}};
    for (std::size_t i = 0; i < open.size(); ++i) {
        std::vector<Typing> longer;
        for (const auto& typing : partial)
            for (const auto type : choices[i]) {
                longer.push_back(typing);
                longer.back()[open[i]] = type;
            }
        partial = std::move(longer);
    }
    for (auto& typing : partial)
        if (std::find(typings.begin(), typings.end(), typing) == typings.end())
            typings.push_back(std::move(typing));
}

/// Whether the operator gives these result types for these operand types, as far as it says.
bool agreesWithOperator(const ir::Graph& graph, const target::MatchNode& match)
{
    const auto inferred = ops::inferNode(*match.def, match.view);
    if (!inferred)
        return false;
    for (std::size_t i = 0; i < inferred->size() && i < match.view.node.outputs.size(); ++i) {
        const auto id = match.view.node.outputs[i];
        if (id.valid() && (*inferred)[i].type != ir::DataType::Undefined && graph.tensor(id).type != (*inferred)[i].type)
            return false;
    }
    return true;
}

}  // namespace

CandidateFinder::CandidateFinder(const ir::Graph& graph, const target::Target& target, const target::Homes& homes,
                                 const tiling::TileWishes& tiles)
    : graph_(graph), target_(target), homes_(homes), tiles_(tiles)
{
    for (const auto& node : graph.nodes)
        if (!typed_ && !openTensors(node).empty())
            typed_ = graph;
}

std::vector<ir::TensorId> CandidateFinder::openTensors(const ir::Node& node) const
{
    std::vector<ir::TensorId> open;
    for (const auto* side : {&node.inputs, &node.outputs})
        for (const auto id : *side)
            if (isOpen(graph_, id) && std::find(open.begin(), open.end(), id) == open.end())
                open.push_back(id);
    return open;
}

std::vector<Typing> CandidateFinder::typingsOf(const ir::Node& node, const std::vector<ir::TensorId>& open) const
{
    std::vector<Typing> typings;
    const auto* def = ops::findOp(graph_, node);
    if (open.empty() || !def)
        return {{}};
    if (def->aliasesInput)
        addCombinations(open, std::vector(open.size(), knownTypes(target_)), typings);
    for (const auto& row : target_.rows) {
        if (row.op != def->op)
            continue;
        std::vector<std::vector<ir::DataType>> choices;
        for (const auto tensor : open)
            choices.push_back(acceptedTypes(row, *def, node, tensor));
        addCombinations(open, choices, typings);
    }
    return typings.empty() ? std::vector<Typing>{{}} : typings;
}

/// False when the operator itself does not allow the typing.
Result<bool> CandidateFinder::addMatch(const ir::Node& node, const Typing& typing, NodeCandidates& result)
{
    const ir::Graph& graph = typing.empty() ? graph_ : *typed_;
    for (const auto& [tensor, type] : typing)
        typed_->tensor(tensor).type = type;
    auto match = target::matchNodeOf(graph, node);
    const bool agrees = match && (typing.empty() || agreesWithOperator(graph, match.value()));
    for (const auto& [tensor, type] : typing)
        typed_->tensor(tensor).type = ir::DataType::Undefined;
    if (!match && typing.empty())
        return match.error();
    if (agrees) {
        result.typings.push_back(typing);
        result.matches.push_back(std::move(match).value());
    }
    return agrees;
}

void CandidateFinder::addRows(std::size_t typing, NodeCandidates& result) const
{
    const auto& match = result.matches[typing];
    if (match.def->aliasesInput) {
        result.alias = true;
        result.candidates.push_back({.typing = typing});
        return;
    }
    auto matches = target::matchRows(target_, match);
    result.refusals.merge(matches.refusals);
    for (const int index : matches.rows) {
        const auto& row = target_.rows[static_cast<std::size_t>(index)];
        if (auto places = tiling::placesOf(target_, row, match, homes_, tiles_))
            result.candidates.push_back({.row = index, .typing = typing, .places = std::move(places).value()});
        else
            result.refusals.try_emplace(row.engine, places.error().message);
    }
}

Result<NodeCandidates> CandidateFinder::find(const ir::Node& node)
{
    NodeCandidates result;
    for (const auto& typing : typingsOf(node, openTensors(node))) {
        TW_TRY(const bool added, addMatch(node, typing, result));
        if (added)
            addRows(result.typings.size() - 1, result);
    }
    if (result.typings.empty())
        for (const auto& engine : target_.engines)
            result.refusals[engine.name] = cat("no type that ", engine.name, " knows suits all operands of ", node.op);
    for (const auto& candidate : result.candidates)
        if (candidate.row >= 0)
            result.refusals.erase(target_.rows[static_cast<std::size_t>(candidate.row)].engine);
    std::stable_sort(result.candidates.begin(), result.candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.row < b.row; });
    return result;
}

}  // namespace tw::binding
