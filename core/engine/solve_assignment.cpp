// SPDX-License-Identifier: Apache-2.0
#include "core/engine/cost_shift.h"
#include "core/engine/elimination.h"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <optional>

namespace tw::engine {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kShiftRounds = 50;   // more hardly raise the bound

/// Variables that pairs connect, as a problem of its own.
struct Component {
    std::vector<int> variables = {};   // of the whole problem, in order
    Assignment problem = {};
};

int rootOf(std::vector<int>& parents, int variable)
{
    while (parents[static_cast<std::size_t>(variable)] != variable) {
        auto& parent = parents[static_cast<std::size_t>(variable)];
        parent = parents[static_cast<std::size_t>(parent)];
        variable = parent;
    }
    return variable;
}

std::vector<Component> componentsOf(const Assignment& whole)
{
    std::vector<int> parents(whole.variables.size());
    std::iota(parents.begin(), parents.end(), 0);
    for (const auto& pair : whole.pairs)
        parents[static_cast<std::size_t>(rootOf(parents, pair.first))] = rootOf(parents, pair.second);
    std::vector<Component> components;
    std::vector<int> numberOf(parents.size(), -1);   // per root
    std::vector<int> place(parents.size());          // per variable: its number in the component
    for (std::size_t v = 0; v < parents.size(); ++v) {
        int& number = numberOf[static_cast<std::size_t>(rootOf(parents, static_cast<int>(v)))];
        if (number < 0) {
            number = static_cast<int>(components.size());
            components.emplace_back();
        }
        auto& component = components[static_cast<std::size_t>(number)];
        place[v] = static_cast<int>(component.variables.size());
        component.variables.push_back(static_cast<int>(v));
        component.problem.variables.push_back(whole.variables[v]);
    }
    for (const auto& pair : whole.pairs) {
        const int root = rootOf(parents, pair.first);
        components[static_cast<std::size_t>(numberOf[static_cast<std::size_t>(root)])].problem.pairs.push_back(
            {place[static_cast<std::size_t>(pair.first)], place[static_cast<std::size_t>(pair.second)], pair.costs});
    }
    return components;
}

Cost costOf(const Assignment& problem, const std::vector<int>& choice)
{
    Cost sum;
    for (std::size_t v = 0; v < choice.size(); ++v)
        sum += problem.variables[v][static_cast<std::size_t>(choice[v])];
    for (const auto& pair : problem.pairs) {
        const auto columns = problem.variables[static_cast<std::size_t>(pair.second)].size();
        sum += pair.costs[static_cast<std::size_t>(choice[static_cast<std::size_t>(pair.first)]) * columns +
                          static_cast<std::size_t>(choice[static_cast<std::size_t>(pair.second)])];
    }
    return sum;
}

/// Depth first, last eliminated variable first, best bound first. The bound of a node is what its choices cost plus
/// the tables that stand for what is still open.
class Search {
public:
    Search(const Assignment& problem, const Elimination& elimination, std::optional<std::vector<int>> start)
        : problem_(problem), elimination_(elimination), choice_(problem.variables.size())
    {
        if (start) {
            bestCost_ = costOf(problem, *start);
            best_ = std::move(*start);
        }
    }

    Result<Solution> run(Clock::time_point deadline, const Progress& progress)
    {
        constexpr int kStepsBetweenChecks = 256;
        bool stopped = false;
        open(elimination_.bound);
        for (int step = 1; !frames_.empty(); ++step) {
            if (step % kStepsBetweenChecks == 0) {
                TW_TRY_VOID(progress.check());
                // The first descent ends in any case: it gives the first assignment.
                if ((stopped = bestCost_ && Clock::now() >= deadline))
                    break;
            }
            goOn();
        }
        return Solution{.choice = best_, .cost = *bestCost_, .lowerBound = stopped ? openBound() : *bestCost_};
    }

private:
    struct Frame {
        std::vector<std::pair<Cost, int>> candidates = {};   // bound and choice, least bound first
        std::size_t next = 0;
    };

    int variableAt(std::size_t depth) const { return elimination_.order[elimination_.order.size() - 1 - depth]; }

    void open(Cost bound)
    {
        const auto variable = static_cast<std::size_t>(variableAt(frames_.size()));
        for (const int table : elimination_.made[variable])
            bound -= elimination_.tables[static_cast<std::size_t>(table)].at(choice_);
        Frame frame;
        for (std::size_t choice = 0; choice < problem_.variables[variable].size(); ++choice) {
            choice_[variable] = static_cast<int>(choice);
            Cost sum = bound;
            for (const int table : elimination_.bucket[variable])
                sum += elimination_.tables[static_cast<std::size_t>(table)].at(choice_);
            frame.candidates.emplace_back(sum, static_cast<int>(choice));
        }
        std::sort(frame.candidates.begin(), frame.candidates.end());
        frames_.push_back(std::move(frame));
    }

    void goOn()
    {
        Frame& frame = frames_.back();
        if (frame.next == frame.candidates.size() || (bestCost_ && !(frame.candidates[frame.next].first < *bestCost_))) {
            frames_.pop_back();
            return;
        }
        const auto [bound, choice] = frame.candidates[frame.next++];
        choice_[static_cast<std::size_t>(variableAt(frames_.size() - 1))] = choice;
        if (frames_.size() < choice_.size()) {
            open(bound);
            return;
        }
        bestCost_ = bound;
        best_ = choice_;
    }

    /// The least bound of all that was not looked at.
    Cost openBound() const
    {
        Cost least = *bestCost_;
        for (const auto& frame : frames_)
            if (frame.next < frame.candidates.size())
                least = std::min(least, frame.candidates[frame.next].first);
        return least;
    }

    const Assignment& problem_;
    const Elimination& elimination_;
    std::vector<int> choice_;
    std::vector<Frame> frames_;
    std::vector<int> best_;
    std::optional<Cost> bestCost_;
};

}  // namespace

Result<Solution> solve(const Assignment& problem, const SolveOptions& options, Progress& progress)
{
    TW_CHECK(options.start.empty() || options.start.size() == problem.variables.size());
    const auto begin = Clock::now();
    const auto limit = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options.seconds));
    const EliminationLimits limits{.largestTable = options.largestTable, .hurry = begin + limit / 2};
    Solution whole{.choice = std::vector<int>(problem.variables.size())};
    for (auto& component : componentsOf(problem)) {
        TW_TRY(auto elimination, eliminate(component.problem, limits, progress));
        if (!elimination.exact) {
            component.problem = shifted(std::move(component.problem), kShiftRounds);
            TW_TRY(elimination, eliminate(component.problem, limits, progress));
        }
        std::optional<std::vector<int>> start;
        if (!options.start.empty()) {
            start.emplace();
            for (const int variable : component.variables)
                start->push_back(options.start[static_cast<std::size_t>(variable)]);
        }
        TW_TRY(const auto part, Search(component.problem, elimination, std::move(start)).run(begin + limit, progress));
        for (std::size_t i = 0; i < component.variables.size(); ++i)
            whole.choice[static_cast<std::size_t>(component.variables[i])] = part.choice[i];
        whole.cost += part.cost;
        whole.lowerBound += part.lowerBound;
    }
    return whole;
}

}  // namespace tw::engine
