// SPDX-License-Identifier: Apache-2.0
// Mini-bucket elimination of the variables of an Assignment: the lower bound, and the tables that guide a search.
#pragma once

#include "core/engine/assignment.h"

#include <chrono>

namespace tw::engine {

/// A cost for every combination of choices of the variables in its scope.
struct CostTable {
    std::vector<int> scope = {};
    std::vector<std::size_t> strides = {};   // per variable of the scope: cells from one choice to the next
    std::vector<Cost> cells = {};            // one cell for an empty scope

    Cost at(const std::vector<int>& choice) const;
};

struct Elimination {
    std::vector<int> order = {};                  // variables, first eliminated first
    std::vector<CostTable> tables = {};
    std::vector<std::vector<int>> bucket = {};    // per variable: tables to add once it is chosen and all later ones are
    std::vector<std::vector<int>> made = {};      // per variable: tables that stood for it until then
    Cost bound = {};                              // no assignment costs less
    bool exact = true;                            // no bucket was split: `bound` is the least cost
};

struct EliminationLimits {
    std::size_t largestTable = 1 << 14;             // cells, except of tables of the problem itself
    std::chrono::steady_clock::time_point hurry;    // from then on tables stay small, for a weaker bound
};

/// Eliminates a variable with the fewest neighbours first. O(variables * largestTable * choices * tables in a bucket).
/// Fails only with Cancelled.
Result<Elimination> eliminate(const Assignment& problem, const EliminationLimits& limits, const Progress& progress);

}  // namespace tw::engine
