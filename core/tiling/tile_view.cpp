// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/tile_view.h"

#include "core/base/text.h"
#include "core/ops/layout.h"
#include "core/ops/registry.h"
#include "core/target/constant_form.h"
#include "core/tiling/slice_data.h"
#include "core/tiling/tile_plan.h"

#include <algorithm>

namespace tw::tiling {
namespace {

/// Whether a tile needs another part of the dimension than the whole node. (Offsets have been settled before.)
bool isTied(const ops::DimAccess& dim)
{
    return dim.kind == ops::Access::Identity || dim.kind == ops::Access::Permuted || dim.kind == ops::Access::Window;
}

std::int64_t extentOf(const ir::Shape& shape, std::size_t dim)
{
    return shape.dims()[dim].value;
}

/// First image dimension of an operand that stands in the node's layout.
int firstSpatialDim(const ir::Node& node)
{
    return ops::isChannelsLast(node) ? 1 : 2;
}

bool isImage(const ops::OpDef& def, std::size_t input)
{
    return std::find(def.imageInputs.begin(), def.imageInputs.end(), static_cast<int>(input)) != def.imageInputs.end();
}

std::size_t presentOutputs(const ops::OpNode& view)
{
    return static_cast<std::size_t>(std::count_if(view.outputs.begin(), view.outputs.end(), [](const auto& one) { return one.present; }));
}

std::vector<std::int64_t> sizesOf(std::span<const ops::Range> ranges)
{
    std::vector<std::int64_t> sizes;
    for (const auto& range : ranges)
        sizes.push_back(range.end - range.begin);
    return sizes;
}

/// Windows of these operators mean what "pads" says; a padded window of another operator stays whole.
bool hasPads(const ir::Node& node)
{
    return (ir::hasAttribute(node, "kernel_shape") || node.op.ends_with("Conv")) && !node.op.starts_with("ConvTranspose");
}

}  // namespace

TileView::TileView(const target::MatchNode& whole, const target::KernelRow& row)
    : whole_(whole), row_(row), access_(ops::accessOf(*whole.def, whole.view))
{
    const int rank = output().rank();
    refusals_.assign(static_cast<std::size_t>(rank), "");
    for (std::size_t input = 0; input < access_.inputs.size(); ++input)
        for (std::size_t dim = 0; dim < access_.inputs[input].size(); ++dim)
            keepWhole(input, dim);
    for (int axis = 0; axis < rank; ++axis)
        if (mayCut(axis))
            refusals_[static_cast<std::size_t>(axis)] = refusalOf(axis);
}

/// A dimension that is joined, cut off, or seen through a window that no attribute describes: the kernel is told where
/// in all of it to begin, so it always gets all of it.
void TileView::keepWhole(std::size_t input, std::size_t dim)
{
    auto& access = access_.inputs[input][dim];
    const bool isImageDim = isImage(*whole_.def, input) && static_cast<int>(dim) >= firstSpatialDim(whole_.view.node);
    std::string why;
    if (access.kind == ops::Access::Offset)
        why = cat("input ", input, " is joined or cut along it");
    if (access.kind == ops::Access::Window && !isImageDim)
        why = cat("input ", input, " has a window along it that is not one of an image");
    if (why.empty())
        return;
    refusals_[static_cast<std::size_t>(access.outputAxis)] = why;
    access = ops::full();
}

bool TileView::follows(std::size_t input, int axis) const
{
    // Values worked out per output channel go with the weights, whatever the operand itself looks like.
    constexpr std::size_t kWeights = 1;
    const auto* encoding = target::encodingOf(row_, whole_, input);
    const auto& dims = access_.inputs[encoding && encoding->values != target::Values::Own ? kWeights : input];
    return std::any_of(dims.begin(), dims.end(),
                       [&](const auto& dim) { return isTied(dim) && dim.outputAxis == axis; });
}

int TileView::axisOf(std::size_t input, int dim) const
{
    const auto& dims = access_.inputs[input];
    const auto d = static_cast<std::size_t>(dim);
    return d < dims.size() && isTied(dims[d]) ? dims[d].outputAxis : -1;
}

std::vector<ops::Range> TileView::inputRanges(std::size_t input, std::span<const ops::Range> output) const
{
    const auto& dims = access_.inputs[input];
    const auto& shape = whole_.view.inputs[input].shape;
    // The node itself gets all of its input, also what its strides jump over.
    const bool isWhole = sizesOf(output) == this->output().sizes();
    std::vector<ops::Range> ranges;
    for (std::size_t d = 0; d < static_cast<std::size_t>(shape.rank()); ++d) {
        const auto extent = extentOf(shape, d);
        const bool moves = !isWhole && d < dims.size() && isTied(dims[d]);
        ranges.push_back(moves ? ops::neededRange(dims[d], output[static_cast<std::size_t>(dims[d].outputAxis)], extent)
                               : ops::Range{0, extent});
    }
    return ranges;
}

bool TileView::pointwise(std::size_t input) const
{
    const auto& dims = access_.inputs[input];
    if (whole_.view.inputs[input].shape != output())
        return false;
    for (std::size_t d = 0; d < dims.size(); ++d)
        if (dims[d].kind != ops::Access::Identity || dims[d].outputAxis != static_cast<int>(d))
            return false;
    return dims.size() == static_cast<std::size_t>(rank());
}

TileView::Reach TileView::reach(std::size_t input, int axis, ops::Range output) const
{
    const auto& dims = access_.inputs[input];
    for (std::size_t d = 0; d < dims.size(); ++d) {
        if (!isTied(dims[d]) || dims[d].outputAxis != axis)
            continue;
        const auto extent = extentOf(whole_.view.inputs[input].shape, d);
        const auto range = ops::neededRange(dims[d], output, extent);
        if (dims[d].kind != ops::Access::Window)
            return {.size = range.end - range.begin, .begin = range.begin};
        const auto& dim = dims[d];
        const auto last = (output.end - 1) * dim.stride - dim.pad + (dim.kernel - 1) * dim.dilation + 1;
        return {.size = range.end - range.begin, .before = std::max<std::int64_t>(0, dim.pad - output.begin * dim.stride),
                .after = std::max<std::int64_t>(0, last - extent), .begin = range.begin};
    }
    return {};
}

std::string TileView::refusalOf(int axis) const
{
    const auto& view = whole_.view;
    const auto extent = extentOf(output(), static_cast<std::size_t>(axis));
    if (extent < 2)
        return "it has one position only";
    if (presentOutputs(view) != 1)
        return "the node has several results";
    for (std::size_t i = 0; i < access_.inputs.size(); ++i) {
        const auto& dims = access_.inputs[i];
        if (std::count_if(dims.begin(), dims.end(), [&](const auto& dim) { return isTied(dim) && dim.outputAxis == axis; }) > 1)
            return cat("input ", i, " follows it in two dimensions");
    }
    // The first and the last half stand for all tiles.
    auto ranges = outputRanges({}, {}, output());
    for (const ops::Range half : {ops::Range{0, extent / 2}, ops::Range{extent / 2, extent}}) {
        ranges[static_cast<std::size_t>(axis)] = half;
        if (const auto piece = tile(ranges); !piece)
            return piece.error().message;
    }
    return {};
}

void TileView::setPads(ops::OpNode& view, std::span<const ops::Range> output) const
{
    const int first = firstSpatialDim(view.node);
    for (const int image : whole_.def->imageInputs) {
        const auto& dims = access_.inputs[static_cast<std::size_t>(image)];
        const auto& shape = whole_.view.inputs[static_cast<std::size_t>(image)].shape;
        const int spatial = shape.rank() - 2;
        std::vector<std::int64_t> pads(static_cast<std::size_t>(2 * std::max(spatial, 0)), 0);
        bool found = false;
        for (int j = 0; j < spatial; ++j) {
            const auto d = static_cast<std::size_t>(first + j);
            if (d >= dims.size() || dims[d].kind != ops::Access::Window)
                continue;
            found = true;
            const int axis = dims[d].outputAxis;
            const auto touched = reach(static_cast<std::size_t>(image), axis, output[static_cast<std::size_t>(axis)]);
            pads[static_cast<std::size_t>(j)] = touched.before;
            pads[static_cast<std::size_t>(spatial + j)] = touched.after;
        }
        if (found) {
            view.node.attributes["pads"] = pads;
            view.node.attributes.erase("auto_pad");
        }
    }
}

Result<void> TileView::checkConditions(const target::MatchNode& tile) const
{
    const auto refuses = [&](const Expression& condition) {
        const auto value = condition.evaluate(tile.variables);
        return value && value.value() == 0;   // one that names more than the operator's numbers speaks of the constants
    };
    for (const auto& need : row_.needs)
        if (refuses(need.condition))
            return Error{.code = Code::NoKernel, .message = cat("a part is no work for the kernel: ", need.sentence)};
    if (row_.when && refuses(*row_.when))
        return Error{.code = Code::NoKernel, .message = cat("a part is no work for the kernel: ", row_.whenSentence)};
    return {};
}

Result<target::MatchNode> TileView::tile(std::span<const ops::Range> output, Constants constants) const
{
    auto view = whole_.view;
    const auto sizes = sizesOf(output);
    if (sizes == whole_.view.outputs.front().shape.sizes())
        return whole_;
    for (std::size_t i = 0; i < view.inputs.size(); ++i) {
        auto& operand = view.inputs[i];
        if (!operand.present)
            continue;
        const auto ranges = inputRanges(i, output);
        const auto shape = ir::Shape::of(sizesOf(ranges));
        if (shape == operand.shape)
            continue;
        if (operand.constant && constants == Constants::Slice)
            operand.constant = sliceData(*operand.constant, ranges);
        else if (operand.constant)
            operand.constant = std::nullopt;
        operand.shape = shape;
    }
    view.outputs.front().shape = ir::Shape::of(sizes);
    const auto ceilMode = view.intOf("ceil_mode", 0);
    if (ceilMode && ceilMode.value() != 0)
        return Error{.code = Code::NoKernel, .message = "windows that reach beyond the border are not cut"};
    if (hasPads(view.node))
        setPads(view, output);
    if (const auto group = view.intOf("group", 1); group && group.value() > 1) {
        const int channelDim = ops::isChannelsLast(view.node) ? view.shape(0).rank() - 1 : 1;
        const auto now = view.shape(0)[channelDim].value;
        const auto before = whole_.view.shape(0)[channelDim].value;
        const int outputDim = ops::isChannelsLast(view.node) ? rank() - 1 : 1;
        if (now == before && view.outputs.front().shape[outputDim].value != this->output()[outputDim].value)
            return Error{.code = Code::NoKernel, .message = "groups of several channels are not cut"};
        view.node.attributes["group"] = group.value() * now / before;
    }
    TW_TRY(const auto inferred, ops::inferNode(*whole_.def, view));
    if (inferred.empty() || inferred.front().shape != view.outputs.front().shape)
        return Error{.code = Code::NoKernel, .message = "the operator gives another result when its input is cut along it"};
    TW_TRY(auto result, target::matchNodeOf(*whole_.def, std::move(view)));
    TW_TRY_VOID(checkConditions(result));
    return result;
}

}  // namespace tw::tiling
