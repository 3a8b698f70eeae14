// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cost_shift.h"

#include <algorithm>

namespace tw::engine {
namespace {

std::int64_t floorDivide(std::int64_t value, std::int64_t by)
{
    return value / by - (value % by < 0 ? 1 : 0);
}

Cost shareOf(const Cost& sum, std::int64_t parts)
{
    return {floorDivide(sum.main, parts), floorDivide(sum.tie, parts)};
}

class Shifter {
public:
    explicit Shifter(Assignment& problem) : problem_(problem), touching_(problem.variables.size())
    {
        for (std::size_t p = 0; p < problem.pairs.size(); ++p) {
            touching_[static_cast<std::size_t>(problem.pairs[p].first)].push_back(p);
            touching_[static_cast<std::size_t>(problem.pairs[p].second)].push_back(p);
        }
    }

    void shareOut(std::size_t variable)
    {
        auto& own = problem_.variables[variable];
        for (const auto p : touching_[variable])
            for (std::size_t choice = 0; choice < own.size(); ++choice) {
                const Cost least = leastWith(p, variable, choice);
                own[choice] += least;
                add(p, variable, choice, Cost{} - least);
            }
        const auto parts = static_cast<std::int64_t>(touching_[variable].size()) + 1;
        for (std::size_t choice = 0; choice < own.size(); ++choice) {
            const Cost share = shareOf(own[choice], parts);
            for (const auto p : touching_[variable]) {
                add(p, variable, choice, share);
                own[choice] -= share;
            }
        }
    }

private:
    /// Cells of a pair with one choice of one of its variables: where they begin, how far apart they are, how many.
    struct Line {
        std::size_t begin = 0;
        std::size_t stride = 1;
        std::size_t count = 0;
    };

    Line lineOf(std::size_t pair, std::size_t variable, std::size_t choice) const
    {
        const auto& costs = problem_.pairs[pair];
        const auto rows = problem_.variables[static_cast<std::size_t>(costs.first)].size();
        const auto columns = problem_.variables[static_cast<std::size_t>(costs.second)].size();
        if (static_cast<std::size_t>(costs.first) == variable)
            return {choice * columns, 1, columns};
        return {choice, columns, rows};
    }

    Cost leastWith(std::size_t pair, std::size_t variable, std::size_t choice) const
    {
        const auto line = lineOf(pair, variable, choice);
        const auto& costs = problem_.pairs[pair].costs;
        Cost least = costs[line.begin];
        for (std::size_t i = 1; i < line.count; ++i)
            least = std::min(least, costs[line.begin + i * line.stride]);
        return least;
    }

    void add(std::size_t pair, std::size_t variable, std::size_t choice, const Cost& cost)
    {
        const auto line = lineOf(pair, variable, choice);
        for (std::size_t i = 0; i < line.count; ++i)
            problem_.pairs[pair].costs[line.begin + i * line.stride] += cost;
    }

    Assignment& problem_;
    std::vector<std::vector<std::size_t>> touching_;   // per variable: its pairs
};

}  // namespace

Assignment shifted(Assignment problem, int rounds)
{
    Shifter shifter(problem);
    for (int round = 0; round < rounds; ++round)
        for (std::size_t v = 0; v < problem.variables.size(); ++v)
            shifter.shareOut(v);
    return problem;
}

}  // namespace tw::engine
