// SPDX-License-Identifier: Apache-2.0
#include "core/latency/additivity.h"

#include "core/base/text.h"
#include "core/latency/agreement.h"
#include "core/latency/exact_sum.h"
#include "core/latency/sampler.h"
#include "core/latency/selection.h"
#include "core/latency/statistics.h"

#include <algorithm>
#include <cmath>

namespace tw::latency {
namespace {

std::optional<double> leastSquaresScale(const std::vector<WholeRun>& runs, double constant)
{
    ExactSum product, square;
    for (const auto& run : runs) {
        product.add((run.measured - constant) * run.parts);
        square.add(run.parts * run.parts);
    }
    if (square.value() <= 0)
        return {};
    return product.value() / square.value();
}

}  // namespace

Additivity additivityOf(const std::vector<WholeRun>& runs)
{
    Additivity result{.runs = runs.size()};
    if (runs.empty())
        return result;
    std::vector<double> rests;
    for (const auto& run : runs)
        rests.push_back(run.measured - run.parts);
    const double median = medianOf(rests);
    result.constant = std::max(median, 0.0);
    result.clamped = median < 0;
    if (runs.size() < 2)
        return result;
    ExactSum squares, total;
    std::vector<double> predicted, measured;
    double largest = 0;
    for (const auto& run : runs) {
        predicted.push_back(result.constant + run.parts);
        measured.push_back(run.measured);
        const double error = run.measured - predicted.back();
        squares.add(error * error);
        total.add(run.measured);
        largest = std::max(largest, std::abs(error));
    }
    const auto n = static_cast<double>(runs.size());
    result.rmsRelative = std::sqrt(squares.value() / n) / (total.value() / n);
    result.largest = largest;
    result.rankCorrelation = rankCorrelation(predicted, measured);
    result.scale = leastSquaresScale(runs, result.constant);
    return result;
}

void Additivity::describe(std::map<std::string, std::string>& meta) const
{
    meta["additivity_runs"] = cat(runs);
    const std::pair<const char*, std::optional<double>> figures[] = {
        {"additivity_rms", rmsRelative}, {"additivity_max", largest}, {"additivity_spearman", rankCorrelation}, {"additivity_scale", scale}};
    for (const auto& [key, value] : figures)
        if (value)
            meta[key] = numberText(*value);
    if (clamped)
        meta["additivity_note"] = "the parts alone take longer than the whole: the constant part is set to 0";
}

std::vector<Arch> architecturesToMeasure(const LatencyContainer& table, std::uint64_t seed)
{
    std::vector<Arch> archs{fastest(table, 1).front().arch};
    if (architectureCount(table.operationsLatencies()) == BigCount(1))
        return archs;
    archs.push_back(slowest(table, 1).front().arch);
    const auto wanted = std::max<std::size_t>(5, table.blocks() / 4);
    for (auto& arch : Sampler(table).architectures(wanted - archs.size(), seed))
        archs.push_back(std::move(arch));
    return archs;
}

}  // namespace tw::latency
