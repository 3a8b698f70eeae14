// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/arrangement.h"

#include "views/graph/linear_layout.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace tw::views::graph {
namespace {

using layout::BoxKind;
using layout::Point;

constexpr std::size_t kGraphvizLimit = 300;    // boxes; its time explodes beyond
constexpr double kPortSize = 1;
constexpr double kWideRankGap = 80;            // between open groups, whose edges run far sideways
constexpr int kMerged = -1;                    // instead of a tensor in Level::edgeOf: of several
constexpr int kNotDrawn = -2;                  // of none
constexpr int kFarthestSibling = 20;           // closed groups further apart are not joined by a portal's line

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

enum class BoxIs { Node, Closed, Open, Port };

/// The drawing problem of one open group and what its boxes and edges stand for.
struct Level {
    layout::Problem problem;
    std::vector<BoxIs> is;
    std::vector<int> node;                       // per box: ViewGraph node or group; tensor for a port
    std::vector<std::vector<int>> edges;         // per edge: ViewGraph edges; none: it only keeps an order
    std::map<std::pair<BoxIs, int>, int> boxOf;  // node or group -> box
    std::map<std::pair<BoxKind, int>, int> portOf;
    std::map<std::tuple<int, int, int>, int> edgeOf;
    layout::Drawing drawing;
    Point origin;                                // of the drawing, in the whole picture
};

class Arranger {
public:
    Arranger(const ViewGraph& view, const std::vector<bool>& open, LayoutCache& cache)
        : view_(view), open_(open), cache_(cache), levels_(view.groups.size()), shown_(view.groups.size(), false)
    {
    }

    Result<Arrangement> run(const Progress& progress)
    {
        addBoxes();
        for (std::size_t e = 0; e < view_.edges.size(); ++e)
            addEdge(static_cast<int>(e));
        TW_TRY_VOID(progress.check());
        for (std::size_t g = levels_.size(); g-- > 0;) {
            if (shown_[g] && open_[g])
                draw(static_cast<int>(g));
            TW_TRY_VOID(progress.check());
        }
        place();
        return std::move(result_);
    }

private:
    using Path = std::array<int, 4>;             // groups from the root down; -1 beyond the end

    void addBoxes()
    {
        for (std::size_t g = 0; g < view_.groups.size(); ++g) {
            const Group& group = view_.groups[g];
            shown_[g] = group.parent < 0 || (shown_[at(group.parent)] && open_[at(group.parent)]);
            if (!shown_[g] || !open_[g])
                continue;
            for (const int node : group.nodes) {
                const BoxSize size = nodeSize(view_.nodes[at(node)]);
                addBox(levels_[g], BoxIs::Node, node, {.width = size.width, .height = size.height});
            }
            for (const int child : group.groups)
                addBox(levels_[g], open_[at(child)] ? BoxIs::Open : BoxIs::Closed, child,
                       {.width = kClosedGroupSize.width, .height = kClosedGroupSize.height});
        }
    }

    static int addBox(Level& level, BoxIs is, int what, layout::Box box)
    {
        const int index = static_cast<int>(level.problem.boxes.size());
        level.problem.boxes.push_back(box);
        level.is.push_back(is);
        level.node.push_back(what);
        level.boxOf[{is, what}] = index;
        return index;
    }

    /// The open groups around the node, then the closed one that hides it, if any.
    Path pathTo(int node) const
    {
        Path reversed{-1, -1, -1, -1};
        std::size_t depth = 0;
        for (int g = view_.nodes[at(node)].group; g >= 0; g = view_.groups[at(g)].parent)
            reversed[depth++] = g;
        Path path{-1, -1, -1, -1};
        for (std::size_t i = 0; i < depth; ++i) {
            path[i] = reversed[depth - 1 - i];
            if (!open_[at(path[i])])
                break;
        }
        return path;
    }

    /// What stands for `node` in the level of path[depth].
    int boxAt(const Path& path, std::size_t depth, int node)
    {
        Level& level = levels_[at(path[depth])];
        const int child = depth + 1 < path.size() ? path[depth + 1] : -1;
        if (child < 0)
            return level.boxOf.at({BoxIs::Node, node});
        return level.boxOf.at({open_[at(child)] ? BoxIs::Open : BoxIs::Closed, child});
    }

    int portAt(Level& level, BoxKind kind, int tensor)
    {
        const auto [found, fresh] = level.portOf.try_emplace({kind, tensor}, -1);
        if (fresh) {
            found->second = static_cast<int>(level.problem.boxes.size());
            level.problem.boxes.push_back({.width = kPortSize, .height = kPortSize, .kind = kind});
            level.is.push_back(BoxIs::Port);
            level.node.push_back(tensor);
        }
        return found->second;
    }

