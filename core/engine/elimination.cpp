// SPDX-License-Identifier: Apache-2.0
#include "core/engine/elimination.h"

#include <algorithm>
#include <set>

namespace tw::engine {
namespace {

/// Fewest neighbours first; the neighbours of an eliminated variable become neighbours of each other.
std::vector<int> eliminationOrder(const Assignment& problem)
{
    const auto count = problem.variables.size();
    std::vector<std::set<int>> neighbours(count);
    for (const auto& pair : problem.pairs) {
        neighbours[static_cast<std::size_t>(pair.first)].insert(pair.second);
        neighbours[static_cast<std::size_t>(pair.second)].insert(pair.first);
    }
    std::set<std::pair<std::size_t, int>> open;
    for (std::size_t v = 0; v < count; ++v)
        open.emplace(neighbours[v].size(), static_cast<int>(v));
    std::vector<int> order;
    while (!open.empty()) {
        const int least = open.begin()->second;
        open.erase(open.begin());
        order.push_back(least);
        const auto around = neighbours[static_cast<std::size_t>(least)];
        for (const int one : around) {
            auto& mine = neighbours[static_cast<std::size_t>(one)];
            open.erase({mine.size(), one});
            mine.insert(around.begin(), around.end());
            mine.erase(one);
            mine.erase(least);
            open.emplace(mine.size(), one);
        }
    }
    return order;
}

constexpr std::size_t kTableInAHurry = 1 << 8;

/// Tables that are added up and minimised over one variable together.
struct MiniBucket {
    std::vector<int> tables = {};
    std::vector<int> scope = {};   // without the variable
};

class Eliminator {
public:
    Eliminator(const Assignment& problem, const EliminationLimits& limits) : problem_(problem), limits_(limits)
    {
        const auto count = problem.variables.size();
        result_.order = eliminationOrder(problem);
        result_.bucket.resize(count);
        result_.made.resize(count);
        rank_.resize(count);
        for (std::size_t k = 0; k < count; ++k)
            rank_[static_cast<std::size_t>(result_.order[k])] = static_cast<int>(k);
        for (std::size_t v = 0; v < count; ++v)
            add(tableOver({static_cast<int>(v)}, problem.variables[v]));
        for (const auto& pair : problem.pairs)
            add(tableOver({pair.first, pair.second}, pair.costs));
    }

    Result<Elimination> run(const Progress& progress)
    {
        for (const int variable : result_.order) {
            TW_TRY_VOID(progress.check());
            if (std::chrono::steady_clock::now() >= limits_.hurry)
                limits_.largestTable = std::min(limits_.largestTable, kTableInAHurry);
            const auto parts = split(variable);
            result_.exact = result_.exact && parts.size() == 1;
            for (const auto& part : parts)
                result_.made[static_cast<std::size_t>(variable)].push_back(add(minimised(variable, part)));
        }
        return std::move(result_);
    }

private:
    std::size_t choicesOf(int variable) const { return problem_.variables[static_cast<std::size_t>(variable)].size(); }

    /// The last variable of the scope is the one whose choice is next to the other in `cells`.
    CostTable tableOver(std::vector<int> scope, std::vector<Cost> cells) const
    {
        CostTable table{.scope = std::move(scope), .strides = {}, .cells = std::move(cells)};
        table.strides.resize(table.scope.size());
        std::size_t stride = 1;
        for (std::size_t i = table.scope.size(); i-- > 0;) {
            table.strides[i] = stride;
            stride *= choicesOf(table.scope[i]);
        }
        return table;
    }

    /// Puts the table where its first variable to be eliminated is; one of no variables is a constant.
    int add(CostTable table)
    {
        const int number = static_cast<int>(result_.tables.size());
        if (table.scope.empty())
            result_.bound += table.cells.front();
        else
            result_.bucket[static_cast<std::size_t>(*std::min_element(
                               table.scope.begin(), table.scope.end(),
                               [&](int a, int b) { return rank_[static_cast<std::size_t>(a)] < rank_[static_cast<std::size_t>(b)]; }))]
                .push_back(number);
        result_.tables.push_back(std::move(table));
        return number;
    }

    bool fits(const std::vector<int>& scope) const
    {
        std::size_t cells = 1;
        for (const int variable : scope)
            if ((cells *= choicesOf(variable)) > limits_.largestTable)
                return false;
        return true;
    }

