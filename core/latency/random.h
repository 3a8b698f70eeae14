// SPDX-License-Identifier: Apache-2.0
// xoshiro256** seeded by splitmix64 (both public domain, Blackman and Vigna), and Lemire's unbiased bounded integers.
// Unlike the standard distributions they give the same numbers on every platform.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace tw::latency {

inline std::uint64_t splitmix64(std::uint64_t& state)
{
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

class Random {
public:
    /// `stream` tells apart independent sequences of one seed.
    explicit Random(std::uint64_t seed, std::uint64_t stream = 0)
    {
        std::uint64_t mixed = stream;
        std::uint64_t state = seed ^ splitmix64(mixed);
        for (auto& word : state_)
            word = splitmix64(state);
    }

    std::uint64_t next()
    {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// Uniform in [0, bound), bound > 0.
    std::uint32_t below(std::uint32_t bound)
    {
        std::uint64_t product = (next() >> 32) * bound;
        if (static_cast<std::uint32_t>(product) < bound) {
            const std::uint32_t threshold = (0u - bound) % bound;
            while (static_cast<std::uint32_t>(product) < threshold)
                product = (next() >> 32) * bound;
        }
        return static_cast<std::uint32_t>(product >> 32);
    }

    /// Uniform in [0, 1), 53 bits.
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
    std::array<std::uint64_t, 4> state_;
};

}  // namespace tw::latency
