// SPDX-License-Identifier: Apache-2.0
// Runs a chain of nodes depth first: each tile of the last result is made from a tile of the first input alone. The tensors
// between exist in near memory only, a tile of them at a time; where windows overlap, what two tiles share is made twice.
#pragma once

#include "core/tiling/pipeline.h"
#include "core/tiling/solve.h"

namespace tw::tiling {

/// A node of the chain. All its other inputs are constants.
struct ChainStage {
    const target::KernelRow* row = nullptr;
    const target::MatchNode* node = nullptr;
    std::size_t input = 0;             // takes the result of the stage before; of the first stage: the input of the chain
};

struct FusedStage {
    std::vector<TileOperand> constants;   // as the node's inputs; those that are present stay for the whole loop
    std::int64_t resultBytes = 0;         // largest tile of its result, rounded up; the last stage's goes to a slot
    std::int64_t offset = 0;              // of that tile in the area for tensors between
    std::int64_t madeElements = 0;        // of its result over all tiles: more than it has where tiles overlap
};

struct FusedPlan {
    std::vector<LoopAxis> loops;       // over the last result, outermost first
    TileOperand input;
    TileOperand output;
    std::vector<FusedStage> stages;
    std::int64_t betweenBytes = 0;     // area for the tensors between
    std::int64_t scratchBytes = 0;     // of the greediest kernel
    std::string near;
    std::int64_t nearBytes = 0;        // slots, constants, area and scratch
    LoopCost cost = {};
    std::string missing = {};          // a figure that the cost lacks

    std::int64_t tiles() const;
};

/// The plan of fewest modelled cycles over sizes of tiles and numbers of slots, loops in the order of the axes, with the
/// constants all in near memory or all at home. Fails with UnsupportedOperator and a sentence when the stages are no chain that can be
/// tiled, with TileTooLarge when nothing fits.
Result<FusedPlan> planFused(const target::Target& target, const std::vector<ChainStage>& stages, const TileOptions& options);

/// Ranges that a tile of the last result needs: of the input of the chain, then of the result of each stage.
std::vector<std::vector<ops::Range>> fusedRanges(const std::vector<ChainStage>& stages, std::vector<ops::Range> last);

/// The checker, which shares no code with planFused: one sentence per broken rule.
std::vector<std::string> violations(const target::Target& target, const std::vector<ChainStage>& stages, const FusedPlan& plan);

}  // namespace tw::tiling
