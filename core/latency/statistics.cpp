// SPDX-License-Identifier: Apache-2.0
#include "core/latency/statistics.h"

#include "core/base/text.h"
#include "core/latency/exact_sum.h"
#include "core/latency/fault.h"
#include "core/latency/sampler.h"

#include <algorithm>
#include <random>
#include <set>

namespace tw::latency {
namespace {

template <class Pick>
double sumOfRows(const LatencyContainer& container, Pick pick)
{
    ExactSum sum(container.constantLatency());
    for (const auto& row : container.operationsLatencies())
        sum.add(pick(row));
    return sum.value();
}

Result<void> checkIndex(const LatencyContainer& container, std::size_t block, int index)
{
    const auto count = container.operationsLatencies()[block].size();
    if (index >= 0 && static_cast<std::size_t>(index) < count)
        return {};
    return faultError(Fault::ArchIndexOutOfRange,
                      cat("operation ", index, " of ", container.blockName(block), " (block ", block, ") is not one of 0 to ", count - 1));
}

Result<void> checkChoices(const LatencyContainer& container, std::size_t block, const std::vector<int>& choices)
{
    if (choices.empty())
        return faultError(Fault::EmptyChoice, cat("no operation of ", container.blockName(block), " (block ", block, ") is chosen"));
    std::set<int> seen;
    for (const int choice : choices) {
        TW_TRY_VOID(checkIndex(container, block, choice));
        if (!seen.insert(choice).second)
            return faultError(Fault::DuplicateChoice,
                              cat("operation ", choice, " of ", container.blockName(block), " (block ", block, ") is chosen twice"));
    }
    return {};
}

}  // namespace

double minLatency(const LatencyContainer& container)
{
    return sumOfRows(container, [](const auto& row) { return std::ranges::min(row); });
}

double maxLatency(const LatencyContainer& container)
{
    return sumOfRows(container, [](const auto& row) { return std::ranges::max(row); });
}

double meanLatency(const LatencyContainer& container)
{
    return moments(container).mean;
}

Result<std::vector<double>> sampleLatencies(const LatencyContainer& container, std::int64_t n, std::uint64_t seed, Weighting weighting)
{
    if (n < 0)
        return faultError(Fault::BadCount, cat("a sample of ", n, " architectures cannot be drawn"));
    std::vector<double> values(static_cast<std::size_t>(n));
    Sampler(container, weighting).fill(values, seed);
    return values;
}

std::uint64_t freshSeed()
{
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
}

double medianOf(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1)
        return *middle;
    return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

Result<double> medianLatency(const LatencyContainer& container, std::int64_t n, std::uint64_t seed)
{
    if (n < 1)
        return faultError(Fault::BadCount, cat("a sample of ", n, " architectures has no median"));
    TW_TRY(auto values, sampleLatencies(container, n, seed));
    return medianOf(std::move(values));
}

Result<double> currentLatency(const LatencyContainer& container, const std::optional<MultiArch>& arch)
{
    if (!arch)
        return faultError(Fault::ArchRequired, "a latency container has no current architecture: one must be given");
    if (arch->size() != container.blocks())
        return faultError(Fault::ArchLengthMismatch, cat("the architecture has ", arch->size(), " choices for ", container.blocks(), " blocks"));
    ExactSum sum(container.constantLatency());
    for (std::size_t block = 0; block < arch->size(); ++block) {
        const auto& choice = (*arch)[block];
        const auto* one = std::get_if<int>(&choice);
        const auto choices = one ? std::vector{*one} : std::get<std::vector<int>>(choice);
        TW_TRY_VOID(checkChoices(container, block, choices));
        for (const int index : choices)
            sum.add(container.operationsLatencies()[block][static_cast<std::size_t>(index)]);
    }
    return sum.value();
}

Result<double> latencyOf(const LatencyContainer& container, const Arch& arch)
{
    return currentLatency(container, multiArch(arch));
}

MultiArch multiArch(const Arch& arch)
{
    return {arch.begin(), arch.end()};
}

Result<void> checkAchievable(const LatencyContainer& container, double budget)
{
    const double least = minLatency(container);
    if (budget >= least)
        return {};
    return faultError(Fault::Unachievable,
                      cat("no architecture takes ", numberText(budget), " or less: the fastest takes ", numberText(least)),
                      "raise the budget");
}

}  // namespace tw::latency
