// SPDX-License-Identifier: Apache-2.0
// Engine colouring as an Assignment: one variable per node, one choice per engine that can run it (two where the node
// carries either layout), and pairs where a layout may have to be turned.
#pragma once

#include "core/engine/assignment.h"
#include "core/engine/layout_model.h"
#include "core/engine/totals.h"

#include <functional>

namespace tw::engine {

enum class Objective { Cycles, Energy, Peak };

/// One variable of the assignment, and what its choices stand for.
struct ColoringVariable {
    int node = -1;                                 // position in graph.nodes
    std::vector<int> choices = {};                 // per choice of the variable: index into NodeChoices::choices
    std::vector<std::string> layouts = {};         // per choice: the layout it has, empty for none
};

struct ColoringProblem {
    std::vector<ColoringVariable> variables;
    Assignment assignment;

    Colors colorsOf(const GraphChoices& choices, const std::vector<int>& solution) const;
};

/// What a choice of a node costs; no value: no figure.
using NodeCostOf = std::function<std::optional<Cost>(const NodeChoices& node, const Choice& choice)>;
using Allows = std::function<bool(const NodeChoices& node, const Choice& choice)>;

/// Cycles (and Peak, whose bytes are bounded by `allows`): cycles, then the target's order of engines. Energy:
/// picojoules of the MACs, then cycles. The target must outlive the function.
NodeCostOf costFunction(const target::Target& target, Objective objective);

struct ProblemInput {
    const GraphChoices& choices;
    const LayoutModel& layouts;
    NodeCostOf cost;
    Objective objective = Objective::Cycles;   // of Energy, turns only decide between equals
    Allows allows = {};                        // empty: all choices
};

/// Choices without figure are left out where the node has one with; a node without any figure costs nothing and keeps
/// the first choice it has. A turn without figure costs more than all that is known, so that it comes last. Nodes
/// without any allowed choice are left out. O(nodes * engines + edges * engines^2).
ColoringProblem coloringProblem(const ProblemInput& input);

struct SolvedColoring {
    Colors colors;
    Solution solution;
};

/// Solves the problem from first fit on, so that the result is never worse than that, and checks it: Internal when the
/// checker finds a fault. Fails with Cancelled too.
Result<SolvedColoring> solveColoring(const ProblemInput& input, double seconds, Progress& progress);

/// Cycles, picojoules as a Cost: thousandths, so that rounding is far below what any model knows.
std::int64_t wholeCost(double value);
double valueOf(std::int64_t wholeCost);

/// Cycles of the layout turns that remain when nodes have these engines, carried layouts chosen at best. No value: a
/// turn that is needed has no figure.
std::optional<double> turnCyclesOf(const LayoutModel& layouts, const GraphChoices& choices, const Colors& colors);

}  // namespace tw::engine
