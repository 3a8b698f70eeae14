// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/linear_layout.h"

#include "views/graph/layered_order.h"

#include <algorithm>
#include <limits>

namespace tw::views::graph {
namespace {

using layout::Drawing;
using layout::Point;
using layout::Problem;

// Who gives way when not all wishes can be met: cells without a wish, then passing edges, boxes last.
constexpr double kIdleWeight = 0.05;
constexpr double kPassingWeight = 1;
constexpr double kBoxWeight = 50;

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

/// Values nearest to `wanted` (weighted least squares) that do not decrease: pool adjacent violators.
void makeMonotone(std::vector<double>& wanted, const std::vector<double>& weight)
{
    struct Block {
        double sum, weight;
        std::size_t count;
        double mean() const { return sum / weight; }
    };
    std::vector<Block> blocks;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        blocks.push_back({wanted[i] * weight[i], weight[i], 1});
        while (blocks.size() > 1 && blocks[blocks.size() - 2].mean() > blocks.back().mean()) {
            const Block last = blocks.back();
            blocks.pop_back();
            blocks.back().sum += last.sum;
            blocks.back().weight += last.weight;
            blocks.back().count += last.count;
        }
    }
    std::size_t i = 0;
    for (const auto& block : blocks)
        for (std::size_t n = 0; n < block.count; ++n)
            wanted[i++] = block.mean();
}

class Placer {
public:
    Placer(const Problem& problem, const LinearOptions& options)
        : problem_(problem), options_(options), order_(orderInLayers(problem, options.sweeps)), x_(order_.cells.size(), 0)
    {
    }

    Drawing run()
    {
        collectLinks();
        pack();
        const int last = static_cast<int>(order_.ranks.size()) - 1;
        for (int sweep = 0; sweep < options_.sweeps; ++sweep) {
            for (int rank = 1; rank <= last; ++rank)
                align(rank, above_);
            for (int rank = last - 1; rank >= 0; --rank)
                align(rank, below_);
        }
        straightenPassages();
        Drawing drawing = placed();
        route(drawing);
        return drawing;
    }

private:
    struct Link {
        int cell;          // the neighbour
        double shift;      // this cell's wanted x = x of the neighbour + shift, so that the ends of the edge meet
    };

    bool isVirtual(int cell) const { return order_.cells[at(cell)].box < 0; }

    double width(int cell) const
    {
        return isVirtual(cell) ? 0 : problem_.boxes[at(order_.cells[at(cell)].box)].width;
    }

    double height(int cell) const
    {
        return isVirtual(cell) ? 0 : problem_.boxes[at(order_.cells[at(cell)].box)].height;
    }

    double separation(int left, int right) const
    {
        const double gap = isVirtual(left) || isVirtual(right) ? options_.laneGap : options_.columnGap;
        return (width(left) + width(right)) / 2 + gap;
    }

    // Offsets of the edge's ends; the chain's front is the upper end.
    std::pair<double, double> offsets(std::size_t edge) const
    {
        const auto& ends = problem_.edges[edge];
        return order_.upward[edge] ? std::pair{ends.toOffset, ends.fromOffset} : std::pair{ends.fromOffset, ends.toOffset};
    }

    void collectLinks()
    {
        above_.resize(order_.cells.size());
        below_.resize(order_.cells.size());
        for (std::size_t e = 0; e < order_.chains.size(); ++e) {
            const auto& chain = order_.chains[e];
            const auto [topOffset, bottomOffset] = offsets(e);
            for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
                if (order_.cells[at(chain[i])].rank == order_.cells[at(chain[i + 1])].rank)
                    continue;
                const double shift = (i == 0 ? topOffset : 0) - (i + 2 == chain.size() ? bottomOffset : 0);
                above_[at(chain[i + 1])].push_back({chain[i], shift});
                below_[at(chain[i])].push_back({chain[i + 1], -shift});
            }
        }
    }

    void pack()
    {
        for (const auto& rank : order_.ranks) {
            double x = 0;
            for (std::size_t i = 0; i < rank.size(); ++i) {
                x += i ? separation(rank[i - 1], rank[i]) : 0;
                x_[at(rank[i])] = x;
            }
            for (const int cell : rank)
                x_[at(cell)] -= x / 2;
        }
    }

    /// Median of where the neighbours want the cell; its present place when it has none on that side. Boxes count before
    /// passing edges: the main path runs straight and the shortcuts bend around it.
    double wanted(int cell, const std::vector<Link>& links)
    {
        if (links.empty())
            return x_[at(cell)];
        wishes_.clear();
        for (const auto& link : links)
            if (!isVirtual(link.cell))
                wishes_.push_back(x_[at(link.cell)] + link.shift);
        if (wishes_.empty())
            for (const auto& link : links)
                wishes_.push_back(x_[at(link.cell)] + link.shift);
        std::ranges::sort(wishes_);
        const std::size_t middle = wishes_.size() / 2;
        return wishes_.size() % 2 ? wishes_[middle] : (wishes_[middle - 1] + wishes_[middle]) / 2;
    }

