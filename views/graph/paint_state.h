// SPDX-License-Identifier: GPL-3.0-or-later
// What all items of the scene need to paint themselves. The view changes it and asks the items to repaint.
#pragma once

#include "views/graph/arrangement.h"
#include "views/graph/node_colours.h"
#include "views/graph/node_text.h"

#include <QFont>

#include <cstdint>
#include <optional>

namespace tw::views::graph {

enum Mark : std::uint8_t {
    Selected = 1,
    Current = 2,           // has the keyboard focus
    Match = 4,             // found by the search
    CurrentMatch = 8,
    Before = 16,           // makes an input of the selection
    After = 32,            // reads an output of it
};

struct PaintState {
    std::shared_ptr<const ViewGraph> view;
    std::shared_ptr<const Arrangement> arrangement;
    session::SnapshotPointer snapshot;                // null while a subgraph is shown
    GraphColours colours;
    std::vector<std::uint8_t> marks;                  // as ViewGraph::nodes
    std::vector<std::optional<CardText>> cards;       // made and shortened to fit when first painted
    double smallestScale = 0;                         // exports of vectors draw everything, however small
    QFont titleFont;
    QFont textFont;

    const session::NodeInfo* info(const ViewNode& node) const;
    const session::DeployedNode* deployed(const ViewNode& node) const;
    const CardText& card(int node);
    bool marked(int node, std::uint8_t marks_) const { return marks[static_cast<std::size_t>(node)] & marks_; }
};

QRectF toQt(const Rect& rect);

/// Below these scales text, edges and outlines cannot be made out and are left away.
inline constexpr double kTextScale = 0.4;
inline constexpr double kEdgeScale = 0.05;
inline constexpr double kNodeScale = 0.012;
inline constexpr double kEdgeTextScale = 1.2;

}  // namespace tw::views::graph
