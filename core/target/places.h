// SPDX-License-Identifier: Apache-2.0
// Where the operands of a node are while it runs: in place when the engine can use the memory they live in, else
// copied whole into a memory that it can use.
#pragma once

#include "core/target/match.h"

namespace tw::target {

/// The memory in which tensors live between nodes, for one network.
struct Homes {
    std::string activations;
    std::string constants;
};

/// The first of the target's lists; a target of one memory needs none.
Homes defaultHomes(const Target& target);

/// Where an operand lives between nodes. A constant lives in the first memory that the target has of those from which
/// the row reads it in place.
std::string homeOf(const Target& target, const KernelRow& row, const std::string& operand, const ops::Operand& value,
                   const Homes& homes);

struct OperandPlace {
    std::string home;           // where it lives between nodes; empty: absent, or not handed to the kernel
    std::string memory;         // where the kernel uses it
    std::int64_t bytes = 0;
    std::int64_t copyBytes = 0; // of its copy when it is staged: all of it, or room for its tiles
    bool tiled = false;         // comes or goes in tiles; then `memory` never holds all of it
    bool pointwise = false;     // of a tiled input: no tile of the result needs more of it than what it covers itself
    bool isStaged() const { return home != memory; }   // copied in before the kernel, or out after it
};

struct NodePlaces {
    std::vector<OperandPlace> inputs;    // as node.inputs
    std::vector<OperandPlace> outputs;
    OperandPlace scratch;                // home == memory
};

/// Operands stay at home when the row or the engine can use them there. All others are copied into the first of the
/// engine's memory and the memories it reads that holds them all at once. Fails with TileTooLarge and a sentence with
/// the bytes and the memory when none does.
Result<NodePlaces> placeOperands(const Target& target, const KernelRow& row, const MatchNode& node, const Homes& homes);

/// Bytes that the kernel's scratch formula asks for; 0 without one.
Result<std::int64_t> scratchBytes(const KernelRow& row, const MatchNode& node);

}  // namespace tw::target