    void align(int rank, const std::vector<std::vector<Link>>& links)
    {
        const auto& cells = order_.ranks[at(rank)];
        std::vector<double> target(cells.size());
        std::vector<double> weight(cells.size());
        double lead = 0;        // subtracting the needed distances turns "at least apart" into "not decreasing"
        for (std::size_t i = 0; i < cells.size(); ++i) {
            lead += i ? separation(cells[i - 1], cells[i]) : 0;
            const auto& mine = links[at(cells[i])];
            target[i] = wanted(cells[i], mine) - lead;
            weight[i] = mine.empty() ? kIdleWeight : isVirtual(cells[i]) ? kPassingWeight : kBoxWeight;
        }
        makeMonotone(target, weight);
        lead = 0;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            lead += i ? separation(cells[i - 1], cells[i]) : 0;
            x_[at(cells[i])] = target[i] + lead;
        }
    }

    // A passing edge that wobbles by a few pixels looks careless: pull each run of virtual cells onto one line where free.
    void straightenPassages()
    {
        place_.assign(order_.cells.size(), 0);
        for (const auto& rank : order_.ranks)
            for (std::size_t i = 0; i < rank.size(); ++i)
                place_[at(rank[i])] = static_cast<int>(i);
        for (const auto& chain : order_.chains)
            if (chain.size() > 3)
                straighten(chain);
    }

    void straighten(const std::vector<int>& chain)
    {
        double low = -std::numeric_limits<double>::infinity();
        double high = std::numeric_limits<double>::infinity();
        double sum = 0;
        for (std::size_t i = 1; i + 1 < chain.size(); ++i) {
            const auto& rank = order_.ranks[at(order_.cells[at(chain[i])].rank)];
            const auto place = at(place_[at(chain[i])]);
            if (place > 0)
                low = std::max(low, x_[at(rank[place - 1])] + separation(rank[place - 1], chain[i]));
            if (place + 1 < rank.size())
                high = std::min(high, x_[at(rank[place + 1])] - separation(chain[i], rank[place + 1]));
            sum += x_[at(chain[i])];
        }
        if (low > high)
            return;
        const double line = std::clamp(sum / static_cast<double>(chain.size() - 2), low, high);
        for (std::size_t i = 1; i + 1 < chain.size(); ++i)
            x_[at(chain[i])] = line;
    }

    Drawing placed()
    {
        double left = std::numeric_limits<double>::infinity();
        double right = -left;
        for (std::size_t cell = 0; cell < x_.size(); ++cell) {
            left = std::min(left, x_[cell] - width(static_cast<int>(cell)) / 2);
            right = std::max(right, x_[cell] + width(static_cast<int>(cell)) / 2);
        }
        for (double& x : x_)
            x -= left;
        Drawing drawing{.width = x_.empty() ? 0 : right - left, .height = 0, .centres = {}, .routes = {}};
        for (const auto& rank : order_.ranks) {
            double tallest = 0;
            for (const int cell : rank)
                tallest = std::max(tallest, height(cell));
            top_.push_back(drawing.height);
            bottom_.push_back(drawing.height + tallest);
            drawing.height += tallest + options_.rankGap;
        }
        drawing.height = std::max(0.0, drawing.height - options_.rankGap);
        for (std::size_t box = 0; box < problem_.boxes.size(); ++box)
            drawing.centres.push_back({x_[box], middle(static_cast<int>(box))});
        return drawing;
    }

    double middle(int cell) const
    {
        const std::size_t rank = at(order_.cells[at(cell)].rank);
        return (top_[rank] + bottom_[rank]) / 2;
    }

    static void curveTo(std::vector<Point>& route, Point to)
    {
        const Point from = route.back();
        const double bend = (to.y - from.y) / 2;
        route.push_back({from.x, from.y + bend});
        route.push_back({to.x, to.y - bend});
        route.push_back(to);
    }

    // Leaves the upper box at its lower edge, passes ranks on straight lines, enters the lower box at its upper edge.
    void route(Drawing& drawing) const
    {
        for (std::size_t e = 0; e < order_.chains.size(); ++e) {
            const auto& chain = order_.chains[e];
            const auto [topOffset, bottomOffset] = offsets(e);
            const int first = chain.front();
            const int last = chain.back();
            std::vector<Point> points{{x_[at(first)] + topOffset, middle(first) + height(first) / 2}};
            for (std::size_t i = 1; i + 1 < chain.size(); ++i) {
                const std::size_t rank = at(order_.cells[at(chain[i])].rank);
                curveTo(points, {x_[at(chain[i])], top_[rank]});
                curveTo(points, {x_[at(chain[i])], bottom_[rank]});
            }
            curveTo(points, {x_[at(last)] + bottomOffset, middle(last) - height(last) / 2});
            if (order_.upward[e])
                std::ranges::reverse(points);
            drawing.routes.push_back(std::move(points));
        }
    }

    const Problem& problem_;
    LinearOptions options_;
    LayeredOrder order_;
    std::vector<double> x_;
    std::vector<std::vector<Link>> above_;
    std::vector<std::vector<Link>> below_;
    std::vector<int> place_;
    std::vector<double> top_;
    std::vector<double> bottom_;
    std::vector<double> wishes_;
};

}  // namespace

Drawing layoutLinear(const Problem& problem, const LinearOptions& options)
{
    if (problem.boxes.empty())
        return {};
    return Placer(problem, options).run();
}

}  // namespace tw::views::graph
