// SPDX-License-Identifier: Apache-2.0
#include "core/latency/grid.h"

#include "core/base/check.h"
#include "core/latency/statistics.h"

#include <algorithm>
#include <cmath>

namespace tw::latency {
namespace {

constexpr double kSnap = 1e-9;   // offsets this near to a bin lie on it: exact multiples must not fall between two bins

double snapped(double offset)
{
    const double nearest = std::round(offset);
    return std::abs(offset - nearest) <= kSnap ? nearest : offset;
}

bool liesBetween(double offset)
{
    return offset != std::floor(offset);
}

/// The width of a bin in steps of the lattice.
std::int64_t stepsPerBin(const Lattice& lattice, std::int64_t bins)
{
    if (lattice.top < bins)
        return 1;
    const auto room = std::max<std::int64_t>(bins - static_cast<std::int64_t>(lattice.steps.size()) - 2, bins / 2);
    return (lattice.top + room - 1) / room;
}

void fillOffsets(Grid& grid, const LatencyContainer& container, const std::optional<Lattice>& lattice, std::int64_t perBin)
{
    for (std::size_t block = 0; block < container.blocks(); ++block) {
        const auto& row = container.operationsLatencies()[block];
        const double least = std::ranges::min(row);
        std::vector<double> offsets;
        for (std::size_t k = 0; k < row.size(); ++k)
            offsets.push_back(snapped(lattice ? static_cast<double>(lattice->steps[block][k]) / static_cast<double>(perBin)
                                              : (row[k] - least) / grid.width));
        grid.inexactBlocks += std::ranges::any_of(offsets, liesBetween);
        grid.offsets.push_back(std::move(offsets));
    }
}

struct Term {
    std::int64_t bin;
    double weight;
};

std::int64_t rounded(double offset, Quantiser quantiser)
{
    const double result = quantiser == Quantiser::Ceil ? std::ceil(offset) : quantiser == Quantiser::Nearest ? std::floor(offset + 0.5) : std::floor(offset);
    return static_cast<std::int64_t>(result);
}

std::vector<Term> termsOf(const Grid& grid, std::size_t block, Quantiser quantiser)
{
    std::vector<Term> terms;
    for (std::size_t k = 0; k < grid.offsets[block].size(); ++k) {
        const double offset = grid.offsets[block][k];
        const double weight = grid.weights[block][k];
        const auto bin = rounded(offset, quantiser);
        const double beyond = quantiser == Quantiser::Split ? offset - std::floor(offset) : 0;
        terms.push_back({bin, weight * (1 - beyond)});
        if (beyond > 0)
            terms.push_back({bin + 1, weight * beyond});
    }
    return terms;
}

}  // namespace

std::pair<std::int64_t, std::int64_t> Grid::binsIn(double low, double high) const
{
    const auto clamped = [this](double bin) { return static_cast<std::int64_t>(std::clamp(bin, -1.0, static_cast<double>(bins))); };
    return {clamped(std::max(0.0, std::ceil(snapped((low - origin) / width)))),
            clamped(std::min(static_cast<double>(bins - 1), std::floor(snapped((high - origin) / width))))};
}

Grid makeGrid(const LatencyContainer& container, const std::optional<Lattice>& lattice, std::int64_t bins, Weighting weighting)
{
    TW_CHECK(bins >= 2);
    Grid grid{.origin = lattice ? lattice->value(0) : minLatency(container)};
    const double range = maxLatency(container) - minLatency(container);
    const auto perBin = lattice ? stepsPerBin(*lattice, bins) : 1;
    if (lattice)
        grid.width = static_cast<double>(lattice->step * perBin) / lattice->perUnit;
    else if (range > 0)
        grid.width = range / static_cast<double>(std::max<std::int64_t>(bins - static_cast<std::int64_t>(container.blocks()) - 2, bins / 2));
    fillOffsets(grid, container, lattice, perBin);
    std::int64_t top = 0;
    for (std::size_t block = 0; block < container.blocks(); ++block) {
        grid.weights.push_back(weightsOf(container, block, weighting));
        top += rounded(std::ranges::max(grid.offsets[block]), Quantiser::Ceil);
    }
    grid.bins = top + 1;
    return grid;
}

std::vector<std::int64_t> binsOf(const Grid& grid, std::size_t block, Quantiser quantiser)
{
    std::vector<std::int64_t> bins;
    for (const double offset : grid.offsets[block])
        bins.push_back(rounded(offset, quantiser));
    return bins;
}

std::vector<double> probabilities(const Grid& grid, Quantiser quantiser)
{
    std::vector<double> current{1.0};
    current.reserve(static_cast<std::size_t>(grid.bins));
    std::vector<double> next;
    for (std::size_t block = 0; block < grid.offsets.size(); ++block) {
        const auto terms = termsOf(grid, block, quantiser);
        const auto top = std::ranges::max(terms, {}, &Term::bin).bin;
        next.assign(current.size() + static_cast<std::size_t>(top), 0.0);
        for (const auto& term : terms) {
            double* to = next.data() + term.bin;
            for (std::size_t s = 0; s < current.size(); ++s)
                to[s] += term.weight * current[s];
        }
        std::swap(current, next);
    }
    current.resize(static_cast<std::size_t>(grid.bins));
    return current;
}

}  // namespace tw::latency
