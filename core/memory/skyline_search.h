// SPDX-License-Identifier: Apache-2.0
// Decides whether blocks fit under a given height, by exact search.
//
// In a lowest solution each block rests on the ground, on another block or on something reserved. So at a section where
// the skyline has a dent, either one of the open blocks that fit into the dent rests on its bottom, or this section
// stays empty up to the next height at which something can rest. The search always decides the section with the fewest
// such choices, remembers what has failed, and looks at parts apart as soon as no open block joins them.
#pragma once

#include "core/memory/skyline_state.h"

#include <functional>
#include <unordered_set>

namespace tw::memory {

enum class Outcome { Found, Impossible, GaveUp };

/// Tastes differ by problem, and a wrong one costs much: several are raced, see place_exactly.h.
struct SearchStyle {
    enum class First { Crowded, Large, Heavy, Long };
    enum class Dent { FewChoicesThenLow, FewChoicesThenTight, FewChoicesThenNarrow, LowThenFewChoices };
    First first = First::Crowded;         // which block of a dent is tried first
    Dent dent = Dent::FewChoicesThenLow; // which section is decided next
    bool evenTopsFirst = true;           // blocks that end level with the lower wall of the dent before all others
    double emptyCounts = 1;              // what leaving a section empty counts for as a choice
    double noise = 0;                    // disturbs `first`: 0 not at all, 1 completely
    unsigned seed = 0;
};

class SkylineSearch {
public:
    SkylineSearch(std::vector<Block> blocks, int sections);

    /// Stops with GaveUp after `workLimit` steps of SkylineState::work, or when `stop` says so. What failed is
    /// remembered from one call to the next as long as the height stays the same.
    Outcome run(int height, const SearchStyle& style, std::int64_t workLimit, const std::function<bool()>& stop);

    /// Per block, after Found.
    std::vector<int> starts() const;
    std::int64_t work() const { return state_.work(); }

private:
    struct Dent {
        int begin = 0;
        int end = 0;
        int wall = 0;      // height of the lower neighbour
        int lowestTop = 0; // of the open blocks that fit in
    };
    struct Decision {
        int section = 0;
        int dent = 0;
        int emptyUpTo = 0;
    };

    void findTwins();
    void rank();
    void findDents(const Part& part);
    void countChoices(const Part& part);
    bool fitsDent(int block, int dent) const;
    bool waitsForTwin(int block) const;
    Decision decide(const Part& part);
    double urgency(int section, int choices) const;
    int emptyUpTo(const Part& part, int section) const;
    std::vector<int> choices(const Decision& decision) const;
    Outcome solve(const Part& part, int depth);
    Outcome tryMove(const Part& part, const Decision& decision, int block, int depth);
    Outcome solveParts(const Part& part, int depth);

    SkylineState state_;
    SearchStyle style_;
    int height_ = -1;
    std::int64_t workLimit_ = 0;
    std::int64_t visits_ = 0;
    std::function<bool()> stop_;
    std::vector<int> twinBefore_;   // per block: an equal one that is placed first, or -1
    std::vector<double> rank_;      // per block: high ones are tried first
    std::vector<Dent> dents_;
    std::vector<int> dentOf_;       // per section; -1: in none
    std::vector<int> choices_;      // per section: changes of the number of blocks that can rest there
    std::unordered_set<std::uint64_t> failed_;
};

}  // namespace tw::memory
