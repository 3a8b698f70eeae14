// SPDX-License-Identifier: Apache-2.0
// Split: consecutive pieces along one axis. It has no kernel: each piece is a Slice, which a pass writes out.
#include "core/base/text.h"
#include "core/ops/axis.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/index_space.h"

#include <numeric>

namespace tw::ops {
namespace {

/// Equal pieces; the last one is smaller when they do not divide (num_outputs, opset 18).
std::vector<std::int64_t> equalPieces(std::int64_t extent, std::int64_t count)
{
    const std::int64_t piece = (extent + count - 1) / count;
    std::vector<std::int64_t> sizes;
    for (std::int64_t i = 0; i < count; ++i)
        sizes.push_back(std::clamp<std::int64_t>(extent - i * piece, 0, piece));
    return sizes;
}

/// -1 where not known yet. The extent may be unknown.
Result<std::vector<std::int64_t>> pieceSizes(const OpNode& node, const ir::Dim& extent)
{
    const auto outputs = static_cast<std::int64_t>(node.node.outputs.size());
    const std::vector<std::int64_t> unknown(static_cast<std::size_t>(outputs), -1);
    if (isPending(node, "split", 1))
        return unknown;
    TW_TRY(const auto given, node.intsOfAttributeOrInput("split", 1));
    if (!given) {
        TW_TRY(const auto count, node.intOf("num_outputs", outputs));
        if (count != outputs || count < 1)
            return Error{.code = Code::BadAttribute,
                         .message = cat("num_outputs is ", count, ", but Split has ", outputs, " outputs")};
        if (!extent.known())
            return unknown;
        if (!node.hasAttribute("num_outputs") && extent.value % count != 0)
            return Error{.code = Code::BadShape,
                         .message = cat(extent.value, " does not divide into ", count, " equal pieces")};
        return equalPieces(extent.value, count);
    }
    std::int64_t sum = 0;
    for (const auto size : *given) {
        if (size < 0 || size > INT32_MAX)
            return Error{.code = Code::BadAttribute, .message = cat("a piece of size ", size, " is not possible")};
        sum += size;
    }
    if (static_cast<std::int64_t>(given->size()) != outputs || (extent.known() && sum != extent.value))
        return Error{.code = Code::BadShape,
                     .message = cat("pieces [", join(*given, ", "), "] do not fit ", node.shape(0), " and ", outputs,
                                    " outputs")};
    return *given;
}

Result<std::vector<Inferred>> infer(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    std::vector<Inferred> result(node.node.outputs.size(), {.type = node.type(0), .shape = node.shape(0)});
    if (!node.shape(0).ranked())
        return result;
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), 0));
    TW_TRY(const auto sizes, pieceSizes(node, node.shape(0)[axis]));
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i].shape[axis] = {.value = sizes[i]};
    return result;
}

Result<std::vector<TensorData>> evaluate(const OpNode& node)
{
    TW_TRY(const auto inferred, infer(node));
    TW_TRY(const int axis, axisOf(node, node.shape(0).rank(), 0));
    const TensorData& data = *node.constant(0);
    const auto strides = rowMajorStrides(data.shape.sizes());
    std::vector<TensorData> pieces;
    std::int64_t begin = 0;
    for (const auto& output : inferred) {
        std::vector<AxisOffsets> offsets;
        for (int i = 0; i < output.shape.rank(); ++i)
            offsets.push_back(evenly(output.shape[i].value,
                                     i == axis ? begin * strides[static_cast<std::size_t>(i)] : 0,
                                     strides[static_cast<std::size_t>(i)]));
        pieces.push_back(pick(data, offsets));
        begin += output.shape[axis].value;
    }
    return pieces;
}

AccessMap access(const OpNode& node)   // of output 0, which begins at 0
{
    return withWholeParameters(node, identities(node.shape(0).rank()));
}

}  // namespace

extern const OpFamily splitFamily;
const OpFamily splitFamily = {
    .name = "split",
    .ops = {{.op = "Split",
             .inputNames = {"input", "split"},
             .outputNames = {"outputs"},
             .documentation = "Cuts a tensor into consecutive pieces along an axis.",
             .infer = infer,
             .evaluate = evaluate,
             .count = bytesMoved,
             .access = access}}};

}  // namespace tw::ops
