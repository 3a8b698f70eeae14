// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/tiled_node.h"

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/ops/registry.h"
#include "core/target/constant_form.h"

namespace tw::codegen {
namespace {

std::int64_t pitchOf(const ir::Shape& shape, std::size_t dim, std::int64_t elementBytes)
{
    std::int64_t pitch = elementBytes;
    for (int d = static_cast<int>(dim) + 1; d < shape.rank(); ++d)
        pitch *= shape[d].value;
    return pitch;
}

}  // namespace

TiledNode::TiledNode(target::MatchNode match, const target::Target& target, const target::KernelRow& row,
                     std::shared_ptr<const tiling::TilePlan> plan)
    : match_(std::move(match)), target_(target), row_(row), plan_(std::move(plan)), view_(match_, row_)
{
    for (const auto& loop : plan_->loops)
        axes_.push_back(tiling::axisKinds(view_, loop));
    kindSteps_.assign(axes_.size(), 1);
    for (std::size_t a = axes_.size(); a-- > 0;) {
        kindSteps_[a] = kinds_;
        kinds_ *= axes_[a].count();
    }
}

Result<std::unique_ptr<const TiledNode>> TiledNode::make(const ProjectInput& in, std::size_t node)
{
    const auto& bound = in.binding.nodes[node];
    TW_CHECK(bound.tiles != nullptr);
    TW_TRY(auto match, target::matchNodeOf(in.graph, in.graph.nodes[node]));
    const auto& row = in.target.rows[static_cast<std::size_t>(bound.row)];
    return std::unique_ptr<const TiledNode>(new TiledNode(std::move(match), in.target, row, bound.tiles));
}

std::vector<ops::Range> TiledNode::rangesOfKind(int kind) const
{
    std::vector<std::int64_t> index;
    for (std::size_t a = 0; a < axes_.size(); ++a)
        index.push_back(axes_[a].firstOfKind[static_cast<std::size_t>(kind / kindSteps_[a] % axes_[a].count())]);
    return tiling::outputRanges(plan_->loops, index, view_.output());
}

Result<target::MatchNode> TiledNode::tileOfKind(int kind) const
{
    return view_.tile(rangesOfKind(kind));
}

std::vector<TiledNode::Move> TiledNode::inputMoves(std::size_t input) const
{
    const auto access = ops::accessOf(*match_.def, match_.view);
    const auto& dims = access.inputs[input];
    const auto& operand = match_.view.inputs[input];
    std::vector<Move> moves(plan_->loops.size());
    for (std::size_t a = 0; a < plan_->loops.size(); ++a) {
        const auto& loop = plan_->loops[a];
        for (std::size_t d = 0; view_.follows(input, loop.axis) && d < dims.size(); ++d)
            if (dims[d].outputAxis == loop.axis)
                moves[a] = {.step = loop.tile * (dims[d].kind == ops::Access::Window ? dims[d].stride : 1),
                            .before = dims[d].kind == ops::Access::Window ? dims[d].pad : 0,
                            .pitch = pitchOf(operand.shape, d, ir::byteCount(operand.type, 1))};
    }
    return moves;
}

TiledNode::Operand TiledNode::regionOperand(const ir::Shape& shape, std::int64_t elementBytes, std::vector<Move> moves,
                                            const std::vector<std::vector<ops::Range>>& ranges) const
{
    std::vector<bool> cut(static_cast<std::size_t>(shape.rank()), false);
    for (const auto& one : ranges)
        for (std::size_t d = 0; d < cut.size(); ++d)
            cut[d] = cut[d] || one[d].end - one[d].begin != shape[static_cast<int>(d)].value;
    const auto form = tiling::regionForm(shape, cut, elementBytes);
    TW_CHECK(form.has_value());   // the tiles were chosen so
    Operand result{.moves = std::move(moves), .sizes = {}, .rowPitch = form->rowPitch, .planePitch = form->planePitch};
    for (const auto& one : ranges)
        result.sizes.push_back(tiling::regionOf(*form, shape, one, elementBytes));
    return result;
}

Result<std::int64_t> TiledNode::piecePitch(std::size_t input) const
{
    const auto& operand = plan_->inputs[input];
    if (operand.buffers > 0)
        return operand.slotBytes;
    std::int64_t largest = 0;
    for (int kind = 0; kind < kinds_; ++kind) {
        TW_TRY(const auto tile, tileOfKind(kind));
        largest = std::max(largest, target::operandBytes(row_, tile, input));
    }
    const auto alignment = target_.memory(operand.far)->alignment;
    return (largest + alignment - 1) / alignment * alignment;
}

Result<TiledNode::Operand> TiledNode::piecesOperand(std::size_t input) const
{
    Operand result{.moves = std::vector<Move>(plan_->loops.size()), .sizes = {}};
    TW_TRY(std::int64_t step, piecePitch(input));
    for (std::size_t a = plan_->loops.size(); a-- > 0;) {
        if (!view_.follows(input, plan_->loops[a].axis))
            continue;
        result.moves[a] = {.step = step, .before = 0, .pitch = 1};
        step *= plan_->loops[a].count();
    }
    for (int kind = 0; kind < kinds_; ++kind) {
        TW_TRY(const auto tile, tileOfKind(kind));
        result.sizes.push_back({.offset = 0, .bytes = target::operandBytes(row_, tile, input)});
    }
    return result;
}

Result<TiledNode::Operand> TiledNode::input(std::size_t input) const
{
    if (plan_->inputs[input].pieces)
        return piecesOperand(input);
    const auto& operand = match_.view.inputs[input];
    if (operand.constant) {   // whole, in the form of the row
        Operand result{.moves = std::vector<Move>(plan_->loops.size()), .sizes = {}};
        result.sizes.assign(static_cast<std::size_t>(kinds_), {.offset = 0, .bytes = target::operandBytes(row_, match_, input)});
        return result;
    }
    std::vector<std::vector<ops::Range>> ranges;
    for (int kind = 0; kind < kinds_; ++kind)
        ranges.push_back(view_.inputRanges(input, rangesOfKind(kind)));
    return regionOperand(operand.shape, ir::byteCount(operand.type, 1), inputMoves(input), ranges);
}

TiledNode::Operand TiledNode::output(std::size_t output) const
{
    const auto& operand = match_.view.outputs[output];
    const auto elementBytes = ir::byteCount(operand.type, 1);
    std::vector<Move> moves;
    for (const auto& loop : plan_->loops)
        moves.push_back({.step = loop.tile, .before = 0, .pitch = pitchOf(operand.shape, static_cast<std::size_t>(loop.axis), elementBytes)});
    std::vector<std::vector<ops::Range>> ranges;
    for (int kind = 0; kind < kinds_; ++kind)
        ranges.push_back(rangesOfKind(kind));
    if (plan_->loops.empty())   // one tile, which is also how a node of several results comes here
        ranges.assign(1, tiling::outputRanges({}, {}, operand.shape));
    return regionOperand(operand.shape, elementBytes, std::move(moves), ranges);
}

Result<ir::TensorData> TiledNode::pieces(std::size_t input) const
{
    TW_TRY(const auto pitch, piecePitch(input));
    const auto slot = static_cast<std::size_t>(pitch);
    std::vector<std::int64_t> index(plan_->loops.size(), 0);
    std::vector<std::byte> bytes;
    for (bool more = true; more;) {
        const auto ranges = tiling::outputRanges(plan_->loops, index, view_.output());
        TW_TRY(const auto tile, view_.tile(ranges, tiling::TileView::Constants::Slice));
        TW_TRY(const auto data, target::constantFor(row_, tile, input));
        TW_CHECK(data.bytes.view.size() <= slot);
        bytes.insert(bytes.end(), data.bytes.view.begin(), data.bytes.view.end());
        bytes.resize((bytes.size() + slot - 1) / slot * slot);
        more = false;
        for (std::size_t a = index.size(); a-- > 0 && !more;) {
            if (!view_.follows(input, plan_->loops[a].axis))
                continue;
            more = ++index[a] < plan_->loops[a].count();
            if (!more)
                index[a] = 0;
        }
    }
    const auto count = static_cast<std::int64_t>(bytes.size());
    return ir::TensorData{ir::DataType::U8, ir::Shape{count}, Bytes::own(std::move(bytes))};
}

}  // namespace tw::codegen
