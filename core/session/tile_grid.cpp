// SPDX-License-Identifier: Apache-2.0
#include "core/session/tile_grid.h"

#include "core/base/text.h"
#include "core/session/guard.h"
#include "core/tiling/tile_view.h"

#include <algorithm>

namespace tw::session {
namespace {

const ir::Node& nodeAt(const Snapshot& snapshot, int work)
{
    return snapshot.deployment->lowered->nodes.at(static_cast<std::size_t>(work));
}

const target::KernelRow& rowOf(const Snapshot& snapshot, int work)
{
    const int row = snapshot.deployment->rows.at(static_cast<std::size_t>(work));
    TW_CHECK(row >= 0);
    return snapshot.deployment->target->rows[static_cast<std::size_t>(row)];
}

bool isChannelsLast(const ir::Node& node)
{
    const auto found = node.attributes.find("layout");
    return found != node.attributes.end() && ir::attributeText(found->second).find("NHWC") != std::string::npos;
}

/// Of four dimensions when the operator says in which order they are; else by number.
std::string axisName(const ir::Node& node, int rank, int axis)
{
    const bool image = node.attributes.contains("layout") || node.op.find("Conv") != std::string::npos || node.op.find("Pool") != std::string::npos;
    if (image && rank == 4)
        return std::string(1, std::string_view(isChannelsLast(node) ? "NHWC" : "NCHW")[static_cast<std::size_t>(axis)]);
    return cat("axis ", axis);
}

std::string whyWhole(const Snapshot& snapshot, int work, const std::string& near)
{
    const auto& places = snapshot.deployment->places.at(static_cast<std::size_t>(work));
    bool copied = false;
    bool elsewhere = false;
    for (const auto* side : {&places.inputs, &places.outputs})
        for (const auto& place : *side) {
            copied = copied || (!place.home.empty() && place.isStaged());
            elsewhere = elsewhere || (!place.home.empty() && place.home != near);
        }
    if (!elsewhere)
        return cat("all its operands live in ", near, ", where its engine computes: there is nothing to move");
    if (copied)
        return cat("everything it needs fits ", near, " at once, and copying it whole is at least as quick as tiles");
    return "its engine uses the operands where they live, which is at least as quick as tiles";
}

class GridMaker {
public:
    GridMaker(const Snapshot& snapshot, int work, target::MatchNode match, TileGrid& grid)
        : node_(nodeAt(snapshot, work)), graph_(*snapshot.deployment->lowered), match_(std::move(match)),
          view_(match_, rowOf(snapshot, work)), grid_(grid)
    {
    }

    void fillAxes(const tiling::TileOverride& chosen)
    {
        const auto& output = view_.output();
        for (int axis = 0; axis < view_.rank(); ++axis) {
            TileAxis one{.name = axisName(node_, output.rank(), axis), .extent = output[axis].value, .tile = output[axis].value,
                         .whyNot = view_.whyNot(axis), .chosen = chosen.contains(axis)};
            if (one.whyNot.empty() && one.extent < 2)
                one.whyNot = "there is one position only";
            for (std::size_t l = 0; grid_.plan && l < grid_.plan->loops.size(); ++l)
                if (grid_.plan->loops[l].axis == axis)
                    one.tile = grid_.plan->loops[l].tile;
            grid_.axes.push_back(std::move(one));
        }
    }

    void fillTensors()
    {
        for (std::size_t i = 0; i < node_.inputs.size(); ++i)
            if (node_.inputs[i].valid() && (!grid_.plan || grid_.plan->inputs[i].present))
                grid_.inputs.push_back(inputAt(i));
        for (std::size_t i = 0; i < node_.outputs.size(); ++i)
            if (node_.outputs[i].valid() && (!grid_.plan || grid_.plan->outputs[i].present))
                grid_.outputs.push_back(outputAt(i));
    }

private:
    static void setMoves(TileTensor& tensor, const tiling::TileOperand& moves)
    {
        tensor.moves = moves;
        tensor.buffers = moves.buffers;
    }

    TileTensor inputAt(std::size_t input) const
    {
        const auto& operand = match_.view.inputs[input];
        TileTensor tensor{.name = graph_.tensor(node_.inputs[input]).name, .role = target::inputName(*match_.def, input),
                          .constant = operand.constant.has_value(), .dims = {}};
        if (grid_.plan)
            setMoves(tensor, grid_.plan->inputs[input]);
        for (int d = 0; d < operand.shape.rank(); ++d)
            tensor.dims.push_back({.name = tensor.constant ? cat("axis ", d) : axisName(node_, operand.shape.rank(), d),
                                   .extent = operand.shape[d].value, .loop = loopOf(view_.axisOf(input, d))});
        for (std::size_t d = 0; d < tensor.dims.size(); ++d)
            for (std::int64_t i = 0; tensor.dims[d].loop >= 0 && i < loopAt(tensor.dims[d]).count(); ++i)
                tensor.dims[d].parts.push_back(view_.inputRanges(input, rangesAt(tensor.dims[d].loop, i))[d]);
        return tensor;
    }

