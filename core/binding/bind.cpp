// SPDX-License-Identifier: Apache-2.0
#include "core/binding/bind.h"

#include "core/base/text.h"

namespace tw::binding {
namespace {

void chooseRow(BoundNode& bound, const target::MatchNode& match, const target::Target& target, int rowIndex)
{
    const auto& row = target.rows[static_cast<std::size_t>(rowIndex)];
    bound.row = rowIndex;
    bound.arguments = match.arguments;
    bound.argsType = match.def->argsType;
    bound.variadic = match.def->variadic;
    bound.cost = target::costOf(target, row, match, bound.places);
    for (std::size_t i = 0; i < match.view.inputs.size(); ++i)
        bound.passed.push_back(target::isPassed(row, target::inputName(*match.def, i)));
}

Result<BoundNode> bindNode(const ir::Graph& graph, const ir::Node& node, const target::Target& target, const BindOptions& options)
{
    BoundNode bound{.node = node.id};
    TW_TRY(const auto match, target::matchNodeOf(graph, node));
    if (match.def->aliasesInput) {
        bound.alias = true;
        return bound;
    }
    auto matches = target::matchRows(target, match);
    bound.refusals = std::move(matches.refusals);
    const auto color = options.engineOf.find(node.id);
    for (const int index : matches.rows) {
        const auto& row = target.rows[static_cast<std::size_t>(index)];
        if (bound.row >= 0 || (color != options.engineOf.end() && color->second != row.engine))
            continue;
        auto places = target::placeOperands(target, row, match, options.homes);
        if (!places) {
            bound.refusals.try_emplace(row.engine, places.error().message);
            continue;
        }
        bound.places = std::move(places).value();
        chooseRow(bound, match, target, index);
        bound.refusals.erase(row.engine);
    }
    return bound;
}

Error refusalError(const ir::Node& node, const BoundNode& bound)
{
    std::vector<std::string> sentences;
    for (const auto& [engine, sentence] : bound.refusals)
        sentences.push_back(cat(engine, ": ", sentence));
    return {.code = Code::NoKernel, .message = cat("no engine can run this ", node.op, "; ", join(sentences, "; ")),
            .place = {.node = node.name}};
}

}  // namespace

Binding bind(const ir::Graph& graph, const target::Target& target, const BindOptions& options)
{
    Binding result;
    for (const auto& node : graph.nodes) {
        auto bound = bindNode(graph, node, target, options);
        if (!bound) {
            const Error error = bound.error().at({.node = node.name});
            BoundNode refused{.node = node.id};
            for (const auto& engine : target.engines)
                refused.refusals[engine.name] = error.message;
            result.diagnostics.push_back({Severity::Error, error});
            result.nodes.push_back(std::move(refused));
            continue;
        }
        if (bound.value().refused())
            result.diagnostics.push_back({Severity::Error, refusalError(node, bound.value())});
        result.nodes.push_back(std::move(bound).value());
    }
    return result;
}

}  // namespace tw::binding
