// SPDX-License-Identifier: Apache-2.0
#include "app/layout/graphviz_layout.h"

#include "core/base/text.h"

#include <graphviz/gvc.h>

#include <algorithm>

namespace tw::layout {
namespace {

constexpr double kPointsPerInch = 72;

int swallow(char*)      // Graphviz's warnings; a failure is seen in its return value
{
    return 0;
}

// The library takes `char*` for names and values that it only copies.
char* text(const char* value)
{
    return const_cast<char*>(value);
}

void set(void* object, const char* name, const std::string& value)
{
    agsafeset(object, text(name), text(value.c_str()), text(""));
}

struct Drawn {
    Agraph_t* graph;
    std::vector<Agnode_t*> nodes;
    std::vector<Agedge_t*> edges;
};

Agraph_t* rankGroup(Agraph_t* graph, const char* rank)
{
    Agraph_t* group = agsubg(graph, text(rank), 1);
    set(group, "rank", rank);
    return group;
}

void addNodes(Drawn& drawn, const Problem& problem)
{
    Agraph_t* top = nullptr;
    Agraph_t* bottom = nullptr;
    for (std::size_t i = 0; i < problem.boxes.size(); ++i) {
        const Box& box = problem.boxes[i];
        Agnode_t* node = agnode(drawn.graph, text(cat("n", i).c_str()), 1);
        set(node, "width", numberText(box.width / kPointsPerInch));
        set(node, "height", numberText(box.height / kPointsPerInch));
        drawn.nodes.push_back(node);
        if (box.kind == BoxKind::TopPort)
            agsubnode(top = top ? top : rankGroup(drawn.graph, "source"), node, 1);
        if (box.kind == BoxKind::BottomPort)
            agsubnode(bottom = bottom ? bottom : rankGroup(drawn.graph, "sink"), node, 1);
    }
}

Drawn build(const Problem& problem)
{
    Drawn drawn{.graph = agopen(text("group"), Agdirected, nullptr), .nodes = {}, .edges = {}};
    // Sizes are fixed and labels empty, so that Graphviz needs no fonts and agrees with what Qt draws.
    for (const auto& [name, value] : {std::pair{"shape", "box"}, {"label", ""}, {"fixedsize", "true"}})
        agattr(drawn.graph, AGNODE, text(name), text(value));
    agattr(drawn.graph, AGEDGE, text("dir"), text("none"));
    set(drawn.graph, "nodesep", "0.33");
    set(drawn.graph, "ranksep", "0.5");
    // Never together with nslimit (crashes), never ortho (ten times slower, aborts).
    set(drawn.graph, "splines", "spline");
    addNodes(drawn, problem);
    for (const Edge& edge : problem.edges) {
        Agnode_t* from = drawn.nodes[static_cast<std::size_t>(edge.from)];
        drawn.edges.push_back(agedge(drawn.graph, from, drawn.nodes[static_cast<std::size_t>(edge.to)], nullptr, 1));
    }
    return drawn;
}

Drawing read(const Drawn& drawn)
{
    const boxf bounds = GD_bb(drawn.graph);
    const auto place = [&](const pointf& point) { return Point{point.x - bounds.LL.x, bounds.UR.y - point.y}; };
    Drawing drawing{.width = bounds.UR.x - bounds.LL.x, .height = bounds.UR.y - bounds.LL.y, .centres = {}, .routes = {}};
    for (Agnode_t* node : drawn.nodes)
        drawing.centres.push_back(place(ND_coord(node)));
    for (Agedge_t* edge : drawn.edges) {
        auto& route = drawing.routes.emplace_back();
        const splines* curve = ED_spl(edge);
        if (!curve || curve->size != 1)
            continue;
        const bezier& only = curve->list[0];
        for (int i = 0; i < only.size; ++i)
            route.push_back(place(only.list[i]));
    }
    return drawing;
}

}  // namespace

struct Graphviz::Context {
    GVC_t* gvc = gvContext();
    ~Context() { gvFreeContext(gvc); }
};

Graphviz::Graphviz() : context_(std::make_unique<Context>())
{
    agseterrf(swallow);
}

Graphviz::~Graphviz() = default;

Result<Drawing> Graphviz::draw(const Problem& problem)
{
    const Drawn drawn = build(problem);
    const bool done = gvLayout(context_->gvc, drawn.graph, "dot") == 0;
    const Drawing drawing = done ? read(drawn) : Drawing{};
    gvFreeLayout(context_->gvc, drawn.graph);
    agclose(drawn.graph);
    if (!done || !fits(drawing, problem))
        return Error{.code = Code::ToolFailed, .message = "Graphviz could not lay out the group"};
    return drawing;
}

}  // namespace tw::layout
