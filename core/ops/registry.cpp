// SPDX-License-Identifier: Apache-2.0
#include "core/ops/registry.h"

#include "core/base/text.h"
#include "core/ops/layout.h"
#include "core/ops/operator_set.h"

#include <algorithm>
#include <unordered_map>

namespace tw::ops {
namespace {

using Index = std::unordered_map<std::string_view, std::vector<const OpDef*>>;

/// op -> rows, newest first. Built once; families are constants.
const Index& index()
{
    static const Index built = [] {
        Index result;
        for (const auto* family : allFamilies())
            for (const auto& def : family->ops)
                result[def.op].push_back(&def);
        for (auto& [op, rows] : result)
            std::stable_sort(rows.begin(), rows.end(),
                             [](const OpDef* a, const OpDef* b) { return a->sinceVersion > b->sinceVersion; });
        return result;
    }();
    return built;
}

bool serves(const OpDef& def, std::string_view domain)
{
    return std::find(def.domains.begin(), def.domains.end(), domain) != def.domains.end();
}

Error locate(const Error& error, const OpNode& node)
{
    return error.at({.node = node.node.name});
}

bool allStatic(const OpNode& node)
{
    const auto known = [](const Operand& operand) {
        return !operand.present || (operand.type != DataType::Undefined && operand.shape.elements().has_value());
    };
    return std::all_of(node.inputs.begin(), node.inputs.end(), known) &&
           std::all_of(node.outputs.begin(), node.outputs.end(), known);
}

/// Families read operands by position. One that the file leaves out shows as out_of_range, here for all of them.
Result<std::vector<Inferred>> askedToInfer(const OpDef& def, const OpNode& view)
{
    try {
        return def.infer(view);
    } catch (const std::out_of_range&) {
        return Error{.code = Code::BadGraph, .message = cat(def.op, " lacks an input that it needs")};
    }
}

DimAccess turnedAxis(DimAccess dim, const std::vector<std::int64_t>& toLast)
{
    if (dim.outputAxis >= 0)
        for (std::size_t axis = 0; axis < toLast.size(); ++axis)
            if (toLast[axis] == dim.outputAxis) {
                dim.outputAxis = static_cast<int>(axis);
                break;
            }
    return dim;
}

AccessMap turnedAccess(const OpDef& def, const OpNode& node, const AccessMap& first)
{
    const auto outputToLast = toChannelsLast(node.outputs.at(0).shape.rank());
    AccessMap result = first;
    for (std::size_t input = 0; input < first.inputs.size(); ++input) {
        const auto& dims = first.inputs[input];
        const bool image = std::find(def.imageInputs.begin(), def.imageInputs.end(), static_cast<int>(input)) !=
                           def.imageInputs.end();
        const auto order = toChannelsLast(static_cast<int>(dims.size()));
        for (std::size_t axis = 0; axis < dims.size(); ++axis)
            result.inputs[input][axis] =
                turnedAxis(dims[image ? static_cast<std::size_t>(order[axis]) : axis], outputToLast);
    }
    return result;
}

}  // namespace

const OpDef* findOp(std::string_view domain, std::string_view op, int opset)
{
    const auto found = index().find(op);
    if (found == index().end())
        return nullptr;
    const std::string_view wanted = domain == "ai.onnx" ? "" : domain;
    for (const auto* def : found->second)
        if (serves(*def, wanted) && def->sinceVersion <= opset)
            return def;
    for (const auto* def : found->second)
        if (serves(*def, wanted))
            return def;   // older than any row we have: the oldest is the best description
    const auto* any = found->second.back();
    const bool standard = any->domains == std::vector<std::string_view>{""} && wanted != "";
    return standard ? nullptr : any;
}

const OpDef* findOp(const ir::Graph& graph, const ir::Node& node)
{
    if (graph.operators)
        if (const auto* own = graph.operators->find(node.domain, node.op))
            return own;
    return findOp(node.domain, node.op, graph.opset(node.domain));
}

Result<std::vector<Inferred>> inferNode(const OpDef& def, const OpNode& node)
{
    const OpNode view = channelsFirstView(def, node);
    auto inferred = askedToInfer(def, view);
    if (!inferred)
        return locate(inferred.error(), node);
    if (isChannelsLast(node.node))
        for (auto& output : inferred.value())
            if (output.shape.ranked())
                output.shape = permuted(output.shape, toChannelsLast(output.shape.rank()));
    return inferred;
}

Result<void> checkNode(const OpDef& def, const OpNode& node)
{
    if (node.outputs.empty() && !def.outputNames.empty())
        return Error{.code = Code::BadGraph, .message = cat(def.op, " has no output"), .place = {.node = node.node.name}};
    TW_TRY(const auto inferred, inferNode(def, node));
    for (std::size_t i = 0; i < inferred.size() && i < node.outputs.size(); ++i) {
        const auto& shape = inferred[i].shape;
        const auto& output = node.outputs[i];
        if (output.present && shape.elements() && output.shape.elements() && shape != output.shape)
            return Error{.code = Code::BadShape, .message = cat("output ", i, " of ", def.op, " is declared ", output.shape, " but is ", shape),
                         .place = {.node = node.node.name}};
    }
    return {};
}

Result<std::vector<TensorData>> evaluateNode(const OpDef& def, const OpNode& node)
{
    if (!def.evaluate)
        return Error{.code = Code::UnsupportedOperator, .message = cat(def.op, " has no reference evaluation"),
                     .hint = "compare a run of the generated project with recorded outputs instead",
                     .place = {.node = node.node.name}};
    if (node.outputs.empty())
        return Error{.code = Code::BadGraph, .message = cat(def.op, " has no output"), .place = {.node = node.node.name}};
    auto results = def.evaluate(channelsFirstView(def, node));
    if (!results)
        return locate(results.error(), node);
    if (isChannelsLast(node.node))
        for (auto& result : results.value())
            result = permuted(result, toChannelsLast(result.shape.rank()));
    return results;
}

Counts countNode(const OpDef& def, const OpNode& node)
{
    return def.count && allStatic(node) ? def.count(channelsFirstView(def, node)) : Counts{};
}

Counts countNode(const ir::Graph& graph, const ir::Node& node)
{
    const auto* def = findOp(graph, node);
    if (!def)
        return {};
    const auto view = viewOf(graph, node);
    return checkNode(*def, view) ? countNode(*def, view) : Counts{};
}

Result<Arguments> argumentsOf(const OpDef& def, const OpNode& node)
{
    if (!def.arguments && !def.argsType.empty())
        return Error{.code = Code::UnsupportedOperator, .message = cat(def.op, " cannot be deployed yet"),
                     .place = {.node = node.node.name}};
    if (!allStatic(node))
        return Error{.code = Code::UnknownShape, .message = cat(def.op, " has operands of unknown type or shape"),
                     .hint = "bind the dynamic dimensions", .place = {.node = node.node.name}};
    if (!def.arguments)
        return Arguments{};
    auto arguments = def.arguments(channelsFirstView(def, node));
    if (!arguments)
        return locate(arguments.error(), node);
    return arguments;
}

AccessMap accessOf(const OpDef& def, const OpNode& node)
{
    if (!def.access || !allStatic(node))
        return {};
    const AccessMap first = def.access(channelsFirstView(def, node));
    return isChannelsLast(node.node) ? turnedAccess(def, node, first) : first;
}

}  // namespace tw::ops
