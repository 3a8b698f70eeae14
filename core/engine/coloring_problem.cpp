// SPDX-License-Identifier: Apache-2.0
#include "core/engine/coloring_problem.h"

#include "core/base/text.h"

#include <algorithm>
#include <cmath>

namespace tw::engine {
namespace {

constexpr const char* kFirst = "NCHW";
constexpr const char* kLast = "NHWC";
constexpr double kUnits = 1000;    // of a Cost in one cycle or picojoule
constexpr double kLargest = 1e14;  // a hundred billion cycles; sums of many thousand nodes still fit

/// A turn without figure: worse than anything that is known.
constexpr auto kUnknownTurn = static_cast<std::int64_t>(kLargest);

class Builder {
public:
    explicit Builder(const ProblemInput& input) : input_(input) {}

    ColoringProblem build()
    {
        variableOf_.assign(input_.choices.nodes.size(), -1);
        for (std::size_t i = 0; i < input_.choices.nodes.size(); ++i)
            addVariable(static_cast<int>(i));
        for (const auto& edge : input_.layouts.edges)
            addEdge(edge);
        return std::move(problem_);
    }

private:
    struct Open {
        int choice = 0;
        Cost cost = {};
    };

    /// The allowed choices with a figure; when there is none, the first without.
    std::vector<Open> openChoices(const NodeChoices& node) const
    {
        std::vector<Open> known;
        std::optional<Open> unknown;
        for (std::size_t c = 0; c < node.choices.size(); ++c) {
            if (input_.allows && !input_.allows(node, node.choices[c]))
                continue;
            const int number = static_cast<int>(c);
            if (const auto cost = input_.cost(node, node.choices[c]))
                known.push_back({number, *cost});
            else if (!unknown)
                unknown = Open{number};
        }
        if (known.empty() && unknown)
            known.push_back(*unknown);
        return known;
    }

    void addVariable(int index)
    {
        const auto& node = input_.choices.nodes[static_cast<std::size_t>(index)];
        ColoringVariable variable{.node = index};
        std::vector<Cost> costs;
        for (const auto& open : openChoices(node)) {
            const bool carries = input_.layouts.carries[static_cast<std::size_t>(index)];
            const auto& own = node.choices[static_cast<std::size_t>(open.choice)].layout;
            for (const auto& layout : carries ? std::vector<std::string>{kFirst, kLast} : std::vector{own}) {
                variable.choices.push_back(open.choice);
                variable.layouts.push_back(layout);
                costs.push_back(open.cost);
            }
        }
        if (costs.empty())
            return;
        variableOf_[static_cast<std::size_t>(index)] = static_cast<int>(problem_.variables.size());
        problem_.variables.push_back(std::move(variable));
        problem_.assignment.variables.push_back(std::move(costs));
    }

    Cost turnCost(const LayoutEdge& edge) const
    {
        const auto cost = edge.cycles ? wholeCost(*edge.cycles) : kUnknownTurn;
        return input_.objective == Objective::Energy ? Cost{.tie = cost} : Cost{.main = cost};
    }

    static bool differ(const std::string& one, const std::string& other)
    {
        return !one.empty() && !other.empty() && one != other;
    }

    void addEdge(const LayoutEdge& edge)
    {
        const int first = edge.producer < 0 ? -1 : variableOf_[static_cast<std::size_t>(edge.producer)];
        const int second = edge.consumer < 0 ? -1 : variableOf_[static_cast<std::size_t>(edge.consumer)];
        const bool isBorder = edge.producer < 0 || edge.consumer < 0;
        if (isBorder && std::max(first, second) >= 0)
            addBorder(std::max(first, second), turnCost(edge));
        else if (!isBorder && std::min(first, second) >= 0)
            addPair(first, second, turnCost(edge));
    }

    void addBorder(int variable, const Cost& cost)
    {
        const auto& layouts = problem_.variables[static_cast<std::size_t>(variable)].layouts;
        auto& costs = problem_.assignment.variables[static_cast<std::size_t>(variable)];
        for (std::size_t c = 0; c < layouts.size(); ++c)
            if (differ(layouts[c], kFirst))
                costs[c] += cost;
    }

    void addPair(int first, int second, const Cost& cost)
    {
        PairCost pair{.first = first, .second = second};
        for (const auto& one : problem_.variables[static_cast<std::size_t>(first)].layouts)
            for (const auto& other : problem_.variables[static_cast<std::size_t>(second)].layouts)
                pair.costs.push_back(differ(one, other) ? cost : Cost{});
        problem_.assignment.pairs.push_back(std::move(pair));
    }

