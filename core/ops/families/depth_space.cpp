// SPDX-License-Identifier: Apache-2.0
// DepthToSpace and SpaceToDepth: blocks of pixels become channels and channels blocks of pixels.
#include "core/base/text.h"
#include "core/ops/counts.h"
#include "core/ops/family_support.h"
#include "core/ops/strided_copy.h"

namespace tw::ops {
namespace {

using ir::Dim;

Result<std::int64_t> blockOf(const OpNode& node)
{
    TW_TRY(const auto block, node.intOf("blocksize"));
    if (block < 1 || block > 1 << 15)
        return Error{.code = Code::BadAttribute,
                     .message = cat("blocksize ", block, " is not possible"),
                     .place = {.attribute = "blocksize"}};
    return block;
}

Result<Dim> divided(const OpNode& node, const Dim& dim, std::int64_t by)
{
    if (!dim.known())
        return by == 1 ? dim : Dim{};
    if (dim.value % by == 0)
        return Dim{.value = dim.value / by};
    return Error{.code = Code::BadShape, .message = cat(node.shape(0), " does not divide into blocks of ", by)};
}

Dim multiplied(const Dim& dim, std::int64_t by)
{
    return productOf(std::vector<Dim>{dim, {.value = by}});
}

Result<Shape> imageShape(const OpNode& node)
{
    TW_TRY_VOID(requireInputs(node, 1));
    const Shape& shape = node.shape(0);
    if (shape.ranked() && shape.rank() != 4)
        return Error{.code = Code::BadShape, .message = cat(node.node.op, " needs [N, C, H, W], got ", shape)};
    return shape.ranked() ? shape : Shape::ofRank(4);
}

Result<std::vector<Inferred>> inferToSpace(const OpNode& node)
{
    TW_TRY(auto shape, imageShape(node));
    TW_TRY(const auto block, blockOf(node));
    TW_TRY(shape[1], divided(node, shape[1], block * block));
    shape[2] = multiplied(shape[2], block);
    shape[3] = multiplied(shape[3], block);
    return std::vector<Inferred>{{.type = node.type(0), .shape = std::move(shape)}};
}

Result<std::vector<Inferred>> inferToDepth(const OpNode& node)
{
    TW_TRY(auto shape, imageShape(node));
    TW_TRY(const auto block, blockOf(node));
    shape[1] = multiplied(shape[1], block * block);
    TW_TRY(shape[2], divided(node, shape[2], block));
    TW_TRY(shape[3], divided(node, shape[3], block));
    return std::vector<Inferred>{{.type = node.type(0), .shape = std::move(shape)}};
}

/// Output loops n, c, h, block row, w, block column. Channels come block-major (DCR) or channel-major (CRD).
Result<LoopNest> nestToSpace(const OpNode& node)
{
    TW_TRY(const auto block, blockOf(node));
    TW_TRY(const auto mode, node.stringOf("mode", "DCR"));
    if (mode != "DCR" && mode != "CRD")
        return Error{
            .code = Code::BadAttribute, .message = cat("mode ", mode, " is not known"), .place = {.attribute = "mode"}};
    const auto in = node.shape(0).sizes();
    const std::int64_t plane = in[2] * in[3];
    const std::int64_t channels = in[1] / (block * block);
    const std::int64_t blockStep = mode == "DCR" ? channels * plane : plane;
    const std::int64_t channelStep = mode == "DCR" ? plane : block * block * plane;
    return LoopNest{.sizes = {in[0], channels, in[2], block, in[3], block},
                    .strides = {in[1] * plane, channelStep, in[3], block * blockStep, 1, blockStep}};
}

/// Output loops n, block row, block column, c, h, w.
Result<LoopNest> nestToDepth(const OpNode& node)
{
    TW_TRY(const auto block, blockOf(node));
    const auto in = node.shape(0).sizes();
    const std::int64_t plane = in[2] * in[3];
    return LoopNest{.sizes = {in[0], block, block, in[1], in[2] / block, in[3] / block},
                    .strides = {in[1] * plane, in[3], 1, plane, block * in[3], block}};
}

AccessMap accessToSpace(const OpNode&)
{
    return {{{identity(0), full(), full(), full()}}};
}

AccessMap accessToDepth(const OpNode& node)
{
    const auto block = blockOf(node);
    if (!block)
        return {{wholes(4)}};
    const auto window = [&](int axis) {
        return DimAccess{.kind = Access::Window, .outputAxis = axis, .stride = *block, .kernel = *block};
    };
    return {{{identity(0), full(), window(2), window(3)}}};
}

}  // namespace

extern const OpFamily depth_spaceFamily;
const OpFamily depth_spaceFamily = {
    .name = "depth_space",
    .ops = {{.op = "DepthToSpace",
             .inputNames = {"input"},
             .argsType = "tw_strided_copy_args",
             .documentation = "Spreads groups of channels over blocks of pixels.",
             .infer = inferToSpace,
             .evaluate = evaluateStridedCopy<nestToSpace>,
             .count = bytesMoved,
             .access = accessToSpace,
             .arguments = stridedCopyArguments<nestToSpace>},
            {.op = "SpaceToDepth",
             .inputNames = {"input"},
             .argsType = "tw_strided_copy_args",
             .documentation = "Stacks blocks of pixels into channels.",
             .infer = inferToDepth,
             .evaluate = evaluateStridedCopy<nestToDepth>,
             .count = bytesMoved,
             .access = accessToDepth,
             .arguments = stridedCopyArguments<nestToDepth>}}};

}  // namespace tw::ops
