// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/grouping.h"

#include <algorithm>

namespace tw::views::graph {
namespace {

constexpr int kSmallRun = 8;          // shorter runs of a scope are packed together
constexpr int kPackedRun = 60;
constexpr int kSliceShortest = 90;    // slices are cut at the narrowest place in [kSliceShortest, kGroupTarget]
constexpr int kManyGroups = 40;       // more siblings than this get a level of their own
constexpr int kMostTerminals = 40;    // more inputs and outputs than this move to their readers

struct Range {
    int first = 0;
    int last = 0;
    std::string name = {};            // of the scope; empty for a slice
    int size() const { return last - first; }
};

class Grouper {
public:
    explicit Grouper(ViewGraph& view) : view_(view)
    {
        for (const auto& node : view.nodes)
            operators_ += node.kind == NodeKind::Operator ? 1 : 0;
        for (int i = 0; i < operators_; ++i) {
            const auto& node = view.graph->nodes[static_cast<std::size_t>(view.nodes[static_cast<std::size_t>(i)].node)];
            scopes_.push_back(scopeOf(node.name));
        }
        measureCuts();
    }

    void run()
    {
        view_.groups.assign(1, Group{.first = 0, .last = operators_});
        if (operators_ > kUngrouped)
            splitRoot();
        for (auto& group : view_.groups)
            if (group.groups.empty())
                take(group);
        placeTerminals();
    }

private:
    // cuts_[i]: tensors that are alive between operator i - 1 and operator i.
    void measureCuts()
    {
        cuts_.assign(static_cast<std::size_t>(operators_) + 1, 0);
        for (int i = 0; i < operators_; ++i) {
            int last = i;
            for (const int e : view_.out[static_cast<std::size_t>(i)])
                if (const int to = view_.edges[static_cast<std::size_t>(e)].to; to < operators_)
                    last = std::max(last, to);
            if (last == i)
                continue;
            ++cuts_[static_cast<std::size_t>(i) + 1];
            --cuts_[static_cast<std::size_t>(last) + 1];
        }
        for (std::size_t i = 1; i < cuts_.size(); ++i)
            cuts_[i] += cuts_[i - 1];
    }

    std::string_view part(int node, std::size_t depth) const
    {
        const auto& scope = scopes_[static_cast<std::size_t>(node)];
        return depth < scope.size() ? scope[depth] : std::string_view();
    }

    std::size_t commonDepth(const Range& range) const
    {
        std::size_t depth = scopes_[static_cast<std::size_t>(range.first)].size();
        for (int i = range.first; i < range.last; ++i) {
            const auto& scope = scopes_[static_cast<std::size_t>(i)];
            std::size_t same = 0;
            while (same < std::min(depth, scope.size()) && scope[same] == part(range.first, same))
                ++same;
            depth = same;
        }
        return depth;
    }

    std::string pathTo(int node, std::size_t depth) const
    {
        std::string path;
        for (std::size_t i = 0; i <= depth && i < scopes_[static_cast<std::size_t>(node)].size(); ++i)
            path += (i ? "/" : "") + std::string(part(node, i));
        return path;
    }

    std::vector<Range> scopeRuns(const Range& range) const
    {
        const std::size_t depth = commonDepth(range);
        std::vector<Range> runs;
        for (int i = range.first; i < range.last; ++i) {
            if (runs.empty() || part(i, depth) != part(i - 1, depth)) {
                const bool named = !part(i, depth).empty();
                runs.push_back({.first = i, .last = i, .name = named ? pathTo(i, depth) : std::string()});
            }
            ++runs.back().last;
        }
        return packSmallRuns(runs);
    }

    static std::vector<Range> packSmallRuns(const std::vector<Range>& runs)
    {
        std::vector<Range> packed;
        bool open = false;            // whether the last one still takes small runs
        for (const auto& run : runs) {
            const bool small = run.size() < kSmallRun;
            if (open && small && packed.back().size() + run.size() <= kPackedRun) {
                packed.back().last = run.last;
                if (packed.back().name != run.name)
                    packed.back().name.clear();
                continue;
            }
            packed.push_back(run);
            open = small;
        }
        return packed;
    }

    std::vector<Range> slices(Range range) const
    {
        std::vector<Range> result;
        const std::string name = range.name;
        while (range.size() > kGroupTarget) {
            // Never leave a crumb behind: two halves rather than 150 and 3.
            const bool lastTwo = range.size() < kGroupTarget + kSliceShortest;
            const int longest = lastTwo ? range.size() / 2 + 10 : kGroupTarget;
            const int shortest = lastTwo ? range.size() / 2 - 10 : kSliceShortest;
            int best = range.first + longest;
            for (int at = best - 1; at >= range.first + shortest; --at)
                if (cuts_[static_cast<std::size_t>(at)] < cuts_[static_cast<std::size_t>(best)])
                    best = at;
            result.push_back({.first = range.first, .last = best, .name = name});
            range.first = best;
        }
        result.push_back(range);
        if (result.size() > 1 && !name.empty())
            for (std::size_t i = 0; i < result.size(); ++i)
                result[i].name += " (" + std::to_string(i + 1) + "/" + std::to_string(result.size()) + ")";
        return result;
    }

