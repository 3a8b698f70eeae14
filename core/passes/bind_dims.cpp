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
    return cat("dimension ", axis, symbol.empty() ? "" : cat(" (", symbol, ")"), " of input ", tensor.name);
}

void note(PassReport& report, Severity severity, std::string message, std::string hint)
{
    report.diagnostics.push_back(
        {severity, {.code = Code::UnknownShape, .message = std::move(message), .hint = std::move(hint)}});
}

/// Batch dimensions that nobody gave: named ones are added to `values`, nameless ones set at once.
void assumeBatchOfOne(ir::Tensor& input, Values& values, PassReport& report)
{
    if (!input.shape.ranked() || input.shape.rank() == 0)
        return;
    auto& batch = input.shape[0];
    if (batch.known() || values.contains(batch.symbol))
        return;
    note(report, Severity::Info, cat(dimText(input, 0), " is not fixed: 1 is used"),
         batch.symbol.empty() ? "" : cat("choose another value with --dim ", batch.symbol, "=N"));
    if (batch.symbol.empty()) {
        batch.value = 1;
        ++report.changes;
    } else
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
    for (const auto id : graph.inputs)
        assumeBatchOfOne(graph.tensor(id), values, report);
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
                     input.shape[axis].symbol.empty() ? "give the dimension a number in the model"
                                                      : cat("choose a value with --dim ", input.shape[axis].symbol, "=N"));
    }
    for (const auto& [name, value] : dims)
        if (!used.contains(name))
            note(report, Severity::Warning, cat("the model has no dimension called ", name), "");
    return graph;
}

}  // namespace tw::passes
