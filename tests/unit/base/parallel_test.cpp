// SPDX-License-Identifier: Apache-2.0
#include "core/base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace tw {
namespace {

TEST(ForEachInParallel, DoesEachPieceOnce)
{
    for (const std::size_t count : {0u, 1u, 2u, 1000u}) {
        std::vector<std::atomic<int>> done(count);
        forEachInParallel(count, [&](std::size_t i) { ++done[i]; });
        for (const auto& times : done)
            EXPECT_EQ(times, 1);
    }
}

TEST(ForEachInParallel, ThrowsWhatAPieceThrew)
{
    const auto work = [](std::size_t i) {
        if (i == 7)
            throw std::runtime_error("seven");
    };
    EXPECT_THROW(forEachInParallel(100, work), std::runtime_error);
}

}  // namespace
}  // namespace tw
