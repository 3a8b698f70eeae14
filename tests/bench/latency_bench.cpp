// SPDX-License-Identifier: Apache-2.0
// The bars of the latency engine: distribution and brushing of 6^50 architectures within a frame of 16 ms, ten million
// samples a second on one core.
#include "core/latency/distribution.h"
#include "core/latency/sampler.h"

#include <benchmark/benchmark.h>

#include <random>

namespace tw::latency {
namespace {

/// 50 blocks of 6; whole numbers whose sums fill 4,096 bins, or real ones.
LatencyContainer space(bool whole)
{
    std::mt19937_64 random(1);
    Table table;
    for (int i = 0; i < 50; ++i) {
        std::vector<double> row;
        for (int k = 0; k < 6; ++k)
            row.push_back(whole ? static_cast<double>(random() % 82) : static_cast<double>(random() % 1'000'000) / 7919);
        if (whole)
            row[5] = 81;
        table.push_back(std::move(row));
    }
    return LatencyContainer::create({.type = "bench", .constant = 1, .operations = std::move(table)}).value();
}

void buildAndBrush(benchmark::State& state)
{
    const auto container = space(state.range(0) == 1);
    Progress progress;
    for (auto _ : state) {
        const auto distribution = LatencyDistribution::build(container, {.bins = 4096}, progress).value();
        benchmark::DoNotOptimize(distribution.choices(distribution.moments().mean, distribution.max()));
    }
}
BENCHMARK(buildAndBrush)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void brushAlone(benchmark::State& state)
{
    const auto container = space(true);
    Progress progress;
    const auto distribution = LatencyDistribution::build(container, {.bins = 4096}, progress).value();
    for (auto _ : state)
        benchmark::DoNotOptimize(distribution.choices(distribution.moments().mean, distribution.max()));
}
BENCHMARK(brushAlone)->Unit(benchmark::kMillisecond);

void samples(benchmark::State& state)
{
    const Sampler sampler(space(false));
    std::vector<double> values(1'000'000);
    std::uint64_t seed = 0;
    for (auto _ : state)
        sampler.fill(values, ++seed);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(values.size()));
}
BENCHMARK(samples)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tw::latency

BENCHMARK_MAIN();
