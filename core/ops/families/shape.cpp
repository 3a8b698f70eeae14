// SPDX-License-Identifier: Apache-2.0
// Shape and Size: facts about a tensor as a tensor. Known before the run when the dimensions are.
#include "core/base/text.h"
#include "core/ops/family_support.h"

#include <algorithm>

namespace tw::ops {
namespace {

struct AxisRange {
    int begin = 0;
    int end = 0;
};

/// start and end are clipped, unlike other axes.
Result<AxisRange> rangeOf(const OpNode& node)
{
    const int rank = node.shape(0).rank();
    TW_TRY(const auto start, node.intOf("start", 0));
    TW_TRY(const auto end, node.intOf("end", rank));
    const auto clip = [rank](std::int64_t axis) {
        return static_cast<int>(std::clamp<std::int64_t>(axis < 0 ? axis + rank : axis, 0, rank));
    };
    const AxisRange range{clip(start), clip(end)};
    return AxisRange{range.begin, std::max(range.begin, range.end)};
}

Result<std::vector<Inferred>> inferShape(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    if (!node.shape(0).ranked())
        return std::vector<Inferred>{{.type = DataType::I64, .shape = Shape::ofRank(1)}};
    TW_TRY(const auto range, rangeOf(node));
    Inferred result{.type = DataType::I64, .shape = {range.end - range.begin}};
    std::vector<std::int64_t> sizes;
    for (int axis = range.begin; axis < range.end; ++axis)
        sizes.push_back(node.shape(0)[axis].value);
    if (std::all_of(sizes.begin(), sizes.end(), [](auto size) { return size >= 0; }))
        result.constant = ir::fromIntegers(DataType::I64, result.shape, sizes);
    return std::vector{std::move(result)};
}

Result<std::vector<Inferred>> inferSize(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    Inferred result{.type = DataType::I64, .shape = Shape::scalar()};
    if (const auto elements = node.shape(0).elements())
        result.constant = ir::fromIntegers(DataType::I64, result.shape, std::vector{*elements});
    return std::vector{std::move(result)};
}

template <Result<std::vector<Inferred>> (*infer)(const OpNode&)>
Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const auto inferred, infer(node));
    if (!inferred[0].constant)
        return Error{.code = Code::UnknownShape, .message = cat(node.shape(0), " is not static")};
    return std::vector{*inferred[0].constant};
}

AccessMap access(const OpNode& node)
{
    return {{wholes(node.shape(0).rank())}};
}

}  // namespace

extern const OpFamily shapeFamily;
const OpFamily shapeFamily = {
    .name = "shape",
    .ops = {{.op = "Shape",
             .inputNames = {"data"},
             .outputNames = {"shape"},
             .documentation = "The dimensions of a tensor.",
             .infer = inferShape,
             .evaluate = evaluate<inferShape>,
             .count = noWork,
             .access = access},
            {.op = "Size",
             .inputNames = {"data"},
             .outputNames = {"size"},
             .documentation = "The number of elements of a tensor.",
             .infer = inferSize,
             .evaluate = evaluate<inferSize>,
             .count = noWork,
             .access = access}}};

}  // namespace tw::ops
