// SPDX-License-Identifier: Apache-2.0
#include "core/binding/bind.h"

#include "core/base/text.h"
#include "core/binding/candidates.h"
#include "core/binding/row_search.h"

#include <algorithm>
#include <set>

namespace tw::binding {
namespace {

/// The first few, then how many there are besides.
std::string shortList(const std::vector<std::string>& texts, std::string_view separator)
{
    constexpr std::size_t kShown = 4;
    if (texts.size() <= kShown)
        return join(texts, separator);
    const std::vector<std::string> first(texts.begin(), texts.begin() + kShown);
    return cat(join(first, separator), " and ", texts.size() - kShown, " more");
}

class Binder {
public:
    Binder(const ir::Graph& graph, const target::Target& target, const BindOptions& options)
        : graph_(graph), target_(target), options_(options)
    {
    }

    Binding run()
    {
        CandidateFinder finder(graph_, target_, options_.homes, options_.tiles);
        nodes_.reserve(graph_.nodes.size());   // choices_ points into it
        for (const auto& node : graph_.nodes)
            findCandidates(finder, node);
        joinByTypes();
        SearchResult found = search();
        while (found.outcome != Outcome::Solved) {
            refuseTogether(found);
            found = search();
        }
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            if (!choices_[i].empty())
                choose(i, *choices_[i][static_cast<std::size_t>(found.values[i])]);
        return std::move(result_);
    }

private:
    void refuse(std::size_t i, Error error)
    {
        result_.diagnostics.push_back({Severity::Error, error.at({.node = graph_.nodes[i].name})});
        choices_[i].clear();
    }

    void findCandidates(CandidateFinder& finder, const ir::Node& node)
    {
        auto found = finder.find(node);
        BoundNode bound{.node = node.id};
        choices_.emplace_back();
        if (!found) {
            for (const auto& engine : target_.engines)
                bound.refusals[engine.name] = found.error().message;
            nodes_.emplace_back();
            result_.nodes.push_back(std::move(bound));
            refuse(nodes_.size() - 1, found.error());
            return;
        }
        bound.refusals = found.value().refusals;
        nodes_.push_back(std::move(found).value());
        result_.nodes.push_back(std::move(bound));
        for (const auto& candidate : nodes_.back().candidates)
            if (candidate.row < 0 || isWanted(node.id, candidate))
                choices_.back().push_back(&candidate);
        if (choices_.back().empty())
            refuse(nodes_.size() - 1, refusalError(node, result_.nodes.back()));
    }

    bool isWanted(ir::NodeId node, const Candidate& candidate) const
    {
        const auto color = options_.engineOf.find(node);
        const auto row = options_.rowOf.find(node);
        return (color == options_.engineOf.end() || engineOf(candidate) == color->second) &&
               (row == options_.rowOf.end() || candidate.row == row->second);
    }

    const std::string& engineOf(const Candidate& candidate) const
    {
        return target_.rows[static_cast<std::size_t>(candidate.row)].engine;
    }

    Error refusalError(const ir::Node& node, const BoundNode& bound) const
    {
        const auto color = options_.engineOf.find(node.id);
        if (color != options_.engineOf.end()) {
            const auto known = bound.refusals.find(color->second);
            return {.code = Code::NoKernel,
                    .message = cat(color->second, " cannot run this ", node.op, ": ",
                                   known == bound.refusals.end() ? "the target has no such engine" : known->second)};
        }
        return {.code = Code::NoKernel, .message = cat("no engine can run this ", node.op, "; ", target::refusalText(bound.refusals))};
    }

    /// The maker of an open tensor, or else its first reader, must agree with each other user of it.
    void joinByTypes()
    {
        std::map<ir::TensorId, std::vector<int>> users;   // ascending: makers stand before readers
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            if (!choices_[i].empty())
                for (const auto& [tensor, type] : nodes_[i].typings.front())
                    users[tensor].push_back(static_cast<int>(i));
        for (const auto& [tensor, nodes] : users)
            for (std::size_t k = 1; k < nodes.size(); ++k)
                constraints_.push_back({.first = nodes.front(), .second = nodes[k],
                                        .allows = agreement(nodes.front(), nodes[k], tensor),
                                        .why = agreementText(nodes.front(), nodes[k], tensor)});
    }

    ir::DataType typeOf(int node, int value, ir::TensorId tensor) const
    {
        const auto at = static_cast<std::size_t>(node);
        return nodes_[at].typings[choices_[at][static_cast<std::size_t>(value)]->typing].at(tensor);
    }

    std::function<bool(int, int)> agreement(int first, int second, ir::TensorId tensor) const
    {
        return [this, first, second, tensor](int a, int b) { return typeOf(first, a, tensor) == typeOf(second, b, tensor); };
    }

