// SPDX-License-Identifier: Apache-2.0
// Draws architectures at random. Neighbouring blocks are merged into groups of at most kGroupSize combinations whose
// sums are tabulated once, so that one draw serves several blocks.
#pragma once

#include "core/latency/architecture_count.h"
#include "core/latency/moments.h"

#include <span>

namespace tw::latency {

class Sampler {
public:
    static constexpr std::size_t kGroupSize = 4096;   // a table of doubles fits the first-level cache

    explicit Sampler(const LatencyContainer& container, Weighting weighting = Weighting::Uniform);

    /// Draw i depends on the seed and i alone: not on how many values are filled, nor on threads.
    void fill(std::span<double> latencies, std::uint64_t seed) const;

    /// The architectures whose latencies fill() gives.
    std::vector<Arch> architectures(std::size_t n, std::uint64_t seed) const;

private:
    struct Group {
        std::size_t firstBlock = 0;
        std::vector<std::uint32_t> sizes = {};      // candidates of each block; the last one varies fastest
        std::vector<double> sums = {};
        std::vector<double> accept = {};            // Walker's alias table; empty: all alike
        std::vector<std::uint32_t> alias = {};
    };

    static void append(Group& group, const std::vector<double>& row, const std::vector<double>& weights, std::vector<double>& joint);
    static void makeAlias(Group& group, std::vector<double> joint);
    /// Calls use(draw, group, combination) for every group of every draw.
    template <class Use>
    void draw(std::size_t n, std::uint64_t seed, Use&& use) const;

    double constant_ = 0;
    std::size_t blocks_ = 0;
    std::vector<Group> groups_;
};

}  // namespace tw::latency
