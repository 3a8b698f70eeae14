// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/einsum.h"

#include "core/base/text.h"

#include <algorithm>
#include <limits>
#include <set>

namespace tw::latency {
namespace {

constexpr std::size_t kMostOperands = 8;

struct Equation {
    std::vector<std::set<char>> terms;
    std::set<char> output;
    std::map<char, std::int64_t> sizes;
};

std::string withoutSpaces(std::string text)
{
    std::erase(text, ' ');
    return text;
}

/// Indices that occur once, when the equation does not name its result.
std::set<char> impliedOutput(const std::vector<std::string>& terms)
{
    std::map<char, int> uses;
    for (const auto& term : terms)
        for (const char index : term)
            ++uses[index];
    std::set<char> output;
    for (const auto& [index, count] : uses)
        if (count == 1)
            output.insert(index);
    return output;
}

std::optional<Equation> parse(const Layer& layer)
{
    const auto text = withoutSpaces(layer.equation);
    const auto arrow = text.find("->");
    const auto terms = split(text.substr(0, arrow), ',');
    if (text.find('.') != std::string::npos || terms.size() != layer.operands.size() || terms.size() > kMostOperands)
        return std::nullopt;
    Equation equation;
    for (std::size_t i = 0; i < terms.size(); ++i) {
        if (terms[i].size() != layer.operands[i].size())
            return std::nullopt;
        for (std::size_t axis = 0; axis < terms[i].size(); ++axis)
            equation.sizes[terms[i][axis]] = std::max(equation.sizes[terms[i][axis]], layer.operands[i][axis]);
        equation.terms.emplace_back(terms[i].begin(), terms[i].end());
    }
    if (arrow == std::string::npos)
        equation.output = impliedOutput(terms);
    else
        equation.output = {text.begin() + static_cast<std::ptrdiff_t>(arrow) + 2, text.end()};
    return equation;
}

std::int64_t volume(const Equation& equation, const std::set<char>& indices)
{
    std::int64_t product = 1;
    for (const char index : indices) {
        const auto size = equation.sizes.find(index);
        product = times(product, size == equation.sizes.end() ? 1 : size->second);
    }
    return product;
}

std::set<char> allIndices(const Equation& equation)
{
    std::set<char> all;
    for (const auto& term : equation.terms)
        all.insert(term.begin(), term.end());
    return all;
}

/// What is left of the terms of `group` (a bit set) once contracted: what the result or another term still needs.
std::set<char> leftOf(const Equation& equation, std::size_t group)
{
    std::set<char> inside, outside = equation.output;
    for (std::size_t i = 0; i < equation.terms.size(); ++i)
        ((group >> i) & 1 ? inside : outside).insert(equation.terms[i].begin(), equation.terms[i].end());
    std::set<char> left;
    std::set_intersection(inside.begin(), inside.end(), outside.begin(), outside.end(), std::inserter(left, left.end()));
    return left;
}

/// The cheapest tree of pairwise contractions, by the cost of the cheapest tree of each group of terms.
std::int64_t cheapest(const Equation& equation)
{
    const std::size_t groups = std::size_t{1} << equation.terms.size();
    std::vector<std::int64_t> cost(groups, std::numeric_limits<std::int64_t>::max());
    for (std::size_t group = 1; group < groups; ++group) {
        if ((group & (group - 1)) == 0) {
            cost[group] = 0;
            continue;
        }
        const auto left = leftOf(equation, group);
        for (std::size_t part = (group - 1) & group; part > group / 2; part = (part - 1) & group) {
            auto together = leftOf(equation, part);
            const auto rest = leftOf(equation, group ^ part);
            together.insert(rest.begin(), rest.end());
            const bool sums = left.size() < together.size();
            const auto operations = times(volume(equation, together), sums ? 2 : 1);
            cost[group] = std::min(cost[group], plus(operations, plus(cost[part], cost[group ^ part])));
        }
    }
    return cost.back();
}

}  // namespace

std::optional<EinsumWork> einsumWork(const Layer& layer)
{
    const auto equation = parse(layer);
    if (!equation)
        return std::nullopt;
    const auto indices = allIndices(*equation);
    const auto product = volume(*equation, indices);
    const bool sums = !std::includes(equation->output.begin(), equation->output.end(), indices.begin(), indices.end());
    const auto terms = static_cast<std::int64_t>(equation->terms.size());
    if (!sums)
        return EinsumWork{.strict = 0, .optimised = times(product, std::max<std::int64_t>(1, terms - 1)) / 2};
    if (terms == 1)
        return EinsumWork{.strict = product, .optimised = product};
    return EinsumWork{.strict = product, .optimised = cheapest(*equation) / 2};
}

}  // namespace tw::latency
