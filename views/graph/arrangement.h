// SPDX-License-Identifier: GPL-3.0-or-later
// Where everything stands for one choice of open groups: each open group is drawn on its own, then as a box in its
// parent. Graphviz drawings come from the cache; what is not there yet gets the linear layout and is listed as wanted.
#pragma once

#include "views/graph/layout_cache.h"
#include "views/graph/view_graph.h"

namespace tw::views::graph {

struct Rect {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
};

struct PlacedNode {
    int node = 0;              // into ViewGraph::nodes
    Rect place;                // in the coordinates of the whole drawing, as everything here
};

struct PlacedEdge {
    std::vector<int> edges;            // of ViewGraph that this line stands for
    std::vector<layout::Point> route;  // piecewise cubic
    bool arrow = false;                // ends at a node or a closed group, not at the border of an open one
};

struct PlacedGroup {
    int group = 0;
    bool open = false;
    Rect place;
    std::vector<PlacedNode> nodes;     // when open: directly inside
    std::vector<PlacedEdge> edges;     // when open: drawn on its level
};

struct Wanted {                        // a drawing that Graphviz should make
    LayoutKey key = 0;
    layout::Problem problem;
    int group = 0;
    Rect place = {};
};

struct Arrangement {
    std::vector<PlacedGroup> groups;   // visible ones, parents first
    Rect bounds;
    std::vector<int> placedIn;         // ViewGraph node -> index into groups: its open group, or the closed one that hides it
    std::vector<Wanted> wanted;
};

/// Sizes of what is drawn, in pixels at 100 %.
struct BoxSize {
    double width = 0;
    double height = 0;
};
BoxSize nodeSize(const ViewNode& node);
inline constexpr BoxSize kClosedGroupSize{.width = 232, .height = 74};
inline constexpr double kGroupHeader = 26;
inline constexpr double kGroupMargin = 14;

/// `open` by group. Fails only with Cancelled.
Result<Arrangement> arrange(const ViewGraph& view, const std::vector<bool>& open, LayoutCache& cache,
                            const Progress& progress);

}  // namespace tw::views::graph