    std::string typesText(int node, ir::TensorId tensor) const
    {
        std::vector<std::string_view> names;
        for (std::size_t value = 0; value < choices_[static_cast<std::size_t>(node)].size(); ++value) {
            const auto name = ir::typeName(typeOf(node, static_cast<int>(value), tensor));
            if (std::find(names.begin(), names.end(), name) == names.end())
                names.push_back(name);
        }
        return join(names, " or ");
    }

    std::string agreementText(int first, int second, ir::TensorId tensor) const
    {
        const auto& outputs = graph_.nodes[static_cast<std::size_t>(first)].outputs;
        const bool makes = std::find(outputs.begin(), outputs.end(), tensor) != outputs.end();
        return cat(graph_.tensor(tensor).name, " is ", typesText(first, tensor), makes ? " from " : " for ", name(first), " and ",
                   typesText(second, tensor), " for ", name(second));
    }

    const std::string& name(int node) const { return graph_.nodes[static_cast<std::size_t>(node)].name; }

    SearchResult search()
    {
        SearchProblem problem;
        for (const auto& choices : choices_)
            problem.domainSizes.push_back(std::max(1, static_cast<int>(choices.size())));
        for (const auto& constraint : constraints_)
            if (!choices_[static_cast<std::size_t>(constraint.first)].empty() &&
                !choices_[static_cast<std::size_t>(constraint.second)].empty())
                problem.constraints.push_back(constraint);
        auto found = searchRows(problem);
        result_.visited += found.visited;
        return found;
    }

    /// Reports the nodes that exclude each other and refuses the last of them. When the search gave up, none is known
    /// to be at fault: then the last node that shares an open type goes.
    void refuseTogether(const SearchResult& found)
    {
        std::set<int> group(found.conflict.begin(), found.conflict.end());
        for (std::size_t i = 0; found.outcome == Outcome::GaveUp && i < nodes_.size(); ++i)
            if (!choices_[i].empty() && !nodes_[i].typings.front().empty())
                group.insert(static_cast<int>(i));
        std::vector<std::string> reasons;
        for (const auto& constraint : constraints_)
            if (group.contains(constraint.first) && group.contains(constraint.second))
                reasons.push_back(constraint.why);
        std::vector<std::string> names;
        for (const int node : group)
            names.push_back(name(node));
        const auto text = found.outcome == Outcome::GaveUp
                              ? cat("no kernels that agree on the types between ", names.front(), " and ", names.back(),
                                    " were found in ", found.visited, " attempts")
                              : cat("no kernels of ", shortList(names, ", "), " agree on the types between them: ", shortList(reasons, "; "));
        const auto last = static_cast<std::size_t>(*group.rbegin());
        for (const auto* choice : choices_[last])
            if (choice->row >= 0)
                result_.nodes[last].refusals[engineOf(*choice)] = text;
        refuse(last, {.code = Code::NoKernel, .message = text, .hint = "declare the types in the model"});
    }

    void choose(std::size_t i, const Candidate& candidate)
    {
        auto& bound = result_.nodes[i];
        for (const auto& [tensor, type] : nodes_[i].typings[candidate.typing])
            result_.types[tensor] = type;
        bound.alias = nodes_[i].alias;
        if (bound.alias)
            return;
        const auto& match = nodes_[i].matches[candidate.typing];
        const auto& row = target_.rows[static_cast<std::size_t>(candidate.row)];
        bound.row = candidate.row;
        bound.arguments = match.arguments;
        bound.argsType = match.def->argsType;
        bound.variadic = match.def->variadic;
        auto placed = tiling::placeNode(target_, row, match, options_.homes, options_.tiles);
        TW_CHECK(placed);   // a candidate has places
        bound.places = std::move(placed->places);
        bound.cost = std::move(placed->cost);
        bound.tiles = std::move(placed->tiles);
        for (std::size_t k = 0; k < match.view.inputs.size(); ++k)
            bound.passed.push_back(target::isPassed(row, target::inputName(*match.def, k)));
    }

    const ir::Graph& graph_;
    const target::Target& target_;
    const BindOptions& options_;
    std::vector<NodeCandidates> nodes_;
    std::vector<std::vector<const Candidate*>> choices_;   // per node, restricted to its colour; empty: refused
    std::vector<Constraint> constraints_;
    Binding result_;
};

}  // namespace

Binding bind(const ir::Graph& graph, const target::Target& target, const BindOptions& options)
{
    return Binder(graph, target, options).run();
}

ir::Graph withTypes(ir::Graph graph, const Binding& binding)
{
    for (const auto& [tensor, type] : binding.types)
        graph.tensor(tensor).type = type;
    return graph;
}

}  // namespace tw::binding
