// SPDX-License-Identifier: Apache-2.0
// The tile loop as numbers: what each load, kernel and store takes, by the kind of tile. Walking it gives the cycles that
// the loop of kernels/include/tw_tiles.h takes, with one queue per link. Knows nothing about operators or memories.
#pragma once

#include "core/tiling/pipeline.h"

namespace tw::tiling {

struct WalkLoop {
    std::int64_t count = 1;
    std::vector<int> kindOf;         // per index
    std::vector<int> stepOf;         // per index: alike for indices that are reached in the same way, too
};

/// How an operand follows one loop.
struct WalkFollow {
    std::size_t loop = 0;            // number of the loop, outermost first
    int stride = 0;                  // the kind of its part is the sum of kind * stride
    const std::vector<char>* same = nullptr;   // per index: the part is that of the index before
    bool wrapSame = false;           // the part of index 0 is that of the last index
};

struct WalkOperand {
    int operand = 0;                 // number of the input or output, for events
    int buffers = 0;                 // 0: used where it lies
    int link = -1;
    std::vector<WalkFollow> follows = {};
    const std::vector<double>* cycles = nullptr;         // per kind, of one transfer
    const std::vector<std::int64_t>* bytes = nullptr;
};

struct WalkKernel {
    std::vector<int> strides;                  // per loop
    const std::vector<double>* compute = nullptr;   // per kind
    std::vector<double> inputAccess = {};      // per kind: accesses to operands that lie elsewhere; empty: none
    std::vector<double> outputAccess = {};
};

struct Walk {
    std::vector<WalkLoop> loops;               // outermost first
    std::vector<WalkOperand> inputs;
    std::vector<WalkOperand> outputs;
    WalkKernel kernel;
    std::vector<bool> linkOverlaps;            // per link: the engine works on while it copies
    double overhead = 0;                       // per tile
};

/// Without `sink`, turns of a loop that go as the one before are not walked again: the result is the same.
LoopCost walkLoop(const Walk& walk, const EventSink& sink = {});

}  // namespace tw::tiling
