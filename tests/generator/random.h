// SPDX-License-Identifier: Apache-2.0
// A small generator of pseudo-random numbers (splitmix64), alike on every machine and with every standard library.
#pragma once

#include <cstdint>

namespace tw::samples {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next()
    {
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
        return z ^ (z >> 31);
    }

    /// Whole numbers of the closed range, all alike likely.
    std::int64_t between(std::int64_t low, std::int64_t high)
    {
        return low + static_cast<std::int64_t>(next() % static_cast<std::uint64_t>(high - low + 1));
    }

    /// Whole numbers in [-3 * third, 3 * third], the middle ones more likely: much like trained weights.
    std::int64_t bell(std::int64_t third)
    {
        return between(-third, third) + between(-third, third) + between(-third, third);
    }

private:
    std::uint64_t state_;
};

}  // namespace tw::samples
