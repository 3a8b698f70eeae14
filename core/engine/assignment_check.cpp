// SPDX-License-Identifier: Apache-2.0
#include "core/engine/assignment.h"

#include "core/base/text.h"

namespace tw::engine {

std::vector<std::string> violations(const Assignment& problem, const Solution& solution)
{
    if (solution.choice.size() != problem.variables.size())
        return {cat("there are ", solution.choice.size(), " choices for ", problem.variables.size(), " variables")};
    std::vector<std::string> broken;
    std::int64_t main = 0;
    std::int64_t tie = 0;
    for (std::size_t v = 0; v < problem.variables.size(); ++v) {
        const int choice = solution.choice[v];
        if (choice < 0 || static_cast<std::size_t>(choice) >= problem.variables[v].size()) {
            broken.push_back(cat("variable ", v, " has no choice ", choice));
            continue;
        }
        main += problem.variables[v][static_cast<std::size_t>(choice)].main;
        tie += problem.variables[v][static_cast<std::size_t>(choice)].tie;
    }
    if (!broken.empty())
        return broken;
    for (const auto& pair : problem.pairs) {
        const int columns = static_cast<int>(problem.variables.at(static_cast<std::size_t>(pair.second)).size());
        const int cell = solution.choice.at(static_cast<std::size_t>(pair.first)) * columns +
                         solution.choice.at(static_cast<std::size_t>(pair.second));
        main += pair.costs.at(static_cast<std::size_t>(cell)).main;
        tie += pair.costs.at(static_cast<std::size_t>(cell)).tie;
    }
    if (main != solution.cost.main || tie != solution.cost.tie)
        broken.push_back(cat("the choices cost ", main, " (", tie, "), not ", solution.cost.main, " (", solution.cost.tie, ")"));
    if (solution.cost < solution.lowerBound)
        broken.push_back(cat("the lower bound ", solution.lowerBound.main, " is above the cost ", solution.cost.main));
    return broken;
}

}  // namespace tw::engine
