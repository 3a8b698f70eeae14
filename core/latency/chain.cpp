// SPDX-License-Identifier: Apache-2.0
#include "core/latency/chain.h"

#include "core/base/text.h"
#include "core/latency/fault.h"
#include "core/latency/statistics.h"

#include <algorithm>
#include <cmath>

namespace tw::latency {
namespace {

Result<void> checkChain(const LatencyContainer& container, const EngineChain& chain)
{
    const auto engines = chain.transition.size();
    const auto& table = container.operationsLatencies();
    bool fits = chain.engineOf.size() == table.size();
    for (std::size_t block = 0; fits && block < table.size(); ++block) {
        fits = chain.engineOf[block].size() == table[block].size();
        for (const int engine : chain.engineOf[block])
            fits = fits && engine >= 0 && static_cast<std::size_t>(engine) < engines;
    }
    for (const auto& row : chain.transition) {
        fits = fits && row.size() == engines;
        for (const double cost : row)
            if (!std::isfinite(cost) || cost < 0)
                return faultError(Fault::BadValue, cat("a change of engines cannot cost ", cost));
    }
    if (!fits)
        return faultError(Fault::ShapeMismatch, "the engines of the chain do not fit the blocks of the container");
    return {};
}

class ChainTable {
public:
    ChainTable(const LatencyContainer& container, const EngineChain& chain, std::int64_t bins) : container_(container), chain_(chain)
    {
        double dearest = 0;
        for (const auto& row : chain.transition)
            for (const double cost : row)
                dearest = std::max(dearest, cost);
        const double range = maxLatency(container) - minLatency(container) + dearest * static_cast<double>(container.blocks());
        result_.origin = minLatency(container);
        if (allWhole() && range < static_cast<double>(bins))
            result_.width = 1;
        else
            result_.width = std::max(range, 1e-300) / static_cast<double>(bins);
        result_.errorBound = allWhole() && result_.width == 1 ? 0 : result_.width * static_cast<double>(container.blocks());
    }

    Result<ChainDistribution> run(Progress& progress)
    {
        mass_.assign(chain_.transition.size(), {});
        for (std::size_t block = 0; block < container_.blocks(); ++block) {
            TW_TRY_VOID(progress.check());
            addBlock(block);
        }
        merge();
        return std::move(result_);
    }

private:
    bool allWhole() const
    {
        const auto whole = [](double value) { return value == std::floor(value); };
        return std::ranges::all_of(container_.operationsLatencies(), [&](const auto& row) { return std::ranges::all_of(row, whole); }) &&
               std::ranges::all_of(chain_.transition, [&](const auto& row) { return std::ranges::all_of(row, whole); });
    }

    std::size_t binOf(double above) const { return static_cast<std::size_t>(std::llround(above / result_.width)); }

    void addBlock(std::size_t block)
    {
        const auto& row = container_.operationsLatencies()[block];
        const double least = std::ranges::min(row);
        const double weight = 1.0 / static_cast<double>(row.size());
        std::vector<std::vector<double>> next(mass_.size());
        for (std::size_t k = 0; k < row.size(); ++k) {
            const auto to = static_cast<std::size_t>(chain_.engineOf[block][k]);
            if (block == 0) {
                add(next[to], {1.0}, binOf(row[k] - least), weight);
                continue;
            }
            for (std::size_t from = 0; from < mass_.size(); ++from)
                if (!mass_[from].empty())
                    add(next[to], mass_[from], binOf(row[k] - least) + binOf(chain_.transition[from][to]), weight);
        }
        mass_ = std::move(next);
    }

    static void add(std::vector<double>& to, const std::vector<double>& from, std::size_t shift, double weight)
    {
        to.resize(std::max(to.size(), from.size() + shift));
        for (std::size_t s = 0; s < from.size(); ++s)
            to[s + shift] += weight * from[s];
    }

    void merge()
    {
        for (const auto& mass : mass_)
            add(result_.mass, mass, 0, 1);
        if (container_.blocks() == 0)
            result_.mass = {1.0};
    }

    const LatencyContainer& container_;
    const EngineChain& chain_;
    ChainDistribution result_;
    std::vector<std::vector<double>> mass_;   // [engine of the last block]
};

}  // namespace

double ChainDistribution::cumulative(double latency) const
{
    const auto last = static_cast<std::int64_t>(std::floor((latency - origin) / width + 1e-9));
    double sum = 0;
    for (std::int64_t s = 0; s <= std::min(last, static_cast<std::int64_t>(mass.size()) - 1); ++s)
        sum += mass[static_cast<std::size_t>(s)];
    return sum;
}

Result<ChainDistribution> chainDistribution(const LatencyContainer& container, const EngineChain& chain, std::int64_t bins, Progress& progress)
{
    if (bins < 2)
        return faultError(Fault::BadCount, cat("a distribution cannot be drawn in ", bins, " bins"));
    TW_TRY_VOID(checkChain(container, chain));
    return ChainTable(container, chain, bins).run(progress);
}

}  // namespace tw::latency
