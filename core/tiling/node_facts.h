// SPDX-License-Identifier: Apache-2.0
// What does not change from one plan of a node to the next: where its operands live, over which link they come, and what
// the target knows about them. The solver and the simulation stand on it.
#pragma once

#include "core/target/cost.h"
#include "core/tiling/tile_view.h"

namespace tw::tiling {

struct OperandFacts {
    bool isOutput = false;
    std::size_t index = 0;             // among the node's inputs, or outputs
    bool constant = false;
    std::string far;                   // memory where it lives
    int link = -1;                     // number in NodeFacts::links; -1: nothing joins `far` and the near memory
    bool near = false;                 // it lives in the near memory
    bool mayStay = false;              // the kernel can use it where it lies
    bool mayMove = false;              // it may be copied into the near memory tile by tile
    std::optional<double> access;      // cycles of one access there, on all cores together
    ir::DataType type = ir::DataType::Undefined;
    std::vector<std::int64_t> sizes;   // of its dimensions
    std::vector<std::int64_t> needed;  // what all tiles together read of each: less than all where strides leave a rest
    std::vector<int> axisOfDim;        // the output axis that each follows; -1: always whole
    std::int64_t elementBytes = 0;     // 0: elements are not whole bytes, or stored in a form of their own
    const target::Encoding* encoding = nullptr;
    std::int64_t wholeBytes = 0;

    bool follows(int axis) const;
    /// Bytes of a part of these sizes.
    std::int64_t bytesOf(const std::vector<std::int64_t>& partSizes) const;
};

struct NodeFacts {
    const target::Target& target;
    const target::KernelRow& row;
    const TileView& view;
    const target::Engine& engine;
    const target::Memory& near;
    std::vector<OperandFacts> operands = {};           // those handed to the kernel: inputs, then outputs
    std::vector<const target::Link*> links = {};
    double overhead = 0;                               // cycles per tile

    std::int64_t slotBytes(std::int64_t bytes) const { return (bytes + near.alignment - 1) / near.alignment * near.alignment; }
};

/// Homes of the inputs and outputs, as they stand in the node; empty for operands that the kernel does not get.
struct OperandHomes {
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
};
OperandHomes operandHomes(const target::Target& target, const target::KernelRow& row, const target::MatchNode& node,
                          const target::Homes& homes);

/// Where the loop takes them from: a home that the engine cannot use and no link joins with its memory is replaced by the
/// memory between the two, where all of the operand is copied before the loop.
OperandHomes reachableHomes(const target::Target& target, const target::KernelRow& row, const target::MatchNode& node,
                            const OperandHomes& homes);

NodeFacts nodeFacts(const target::Target& target, const target::KernelRow& row, const TileView& view,
                    const OperandHomes& homes);

}  // namespace tw::tiling
