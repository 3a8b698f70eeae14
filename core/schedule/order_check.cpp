// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/schedule/order.h"

#include <algorithm>

namespace tw::schedule {
namespace {

/// Position of each node, or an empty list when the order is no permutation.
std::vector<int> positionsIn(const OrderProblem& problem, const NodeOrder& order)
{
    std::vector<int> positions(problem.nodes.size(), -1);
    if (order.nodes.size() != problem.nodes.size())
        return {};
    for (std::size_t step = 0; step < order.nodes.size(); ++step) {
        const int node = order.nodes[step];
        if (node < 0 || node >= static_cast<int>(positions.size()) || positions[static_cast<std::size_t>(node)] >= 0)
            return {};
        positions[static_cast<std::size_t>(node)] = static_cast<int>(step);
    }
    return positions;
}

struct Life {
    int first = -1;     // positions, inclusive; -1: the start
    int last = -1;
};

std::vector<Life> livesOf(const OrderProblem& problem, const std::vector<int>& positions)
{
    std::vector<Life> lives(problem.buffers.size());
    const int end = static_cast<int>(positions.size());
    for (std::size_t node = 0; node < positions.size(); ++node) {
        for (const int buffer : problem.nodes[node].writes)
            lives[static_cast<std::size_t>(buffer)].first = positions[node];
        for (const auto* used : {&problem.nodes[node].reads, &problem.nodes[node].writes})
            for (const int buffer : *used)
                lives[static_cast<std::size_t>(buffer)].last = std::max(lives[static_cast<std::size_t>(buffer)].last, positions[node]);
    }
    for (std::size_t b = 0; b < lives.size(); ++b) {
        const auto& buffer = problem.buffers[b];
        if (buffer.aliveAtEnd || (buffer.aliveAtStart && lives[b].last < 0))
            lives[b].last = end;
    }
    return lives;
}

/// What takeovers save at one node, given which inputs end there.
std::int64_t savedBytes(const OrderProblem& problem, const OrderProblem::Node& node, int position, const std::vector<Life>& lives)
{
    std::vector<int> taken;
    std::int64_t saved = 0;
    for (const auto& [input, output] : node.takeovers) {
        const bool isFree = std::none_of(taken.begin(), taken.end(), [&, in = input, out = output](int b) { return b == in || b == out; });
        if (!isFree || lives[static_cast<std::size_t>(input)].last != position)
            continue;
        saved += problem.buffers[static_cast<std::size_t>(output)].bytes;
        taken.insert(taken.end(), {input, output});
    }
    return saved;
}

}  // namespace

std::vector<std::string> violations(const OrderProblem& problem, const NodeOrder& order)
{
    const auto positions = positionsIn(problem, order);
    if (positions.size() != problem.nodes.size())
        return {"the order does not name every node once"};
    std::vector<std::string> broken;
    for (std::size_t node = 0; node < positions.size(); ++node)
        for (const int before : problem.nodes[node].after)
            if (positions[static_cast<std::size_t>(before)] >= positions[node])
                broken.push_back(cat("node ", node, " runs before node ", before, ", which it needs"));

    const auto lives = livesOf(problem, positions);
    std::vector<std::int64_t> change(positions.size() + 3, 0);   // slot 0 is the start, node positions are shifted by one
    for (std::size_t b = 0; b < lives.size(); ++b) {
        const bool isUsed = problem.buffers[b].aliveAtStart || lives[b].last >= 0;
        change[static_cast<std::size_t>(lives[b].first + 1)] += isUsed ? problem.buffers[b].bytes : 0;
        change[static_cast<std::size_t>(lives[b].last + 2)] -= isUsed ? problem.buffers[b].bytes : 0;
    }
    std::int64_t alive = problem.constantBytes + change[0];
    std::int64_t peak = alive;
    for (std::size_t step = 0; step < positions.size(); ++step) {
        const auto& node = problem.nodes[static_cast<std::size_t>(order.nodes[step])];
        alive += change[step + 1];
        peak = std::max(peak, alive + node.scratchBytes - savedBytes(problem, node, static_cast<int>(step), lives));
    }
    if (peak != order.peakBytes)
        broken.push_back(cat("the peak is ", peak, " bytes, not ", order.peakBytes));
    return broken;
}

}  // namespace tw::schedule
