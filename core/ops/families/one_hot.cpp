// SPDX-License-Identifier: Apache-2.0
// OneHot: each index becomes a row of `depth` values, one of which is "on". Indices outside the row leave it "off".
#include "core/base/text.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/index_space.h"
#include "core/ops/indices.h"

namespace tw::ops {
namespace {

/// nullopt while the input is not known.
Result<std::optional<std::int64_t>> depthOf(const OpNode& node)
{
    using Depth = std::optional<std::int64_t>;
    if (!node.constant(1))
        return Depth();
    TW_TRY(const auto values, integersOf(node, *node.constant(1)));
    if (values.size() != 1 || values[0] < 0)
        return Error{.code = Code::BadInput, .message = "the depth of OneHot must be one number that is not negative"};
    return Depth(values[0]);
}

Result<int> newAxis(const OpNode& node)
{
    TW_TRY(const auto axis, node.intOf("axis", -1));
    return normalAxisOf(node, axis, node.shape(0).rank() + 1);
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 3));
    std::vector<Inferred> result{{.type = node.type(2)}};
    if (!node.shape(0).ranked())
        return result;
    TW_TRY(const int axis, newAxis(node));
    TW_TRY(const auto depth, depthOf(node));
    std::vector<ir::Dim> dims = node.shape(0).dims();
    dims.insert(dims.begin() + axis, ir::Dim{.value = depth.value_or(-1)});
    result[0].shape = Shape(std::move(dims));
    return result;
}

/// [outer, depth, inner] of the output.
struct Layout {
    std::int64_t outer = 1;
    std::int64_t inner = 1;
};

Layout layoutOf(const OpNode& node, int axis)
{
    Layout layout;
    for (int i = 0; i < node.shape(0).rank(); ++i)
        (i < axis ? layout.outer : layout.inner) *= node.shape(0)[i].value;
    return layout;
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const auto inferred, infer(node));
    TW_TRY(const int axis, newAxis(node));
    const TensorData& offOn = *node.constant(2);
    if (offOn.elements() != 2)
        return Error{.code = Code::BadShape, .message = cat("OneHot needs the values off and on, got ", offOn.shape)};
    TW_TRY_VOID(resultSize(node, inferred[0].shape));
    TW_TRY(const auto indices, integersOf(node, *node.constant(0)));
    const auto depth = inferred[0].shape[axis].value;
    const auto [outer, inner] = layoutOf(node, axis);
    TensorBuilder result(inferred[0].type, inferred[0].shape);
    std::int64_t to = 0;
    for (std::int64_t o = 0; o < outer; ++o)
        for (std::int64_t position = 0; position < depth; ++position)
            for (std::int64_t i = 0; i < inner; ++i) {
                const auto index = indices[static_cast<std::size_t>(o * inner + i)];
                const auto place = index < 0 ? index + depth : index;
                result.copy(to++, offOn, place == position);
            }
    return std::vector{std::move(result).finish()};
}

AccessMap access(const OpNode& node)
{
    const auto axis = newAxis(node);
    std::vector<DimAccess> dims;
    for (int i = 0; i < node.shape(0).rank(); ++i)
        dims.push_back(axis ? follows(i, i < *axis ? i : i + 1) : full());
    return withWholeParameters(node, std::move(dims));
}

Result<Arguments> arguments(const OpNode& node)
{
    TW_TRY(const int axis, newAxis(node));
    const auto [outer, inner] = layoutOf(node, axis);
    Arguments arguments{{"elem_bytes", elementBytes(node.type(2))}};
    const auto index = indexFields(node.type(0));
    arguments.insert(arguments.end(), index.begin(), index.end());
    arguments.push_back({"outer", outer});
    arguments.push_back({"depth", node.outputs.at(0).shape[axis].value});
    arguments.push_back({"inner", inner});
    return arguments;
}

}  // namespace

extern const OpFamily one_hotFamily;
const OpFamily one_hotFamily = {
    .name = "one_hot",
    .ops = {{.op = "OneHot",
             .inputNames = {"indices", "depth", "values"},
             .argsType = "tw_one_hot_args",
             .documentation = "Turns each index into a row with one value on and the others off.",
             .infer = infer,
             .evaluate = evaluate,
             .count = bytesMoved,
             .access = access,
             .arguments = arguments}}};

}  // namespace tw::ops
