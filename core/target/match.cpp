// SPDX-License-Identifier: Apache-2.0
#include "core/target/match.h"

#include "core/base/text.h"
#include "core/ops/layout.h"
#include "core/target/channel_norm.h"
#include "core/target/row_text.h"

#include <algorithm>

namespace tw::target {
namespace {

/// Why a row refuses, and how far it got: the refusal of the row that came closest is the one worth showing.
struct Refusal {
    int progress = -1;
    std::string sentence;
};

enum Progress { Broken = 0, Operands = 1, FirstNeed = 2, Condition = 1000, Layout = 1001 };

std::optional<std::string> operandFault(const KernelRow& row, const std::string& name, const ops::Operand& operand,
                                        bool isOutput)
{
    if (!operand.present)
        return std::nullopt;
    if (!isOutput && !isPassed(row, name)) {
        if (operand.constant)
            return std::nullopt;
        return cat(name, " must be known before the run");
    }
    const auto found = row.types.find(name);
    if (found == row.types.end())
        return cat(isOutput ? "does not produce " : "takes no ", name);
    const auto& accepted = found->second;
    if (std::find(accepted.begin(), accepted.end(), operand.type) == accepted.end())
        return cat(name, " is ", ir::typeName(operand.type), ", the kernel takes ", typesText(accepted));
    if ((row.pack.contains(name) || row.weights.contains(name)) && !operand.constant)
        return constantText(name);
    return std::nullopt;
}

/// Number of axes that the row's form of a constant is written for; 0: any.
int formRank(const KernelRow& row, const std::string& name)
{
    if (const auto pack = row.pack.find(name); pack != row.pack.end())
        return static_cast<int>(pack->second.size());
    const auto weights = row.weights.find(name);
    return weights == row.weights.end() ? 0 : weights->second.rank();
}

std::optional<std::string> operandsFault(const KernelRow& row, const MatchNode& node)
{
    for (std::size_t i = 0; i < node.view.inputs.size(); ++i)
        if (auto fault = operandFault(row, inputName(*node.def, i), node.view.inputs[i], false))
            return fault;
    for (std::size_t i = 0; i < node.view.outputs.size(); ++i)
        if (auto fault = operandFault(row, outputName(*node.def, i), node.view.outputs[i], true))
            return fault;
    for (std::size_t i = 0; i < node.view.inputs.size(); ++i) {
        const auto name = inputName(*node.def, i);
        if (const int rank = formRank(row, name); rank > 0 && node.view.has(i) && rank != node.view.shape(i).rank())
            return cat(name, " has rank ", node.view.shape(i).rank(), ", the kernel packs rank ", rank);
    }
    return std::nullopt;
}

/// The names for a row's conditions. Those of the requantisation are worked out for the first row that folds it.
class Names {
public:
    explicit Names(const MatchNode& node) : node_(node) {}

    Result<const Variables*> of(const KernelRow& row)
    {
        const bool folds = std::any_of(row.weights.begin(), row.weights.end(),
                                       [](const auto& entry) { return entry.second.values != Values::Own; });
        if (!folds)
            return &node_.variables;
        if (!withNorm_)
            withNorm_ = workOut();
        if (!*withNorm_)
            return withNorm_->error();
        return &withNorm_->value();
    }

private:
    Result<Variables> workOut() const
    {
        TW_TRY(const auto norm, channelNormOf(node_));
        auto variables = normVariables(norm);
        variables.insert(node_.variables.begin(), node_.variables.end());
        return variables;
    }

