// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/order.h"

#include "core/schedule/order_search.h"
#include "core/schedule/walk.h"

#include <algorithm>
#include <numeric>

namespace tw::schedule {
namespace {

constexpr std::size_t kExactNodes = 40;
constexpr std::size_t kExactWidth = 12;
constexpr std::size_t kMostSets = 200'000;   // for parts beyond that
constexpr std::size_t kMostBeamNodes = 4096;

std::vector<int> graphOrder(const OrderProblem& problem)
{
    std::vector<int> order(problem.nodes.size());
    std::iota(order.begin(), order.end(), 0);
    return order;
}

/// From each node that nobody waits for, backwards: what it needs first, in the order in which it needs it.
std::vector<int> depthFirstOrder(const OrderProblem& problem)
{
    const std::size_t count = problem.nodes.size();
    std::vector<bool> isNeeded(count, false);
    for (const auto& node : problem.nodes)
        for (const int before : node.after)
            isNeeded[static_cast<std::size_t>(before)] = true;
    std::vector<int> order;
    std::vector<std::size_t> next(count, 0);   // which of its needs is looked at next
    std::vector<bool> isSeen(count, false);
    for (std::size_t root = 0; root < count; ++root) {
        if (isNeeded[root])
            continue;
        std::vector<std::size_t> open{root};
        isSeen[root] = true;
        while (!open.empty()) {
            const auto node = open.back();
            const auto& after = problem.nodes[node].after;
            if (next[node] == after.size()) {
                order.push_back(static_cast<int>(node));
                open.pop_back();
                continue;
            }
            const auto before = static_cast<std::size_t>(after[next[node]++]);
            if (!isSeen[before])
                open.push_back(before);
            isSeen[before] = true;
        }
    }
    return order;
}

/// Positions in graph order after which a part ends: nodes that all earlier ones lead to and all later ones come from.
/// Such a node is the only one without followers among those up to it, and the only one without needs from it on.
std::vector<std::size_t> partEnds(const OrderProblem& problem)
{
    const std::size_t count = problem.nodes.size();
    std::vector<std::size_t> firstFollower(count, count);
    std::vector<int> endingAt(count + 1, 0);     // nodes that have their first follower here
    std::vector<int> startingAt(count + 1, 0);   // nodes whose last need is the one before
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t lastNeed = 0;
        for (const int before : problem.nodes[i].after) {
            auto& first = firstFollower[static_cast<std::size_t>(before)];
            first = std::min(first, i);
            lastNeed = std::max(lastNeed, static_cast<std::size_t>(before) + 1);
        }
        ++startingAt[lastNeed];
    }
    for (const auto follower : firstFollower)
        ++endingAt[follower];
    std::vector<std::size_t> ends;
    int sinks = 0;      // among the nodes up to i
    int sources = 0;    // among the nodes from i on
    for (std::size_t i = 0; i < count; ++i) {
        sinks += 1 - endingAt[i];
        sources += startingAt[i];
        if (sinks == 1 && sources == 1)
            ends.push_back(i + 1);
        --sources;      // i itself: all that it needs comes before it
    }
    if (ends.empty() || ends.back() != count)
        ends.push_back(count);
    return ends;
}

/// Cuts parts out of a problem; what other parts leave alive is constant in one.
class Parts {
public:
    explicit Parts(const OrderProblem& problem) : problem_(problem), writer_(problem.buffers.size(), -1), lastReader_(writer_)
    {
        for (std::size_t i = 0; i < problem.nodes.size(); ++i) {
            for (const int buffer : problem.nodes[i].writes)
                writer_[static_cast<std::size_t>(buffer)] = static_cast<int>(i);
            for (const int buffer : problem.nodes[i].reads)
                lastReader_[static_cast<std::size_t>(buffer)] = static_cast<int>(i);
        }
    }

    OrderProblem cut(std::size_t begin, std::size_t end) const
    {
        OrderProblem part{.buffers = {}, .nodes = {}, .constantBytes = problem_.constantBytes};
        std::vector<int> local(problem_.buffers.size(), -1);
        for (std::size_t i = begin; i < end; ++i) {
            const auto& node = problem_.nodes[i];
            for (const auto* used : {&node.reads, &node.writes})
                for (const int buffer : *used)
                    addBuffer(part, local[static_cast<std::size_t>(buffer)], static_cast<std::size_t>(buffer), begin, end);
            part.nodes.push_back(localNode(node, begin, local));
        }
        for (std::size_t b = 0; b < problem_.buffers.size(); ++b)
            if (local[b] < 0 && isAliveAt(b, begin))
                part.constantBytes += problem_.buffers[b].bytes;
        return part;
    }

private:
    bool isAliveAt(std::size_t buffer, std::size_t begin) const
    {
        const auto& data = problem_.buffers[buffer];
        const int position = static_cast<int>(begin);
        const bool isThere = data.aliveAtStart || (writer_[buffer] >= 0 && writer_[buffer] < position);
        const bool isUnread = data.aliveAtStart && lastReader_[buffer] < 0;
        return isThere && (data.aliveAtEnd || isUnread || lastReader_[buffer] >= position);
    }

