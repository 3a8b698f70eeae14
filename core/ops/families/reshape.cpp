// SPDX-License-Identifier: Apache-2.0
// Reshape and Flatten: the same elements in the same order under another shape.
#include "core/base/text.h"
#include "core/ops/family_support.h"

#include <algorithm>

namespace tw::ops {
namespace {

using ir::Dim;

Inferred outputOf(const OpNode& node, Shape shape)
{
    return {.type = node.type(0), .shape = std::move(shape)};
}

/// The dimension written as -1: what the others leave over. `rest` are the input dimensions that were not copied.
Result<Dim> leftOver(const OpNode& node, const std::vector<Dim>& rest, const std::vector<Dim>& given)
{
    const Dim total = productOf(rest);
    const Dim divisor = productOf(given);
    if (divisor.known() && divisor.value == 0)
        return Error{.code = Code::BadShape,
                     .message = cat(node.node.op, " cannot tell the dimension -1 of an empty tensor")};
    if (total.known() && divisor.known()) {
        if (total.value % divisor.value != 0)
            return Error{.code = Code::BadShape, .message = cat(node.shape(0), " does not divide into pieces of ",
                                                                divisor.value, " elements")};
        return Dim{.value = total.value / divisor.value};
    }
    std::vector<Dim> known;
    std::vector<Dim> unknown;
    for (const auto& dim : rest)
        (dim.known() ? known : unknown).push_back(dim);
    const bool restFits = divisor.known() && productOf(known).value == divisor.value;
    return unknown.size() == 1 && restFits ? unknown[0] : Dim{};
}

struct Target {
    std::vector<Dim> dims;          // the new shape; nameless where it says -1
    std::vector<Dim> given;         // its dimensions that are neither -1 nor copied
    std::vector<bool> copied;       // per input axis
    std::optional<std::size_t> open; // position of -1
};

Result<Target> readTarget(const OpNode& node, const std::vector<std::int64_t>& values, bool keepsZero)
{
    const Shape& input = node.shape(0);
    Target target{.copied = std::vector<bool>(static_cast<std::size_t>(input.rank()), false)};
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] < -1 || (values[i] == -1 && target.open))
            return Error{.code = Code::BadShape, .message = cat("[", join(values, ", "), "] is not a shape")};
        Dim dim{.value = values[i]};
        if (values[i] == -1) {
            target.open = i;
        } else if (values[i] == 0 && !keepsZero && input.ranked()) {
            if (i >= target.copied.size())
                return Error{.code = Code::BadShape,
                             .message = cat("0 at position ", i, " has nothing to copy in ", input)};
            target.copied[i] = true;
            dim = input[static_cast<int>(i)];
        } else if (values[i] == 0 && !keepsZero) {
            dim = {};
            target.given.push_back(dim);
        } else {
            target.given.push_back(dim);
        }
        target.dims.push_back(std::move(dim));
    }
    return target;
}

Result<Shape> reshapeTo(const OpNode& node, const std::vector<std::int64_t>& values, bool keepsZero)
{
    TW_TRY(auto target, readTarget(node, values, keepsZero));
    const Shape& input = node.shape(0);
    std::vector<Dim> rest;
    for (int axis = 0; axis < input.rank(); ++axis)
        if (!target.copied[static_cast<std::size_t>(axis)])
            rest.push_back(input[axis]);
    if (target.open && input.ranked()) {
        const bool emptyCopy =
            std::any_of(target.dims.begin(), target.dims.end(), [](const Dim& dim) { return dim.value == 0; });
        if (emptyCopy)
            return Error{.code = Code::BadShape,
                         .message = cat(node.node.op, " cannot tell the dimension -1 of an empty tensor")};
        TW_TRY(target.dims[*target.open], leftOver(node, rest, target.given));
    }
    const Shape shape(target.dims);
    const auto before = input.elements();
    const auto after = shape.elements();
    if (before && after && *before != *after)
        return Error{.code = Code::BadShape,
                     .message = cat(input, " has ", *before, " elements, ", shape, " has ", *after)};
    return shape;
}

Result<std::vector<Inferred>> inferReshape(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    if (isPending(node, "shape", 1)) {
        const Shape& list = node.shape(1);
        const bool rankKnown = list.rank() == 1 && list[0].known() && list[0].value < 64;
        return std::vector{outputOf(node, rankKnown ? Shape::ofRank(static_cast<int>(list[0].value)) : Shape())};
    }
    TW_TRY(const auto values, node.intsOfAttributeOrInput("shape", 1));
    if (!values)
        return Error{.code = Code::BadAttribute, .message = "Reshape has no target shape"};
    TW_TRY(const auto keepsZero, node.intOf("allowzero", 0));
    TW_TRY(auto shape, reshapeTo(node, *values, keepsZero != 0));
    return std::vector{outputOf(node, std::move(shape))};
}

Result<std::vector<Inferred>> inferFlatten(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    const Shape& input = node.shape(0);
    if (!input.ranked())
        return std::vector{outputOf(node, Shape::ofRank(2))};
    TW_TRY(const auto axis, node.intOf("axis", 1));
    const auto cut = axis < 0 ? axis + input.rank() : axis;
    if (cut < 0 || cut > input.rank())
        return Error{.code = Code::BadAttribute, .message = cat("axis ", axis, " is outside ", input)};
    const std::span<const Dim> dims(input.dims());
    const auto split = static_cast<std::size_t>(cut);
    return std::vector{
        outputOf(node, Shape(std::vector{productOf(dims.first(split)), productOf(dims.subspan(split))}))};
}

AccessMap access(const OpNode& node)
{
    return withWholeParameters(node, wholes(node.shape(0).rank()));
}

}  // namespace

extern const OpFamily reshapeFamily;
const OpFamily reshapeFamily = {
    .name = "reshape",
    .ops = {{.op = "Reshape",
             .inputNames = {"data", "shape"},
             .documentation = "The same elements under another shape.",
             .infer = inferReshape,
             .evaluate = evaluateAlias<inferReshape>,
             .count = noWork,
             .access = access,
             .aliasesInput = true},
            {.op = "Flatten",
             .inputNames = {"X"},
             .documentation = "Joins the axes before `axis` into one, and the others into a second.",
             .infer = inferFlatten,
             .evaluate = evaluateAlias<inferFlatten>,
             .count = noWork,
             .access = access,
             .aliasesInput = true}}};

}  // namespace tw::ops
