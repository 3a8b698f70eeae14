// SPDX-License-Identifier: Apache-2.0
#include "core/passes/bind_dims.h"

#include "core/base/text.h"

#include <set>

namespace tw::passes {
namespace {

using Values = std::map<std::string, std::int64_t>;

std::string dimText(const ir::Tensor& tensor, int axis)
{
    const auto& symbol = tensor.shape[axis].symbol;
    const bool named = symbol != cat(tensor.name, ":", axis);
    return cat("dimension ", axis, named ? cat(" (", symbol, ")") : "", " of input ", tensor.name);
}

void note(PassReport& report, Severity severity, std::string message, std::string hint)
{
    report.diagnostics.push_back(
        {severity, {.code = Code::UnknownShape, .message = std::move(message), .hint = std::move(hint)}});
}

/// A nameless dimension is called by its place from here on.
void nameDims(ir::Tensor& input)
{
    for (int axis = 0; axis < input.shape.rank(); ++axis)
        if (!input.shape[axis].known() && input.shape[axis].symbol.empty())
            input.shape[axis].symbol = cat(input.name, ":", axis);
}

/// Batch dimensions that nobody gave.
void assumeBatchOfOne(const ir::Tensor& input, Values& values, PassReport& report)
{
    if (!input.shape.ranked() || input.shape.rank() == 0)
        return;
    const auto& batch = input.shape[0];
    if (batch.known() || values.contains(batch.symbol))
        return;
    note(report, Severity::Info, cat(dimText(input, 0), " is not fixed: 1 is used"),
         cat("choose another value with --dim ", batch.symbol, "=N"));
    values[batch.symbol] = 1;
}

void substitute(ir::Shape& shape, const Values& values, std::set<std::string>& used, PassReport& report)
{
    for (int axis = 0; shape.ranked() && axis < shape.rank(); ++axis) {
        const auto found = values.find(shape[axis].symbol);
        if (shape[axis].known() || found == values.end())
            continue;
        used.insert(found->first);
        shape[axis] = {.value = found->second};
        ++report.changes;
    }
}

}  // namespace

ir::Graph bindDims(ir::Graph graph, const std::map<std::string, std::int64_t>& dims, PassReport& report)
{
    Values values = dims;
    for (const auto id : graph.inputs) {
        nameDims(graph.tensor(id));
        assumeBatchOfOne(graph.tensor(id), values, report);
    }
    std::set<std::string> used;
    for (auto& tensor : graph.tensors)
        substitute(tensor.shape, values, used, report);
    for (const auto id : graph.inputs) {
        const auto& input = graph.tensor(id);
        if (!input.shape.ranked())
            note(report, Severity::Error, cat("the shape of input ", input.name, " is not known"), "");
        for (int axis = 0; axis < input.shape.rank(); ++axis)
            if (!input.shape[axis].known())
                note(report, Severity::Error, cat(dimText(input, axis), " is not fixed"),
                     cat("choose a value with --dim ", input.shape[axis].symbol, "=N"));
    }
    for (const auto& [name, value] : dims)
        if (!used.contains(name))
            note(report, Severity::Warning, cat("the model has no dimension called ", name), "");
    return graph;
}

}  // namespace tw::passes
