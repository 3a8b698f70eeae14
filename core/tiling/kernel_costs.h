// SPDX-License-Identifier: Apache-2.0
// What the kernel takes for one kind of tile. Remembers what it worked out: tiles of one kind turn up under many sizes.
#pragma once

#include "core/tiling/axis_cut.h"

namespace tw::tiling {

struct KernelCost {
    std::string refusal = {};             // why the kernel does not take the tile; empty: it does
    double compute = 0;
    std::int64_t scratchBytes = 0;
    std::vector<double> accesses = {};    // cycles of accesses in place, per operand of NodeFacts that may stay
};

class KernelCosts {
public:
    explicit KernelCosts(const NodeFacts& facts) : facts_(facts), names_(static_cast<std::size_t>(facts.view.rank())) {}

    /// Numbers for the kinds of tiles along an axis, for of().
    KindNames& names(int axis) { return names_[static_cast<std::size_t>(axis)]; }

    /// `names` has one number per axis of output 0 (CutKinds::nameOfKind; 0: whole) and tells tiles apart; `ranges` is
    /// any tile of that kind.
    const KernelCost& of(const std::vector<int>& names, const std::vector<ops::Range>& ranges);
    const KernelCost& whole();

    /// Why the compute figures are none of the target's: then they are a guess of one operation per core and cycle, good
    /// enough to choose between plans and for nothing else. Empty when they are.
    const std::string& missing() const { return missing_; }

private:
    KernelCost workOut(const std::vector<ops::Range>& ranges);

    const NodeFacts& facts_;
    std::vector<KindNames> names_;
    std::map<std::vector<int>, KernelCost> known_;
    std::string missing_;
};

}  // namespace tw::tiling