    void connect(Level& level, int from, int to, int edge)
    {
        const auto open = [&](int box) { return level.is[at(box)] == BoxIs::Open; };
        const auto closed = [&](int box) { return level.is[at(box)] == BoxIs::Closed; };
        // Lines to a closed group are merged; lines to an open one keep their own port.
        const bool merged = !open(from) && !open(to) && (closed(from) || closed(to));
        const int tensor = merged ? kMerged : view_.edges[at(edge)].tensor.value;
        const auto [found, fresh] = level.edgeOf.try_emplace({from, to, tensor}, static_cast<int>(level.edges.size()));
        if (fresh) {
            level.problem.edges.push_back({.from = from, .to = to});
            level.edges.emplace_back();
        }
        level.edges[at(found->second)].push_back(edge);
    }

    void addEdge(int index)
    {
        const ViewEdge& edge = view_.edges[at(index)];
        const Path from = pathTo(edge.from);
        const Path to = pathTo(edge.to);
        std::size_t common = 0;      // deepest level that both paths go through
        while (common + 1 < from.size() && from[common + 1] >= 0 && from[common + 1] == to[common + 1])
            ++common;
        if (!open_[at(from[common])])
            return;                  // inside one closed group
        if (edge.portal && !joinsNeighbours(from, to, common)) {
            keepOrder(from, to, common, edge);
            return;
        }
        connect(levels_[at(from[common])], boxAt(from, common, edge.from), boxAt(to, common, edge.to), index);
        for (std::size_t d = common + 1; d < from.size() && from[d] >= 0 && open_[at(from[d])]; ++d) {
            Level& level = levels_[at(from[d])];
            connect(level, boxAt(from, d, edge.from), portAt(level, BoxKind::BottomPort, edge.tensor.value), index);
        }
        for (std::size_t d = common + 1; d < to.size() && to[d] >= 0 && open_[at(to[d])]; ++d) {
            Level& level = levels_[at(to[d])];
            connect(level, portAt(level, BoxKind::TopPort, edge.tensor.value), boxAt(to, d, edge.to), index);
        }
    }

    /// Portals show as tabs on nodes. Between two closed groups a line is drawn all the same, unless they are far apart.
    bool joinsNeighbours(const Path& from, const Path& to, std::size_t common) const
    {
        const int a = common + 1 < from.size() ? from[common + 1] : -1;
        const int b = common + 1 < to.size() ? to[common + 1] : -1;
        if (a < 0 || b < 0 || open_[at(a)] || open_[at(b)])
            return false;
        return areNear(a, b);
    }

    bool areNear(int a, int b) const
    {
        const auto& siblings = view_.groups[at(view_.groups[at(a)].parent)].groups;      // ascending
        return std::abs(std::ranges::lower_bound(siblings, a) - std::ranges::lower_bound(siblings, b)) <= kFarthestSibling;
    }

    // A portal has no line, but what it feeds must not stand beside or above its source: an edge that is not drawn.
    void keepOrder(const Path& from, const Path& to, std::size_t common, const ViewEdge& edge)
    {
        Level& level = levels_[at(from[common])];
        const int a = boxAt(from, common, edge.from);
        const int b = boxAt(to, common, edge.to);
        const bool groups = level.is[at(a)] != BoxIs::Node && level.is[at(b)] != BoxIs::Node;
        const bool nodes = level.is[at(a)] == BoxIs::Node && level.is[at(b)] == BoxIs::Node;
        if (nodes || (groups && !areNear(level.node[at(a)], level.node[at(b)])))
            return;
        if (!level.edgeOf.try_emplace({a, b, kNotDrawn}, static_cast<int>(level.edges.size())).second)
            return;
        level.problem.edges.push_back({.from = a, .to = b});
        level.edges.emplace_back();
    }

    static layout::Box boxAround(const Level& level)
    {
        return {.width = level.drawing.width + 2 * kGroupMargin,
                .height = level.drawing.height + kGroupHeader + 2 * kGroupMargin};
    }

    // Groups around open groups are few and wide: our own layout places and routes those well, and at once.
    void draw(int group)
    {
        Level& level = levels_[at(group)];
        const bool nested = std::ranges::find(level.is, BoxIs::Open) != level.is.end();
        if (nested)
            wrapOpenGroups(level);
        const auto& boxes = level.problem.boxes;
        if (nested || boxes.size() < 2 || boxes.size() > kGraphvizLimit) {
            level.drawing = layoutLinear(level.problem, {.rankGap = nested ? kWideRankGap : LinearOptions().rankGap});
            return;
        }
        const LayoutKey key = layoutKey(level.problem);
        if (const auto better = cache_.find(key, level.problem)) {
            level.drawing = *better;
            return;
        }
        level.drawing = layoutLinear(level.problem);
        if (!cache_.gaveUp(key))
            result_.wanted.push_back({.key = key, .problem = level.problem, .group = group});
    }

    void wrapOpenGroups(Level& level)
    {
        for (std::size_t box = 0; box < level.is.size(); ++box)
            if (level.is[box] == BoxIs::Open)
                level.problem.boxes[box] = boxAround(levels_[at(level.node[box])]);
        aimAtPorts(level);
    }

