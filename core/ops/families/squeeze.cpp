// SPDX-License-Identifier: Apache-2.0
// Squeeze and Unsqueeze: axes of extent 1 go and come. The axes are an attribute or an input, whatever the opset says.
#include "core/base/text.h"
#include "core/ops/family_support.h"

#include <algorithm>

namespace tw::ops {
namespace {

bool contains(const std::vector<int>& axes, int axis)
{
    return std::find(axes.begin(), axes.end(), axis) != axes.end();
}

/// The input axes that Squeeze removes; nullopt when that is not known yet.
Result<std::optional<std::vector<int>>> squeezedAxes(const OpNode& node)
{
    using Axes = std::optional<std::vector<int>>;
    const Shape& input = node.shape(0);
    if (!input.ranked() || isPending(node, "axes", 1))
        return Axes();
    TW_TRY(const auto given, node.intsOfAttributeOrInput("axes", 1));
    if (given) {
        TW_TRY(auto axes, normalAxesOf(node, *given, input.rank()));
        for (const int axis : axes)
            if (input[axis].known() && input[axis].value != 1)
                return Error{.code = Code::BadShape, .message = cat("axis ", axis, " of ", input, " is not of size 1")};
        return Axes(std::move(axes));
    }
    if (!input.isStatic())
        return Axes();
    std::vector<int> axes;
    for (int axis = 0; axis < input.rank(); ++axis)
        if (input[axis].value == 1)
            axes.push_back(axis);
    return Axes(std::move(axes));
}

Result<std::vector<Inferred>> inferSqueeze(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    TW_TRY(const auto axes, squeezedAxes(node));
    if (!axes)
        return std::vector<Inferred>{{.type = node.type(0)}};
    Shape shape = Shape::scalar();
    for (int axis = 0; axis < node.shape(0).rank(); ++axis)
        if (!contains(*axes, axis))
            shape.append(node.shape(0)[axis]);
    return std::vector<Inferred>{{.type = node.type(0), .shape = std::move(shape)}};
}

/// The output axes that Unsqueeze inserts; nullopt when that is not known yet.
Result<std::optional<std::vector<int>>> insertedAxes(const OpNode& node)
{
    using Axes = std::optional<std::vector<int>>;
    if (!node.shape(0).ranked() || isPending(node, "axes", 1))
        return Axes();
    TW_TRY(const auto given, node.intsOfAttributeOrInput("axes", 1));
    if (!given)
        return Error{.code = Code::BadAttribute, .message = "Unsqueeze has no axes"};
    const int rank = node.shape(0).rank() + static_cast<int>(given->size());
    TW_TRY(auto axes, normalAxesOf(node, *given, rank));
    return Axes(std::move(axes));
}

Result<std::vector<Inferred>> inferUnsqueeze(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    TW_TRY(const auto axes, insertedAxes(node));
    if (!axes)
        return std::vector<Inferred>{{.type = node.type(0)}};
    Shape shape = Shape::scalar();
    int from = 0;
    for (int axis = 0; axis < node.shape(0).rank() + static_cast<int>(axes->size()); ++axis)
        shape.append(contains(*axes, axis) ? ir::Dim{.value = 1} : node.shape(0)[from++]);
    return std::vector<Inferred>{{.type = node.type(0), .shape = std::move(shape)}};
}

AccessMap accessSqueeze(const OpNode& node)
{
    const auto axes = squeezedAxes(node);
    if (!axes || !axes.value())
        return withWholeParameters(node, wholes(node.shape(0).rank()));
    std::vector<DimAccess> data;
    int to = 0;
    for (int axis = 0; axis < node.shape(0).rank(); ++axis) {
        const bool gone = contains(*axes.value(), axis);
        data.push_back(gone ? broadcast() : follows(axis, to));
        to += gone ? 0 : 1;
    }
    return withWholeParameters(node, std::move(data));
}

AccessMap accessUnsqueeze(const OpNode& node)
{
    const auto axes = insertedAxes(node);
    if (!axes || !axes.value())
        return withWholeParameters(node, wholes(node.shape(0).rank()));
    std::vector<DimAccess> data;
    int from = 0;
    for (int axis = 0; axis < node.shape(0).rank() + static_cast<int>(axes.value()->size()); ++axis)
        if (!contains(*axes.value(), axis))
            data.push_back(follows(from++, axis));
    return withWholeParameters(node, std::move(data));
}

}  // namespace

extern const OpFamily squeezeFamily;
const OpFamily squeezeFamily = {
    .name = "squeeze",
    .ops = {{.op = "Squeeze",
             .inputNames = {"data", "axes"},
             .documentation = "Removes axes of size 1.",
             .infer = inferSqueeze,
             .evaluate = evaluateAlias<inferSqueeze>,
             .count = noWork,
             .access = accessSqueeze,
             .aliasesInput = true},
            {.op = "Unsqueeze",
             .inputNames = {"data", "axes"},
             .documentation = "Inserts axes of size 1.",
             .infer = inferUnsqueeze,
             .evaluate = evaluateAlias<inferUnsqueeze>,
             .count = noWork,
             .access = accessUnsqueeze,
             .aliasesInput = true}}};

}  // namespace tw::ops
