// SPDX-License-Identifier: Apache-2.0
// Transpose: the axes in another order.
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/index_space.h"
#include "core/ops/layout.h"
#include "core/ops/strided_copy.h"

#include "core/base/text.h"

namespace tw::ops {
namespace {

/// Output axis k is input axis perm[k]; reversed by default.
Result<std::vector<std::int64_t>> permutationOf(const OpNode& node)
{
    const int rank = node.shape(0).rank();
    std::vector<std::int64_t> reversed;
    for (int axis = rank; axis-- > 0;)
        reversed.push_back(axis);
    TW_TRY(const auto given, node.intsOf("perm", reversed));
    if (given.empty())
        return reversed;
    if (static_cast<int>(given.size()) != rank)
        return Error{.code = Code::BadAttribute,
                     .message = cat("perm [", join(given, ", "), "] does not fit ", node.shape(0))};
    TW_TRY(const auto axes, normalAxesOf(node, given, rank));
    return std::vector<std::int64_t>(axes.begin(), axes.end());
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    if (!node.shape(0).ranked()) {
        TW_TRY(const auto given, node.intsOf("perm", std::vector<std::int64_t>{}));
        const Shape shape = given.empty() ? Shape() : Shape::ofRank(static_cast<int>(given.size()));
        return std::vector<Inferred>{{.type = node.type(0), .shape = shape}};
    }
    TW_TRY(const auto permutation, permutationOf(node));
    return std::vector<Inferred>{{.type = node.type(0), .shape = permuted(node.shape(0), permutation)}};
}

Result<LoopNest> nestOf(const OpNode& node)
{
    TW_TRY(const auto permutation, permutationOf(node));
    const auto sizes = node.shape(0).sizes();
    const auto strides = rowMajorStrides(sizes);
    LoopNest nest;
    for (const auto axis : permutation) {
        nest.sizes.push_back(sizes[static_cast<std::size_t>(axis)]);
        nest.strides.push_back(strides[static_cast<std::size_t>(axis)]);
    }
    return nest;
}

AccessMap access(const OpNode& node)
{
    const auto permutation = permutationOf(node);
    if (!permutation)
        return {{wholes(node.shape(0).rank())}};
    std::vector<DimAccess> dims(permutation.value().size());
    for (std::size_t out = 0; out < dims.size(); ++out) {
        const auto in = permutation.value()[out];
        dims[static_cast<std::size_t>(in)] = follows(static_cast<int>(in), static_cast<int>(out));
    }
    return {{dims}};
}

}  // namespace

extern const OpFamily transposeFamily;
const OpFamily transposeFamily = {
    .name = "transpose",
    .ops = {{.op = "Transpose",
             .inputNames = {"data"},
             .argsType = "tw_strided_copy_args",
             .documentation = "Puts the axes into another order.",
             .infer = infer,
             .evaluate = evaluateStridedCopy<nestOf>,
             .count = bytesMoved,
             .access = access,
             .arguments = stridedCopyArguments<nestOf>}}};

}  // namespace tw::ops
