// SPDX-License-Identifier: Apache-2.0
#include "core/latency/moments.h"

#include "core/latency/exact_sum.h"

#include <cmath>

namespace tw::latency {
namespace {

struct BlockMoments {
    double mean = 0;
    double second = 0;   // central ones
    double third = 0;
    double fourth = 0;
};

BlockMoments blockMoments(const std::vector<double>& values, const std::vector<double>& weights)
{
    ExactSum mean;
    for (std::size_t k = 0; k < values.size(); ++k)
        mean.add(weights[k] * values[k]);
    ExactSum second, third, fourth;
    for (std::size_t k = 0; k < values.size(); ++k) {
        const double d = values[k] - mean.value();
        second.add(weights[k] * d * d);
        third.add(weights[k] * d * d * d);
        fourth.add(weights[k] * d * d * d * d);
    }
    return {mean.value(), second.value(), third.value(), fourth.value()};
}

}  // namespace

double Moments::standardDeviation() const
{
    return std::sqrt(variance);
}

std::vector<double> weightsOf(const LatencyContainer& container, std::size_t block, Weighting weighting)
{
    const auto count = container.operationsLatencies()[block].size();
    const auto& stored = container.parts().probabilities;
    if (weighting == Weighting::Uniform || block >= stored.size() || stored[block].empty())
        return std::vector<double>(count, 1.0 / static_cast<double>(count));
    ExactSum sum;
    for (const double p : stored[block])
        sum.add(p);
    auto weights = stored[block];
    for (auto& weight : weights)
        weight /= sum.value();
    return weights;
}

Moments moments(const LatencyContainer& container, Weighting weighting)
{
    ExactSum mean(container.constantLatency());
    ExactSum variance, third, fourth;
    Moments result;
    for (std::size_t block = 0; block < container.blocks(); ++block) {
        const auto row = blockMoments(container.operationsLatencies()[block], weightsOf(container, block, weighting));
        mean.add(row.mean);
        variance.add(row.second);
        third.add(row.third);
        fourth.add(row.fourth - 3 * row.second * row.second);
        result.varianceShare.push_back(row.second);
    }
    result.mean = mean.value();
    result.variance = variance.value();
    if (result.variance > 0) {
        result.skewness = third.value() / (result.variance * std::sqrt(result.variance));
        result.excessKurtosis = fourth.value() / (result.variance * result.variance);
        for (auto& share : result.varianceShare)
            share /= result.variance;
    }
    return result;
}

}  // namespace tw::latency
