// SPDX-License-Identifier: Apache-2.0
#include "core/binding/bind.h"

#include "core/base/text.h"

#include <cmath>

namespace tw::binding {
namespace {

/// -1 when the formula has no value; nullopt when there is no formula.
Result<std::optional<double>> evaluateFormula(const std::optional<Expression>& formula, const Variables& variables,
                                              const target::KernelRow& row)
{
    if (!formula)
        return std::optional<double>();
    auto value = formula->evaluate(variables);
    if (!value)
        return Error{.code = Code::BadExpression, .message = cat(row.place, ": ", value.error().message)};
    return std::optional(value.value());
}

Result<void> chooseRow(BoundNode& bound, const target::MatchNode& match, const target::Target& target, int rowIndex)
{
    const auto& row = target.rows[static_cast<std::size_t>(rowIndex)];
    TW_TRY(const auto scratch, evaluateFormula(row.scratch, match.variables, row));
    TW_TRY(bound.cycles, evaluateFormula(row.cycles, match.variables, row));
    if (scratch.value_or(0) < 0)
        return Error{.code = Code::BadExpression, .message = cat(row.place, ": scratch is negative")};
    bound.scratchBytes = static_cast<std::int64_t>(std::ceil(scratch.value_or(0)));
    bound.row = rowIndex;
    bound.arguments = match.arguments;
    bound.argsType = match.def->argsType;
    bound.variadic = match.def->variadic;
    for (std::size_t i = 0; i < match.view.inputs.size(); ++i)
        bound.passed.push_back(target::isPassed(row, target::inputName(*match.def, i)));
    return {};
}

Result<BoundNode> bindNode(const ir::Graph& graph, const ir::Node& node, const target::Target& target)
{
    BoundNode bound{.node = node.id};
    TW_TRY(const auto match, target::matchNodeOf(graph, node));
    if (match.def->aliasesInput) {
        bound.alias = true;
        return bound;
    }
    auto matches = target::matchRows(target, match);
    bound.refusals = std::move(matches.refusals);
    if (!matches.rows.empty())
        TW_TRY_VOID(chooseRow(bound, match, target, matches.rows.front()));
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

Binding bind(const ir::Graph& graph, const target::Target& target)
{
    Binding result;
    for (const auto& node : graph.nodes) {
        auto bound = bindNode(graph, node, target);
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
