// SPDX-License-Identifier: Apache-2.0
#include "core/latency/sampler.h"

#include "core/latency/random.h"

#include <algorithm>

namespace tw::latency {
namespace {

constexpr std::size_t kStreamLength = 4096;   // draws that share a generator

}  // namespace

void Sampler::append(Group& group, const std::vector<double>& row, const std::vector<double>& weights, std::vector<double>& joint)
{
    std::vector<double> sums, products;
    sums.reserve(group.sums.size() * row.size());
    products.reserve(sums.capacity());
    for (std::size_t i = 0; i < group.sums.size(); ++i)
        for (std::size_t k = 0; k < row.size(); ++k) {
            sums.push_back(group.sums[i] + row[k]);
            products.push_back(joint[i] * weights[k]);
        }
    group.sizes.push_back(static_cast<std::uint32_t>(row.size()));
    group.sums = std::move(sums);
    joint = std::move(products);
}

void Sampler::makeAlias(Group& group, std::vector<double> joint)
{
    if (std::ranges::all_of(joint, [&](double p) { return p == joint.front(); }))
        return;
    const auto size = joint.size();
    group.accept.assign(size, 1.0);
    group.alias.resize(size);
    std::vector<std::uint32_t> small, large;
    for (std::uint32_t i = 0; i < size; ++i) {
        group.alias[i] = i;
        joint[i] *= static_cast<double>(size);
        (joint[i] < 1 ? small : large).push_back(i);
    }
    while (!small.empty() && !large.empty()) {
        const auto poor = small.back();
        small.pop_back();
        const auto rich = large.back();
        group.accept[poor] = joint[poor];
        group.alias[poor] = rich;
        joint[rich] -= 1 - joint[poor];
        if (joint[rich] < 1) {
            large.pop_back();
            small.push_back(rich);
        }
    }
}

Sampler::Sampler(const LatencyContainer& container, Weighting weighting)
    : constant_(container.constantLatency()), blocks_(container.blocks())
{
    std::vector<double> joint;
    for (std::size_t block = 0; block < blocks_; ++block) {
        const auto& row = container.operationsLatencies()[block];
        if (groups_.empty() || groups_.back().sums.size() * row.size() > kGroupSize) {
            if (!groups_.empty())
                makeAlias(groups_.back(), std::move(joint));
            groups_.push_back({.firstBlock = block, .sums = {0.0}});
            joint = {1.0};
        }
        append(groups_.back(), row, weightsOf(container, block, weighting), joint);
    }
    if (!groups_.empty())
        makeAlias(groups_.back(), std::move(joint));
}

template <class Use>
void Sampler::draw(std::size_t n, std::uint64_t seed, Use&& use) const
{
    for (std::size_t first = 0; first < n; first += kStreamLength) {
        Random random(seed, first / kStreamLength);
        const auto end = std::min(n, first + kStreamLength);
        for (std::size_t i = first; i < end; ++i)
            for (const auto& group : groups_) {
                auto pick = random.below(static_cast<std::uint32_t>(group.sums.size()));
                if (!group.accept.empty() && random.unit() >= group.accept[pick])
                    pick = group.alias[pick];
                use(i, group, pick);
            }
    }
}

void Sampler::fill(std::span<double> latencies, std::uint64_t seed) const
{
    std::ranges::fill(latencies, constant_);
    draw(latencies.size(), seed, [&](std::size_t i, const Group& group, std::uint32_t pick) { latencies[i] += group.sums[pick]; });
}

std::vector<Arch> Sampler::architectures(std::size_t n, std::uint64_t seed) const
{
    std::vector<Arch> result(n, Arch(blocks_));
    draw(n, seed, [&](std::size_t i, const Group& group, std::uint32_t pick) {
        for (std::size_t block = group.sizes.size(); block-- > 0;) {
            result[i][group.firstBlock + block] = static_cast<int>(pick % group.sizes[block]);
            pick /= group.sizes[block];
        }
    });
    return result;
}

}  // namespace tw::latency