    TileTensor outputAt(std::size_t output) const
    {
        const auto& operand = match_.view.outputs[output];
        TileTensor tensor{.name = graph_.tensor(node_.outputs[output]).name, .role = target::outputName(*match_.def, output), .output = true, .dims = {}};
        if (grid_.plan)
            setMoves(tensor, grid_.plan->outputs[output]);
        for (int d = 0; d < operand.shape.rank(); ++d) {
            TileDim dim{.name = axisName(node_, operand.shape.rank(), d), .extent = operand.shape[d].value, .loop = output == 0 ? loopOf(d) : -1};
            for (std::int64_t i = 0; dim.loop >= 0 && i < loopAt(dim).count(); ++i)
                dim.parts.push_back(loopAt(dim).range(i));
            tensor.dims.push_back(std::move(dim));
        }
        return tensor;
    }

    int loopOf(int axis) const
    {
        for (std::size_t l = 0; axis >= 0 && grid_.plan && l < grid_.plan->loops.size(); ++l)
            if (grid_.plan->loops[l].axis == axis)
                return static_cast<int>(l);
        return -1;
    }

    const tiling::LoopAxis& loopAt(const TileDim& dim) const { return grid_.plan->loops[static_cast<std::size_t>(dim.loop)]; }

    /// Of output 0, when only this loop is at another index than 0.
    std::vector<ops::Range> rangesAt(int loop, std::int64_t index) const
    {
        std::vector<std::int64_t> at(grid_.plan->loops.size(), 0);
        at[static_cast<std::size_t>(loop)] = index;
        return tiling::outputRanges(grid_.plan->loops, at, view_.output());
    }

    const ir::Node& node_;
    const ir::Graph& graph_;
    target::MatchNode match_;
    tiling::TileView view_;
    TileGrid& grid_;
};

tiling::TileOverride chosenFor(const Choices& choices, const std::string& node)
{
    const auto found = choices.tiles.find(node);
    return found == choices.tiles.end() ? tiling::TileOverride{} : found->second;
}

}  // namespace

std::vector<std::int64_t> TileGrid::indexOf(std::int64_t tile) const
{
    std::vector<std::int64_t> index(plan ? plan->loops.size() : 0, 0);
    for (std::size_t l = index.size(); l-- > 0;) {
        index[l] = tile % plan->loops[l].count();
        tile /= plan->loops[l].count();
    }
    return index;
}

TileGrid tileGrid(const Snapshot& snapshot, const Choices& choices, int work)
{
    const auto& info = *snapshot.deployment;
    const auto& node = nodeAt(snapshot, work);
    TileGrid grid{.plan = info.tiles.at(static_cast<std::size_t>(work))};
    grid.near = info.target->engine(rowOf(snapshot, work).engine)->memory;
    grid.nearCapacity = info.target->memory(grid.near)->usable();
    grid.channelsLast = isChannelsLast(node);
    if (!grid.plan)
        grid.whyWhole = whyWhole(snapshot, work, grid.near);
    auto match = target::matchNodeOf(*info.lowered, node);
    if (!match)
        return grid;
    GridMaker maker(snapshot, work, std::move(match).value(), grid);
    maker.fillAxes(chosenFor(choices, node.name));
    maker.fillTensors();
    return grid;
}

Result<Choices> withTile(const Snapshot& snapshot, const Choices& choices, int work, int axis, std::int64_t size)
{
    return guarded([&]() -> Result<Choices> {
        const auto& info = *snapshot.deployment;
        const auto& node = nodeAt(snapshot, work);
        TW_TRY(const auto match, target::matchNodeOf(*info.lowered, node));
        Choices next = choices;
        next.tiles[node.name][axis] = size;
        const auto buffering = tiling::bufferingFromName(choices.buffering).value_or(tiling::Buffering::Auto);
        TW_TRY_VOID(tiling::planTiles(*info.target, rowOf(snapshot, work), match,
                                      {.homes = info.homes, .buffering = buffering, .tile = next.tiles[node.name]}));
        return next;
    });
}

Choices withoutTiles(const Snapshot& snapshot, const Choices& choices, int work)
{
    Choices next = choices;
    next.tiles.erase(nodeAt(snapshot, work).name);
    return next;
}

}  // namespace tw::session
