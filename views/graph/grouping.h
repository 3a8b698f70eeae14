// SPDX-License-Identifier: GPL-3.0-or-later
// Groups that a person recognises: runs of the same name scope, else slices where few tensors cross. At most about
// 150 nodes each, because Graphviz's time explodes beyond 300.
#pragma once

#include "views/graph/view_graph.h"

namespace tw::views::graph {

inline constexpr int kUngrouped = 40;         // a graph up to this size stays flat
inline constexpr int kGroupTarget = 150;
inline constexpr int kGroupLimit = 300;

/// Fills view.groups and ViewNode::group. Operators of a group are contiguous in execution order, so that the graph
/// of groups has no cycles when the graph has none.
void groupNodes(ViewGraph& view);

/// "/layer1/layer1.0/conv/Conv" -> {"layer1", "layer1.0", "conv"}: the parts of the name before the last one.
std::vector<std::string_view> scopeOf(std::string_view nodeName);

/// Which groups stand open: the root, then whole levels as long as at most `limit` boxes are visible.
std::vector<bool> initiallyOpen(const ViewGraph& view, int limit);

/// Nodes and closed groups on screen.
int visibleBoxes(const ViewGraph& view, const std::vector<bool>& open);

}  // namespace tw::views::graph