    const MatchNode& node_;
    std::optional<Result<Variables>> withNorm_;
};

std::optional<Refusal> conditionsFault(const KernelRow& row, const Variables& variables)
{
    for (std::size_t i = 0; i < row.needs.size(); ++i) {
        const auto value = row.needs[i].condition.evaluate(variables);
        if (!value)
            return Refusal{Broken, cat(row.place, ": ", value.error().message)};
        if (value.value() == 0)
            return Refusal{FirstNeed + static_cast<int>(i), row.needs[i].sentence};
    }
    if (!row.when)
        return std::nullopt;
    const auto value = row.when->evaluate(variables);
    if (!value)
        return Refusal{Broken, cat(row.place, ": ", value.error().message)};
    if (value.value() == 0)
        return Refusal{Condition, conditionText(row)};
    return std::nullopt;
}

std::optional<Refusal> judge(const KernelRow& row, const MatchNode& node, LayoutCheck layout, Names& names)
{
    if (auto fault = operandsFault(row, node))
        return Refusal{Operands, std::move(*fault)};
    const auto variables = names.of(row);
    if (!variables)
        return Refusal{FirstNeed, variables.error().message};
    if (auto fault = conditionsFault(row, **variables))
        return fault;
    const std::string mine = ops::isChannelsLast(node.view.node) ? "NHWC" : "NCHW";
    if (layout == LayoutCheck::Strict && !row.layout.empty() && !node.def->imageInputs.empty() && row.layout != mine)
        return Refusal{Layout, layoutText(row)};
    return std::nullopt;
}

}  // namespace

std::string inputName(const ops::OpDef& def, std::size_t input)
{
    if (def.inputNames.empty())
        return "";
    return std::string(def.inputNames[std::min(input, def.inputNames.size() - 1)]);
}

std::string outputName(const ops::OpDef& def, std::size_t output)
{
    if (def.outputNames.empty())
        return "";
    return std::string(def.outputNames[std::min(output, def.outputNames.size() - 1)]);
}

std::string refusalText(const std::map<std::string, std::string>& refusals)
{
    std::vector<std::string> sentences;
    for (const auto& [engine, sentence] : refusals)
        sentences.push_back(cat(engine, ": ", sentence));
    return join(sentences, "; ");
}

bool isPassed(const KernelRow& row, const std::string& operand)
{
    return row.operands.empty() || std::find(row.operands.begin(), row.operands.end(), operand) != row.operands.end();
}

Result<MatchNode> matchNodeOf(const ir::Graph& graph, const ir::Node& node)
{
    const auto* def = ops::findOp(graph, node);
    if (!def)
        return Error{.code = Code::UnknownOperator, .message = cat("the operator ", node.op, " is not known"),
                     .place = {.node = node.name}};
    auto view = ops::viewOf(graph, node);
    TW_TRY_VOID(ops::checkNode(*def, view));
    return matchNodeOf(*def, std::move(view));
}

Result<MatchNode> matchNodeOf(const ops::OpDef& def, ops::OpNode view)
{
    MatchNode result{.def = &def, .view = std::move(view), .arguments = {}, .variables = {}};
    if (!def.aliasesInput) {
        TW_TRY(result.arguments, ops::argumentsOf(def, result.view));
    }
    for (const auto& argument : result.arguments) {
        if (const auto* integer = std::get_if<std::int64_t>(&argument.value))
            result.variables[argument.name] = static_cast<double>(*integer);
        if (const auto* real = std::get_if<double>(&argument.value))
            result.variables[argument.name] = *real;
    }
    return result;
}

Matches matchRows(const Target& target, const MatchNode& node, LayoutCheck layout)
{
    Matches result;
    std::map<std::string, Refusal> closest;
    Names names(node);
    for (const auto& engine : target.engines)
        closest[engine.name] = {-1, cat(engine.name, " has no kernel for ", node.def->op)};
    for (std::size_t i = 0; i < target.rows.size(); ++i) {
        const auto& row = target.rows[i];
        if (row.op != node.def->op)
            continue;
        auto refusal = judge(row, node, layout, names);
        if (!refusal) {
            result.rows.push_back(static_cast<int>(i));
            closest.erase(row.engine);
        } else if (const auto found = closest.find(row.engine);
                   found != closest.end() && refusal->progress > found->second.progress) {
            found->second = std::move(*refusal);
        }
    }
    for (auto& [engine, refusal] : closest)
        result.refusals[engine] = std::move(refusal.sentence);
    return result;
}

}  // namespace tw::target
