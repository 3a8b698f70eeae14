// SPDX-License-Identifier: Apache-2.0
// A choice of tile sizes as tables: transfers and kernels of each kind of tile. Orders of the loops and numbers of slots
// only decide how the tables are used.
#pragma once

#include "core/tiling/kernel_costs.h"
#include "core/tiling/loop_walk.h"
#include "core/tiling/region.h"

namespace tw::tiling {

/// Where an operand is while the kernel runs.
enum class Slots { Stay = 0, One = 1, Two = 2 };

struct CutAxis {
    const AxisCut* cut = nullptr;
    const CutKinds* kinds = nullptr;
};

/// Transfers of one operand, per kind of its parts.
struct TransferTable {
    bool isCut = false;                // parts are smaller than the whole
    bool changes = false;              // the loop uses one part after the other
    bool mayStay = false;              // with this cut: it stays in one piece where it lies
    bool mayMove = false;
    bool repeats = false;              // two tiles in a row may use the same part though the loop goes on
    std::vector<int> strides;          // per cut axis; 0: does not follow
    std::vector<double> cycles;        // per kind
    std::vector<std::int64_t> bytes;
    double sweepCycles = 0;            // each different part once
    std::int64_t sweepBytes = 0;
    double firstCycles = 0;
    double lastCycles = 0;
    std::int64_t widest = 0;           // bytes of the largest part
};

struct KernelTable {
    std::string refusal;               // why some tile is none for the kernel
    std::vector<int> strides;          // per cut axis
    std::vector<double> compute;       // per kind
    std::vector<std::vector<double>> access;   // per operand, per kind; empty: never in place elsewhere
    double computeSum = 0;             // over all tiles
    std::vector<double> accessSum;     // per operand
    std::int64_t scratchBytes = 0;
};

struct LoopTables {
    std::vector<CutAxis> axes;         // in the order of output 0
    std::int64_t tiles = 1;
    std::vector<TransferTable> operands;   // as NodeFacts::operands
};

LoopTables transferTables(const NodeFacts& facts, std::vector<CutAxis> axes);
KernelTable kernelTable(const NodeFacts& facts, const LoopTables& tables, KernelCosts& costs);

/// How many times an operand's parts all come in: `order` has the numbers of the cut axes, outermost first.
double sweepsOf(const LoopTables& tables, const TransferTable& operand, const std::vector<int>& order);

struct LoopChoice {
    std::vector<int> order;            // of LoopTables::axes, outermost first
    std::vector<Slots> buffers;        // per operand
};

Walk walkOf(const NodeFacts& facts, const LoopTables& tables, const KernelTable& kernel, const LoopChoice& choice);

/// Bytes that each operand moves over the whole loop.
std::vector<std::int64_t> movedBytes(const NodeFacts& facts, const LoopTables& tables, const KernelTable& kernel,
                                     const LoopChoice& choice);

}  // namespace tw::tiling
