// SPDX-License-Identifier: GPL-3.0-or-later
// Fill and badge of every node for a way of colouring, and the legend that explains it.
#pragma once

#include "core/session/snapshot.h"
#include "views/graph/view_graph.h"

#include <QColor>
#include <QString>

#include <vector>

namespace tw::views::graph {

/// Automatic: by engine once there is a deployment, by operator before that.
enum class ColourBy { Automatic, Engine, Operator, Macs, Memory, Bits, Cycles };

struct NodeColour {
    QColor fill;
    QColor text;
    QColor stroke;
    int role = 0;            // of the engine; 0: there is no deployment, so no badge
    QString badge = {};
    bool pinned = false;
    QString amount = {};     // what a ramp shows, for the card: "1.2 M"
};

struct LegendEntry {
    QString label;
    QColor fill;
    QColor text;
    int role = 0;            // adds the hatch of the engine
    QString badge = {};
    std::string engine = {}; // nodes can be given to it here; empty: no engine of the target
};

struct GraphColours {
    QString title;                       // of the legend
    std::vector<NodeColour> nodes;       // as ViewGraph::nodes
    std::vector<LegendEntry> legend;
    bool ramp = false;                   // legend: from the first to the last entry without steps
};

struct ColourRequest {
    ColourBy by = ColourBy::Automatic;
    bool dark = false;
    const session::Snapshot* snapshot = nullptr;   // null inside subgraphs: no engines and no counts there
};
GraphColours colourNodes(const ViewGraph& view, const ColourRequest& request);

/// What users call the kind of an operator: "Convolution and matrix product", "Activation", ...
QString operatorKind(const std::string& op);

}  // namespace tw::views::graph
