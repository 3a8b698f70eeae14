// SPDX-License-Identifier: Apache-2.0
// One choice for every variable so that the sum of what single choices and pairs of choices cost is least. Knows
// nothing about networks or engines: optimal_mapper.h makes such a problem of them.
#pragma once

#include "core/base/progress.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tw::engine {

/// Compared by `main`; `tie` decides between equals. Whole numbers, so that sums are exact in any order.
struct Cost {
    std::int64_t main = 0;
    std::int64_t tie = 0;

    auto operator<=>(const Cost&) const = default;
    Cost& operator+=(const Cost& other)
    {
        main += other.main;
        tie += other.tie;
        return *this;
    }
    Cost& operator-=(const Cost& other)
    {
        main -= other.main;
        tie -= other.tie;
        return *this;
    }
    friend Cost operator+(Cost one, const Cost& other) { return one += other; }
    friend Cost operator-(Cost one, const Cost& other) { return one -= other; }
};

/// What two variables cost together.
struct PairCost {
    int first = 0;
    int second = 0;
    std::vector<Cost> costs;   // [choice of first * choices of second + choice of second]
};

struct Assignment {
    std::vector<std::vector<Cost>> variables;   // per variable: what each choice costs alone; one choice at least
    std::vector<PairCost> pairs = {};           // several for the same two variables add up
};

struct SolveOptions {
    double seconds = 10;
    std::vector<int> start = {};                // a known assignment: the result is never worse; empty: none
    std::size_t largestTable = 1 << 14;         // costs kept for one eliminated variable; less makes weaker bounds
};

struct Solution {
    std::vector<int> choice;                    // per variable
    Cost cost;
    Cost lowerBound;                            // no assignment costs less
    bool optimal() const { return !(lowerBound < cost); }
};

/// Eliminates variables one by one, each leaving a table of what it costs at best for every choice of its neighbours.
/// Where all tables fit into `largestTable` the result is optimal at once: chains (tables of one neighbour) and
/// series-parallel problems (of two) of any length, O(n * d^(w + 1)) for n variables of d choices and tables of w
/// neighbours. Elsewhere costs are first shifted between pairs (soft arc consistency), and larger tables are split
/// (mini-buckets), which bounds the cost from below; a depth-first search guided by that bound then closes the gap, or is
/// stopped by the time limit. Parts that share no pair are solved one after the other. Fails only with Cancelled.
Result<Solution> solve(const Assignment& problem, const SolveOptions& options, Progress& progress);

/// The checker: shares no code with solve(). One sentence per broken rule: a choice that does not exist, a cost that is
/// not the sum, a bound above the cost. Empty when the solution is right.
std::vector<std::string> violations(const Assignment& problem, const Solution& solution);

}  // namespace tw::engine
