// SPDX-License-Identifier: Apache-2.0
#include "core/schedule/order_search.h"

#include "core/base/check.h"
#include "core/schedule/walk.h"

#include <algorithm>
#include <bit>
#include <queue>
#include <unordered_map>

namespace tw::schedule {
namespace {

constexpr std::size_t kCheckEvery = 4096;   // sets between two looks at the cancel flag

using Set = std::uint64_t;

Set only(int node)
{
    return Set{1} << node;
}

template <class Vector>
auto& at(Vector& vector, int index)
{
    return vector[static_cast<std::size_t>(index)];
}

/// What it takes to run a node after a set of others.
class Costs {
public:
    explicit Costs(const OrderProblem& problem) : problem_(problem), readers_(problem.buffers.size(), 0), needs_(problem.nodes.size(), 0)
    {
        for (std::size_t node = 0; node < problem.nodes.size(); ++node) {
            for (const int buffer : problem.nodes[node].reads)
                at(readers_, buffer) |= only(static_cast<int>(node));
            for (const int before : problem.nodes[node].after)
                needs_[node] |= only(before);
        }
    }

    Set needs(int node) const { return at(needs_, node); }
    bool isReady(Set done, int node) const { return (done & only(node)) == 0 && (needs(node) & ~done) == 0; }

    /// `alive`: bytes alive when the nodes of `done` have run.
    StepBytes run(Set done, std::int64_t alive, int index) const
    {
        const auto& node = at(problem_.nodes, index);
        StepBytes step{alive + node.scratchBytes, alive};
        for (const int buffer : node.writes) {
            step.during += bytesOf(buffer);
            step.after += isKept(buffer) ? bytesOf(buffer) : 0;
        }
        for (const int buffer : node.reads)
            step.after -= ends(done, buffer, index) ? bytesOf(buffer) : 0;
        Takeovers takeovers;
        for (const auto& takeover : node.takeovers)
            if (ends(done, takeover.input, index) && takeovers.claim(takeover))
                step.during -= bytesOf(takeover.output);
        return step;
    }

private:
    std::int64_t bytesOf(int buffer) const { return at(problem_.buffers, buffer).bytes; }
    bool isKept(int buffer) const { return at(problem_.buffers, buffer).aliveAtEnd || at(readers_, buffer) != 0; }
    bool ends(Set done, int buffer, int node) const
    {
        return !at(problem_.buffers, buffer).aliveAtEnd && (at(readers_, buffer) & ~done) == only(node);
    }

    const OrderProblem& problem_;
    std::vector<Set> readers_;   // per buffer
    std::vector<Set> needs_;     // per node
};

/// No order has a smaller peak: while a node runs, everything is alive that an earlier node must have written and that
/// this or a later node must still read.
class LeastPeak {
public:
    explicit LeastPeak(const OrderProblem& problem)
        : problem_(problem), earlier_(problem.nodes.size(), 0), later_(problem.nodes.size(), 0), readers_(problem.buffers.size(), 0),
          writer_(problem.buffers.size(), 0)
    {
        const int count = static_cast<int>(problem.nodes.size());
        for (int node = 0; node < count; ++node) {
            for (const int before : at(problem.nodes, node).after)
                at(earlier_, node) |= at(earlier_, before) | only(before);
            for (const int buffer : at(problem.nodes, node).reads)
                at(readers_, buffer) |= only(node);
            for (const int buffer : at(problem.nodes, node).writes)
                at(writer_, buffer) = only(node);
        }
        for (int node = count - 1; node >= 0; --node)
            for (const int before : at(problem.nodes, node).after)
                at(later_, before) |= at(later_, node) | only(node);
    }

    std::int64_t bytes() const
    {
        std::int64_t most = 0;
        for (int node = 0; node < static_cast<int>(problem_.nodes.size()); ++node)
            most = std::max(most, during(node));
        return most;
    }

private:
    std::int64_t during(int index) const
    {
        const auto& node = at(problem_.nodes, index);
        std::int64_t sum = problem_.constantBytes + node.scratchBytes;
        for (int b = 0; b < static_cast<int>(problem_.buffers.size()); ++b) {
            const auto& buffer = at(problem_.buffers, b);
            const bool isThere = buffer.aliveAtStart || (at(writer_, b) & (at(earlier_, index) | only(index))) != 0;
            const bool isWritten = at(writer_, b) == only(index);
            if (isThere && (isWritten || buffer.aliveAtEnd || (at(readers_, b) & (at(later_, index) | only(index))) != 0))
                sum += buffer.bytes;
        }
        Takeovers takeovers;
        for (const auto& takeover : node.takeovers)
            if (takeovers.claim(takeover))
                sum -= at(problem_.buffers, takeover.output).bytes;
        return sum;
    }

    const OrderProblem& problem_;
    std::vector<Set> earlier_, later_;   // per node: those that run before and after it in every order
    std::vector<Set> readers_, writer_;  // per buffer
};

/// The bottleneck variant of Dijkstra's search: sets leave the queue by the least peak that leads to them.
class BestFirst {
public:
    BestFirst(const OrderProblem& problem, NodeOrder known, std::size_t mostSets)
        : costs_(problem), nodes_(static_cast<int>(problem.nodes.size())), start_(Walk(problem).alive()),
          leastPeak_(std::max(start_, LeastPeak(problem).bytes())), known_(std::move(known)), mostSets_(mostSets)
    {
    }