    /// Edges of an open group leave and enter where they cross its border.
    void aimAtPorts(Level& level)
    {
        const auto offset = [&](int box, BoxKind kind, int edge) {
            if (level.is[at(box)] != BoxIs::Open)
                return 0.0;
            const Level& child = levels_[at(level.node[at(box)])];
            const int port = child.portOf.at({kind, view_.edges[at(edge)].tensor.value});
            return child.drawing.centres[at(port)].x - child.drawing.width / 2;
        };
        for (std::size_t e = 0; e < level.problem.edges.size(); ++e) {
            if (level.edges[e].empty())
                continue;
            auto& edge = level.problem.edges[e];
            edge.fromOffset = offset(edge.from, BoxKind::BottomPort, level.edges[e].front());
            edge.toOffset = offset(edge.to, BoxKind::TopPort, level.edges[e].front());
        }
    }

    void place()
    {
        result_.placedIn.assign(view_.nodes.size(), 0);
        std::vector<int> placedGroup(view_.groups.size(), -1);
        Level& root = levels_[0];
        result_.bounds = {0, 0, root.drawing.width, root.drawing.height};
        result_.groups.push_back({.group = 0, .open = true, .place = result_.bounds, .nodes = {}, .edges = {}});
        placedGroup[0] = 0;
        for (std::size_t g = 0; g < levels_.size(); ++g)
            if (shown_[g] && open_[g])
                placeLevel(static_cast<int>(g), placedGroup);
        for (std::size_t node = 0; node < view_.nodes.size(); ++node) {
            int group = view_.nodes[node].group;
            while (placedGroup[at(group)] < 0)
                group = view_.groups[at(group)].parent;
            result_.placedIn[node] = placedGroup[at(group)];
        }
        for (auto& wanted : result_.wanted)
            wanted.place = result_.groups[at(placedGroup[at(wanted.group)])].place;
    }

    void placeLevel(int group, std::vector<int>& placedGroup)
    {
        Level& level = levels_[at(group)];
        const auto placedIndex = at(placedGroup[at(group)]);
        for (std::size_t box = 0; box < level.is.size(); ++box) {
            const layout::Box& size = level.problem.boxes[box];
            const Point centre = level.drawing.centres[box];
            const Rect place{level.origin.x + centre.x - size.width / 2, level.origin.y + centre.y - size.height / 2, size.width, size.height};
            const int what = level.node[box];
            if (level.is[box] == BoxIs::Node)
                result_.groups[placedIndex].nodes.push_back({what, place});
            if (level.is[box] != BoxIs::Closed && level.is[box] != BoxIs::Open)
                continue;
            placedGroup[at(what)] = static_cast<int>(result_.groups.size());
            levels_[at(what)].origin = {place.x + kGroupMargin, place.y + kGroupHeader + kGroupMargin};
            result_.groups.push_back({.group = what, .open = open_[at(what)], .place = place, .nodes = {}, .edges = {}});
        }
        for (std::size_t e = 0; e < level.edges.size(); ++e)
            if (!level.edges[e].empty())
                result_.groups[placedIndex].edges.push_back(placedEdge(level, e));
    }

    static PlacedEdge placedEdge(const Level& level, std::size_t e)
    {
        const auto& ends = level.problem.edges[e];
        const auto kind = [&](int box) { return level.problem.boxes[at(box)].kind; };
        PlacedEdge placed{.edges = level.edges[e], .route = {}, .arrow = false};
        placed.arrow = level.is[at(ends.to)] == BoxIs::Node || level.is[at(ends.to)] == BoxIs::Closed;
        for (const Point& point : level.drawing.routes[e])
            placed.route.push_back({point.x + level.origin.x, point.y + level.origin.y});
        // From the frame of the group through its header or margin to the port.
        if (kind(ends.from) == BoxKind::TopPort)
            extend(placed.route, level.origin.y - kGroupHeader - kGroupMargin, AtFront);
        if (kind(ends.to) == BoxKind::BottomPort)
            extend(placed.route, level.origin.y + level.drawing.height + kGroupMargin, AtBack);
        return placed;
    }

    enum End { AtFront, AtBack };

    static void extend(std::vector<Point>& route, double y, End end)
    {
        const Point from = end == AtFront ? route.front() : route.back();
        const Point to{from.x, y};
        if (end == AtFront)
            route.insert(route.begin(), {to, to, from});
        else
            route.insert(route.end(), {from, to, to});
    }

    const ViewGraph& view_;
    const std::vector<bool>& open_;
    LayoutCache& cache_;
    std::vector<Level> levels_;
    std::vector<bool> shown_;
    Arrangement result_;
};

}  // namespace

BoxSize nodeSize(const ViewNode& node)
{
    if (node.kind != NodeKind::Operator)
        return {.width = 180, .height = 38};
    return {.width = 204, .height = node.constants > 0 ? 72.0 : 58.0};
}

Result<Arrangement> arrange(const ViewGraph& view, const std::vector<bool>& open, LayoutCache& cache,
                            const Progress& progress)
{
    return Arranger(view, open, cache).run(progress);
}

}  // namespace tw::views::graph