    const ProblemInput& input_;
    std::vector<int> variableOf_;   // per node; -1: none
    ColoringProblem problem_;
};

/// How many choices of a variable stand for its first engine; they come first.
std::size_t choicesOfFirstEngine(const ColoringVariable& variable)
{
    return static_cast<std::size_t>(std::count(variable.choices.begin(), variable.choices.end(), variable.choices.front()));
}

/// Every variable on its first engine, carried layouts at best.
Result<std::vector<int>> firstFit(const ColoringProblem& problem, Progress& progress)
{
    Assignment narrow = problem.assignment;
    for (std::size_t v = 0; v < problem.variables.size(); ++v)
        narrow.variables[v].resize(choicesOfFirstEngine(problem.variables[v]));
    for (auto& pair : narrow.pairs) {
        const auto columns = problem.assignment.variables[static_cast<std::size_t>(pair.second)].size();
        std::vector<Cost> costs;
        for (std::size_t a = 0; a < narrow.variables[static_cast<std::size_t>(pair.first)].size(); ++a)
            for (std::size_t b = 0; b < narrow.variables[static_cast<std::size_t>(pair.second)].size(); ++b)
                costs.push_back(pair.costs[a * columns + b]);
        pair.costs = std::move(costs);
    }
    TW_TRY(auto solution, solve(narrow, {.seconds = 1}, progress));
    return std::move(solution.choice);
}

}  // namespace

std::int64_t wholeCost(double value)
{
    return std::llround(std::min(value * kUnits, kLargest));
}

double valueOf(std::int64_t wholeCost)
{
    return static_cast<double>(wholeCost) / kUnits;
}

NodeCostOf costFunction(const target::Target& target, Objective objective)
{
    if (objective == Objective::Energy)
        return [&target](const NodeChoices& node, const Choice& choice) -> std::optional<Cost> {
            const auto energy = picojoulesOf(target, node, choice.engine);
            if (!energy)
                return std::nullopt;
            return Cost{.main = wholeCost(*energy), .tie = wholeCost(choice.cost.total().value_or(0))};
        };
    return [](const NodeChoices& node, const Choice& choice) -> std::optional<Cost> {
        const auto cycles = choice.cost.total();
        if (!cycles)
            return std::nullopt;
        return Cost{.main = wholeCost(*cycles), .tie = &choice - node.choices.data()};   // `choice` is one of the node's
    };
}

Colors ColoringProblem::colorsOf(const GraphChoices& choices, const std::vector<int>& solution) const
{
    Colors colors;
    for (std::size_t v = 0; v < variables.size(); ++v) {
        const auto& node = choices.nodes[static_cast<std::size_t>(variables[v].node)];
        const int choice = variables[v].choices[static_cast<std::size_t>(solution[v])];
        colors[node.node] = node.choices[static_cast<std::size_t>(choice)].engine;
    }
    return colors;
}

ColoringProblem coloringProblem(const ProblemInput& input)
{
    return Builder(input).build();
}

Result<SolvedColoring> solveColoring(const ProblemInput& input, double seconds, Progress& progress)
{
    const auto problem = coloringProblem(input);
    TW_TRY(const auto start, firstFit(problem, progress));
    TW_TRY(auto solution, solve(problem.assignment, {.seconds = seconds, .start = start}, progress));
    if (const auto broken = violations(problem.assignment, solution); !broken.empty())
        return Error{.code = Code::Internal, .message = cat("the engine assignment is wrong: ", broken.front()),
                     .hint = "please report this with the model"};
    auto colors = problem.colorsOf(input.choices, solution.choice);
    return SolvedColoring{std::move(colors), std::move(solution)};
}

std::optional<double> turnCyclesOf(const LayoutModel& layouts, const GraphChoices& choices, const Colors& colors)
{
    if (layouts.edges.empty())
        return 0.0;
    const auto chosen = [&](const NodeChoices& node, const Choice& choice) {
        const auto color = colors.find(node.node);
        return color != colors.end() && color->second == choice.engine;
    };
    const auto free = [](const NodeChoices&, const Choice&) { return std::optional(Cost{}); };
    const auto problem = coloringProblem({.choices = choices, .layouts = layouts, .cost = free, .allows = chosen});
    Progress progress;
    const auto solution = solve(problem.assignment, {.seconds = 1}, progress);
    if (solution.value().cost.main >= kUnknownTurn)
        return std::nullopt;
    return valueOf(solution.value().cost.main);
}

}  // namespace tw::engine
