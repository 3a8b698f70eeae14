// SPDX-License-Identifier: Apache-2.0
// A tile of a node as a node of its own: smaller operands, paddings only where the tile touches the border. All that
// follows from a tile (kernel arguments, cycles, packed weights) is asked of that node.
#pragma once

#include "core/target/match.h"

#include <span>

namespace tw::tiling {

class TileView {
public:
    /// `whole` must outlive it. Static shapes.
    TileView(const target::MatchNode& whole, const target::KernelRow& row);

    /// Whether tiles may cut this axis of output 0. What a tile of the operator would not compute the same way is found
    /// by asking the operator for the shape of its result.
    bool mayCut(int axis) const { return refusals_[static_cast<std::size_t>(axis)].empty(); }
    const std::string& whyNot(int axis) const { return refusals_[static_cast<std::size_t>(axis)]; }
    int rank() const { return static_cast<int>(refusals_.size()); }
    std::size_t inputs() const { return access_.inputs.size(); }
    const target::MatchNode& node() const { return whole_; }
    const ir::Shape& output() const { return whole_.view.outputs.front().shape; }

    /// Whether a range of this axis decides which part of the input is needed.
    bool follows(std::size_t input, int axis) const;
    /// The output axis whose range decides the range of this dimension; -1 when the dimension is always whole.
    int axisOf(std::size_t input, int dim) const;
    /// Whether every output is made from the same position of this input alone.
    bool pointwise(std::size_t input) const;
    struct Reach {
        std::int64_t size = 0;      // positions of the input
        std::int64_t before = 0;    // positions of padding that the tile touches
        std::int64_t after = 0;
        std::int64_t begin = 0;     // first position of the input
    };
    /// Along the dimension of the input that follows the axis.
    Reach reach(std::size_t input, int axis, ops::Range output) const;
    /// The part of the input that the outputs need, per dimension, halo included. Whole for inputs that follow no axis.
    std::vector<ops::Range> inputRanges(std::size_t input, std::span<const ops::Range> output) const;

    enum class Constants { Drop, Slice };   // Drop: constants that are cut lose their values, which only export needs
    /// Fails when the kernel row does not take the tile, or the operator has no such tile.
    Result<target::MatchNode> tile(std::span<const ops::Range> output, Constants constants = Constants::Drop) const;

private:
    void keepWhole(std::size_t input, std::size_t dim);
    std::string refusalOf(int axis) const;
    void setPads(ops::OpNode& view, std::span<const ops::Range> output) const;
    Result<void> checkConditions(const target::MatchNode& tile) const;

    const target::MatchNode& whole_;
    const target::KernelRow& row_;
    ops::AccessMap access_;
    std::vector<std::string> refusals_;   // per axis; empty: may be cut
};

}  // namespace tw::tiling
