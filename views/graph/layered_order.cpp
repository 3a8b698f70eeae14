// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/layered_order.h"

#include <algorithm>
#include <cstdint>
#include <queue>
#include <utility>

namespace tw::views::graph {
namespace {

using layout::BoxKind;

constexpr int kLongestChain = 64;            // an edge over more ranks is not routed around boxes
constexpr std::size_t kTransposeLimit = 3000; // cells; beyond that barycentres must do

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

class Ranker {
public:
    explicit Ranker(const layout::Problem& problem) : problem_(problem), out_(problem.boxes.size()), in_(problem.boxes.size())
    {
        for (std::size_t e = 0; e < problem.edges.size(); ++e) {
            out_[at(problem.edges[e].from)].push_back(static_cast<int>(e));
            in_[at(problem.edges[e].to)].push_back(static_cast<int>(e));
        }
    }

    std::vector<int> run()
    {
        findBackwardEdges();
        const auto& boxes = problem_.boxes;
        const bool ports = std::ranges::any_of(boxes, [](const auto& box) { return box.kind == BoxKind::TopPort; });
        std::vector<int> rank(boxes.size());
        for (std::size_t i = 0; i < boxes.size(); ++i)
            rank[i] = ports && boxes[i].kind != BoxKind::TopPort ? 1 : 0;
        for (const int box : order_)
            for (const int e : out_[at(box)])
                if (!backward_[at(e)])
                    rank[at(head(e))] = std::max(rank[at(head(e))], rank[at(box)] + 1);
        sinkBottomPorts(rank);
        pullDown(rank);
        return rank;
    }

private:
    int head(int edge) const { return problem_.edges[at(edge)].to; }

    // Takes boxes whose predecessors are all taken; on a cycle the next one by index. An edge to a taken box is backward.
    void findBackwardEdges()
    {
        const std::size_t count = problem_.boxes.size();
        backward_.assign(problem_.edges.size(), false);
        std::vector<int> missing(count);
        std::vector<bool> taken(count, false);
        std::queue<int> ready;
        for (std::size_t box = 0; box < count; ++box) {
            missing[box] = static_cast<int>(in_[box].size());
            if (missing[box] == 0)
                ready.push(static_cast<int>(box));
        }
        for (int next = 0; order_.size() < count;) {
            if (ready.empty())
                ready.push(next++);
            const int box = ready.front();
            ready.pop();
            if (taken[at(box)])
                continue;
            taken[at(box)] = true;
            order_.push_back(box);
            for (const int e : out_[at(box)]) {
                if (taken[at(head(e))])
                    backward_[at(e)] = true;
                else if (--missing[at(head(e))] == 0)
                    ready.push(head(e));
            }
        }
    }

    void sinkBottomPorts(std::vector<int>& rank) const
    {
        int deepest = 0;
        for (std::size_t box = 0; box < rank.size(); ++box)
            if (problem_.boxes[box].kind != BoxKind::BottomPort)
                deepest = std::max(deepest, rank[box]);
        for (std::size_t box = 0; box < rank.size(); ++box)
            if (problem_.boxes[box].kind == BoxKind::BottomPort)
                rank[box] = deepest + 1;
    }

    // A source, with the private chain that leads down from it, stands just above what reads it.
    void pullDown(std::vector<int>& rank) const
    {
        std::vector<bool> floats(rank.size(), false);
        for (const int box : order_) {
            const auto isPrivate = [&](int e) {
                const auto from = at(problem_.edges[at(e)].from);
                return floats[from] && out_[from].size() == 1;
            };
            floats[at(box)] = problem_.boxes[at(box)].kind == BoxKind::Node && std::ranges::all_of(in_[at(box)], isPrivate);
        }
        for (auto box = order_.rbegin(); box != order_.rend(); ++box) {
            if (!floats[at(*box)] || out_[at(*box)].empty())
                continue;
            int nearest = rank[at(head(out_[at(*box)].front()))];
            for (const int e : out_[at(*box)])
                nearest = std::min(nearest, rank[at(head(e))]);
            rank[at(*box)] = std::max(rank[at(*box)], nearest - 1);
        }
    }

    const layout::Problem& problem_;
    std::vector<std::vector<int>> out_;
    std::vector<std::vector<int>> in_;
    std::vector<int> order_;
    std::vector<bool> backward_;
};

class Orderer {
public:
    Orderer(const layout::Problem& problem, const std::vector<int>& ranks)
    {
        for (std::size_t box = 0; box < ranks.size(); ++box)
            addCell(static_cast<int>(box), ranks[box]);
        for (const auto& edge : problem.edges)
            addChain(edge, ranks);
    }

    LayeredOrder run(int sweeps)
    {
        placeByDepthFirst();
        auto best = order_.ranks;
        std::int64_t fewest = crossings();
        for (int sweep = 0; sweep < sweeps && fewest > 0; ++sweep) {
            const int last = static_cast<int>(order_.ranks.size()) - 1;
            for (int rank = 1; rank <= last; ++rank)
                sortRank(rank, &Cell::above);
            for (int rank = last - 1; rank >= 0; --rank)
                sortRank(rank, &Cell::below);
            if (const auto now = crossings(); now < fewest) {
                fewest = now;
                best = order_.ranks;
            }
        }
        restore(best);
        if (fewest > 0 && order_.cells.size() <= kTransposeLimit)
            transpose();
        return std::move(order_);
    }

private:
    using Side = std::vector<int> Cell::*;

    int addCell(int box, int rank)
    {
        order_.cells.push_back({.box = box, .rank = rank, .above = {}, .below = {}});
        return static_cast<int>(order_.cells.size()) - 1;
    }

