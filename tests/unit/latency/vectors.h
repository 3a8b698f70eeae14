// SPDX-License-Identifier: Apache-2.0
// Search spaces whose statistics the specification lists, and random ones with their architectures enumerated.
#pragma once

#include "core/latency/container.h"
#include "core/latency/fault.h"

#include <algorithm>
#include <random>

namespace tw::latency::test {

inline LatencyContainer container(double constant, Table table)
{
    return LatencyContainer::create({.type = "test", .constant = constant, .operations = std::move(table)}).value();
}

/// V1: ten blocks of three, the numbers of a tutorial.
inline LatencyContainer tutorial()
{
    const Table cycle{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    Table table;
    for (std::size_t i = 0; i < 10; ++i)
        table.push_back(cycle[i % 3]);
    return container(10, table);
}

/// V2: rows of several lengths with equal entries.
inline LatencyContainer ragged()
{
    return container(100, {{5, 9}, {1, 1, 4}, {0, 2, 7, 7}, {3}});
}

/// V3: 5^40 architectures, more than 64 bits count.
inline LatencyContainer huge()
{
    Table table;
    for (int i = 0; i < 40; ++i)
        table.push_back({double(3 * i % 7 + 1), double(5 * i % 11 + 2), double(7 * i % 13 + 3), double(i % 5), 11});
    return container(0, table);
}

enum class Numbers { Whole, Real };

inline LatencyContainer randomSpace(std::uint64_t seed, Numbers numbers, int blocks = 6, int most = 5)
{
    std::mt19937_64 random(seed);
    Table table;
    for (int i = 0; i < blocks; ++i) {
        std::vector<double> row(1 + random() % static_cast<unsigned>(most));
        for (auto& value : row)
            value = numbers == Numbers::Whole ? double(random() % 40) : double(random() % 1'000'000) / 7919.0;
        table.push_back(row);
    }
    return container(numbers == Numbers::Whole ? 17 : 0.37, table);
}

/// Calls use(choices, latency) for every architecture.
template <class Use>
void eachArchitecture(const LatencyContainer& space, Use use)
{
    std::vector<int> arch(space.blocks(), 0);
    for (bool more = true; more;) {
        double latency = space.constantLatency();
        for (std::size_t i = 0; i < arch.size(); ++i)
            latency += space.operationsLatencies()[i][static_cast<std::size_t>(arch[i])];
        use(arch, latency);
        more = false;
        for (std::size_t i = 0; i < arch.size() && !more; ++i) {
            more = ++arch[i] < static_cast<int>(space.operationsLatencies()[i].size());
            if (!more)
                arch[i] = 0;
        }
    }
}

inline std::vector<double> allLatencies(const LatencyContainer& space)
{
    std::vector<double> all;
    eachArchitecture(space, [&](const auto&, double latency) { all.push_back(latency); });
    std::ranges::sort(all);
    return all;
}

template <class T>
std::optional<Fault> faultIn(const Result<T>& result)
{
    return result ? std::nullopt : faultOf(result.error());
}

}  // namespace tw::latency::test
