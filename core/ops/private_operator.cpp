// SPDX-License-Identifier: Apache-2.0
#include "core/ops/private_operator.h"

#include "core/base/text.h"
#include "core/ops/counts.h"

#include <algorithm>
#include <cmath>

namespace tw::ops {
namespace {

using Described = std::shared_ptr<const PrivateOperator>;

const std::vector<std::vector<std::string>> kAxisNames{{}, {"N"}, {"N", "C"}, {"N", "C", "W"}, {"N", "C", "H", "W"}};

void addDims(const std::string& prefix, const Shape& shape, Variables& variables)
{
    variables[prefix + "_rank"] = shape.rank();
    for (int axis = 0; axis < shape.rank(); ++axis)
        if (shape[axis].known())
            variables[cat(prefix, "_", axis)] = static_cast<double>(shape[axis].value);
}

void addFirstInput(const Shape& shape, Variables& variables)
{
    if (static_cast<std::size_t>(shape.rank()) < kAxisNames.size())
        for (int axis = 0; axis < shape.rank(); ++axis)
            if (shape[axis].known())
                variables[kAxisNames[static_cast<std::size_t>(shape.rank())][static_cast<std::size_t>(axis)]] =
                    static_cast<double>(shape[axis].value);
    if (const auto elements = shape.elements())
        variables["elements"] = static_cast<double>(*elements);
}

template <class Numbers>
void addList(const std::string& name, const Numbers& numbers, Variables& variables)
{
    for (std::size_t i = 0; i < numbers.size(); ++i)
        variables.emplace(cat(name, "_", i), static_cast<double>(numbers[i]));
}

/// Shapes come first: an attribute cannot hide one.
void addAttribute(const std::string& name, const ir::Attribute& attribute, Variables& variables)
{
    if (const auto* whole = std::get_if<std::int64_t>(&attribute))
        variables.emplace(name, static_cast<double>(*whole));
    else if (const auto* real = std::get_if<float>(&attribute))
        variables.emplace(name, *real);
    else if (const auto* wholes = std::get_if<std::vector<std::int64_t>>(&attribute))
        addList(name, *wholes, variables);
    else if (const auto* reals = std::get_if<std::vector<float>>(&attribute))
        addList(name, *reals, variables);
}

Variables variablesOf(const PrivateOperator& described, const OpNode& node)
{
    Variables variables;
    for (std::size_t i = 0; i < described.inputs.size() && i < node.inputs.size(); ++i)
        if (node.has(i) && node.shape(i).ranked())
            addDims(described.inputs[i], node.shape(i), variables);
    if (node.has(0) && node.shape(0).ranked())
        addFirstInput(node.shape(0), variables);
    for (const auto& [name, attribute] : node.node.attributes)
        addAttribute(name, attribute, variables);
    return variables;
}

bool allShapesKnown(const OpNode& node)
{
    return std::all_of(node.inputs.begin(), node.inputs.end(),
                       [](const Operand& operand) { return !operand.present || operand.shape.isStatic(); });
}

Result<ir::Dim> dimOf(const Expression& formula, const Variables& variables, bool complete)
{
    const auto value = formula.evaluate(variables);
    if (!value && !complete)
        return ir::Dim{};   // an extent that it needs is not known yet
    if (!value)
        return value.error();
    if (*value < 0 || *value != std::floor(*value))
        return Error{.code = Code::BadShape, .message = cat("\"", formula.text(), "\" gives the dimension ", *value)};
    return ir::Dim{.value = static_cast<std::int64_t>(*value)};
}

Result<Inferred> outputOf(const PrivateOutput& output, const OpNode& node, const Variables& variables)
{
    Inferred result;
    const auto typeInput = static_cast<std::size_t>(std::max(output.typeOfInput, 0));
    result.type = output.typeOfInput < 0 ? output.type : node.type(typeInput);
    if (output.shapeOfInput >= 0) {
        result.shape = node.shape(static_cast<std::size_t>(output.shapeOfInput));
        return result;
    }
    result.shape = Shape::scalar();
    for (const auto& formula : output.dims) {
        TW_TRY(auto dim, dimOf(formula, variables, allShapesKnown(node)));
        result.shape.append(std::move(dim));
    }
    return result;
}

Result<std::vector<Inferred>> infer(const PrivateOperator& described, const OpNode& node)
{
    const bool missing = node.inputs.size() != described.inputs.size() ||
                         !std::all_of(node.inputs.begin(), node.inputs.end(), [](const auto& input) { return input.present; });
    if (missing)
        return Error{.code = Code::BadGraph, .message = cat(described.op, " needs the inputs ", join(described.inputs, ", "))};
    const auto variables = variablesOf(described, node);
    std::vector<Inferred> results;
    for (const auto& output : described.outputs) {
        TW_TRY(auto inferred, outputOf(output, node, variables));
        results.push_back(std::move(inferred));
    }
    return results;
}

std::int64_t countOf(const std::optional<Expression>& formula, const Variables& variables, std::int64_t fallback)
{
    if (!formula)
        return fallback;
    const auto value = formula->evaluate(variables);
    return value && *value > 0 ? static_cast<std::int64_t>(*value) : 0;
}

Counts count(const PrivateOperator& described, const OpNode& node)
{
    const auto variables = variablesOf(described, node);
    Counts counts = perOutputElement(node, 1);
    counts.elementOps = countOf(described.operations, variables, counts.elementOps);
    counts.macs = countOf(described.macs, variables, 0);
    return counts;
}

/// Any part of the result may need all of every input.
AccessMap access(const OpNode& node)
{
    AccessMap map;
    for (const auto& input : node.inputs)
        map.inputs.emplace_back(static_cast<std::size_t>(input.shape.rank()), full());
    return map;
}

Result<Arguments> arguments(const PrivateOperator& described, const OpNode& node)
{
    const auto variables = variablesOf(described, node);
    Arguments result;
    for (const auto& argument : described.arguments) {
        const auto value = argument.value.evaluate(variables);
        if (!value)
            return Error{.code = value.error().code, .message = cat("argument ", argument.name, ": ", value.error().message)};
        const bool whole = *value == std::floor(*value) && std::abs(*value) < 9e15;
        if (whole)
            result.push_back({argument.name, static_cast<std::int64_t>(*value)});
        else
            result.push_back({argument.name, *value});
    }
    return result;
}

}  // namespace

void addPrivateOperator(PrivateOperator described, OperatorSet& set)
{
    const Described shared = std::make_shared<const PrivateOperator>(std::move(described));
    OpDef def{.op = set.keep(shared->op), .domains = {set.keep(shared->domain)}, .inputNames = {}, .outputNames = {}};
    for (const auto& name : shared->inputs)
        def.inputNames.push_back(set.keep(name));
    for (const auto& output : shared->outputs)
        def.outputNames.push_back(set.keep(output.name));
    def.argsType = set.keep(shared->argsType);
    def.documentation = set.keep(shared->documentation);
    def.infer = [shared](const OpNode& node) { return infer(*shared, node); };
    def.count = [shared](const OpNode& node) { return count(*shared, node); };
    def.access = access;
    def.arguments = [shared](const OpNode& node) { return arguments(*shared, node); };
    set.add(std::move(def));
}

}  // namespace tw::ops