    void addBuffer(OrderProblem& part, int& local, std::size_t buffer, std::size_t begin, std::size_t end) const
    {
        if (local >= 0)
            return;
        local = static_cast<int>(part.buffers.size());
        const auto& data = problem_.buffers[buffer];
        part.buffers.push_back({data.bytes, isAliveAt(buffer, begin), data.aliveAtEnd || lastReader_[buffer] >= static_cast<int>(end)});
    }

    static OrderProblem::Node localNode(const OrderProblem::Node& node, std::size_t begin, const std::vector<int>& local)
    {
        OrderProblem::Node result{.scratchBytes = node.scratchBytes};
        const int first = static_cast<int>(begin);
        const auto localOf = [&](int buffer) { return local[static_cast<std::size_t>(buffer)]; };
        for (const int before : node.after)
            if (before >= first)
                result.after.push_back(before - first);
        for (const int buffer : node.reads)
            result.reads.push_back(localOf(buffer));
        for (const int buffer : node.writes)
            result.writes.push_back(localOf(buffer));
        for (const auto& takeover : node.takeovers)
            result.takeovers.push_back({localOf(takeover.input), localOf(takeover.output)});
        return result;
    }

    const OrderProblem& problem_;
    std::vector<int> writer_;       // position in graph order; -1: none
    std::vector<int> lastReader_;
};

NodeOrder better(NodeOrder one, NodeOrder other)
{
    return other.peakBytes < one.peakBytes ? std::move(other) : std::move(one);
}

NodeOrder evaluated(const OrderProblem& problem, std::vector<int> order)
{
    Walk walk(problem);
    std::int64_t peak = walk.alive();
    for (const int node : order) {
        peak = std::max(peak, walk.look(node).during);
        walk.run(node);
    }
    return {.nodes = std::move(order), .peakBytes = peak};
}

/// The least peak of one part. Graph order stays when nothing is better.
Result<NodeOrder> solvePart(const OrderProblem& part, Progress& progress)
{
    const std::size_t count = part.nodes.size();
    auto best = better(evaluated(part, graphOrder(part)), evaluated(part, depthFirstOrder(part)));
    best.proven = count <= 1;
    if (best.proven)
        return best;
    if (count <= kMostBeamNodes) {
        TW_TRY(auto found, searchBeam(part, progress));
        best = better(std::move(best), std::move(found));
    }
    if (count > kMostExactNodes)
        return best;
    const bool isSmall = count <= kExactNodes && widthOf(part) <= kExactWidth;
    return searchExactly(part, std::move(best), isSmall ? SIZE_MAX : kMostSets, progress);
}

Result<NodeOrder> leastPeak(const OrderProblem& problem, Progress& progress)
{
    const Parts parts(problem);
    NodeOrder result{.nodes = {}, .peakBytes = Walk(problem).alive(), .proven = true};
    std::size_t begin = 0;
    for (const auto end : partEnds(problem)) {
        TW_TRY(const auto part, solvePart(parts.cut(begin, end), progress));
        for (const int node : part.nodes)
            result.nodes.push_back(node + static_cast<int>(begin));
        result.peakBytes = std::max(result.peakBytes, part.peakBytes);
        result.proven = result.proven && part.proven;
        begin = end;
    }
    return result;
}

}  // namespace

std::optional<OrderKind> orderKindFromName(const std::string& name)
{
    if (name == "graph")
        return OrderKind::Graph;
    if (name == "depth-first")
        return OrderKind::DepthFirst;
    if (name == "min-peak")
        return OrderKind::MinPeak;
    return std::nullopt;
}

Result<NodeOrder> orderNodes(const OrderProblem& problem, OrderKind kind, Progress& progress)
{
    if (kind == OrderKind::MinPeak)
        return leastPeak(problem, progress);
    return evaluated(problem, kind == OrderKind::Graph ? graphOrder(problem) : depthFirstOrder(problem));
}

void applyOrder(const NodeOrder& order, ir::Graph& graph, binding::Binding& binding)
{
    std::vector<ir::Node> nodes;
    std::vector<binding::BoundNode> bound;
    for (const int index : order.nodes) {
        nodes.push_back(std::move(graph.nodes[static_cast<std::size_t>(index)]));
        bound.push_back(std::move(binding.nodes[static_cast<std::size_t>(index)]));
    }
    graph.nodes = std::move(nodes);
    binding.nodes = std::move(bound);
}

}  // namespace tw::schedule