    void addChain(const layout::Edge& edge, const std::vector<int>& ranks)
    {
        const bool upward = ranks[at(edge.from)] > ranks[at(edge.to)];
        const int top = upward ? edge.to : edge.from;
        const int bottom = upward ? edge.from : edge.to;
        const int span = ranks[at(bottom)] - ranks[at(top)];
        std::vector<int> chain{top};
        if (span <= kLongestChain)
            for (int rank = ranks[at(top)] + 1; rank < ranks[at(bottom)]; ++rank)
                chain.push_back(addCell(-1, rank));
        chain.push_back(bottom);
        for (std::size_t i = 0; i + 1 < chain.size() && span > 0 && span <= kLongestChain; ++i) {
            order_.cells[at(chain[i])].below.push_back(chain[i + 1]);
            order_.cells[at(chain[i + 1])].above.push_back(chain[i]);
        }
        order_.chains.push_back(std::move(chain));
        order_.upward.push_back(upward);
    }

    void placeByDepthFirst()
    {
        const auto& cells = order_.cells;
        int deepest = 0;
        for (const auto& cell : cells)
            deepest = std::max(deepest, cell.rank);
        order_.ranks.assign(at(deepest) + 1, {});
        std::vector<bool> seen(cells.size(), false);
        std::vector<int> stack;
        const auto visitFrom = [&](int root) {
            stack.push_back(root);
            while (!stack.empty()) {
                const int cell = stack.back();
                stack.pop_back();
                if (seen[at(cell)])
                    continue;
                seen[at(cell)] = true;
                order_.ranks[at(cells[at(cell)].rank)].push_back(cell);
                stack.insert(stack.end(), cells[at(cell)].below.rbegin(), cells[at(cell)].below.rend());
            }
        };
        for (std::size_t cell = 0; cell < cells.size(); ++cell)
            if (cells[cell].above.empty())
                visitFrom(static_cast<int>(cell));
        position_.assign(cells.size(), 0);
        for (const auto& rank : order_.ranks)
            number(rank);
    }

    void number(const std::vector<int>& rank)
    {
        for (std::size_t i = 0; i < rank.size(); ++i)
            position_[at(rank[i])] = static_cast<int>(i);
    }

    void restore(const std::vector<std::vector<int>>& ranks)
    {
        order_.ranks = ranks;
        for (const auto& rank : order_.ranks)
            number(rank);
    }

    // Cells without neighbours on that side keep their slots; the others are sorted into the remaining ones.
    void sortRank(int rank, Side side)
    {
        auto& cells = order_.ranks[at(rank)];
        std::vector<std::pair<double, int>> movable;
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto& neighbours = order_.cells[at(cells[i])].*side;
            if (neighbours.empty())
                continue;
            double sum = 0;
            for (const int neighbour : neighbours)
                sum += position_[at(neighbour)];
            movable.emplace_back(sum / static_cast<double>(neighbours.size()), cells[i]);
            places.push_back(i);
        }
        std::ranges::stable_sort(movable, {}, &std::pair<double, int>::first);
        for (std::size_t i = 0; i < places.size(); ++i)
            cells[places[i]] = movable[i].second;
        number(cells);
    }

    std::int64_t crossings()
    {
        std::int64_t total = 0;
        for (std::size_t rank = 0; rank + 1 < order_.ranks.size(); ++rank)
            total += crossingsBelow(rank);
        return total;
    }

    // Inversions among the lower ends when links are taken from left to right, counted in a Fenwick tree.
    std::int64_t crossingsBelow(std::size_t rank)
    {
        std::vector<int> tree(order_.ranks[rank + 1].size() + 1, 0);
        std::int64_t total = 0;
        std::int64_t inserted = 0;
        for (const int cell : order_.ranks[rank]) {
            ends_.clear();
            for (const int below : order_.cells[at(cell)].below)
                ends_.push_back(position_[at(below)]);
            std::ranges::sort(ends_);
            for (const int end : ends_) {
                std::int64_t notRight = 0;
                for (int i = end + 1; i > 0; i -= i & -i)
                    notRight += tree[at(i)];
                total += inserted - notRight;
            }
            for (const int end : ends_)
                for (std::size_t i = at(end) + 1; i < tree.size(); i += i & (~i + 1))
                    ++tree[i];
            inserted += static_cast<std::int64_t>(ends_.size());
        }
        return total;
    }

    int pairCrossings(int left, int right, Side side) const
    {
        int total = 0;
        for (const int a : order_.cells[at(left)].*side)
            for (const int b : order_.cells[at(right)].*side)
                total += position_[at(a)] > position_[at(b)] ? 1 : 0;
        return total;
    }

    bool better(int left, int right) const
    {
        const int now = pairCrossings(left, right, &Cell::above) + pairCrossings(left, right, &Cell::below);
        const int then = pairCrossings(right, left, &Cell::above) + pairCrossings(right, left, &Cell::below);
        return then < now;
    }

    void transpose()
    {
        bool improved = true;
        for (int round = 0; improved && round < 6; ++round) {
            improved = false;
            for (auto& rank : order_.ranks)
                improved |= transposeRank(rank);
        }
    }

    bool transposeRank(std::vector<int>& rank)
    {
        bool improved = false;
        for (std::size_t i = 0; i + 1 < rank.size(); ++i) {
            if (!better(rank[i], rank[i + 1]))
                continue;
            std::swap(rank[i], rank[i + 1]);
            std::swap(position_[at(rank[i])], position_[at(rank[i + 1])]);
            improved = true;
        }
        return improved;
    }

    LayeredOrder order_;
    std::vector<int> position_;
    std::vector<int> ends_;
};

}  // namespace

LayeredOrder orderInLayers(const layout::Problem& problem, int sweeps)
{
    return Orderer(problem, Ranker(problem).run()).run(sweeps);
}

}  // namespace tw::views::graph
