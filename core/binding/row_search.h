// SPDX-License-Identifier: Apache-2.0
// Chooses one value for each variable so that all pairwise constraints hold. Knows nothing about kernels: bind.cpp
// makes a variable of every node and a value of every row that fits it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tw::binding {

struct Constraint {
    int first = 0;                                           // variables
    int second = 0;
    std::function<bool(int firstValue, int secondValue)> allows;
    std::string why = {};                                    // what the two must agree about, for people
};

struct SearchProblem {
    std::vector<int> domainSizes;                            // per variable; value 0 is preferred to value 1, ...
    std::vector<Constraint> constraints = {};                // several may join the same two variables
};

enum class Outcome { Solved, Impossible, GaveUp };

struct SearchResult {
    Outcome outcome = Outcome::Solved;
    std::vector<int> values = {};        // Solved: one per variable
    std::vector<int> conflict = {};      // Impossible: variables that cannot be satisfied together, ascending; leave
                                         // any one out and the others can
    std::int64_t visited = 0;            // assignments tried until this was known
};

/// The solution that comes first in lexicographic order (variable 0 weighs most): the one that chronological
/// backtracking finds. Values without a partner are struck out first, which alone decides all problems without
/// cycles; the search then looks ahead one variable, and jumps back to the latest choice that a failure depends on.
/// The worst case stays exponential, so it gives up after `limit` assignments.
SearchResult searchRows(const SearchProblem& problem, std::int64_t limit = 1'000'000);

}  // namespace tw::binding