    Result<NodeOrder> search(Progress& progress)
    {
        reach(0, {leastPeak_, start_, -1});
        while (!queue_.empty()) {
            const auto [peak, done] = queue_.top();
            queue_.pop();
            const auto entry = entries_.at(done);
            if (entry.peak < peak)
                continue;
            if (std::popcount(done) == nodes_)
                return orderTo(done);
            if (entries_.size() > mostSets_)
                return known_;
            if (++looks_ % kCheckEvery == 0)
                TW_TRY_VOID(progress.check());
            expand(done, entry);
        }
        known_.proven = true;
        return known_;
    }

private:
    struct Entry {
        std::int64_t peak = 0;
        std::int64_t alive = 0;
        int last = -1;         // node that ran last; -1: none did
    };

    void expand(Set done, const Entry& entry)
    {
        std::vector<std::pair<int, StepBytes>> moves;
        for (int node = 0; node < nodes_; ++node) {
            if (!costs_.isReady(done, node))
                continue;
            moves.emplace_back(node, costs_.run(done, entry.alive, node));
            if (runFreely(done, entry, node))
                return;
        }
        for (const auto& [node, step] : moves)
            reach(done | only(node), {std::max(entry.peak, step.during), step.after, node});
    }

    /// A chain of nodes that starts here, stays within the peak so far and leaves no more bytes alive than there were
    /// may run at once, and nothing else need be tried: at any later moment at least as many of its inputs end with it,
    /// so moving it to the front makes no other step larger. The sets on the way are noted for the sake of the path.
    bool runFreely(Set done, const Entry& from, int first)
    {
        std::vector<std::pair<Set, Entry>> path;
        std::int64_t alive = from.alive;
        for (int node = first; node >= 0; node = nextInChain(done, alive, node, from.peak)) {
            const auto step = costs_.run(done, alive, node);
            if (step.during > from.peak)
                return false;
            done |= only(node);
            alive = step.after;
            path.push_back({done, {from.peak, alive, node}});
            if (alive > from.alive)
                continue;
            for (std::size_t i = 0; i + 1 < path.size(); ++i)
                note(path[i].first, path[i].second);
            reach(path.back().first, path.back().second);
            return true;
        }
        return false;
    }

    /// Of the nodes that `node` has made ready the one that leaves least alive; -1 when none stays within `peak`.
    int nextInChain(Set done, std::int64_t alive, int node, std::int64_t peak) const
    {
        int best = -1;
        std::int64_t least = 0;
        for (int next = 0; next < nodes_; ++next) {
            if ((costs_.needs(next) & only(node)) == 0 || !costs_.isReady(done, next))
                continue;
            const auto step = costs_.run(done, alive, next);
            if (step.during > peak || (best >= 0 && step.after >= least))
                continue;
            best = next;
            least = step.after;
        }
        return best;
    }

    /// False when this way to the set is not the best one.
    bool note(Set done, const Entry& entry)
    {
        const auto [found, isNew] = entries_.try_emplace(done, entry);
        if (!isNew && found->second.peak <= entry.peak)
            return false;
        found->second = entry;
        return true;
    }

    void reach(Set done, const Entry& entry)
    {
        if (entry.peak < known_.peakBytes && note(done, entry))
            queue_.emplace(entry.peak, done);
    }

    NodeOrder orderTo(Set done) const
    {
        NodeOrder result{.nodes = {}, .peakBytes = entries_.at(done).peak, .proven = true};
        for (int last = entries_.at(done).last; last >= 0; last = entries_.at(done).last) {
            result.nodes.push_back(last);
            done &= ~only(last);
        }
        std::reverse(result.nodes.begin(), result.nodes.end());
        return result;
    }

    using Waiting = std::pair<std::int64_t, Set>;   // peak, set
    /// Of sets with the same peak the one with most nodes first: it is nearest to the end.
    struct Later {
        bool operator()(const Waiting& a, const Waiting& b) const
        {
            return a.first != b.first ? a.first > b.first : std::popcount(a.second) < std::popcount(b.second);
        }
    };

    Costs costs_;
    int nodes_;
    std::int64_t start_;
    std::int64_t leastPeak_;   // every set counts as at least this, so that more moves are free
    NodeOrder known_;
    std::size_t mostSets_;
    std::size_t looks_ = 0;
    std::unordered_map<Set, Entry> entries_;
    std::priority_queue<Waiting, std::vector<Waiting>, Later> queue_;
};

}  // namespace

Result<NodeOrder> searchExactly(const OrderProblem& problem, NodeOrder known, std::size_t mostSets, Progress& progress)
{
    TW_CHECK(problem.nodes.size() <= kMostExactNodes);
    return BestFirst(problem, std::move(known), mostSets).search(progress);
}

}  // namespace tw::schedule
