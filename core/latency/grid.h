// SPDX-License-Identifier: Apache-2.0
// Latencies rounded to bins of one width: the form in which distributions are drawn, brushed and sampled. Bin s stands
// for origin + s * width. How a latency is rounded decides what the result is good for.
#pragma once

#include "core/latency/lattice.h"
#include "core/latency/moments.h"

namespace tw::latency {

enum class Quantiser {
    Floor,      // never above the true latency: bounds F from above
    Ceil,       // never below it: bounds F from below
    Nearest,    // off by half a width per block at most: one bin per candidate, for brushing
    Split,      // shared by two bins so that the mean is exact: for drawing
};

struct Grid {
    double origin = 0;                                     // the exact minimum
    double width = 1;
    std::int64_t bins = 1;                                 // enough for every quantiser
    int inexactBlocks = 0;                                 // with a candidate that lies between bins
    Table offsets = {};                                    // [block][candidate] above the block's least, in widths
    Table weights = {};                                    // [block][candidate], adding up to 1

    double value(std::int64_t bin) const { return origin + static_cast<double>(bin) * width; }
    /// How far a Nearest latency can be off; 0 when all candidates lie on bins.
    double errorBound() const { return inexactBlocks * width / 2; }
    /// The bins whose values lie in [low, high]; empty when first > last.
    std::pair<std::int64_t, std::int64_t> binsIn(double low, double high) const;
};

/// About `bins` bins (>= 2). A lattice that fits has its own step as width and is exact; of a finer one the width is a
/// multiple of its step.
Grid makeGrid(const LatencyContainer& container, const std::optional<Lattice>& lattice, std::int64_t bins, Weighting weighting);

/// Probability of every bin, by convolving block after block: non-negative terms only, relative error at most about
/// 2^-53 times twice the number of candidates. O(bins * candidates).
std::vector<double> probabilities(const Grid& grid, Quantiser quantiser);

/// One bin for each candidate of a block.
std::vector<std::int64_t> binsOf(const Grid& grid, std::size_t block, Quantiser quantiser);

}  // namespace tw::latency
