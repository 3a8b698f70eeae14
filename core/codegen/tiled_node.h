// SPDX-License-Identifier: Apache-2.0
// A node that runs in tiles, with all that its loop in C needs: kinds of tiles, where tiles lie, sizes of transfers.
#pragma once

#include "core/codegen/project.h"
#include "core/tiling/region.h"
#include "core/tiling/tile_kinds.h"

namespace tw::codegen {

class TiledNode {
public:
    /// Needs `in.binding.nodes[node].tiles`.
    static Result<std::unique_ptr<const TiledNode>> make(const ProjectInput& in, std::size_t node);

    const tiling::TilePlan& plan() const { return *plan_; }
    const target::MatchNode& match() const { return match_; }
    const std::vector<tiling::AxisKinds>& axes() const { return axes_; }     // per loop
    const std::vector<int>& kindSteps() const { return kindSteps_; }         // per loop: weight in the number of a kind
    int kinds() const { return kinds_; }
    /// A tile of that kind as a node.
    Result<target::MatchNode> tileOfKind(int kind) const;

    struct Move {                  // as tw_tile_move
        std::int64_t step = 0;
        std::int64_t before = 0;
        std::int64_t pitch = 0;
    };
    struct Operand {
        std::vector<Move> moves;                 // per loop
        std::vector<tiling::Region> sizes;       // per kind; offsets without meaning
        std::int64_t rowPitch = 0;
        std::int64_t planePitch = 0;
    };
    Result<Operand> input(std::size_t input) const;
    Operand output(std::size_t output) const;

    /// The pieces of a constant, one after the other in loop order, each filled up to piecePitch.
    Result<ir::TensorData> pieces(std::size_t input) const;

private:
    TiledNode(target::MatchNode match, const target::Target& target, const target::KernelRow& row,
              std::shared_ptr<const tiling::TilePlan> plan);

    std::vector<ops::Range> rangesOfKind(int kind) const;
    Result<Operand> piecesOperand(std::size_t input) const;
    /// From one piece of a constant to the next: a slot, or as much as the largest piece needs where it is used at home.
    Result<std::int64_t> piecePitch(std::size_t input) const;
    Operand regionOperand(const ir::Shape& shape, std::int64_t elementBytes, std::vector<Move> moves,
                          const std::vector<std::vector<ops::Range>>& ranges) const;
    std::vector<Move> inputMoves(std::size_t input) const;

    target::MatchNode match_;
    const target::Target& target_;
    const target::KernelRow& row_;
    std::shared_ptr<const tiling::TilePlan> plan_;
    tiling::TileView view_;
    std::vector<tiling::AxisKinds> axes_;
    std::vector<int> kindSteps_;
    int kinds_ = 1;
};

}  // namespace tw::codegen