    /// Runs of scopes when they say something, else slices.
    std::vector<Range> pieces(const Range& range) const
    {
        auto runs = scopeRuns(range);
        const bool telling = runs.size() > 1 && range.size() / static_cast<int>(runs.size()) >= kSmallRun / 2;
        return telling ? runs : slices(range);
    }

    int addGroup(int parent, const Range& range)
    {
        const int group = static_cast<int>(view_.groups.size());
        view_.groups.push_back({.name = range.name, .parent = parent, .first = range.first, .last = range.last});
        view_.groups[static_cast<std::size_t>(parent)].groups.push_back(group);
        return group;
    }

    void splitRoot()
    {
        const auto top = pieces({.first = 0, .last = operators_});
        if (top.size() == 1)
            return;
        if (static_cast<int>(top.size()) > kManyGroups) {
            splitIntoChapters(top);
            return;
        }
        for (const auto& piece : top)
            splitOnce(addGroup(0, piece), piece);
    }

    void splitOnce(int group, const Range& range)
    {
        if (range.size() <= kGroupTarget)
            return;
        for (const auto& piece : pieces(range))
            for (const auto& slice : slices(piece))
                addGroup(group, slice);
    }

    // Too many siblings for one overview: about square-root many chapters of consecutive ones.
    void splitIntoChapters(const std::vector<Range>& top)
    {
        std::vector<Range> leaves;
        for (const auto& piece : top)
            for (auto& slice : slices(piece))
                leaves.push_back(std::move(slice));
        std::size_t size = 8;
        while (size * size < leaves.size())
            ++size;
        for (std::size_t begin = 0; begin < leaves.size(); begin += size) {
            const std::size_t end = std::min(begin + size, leaves.size());
            const bool named = !leaves[begin].name.empty() && !leaves[end - 1].name.empty();
            const std::string name = named ? leaves[begin].name + " … " + leaves[end - 1].name : std::string();
            const int chapter = addGroup(0, {.first = leaves[begin].first, .last = leaves[end - 1].last, .name = name});
            for (std::size_t i = begin; i < end; ++i)
                addGroup(chapter, leaves[i]);
        }
    }

    void take(Group& group)
    {
        const int index = static_cast<int>(&group - view_.groups.data());
        for (int i = group.first; i < group.last; ++i) {
            group.nodes.push_back(i);
            view_.nodes[static_cast<std::size_t>(i)].group = index;
        }
    }

    void placeTerminals()
    {
        const int terminals = static_cast<int>(view_.nodes.size()) - operators_;
        for (std::size_t i = static_cast<std::size_t>(operators_); i < view_.nodes.size(); ++i) {
            ViewNode& node = view_.nodes[i];
            node.group = 0;
            const auto& edges = node.kind == NodeKind::Input ? view_.out[i] : view_.in[i];
            if (terminals > kMostTerminals && !edges.empty()) {
                const ViewEdge& edge = view_.edges[static_cast<std::size_t>(edges.front())];
                const int other = node.kind == NodeKind::Input ? edge.to : edge.from;
                if (other < operators_)
                    node.group = view_.nodes[static_cast<std::size_t>(other)].group;
            }
            view_.groups[static_cast<std::size_t>(node.group)].nodes.push_back(static_cast<int>(i));
        }
    }

    ViewGraph& view_;
    int operators_ = 0;
    std::vector<std::vector<std::string_view>> scopes_;
    std::vector<int> cuts_;
};

}  // namespace

void groupNodes(ViewGraph& view)
{
    Grouper(view).run();
}

std::vector<std::string_view> scopeOf(std::string_view nodeName)
{
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (std::size_t at = nodeName.find('/'); at != std::string_view::npos; at = nodeName.find('/', begin)) {
        if (at > begin)
            parts.push_back(nodeName.substr(begin, at - begin));
        begin = at + 1;
    }
    return parts;
}

int visibleBoxes(const ViewGraph& view, const std::vector<bool>& open)
{
    int boxes = 0;
    std::vector<bool> visible(view.groups.size(), false);      // its own box or content is on screen
    for (std::size_t g = 0; g < view.groups.size(); ++g) {
        const Group& group = view.groups[g];
        visible[g] = group.parent < 0 || (visible[static_cast<std::size_t>(group.parent)] && open[static_cast<std::size_t>(group.parent)]);
        if (visible[g])
            boxes += open[g] ? static_cast<int>(group.nodes.size()) : 1;
    }
    return boxes;
}

std::vector<bool> initiallyOpen(const ViewGraph& view, int limit)
{
    std::vector<bool> open(view.groups.size(), false);
    open[0] = true;
    for (bool more = true; more;) {
        auto wider = open;
        more = false;
        for (std::size_t g = 1; g < view.groups.size(); ++g) {
            if (open[g] || !open[static_cast<std::size_t>(view.groups[g].parent)])
                continue;
            wider[g] = true;
            more = true;
        }
        if (!more || visibleBoxes(view, wider) > limit)
            break;
        open = wider;
    }
    return open;
}

}  // namespace tw::views::graph
