// SPDX-License-Identifier: Apache-2.0
// Modelled cycles of a node on an engine, split into what they are spent on. A model is data of the target; where a
// target has no figure, the cost has none either, and `missing` says what is not known.
#pragma once

#include "core/target/places.h"

namespace tw::target {

struct NodeCost {
    std::optional<double> compute;    // the kernel, data at hand
    std::optional<double> movement;   // copies in and out, and accesses to memories that are not near
    std::optional<double> overhead;   // handing the node to the engine, and its barrier
    std::string missing = {};         // "no figure for ..."; empty when all are known
    std::string confidence = {};      // of the compute figure

    std::optional<double> total() const;
};

/// compute: the row's formula, else the first of the engine's cost rows that fits.
/// movement: transferCycles for each staged operand; an operand used in place in a memory with a latency costs
/// latency * accesses / cores, with one access per element, or one per four MACs for the inputs of a linear operator
/// when that is more (a four-fold SIMD dot product loads each operand once per four MACs).
/// overhead: off-load and one barrier when the engine has several cores.
NodeCost costOf(const Target& target, const KernelRow& row, const MatchNode& node, const NodePlaces& places);

/// Cycles of one contiguous copy over the target's links (0 when both are the same): over one link, or over two by
/// way of a third memory. No value when a link or its figure is missing.
std::optional<double> transferCycles(const Target& target, const std::string& from, const std::string& to, std::int64_t bytes);

/// Cycles of the kernel alone, data at hand: the row's formula, else the first of the engine's cost rows that fits.
struct ComputeCost {
    std::optional<double> cycles;
    std::string missing = {};       // why there are none
    std::string confidence = {};    // of the figure
};
ComputeCost computeCost(const Engine& engine, const KernelRow& row, const MatchNode& node, const ops::Counts& counts);

/// Handing one piece of work to the engine: off-load, and one barrier when it has several cores.
double overheadCycles(const Engine& engine);

/// How often a kernel reads an input, or writes an output: see costOf.
double inputAccesses(const MatchNode& node, const ops::Counts& counts, std::size_t input);
double outputAccesses(const MatchNode& node, std::size_t output);
/// Cycles that so many accesses in place cost beyond those of near memory. No value without a figure.
std::optional<double> accessCycles(const Target& target, const Engine& engine, const std::string& memory, double accesses);

/// Names that cycle formulas may use besides those of the kernel's arguments, with their values.
Variables costVariables(const Engine& engine, const MatchNode& node, const ops::Counts& counts);

}  // namespace tw::target