    /// Large tables first, each into the first part that stays small enough.
    std::vector<MiniBucket> split(int variable) const
    {
        auto tables = result_.bucket[static_cast<std::size_t>(variable)];
        std::stable_sort(tables.begin(), tables.end(), [&](int a, int b) {
            return result_.tables[static_cast<std::size_t>(a)].scope.size() > result_.tables[static_cast<std::size_t>(b)].scope.size();
        });
        std::vector<MiniBucket> parts;
        for (const int number : tables) {
            std::vector<int> others = result_.tables[static_cast<std::size_t>(number)].scope;
            std::erase(others, variable);
            std::sort(others.begin(), others.end());
            if (!joined(parts, number, others))
                parts.push_back({{number}, others});
        }
        return parts;
    }

    bool joined(std::vector<MiniBucket>& parts, int number, const std::vector<int>& others) const
    {
        for (auto& part : parts) {
            std::vector<int> together;
            std::set_union(part.scope.begin(), part.scope.end(), others.begin(), others.end(), std::back_inserter(together));
            if (together.size() > part.scope.size() && !fits(together))
                continue;
            part.scope = std::move(together);
            part.tables.push_back(number);
            return true;
        }
        return false;
    }

    /// Walks all cells of the new table like an odometer; each part's own position moves along.
    CostTable minimised(int variable, const MiniBucket& part) const
    {
        CostTable made = tableOver(part.scope, {});
        std::size_t cells = 1;
        for (const int one : part.scope)
            cells *= choicesOf(one);
        made.cells.reserve(cells);
        std::vector<Walk> walks;
        for (const int number : part.tables)
            walks.push_back(walkOf(result_.tables[static_cast<std::size_t>(number)], variable, part.scope));
        std::vector<std::size_t> digits(part.scope.size());
        for (std::size_t cell = 0; cell < cells; ++cell) {
            made.cells.push_back(leastOver(variable, walks));
            advance(digits, part.scope, walks);
        }
        return made;
    }

    struct Walk {
        const CostTable* table = nullptr;
        std::size_t position = 0;
        std::size_t own = 0;                   // stride of the variable that is minimised over
        std::vector<std::size_t> strides = {}; // per variable of the new table
    };

    static std::size_t strideOf(const CostTable& table, int variable)
    {
        const auto found = std::find(table.scope.begin(), table.scope.end(), variable);
        return found == table.scope.end() ? 0 : table.strides[static_cast<std::size_t>(found - table.scope.begin())];
    }

    static Walk walkOf(const CostTable& table, int variable, const std::vector<int>& scope)
    {
        Walk walk{.table = &table, .own = strideOf(table, variable)};
        for (const int one : scope)
            walk.strides.push_back(strideOf(table, one));
        return walk;
    }

    Cost leastOver(int variable, const std::vector<Walk>& walks) const
    {
        Cost least;
        for (std::size_t choice = 0; choice < choicesOf(variable); ++choice) {
            Cost sum;
            for (const auto& walk : walks)
                sum += walk.table->cells[walk.position + choice * walk.own];
            least = choice == 0 ? sum : std::min(least, sum);
        }
        return least;
    }

    void advance(std::vector<std::size_t>& digits, const std::vector<int>& scope, std::vector<Walk>& walks) const
    {
        for (std::size_t i = digits.size(); i-- > 0;) {
            const bool wraps = ++digits[i] == choicesOf(scope[i]);
            for (auto& walk : walks)
                walk.position = wraps ? walk.position - (digits[i] - 1) * walk.strides[i] : walk.position + walk.strides[i];
            if (!wraps)
                return;
            digits[i] = 0;
        }
    }

    const Assignment& problem_;
    EliminationLimits limits_;
    std::vector<int> rank_;   // per variable: its place in the order
    Elimination result_;
};

}  // namespace

Cost CostTable::at(const std::vector<int>& choice) const
{
    std::size_t cell = 0;
    for (std::size_t i = 0; i < scope.size(); ++i)
        cell += strides[i] * static_cast<std::size_t>(choice[static_cast<std::size_t>(scope[i])]);
    return cells[cell];
}

Result<Elimination> eliminate(const Assignment& problem, const EliminationLimits& limits, const Progress& progress)
{
    return Eliminator(problem, limits).run(progress);
}

}  // namespace tw::engine
