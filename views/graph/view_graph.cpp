// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/view_graph.h"

#include "views/graph/grouping.h"

#include <algorithm>
#include <limits>
#include <map>
#include <queue>
#include <utility>

namespace tw::views::graph {
namespace {

bool isFoldedConstant(const ir::Node& node)
{
    return node.op == "Constant" && node.domain.empty() && node.inputs.empty();
}

class Builder {
public:
    Builder(ir::GraphPointer graph, const ViewGraphOptions& options) : options_(options), index_(*graph)
    {
        view_.graph = std::move(graph);
        viewOfTensor_.assign(view_.graph->tensors.size(), -1);
    }

    Result<ViewGraph> run(const Progress& progress)
    {
        addOperators();
        addInputs();
        TW_TRY_VOID(progress.check());
        addEdges();
        addOutputs();
        resolveFoldedConstants();
        indexEdges();
        TW_TRY_VOID(progress.check());
        assignRanks();
        choosePortals();
        groupNodes(view_);
        limitPassages();
        TW_TRY_VOID(progress.check());
        return std::move(view_);
    }

private:
    int& viewOf(ir::TensorId tensor) { return viewOfTensor_[static_cast<std::size_t>(tensor.value)]; }

    bool isConstant(ir::TensorId tensor) const
    {
        if (view_.graph->tensor(tensor).constant)
            return true;
        const int producer = index_.producer(tensor);
        return producer >= 0 && isFoldedConstant(view_.graph->nodes[static_cast<std::size_t>(producer)]);
    }

    int add(ViewNode node)
    {
        view_.nodes.push_back(node);
        return static_cast<int>(view_.nodes.size()) - 1;
    }

    /// Whether each node's result follows from constants alone. Needs execution order; a node on a cycle does not.
    std::vector<bool> constantOnly() const
    {
        const auto& nodes = view_.graph->nodes;
        std::vector<bool> result(nodes.size(), false);
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const auto fixed = [&](ir::TensorId input) {
                const int producer = input.valid() ? index_.producer(input) : -1;
                return !input.valid() || isConstant(input) || (producer >= 0 && result[static_cast<std::size_t>(producer)]);
            };
            result[i] = std::ranges::all_of(nodes[i].inputs, fixed) && innerGraphs(nodes[i], nullptr).empty();
        }
        return result;
    }

    // A depth-first walk with its own stack: each postponed node is taken after what it reads itself.
    std::vector<int> drawingOrder() const
    {
        const auto& nodes = view_.graph->nodes;
        const std::vector<bool> postponed = constantOnly();
        std::vector<bool> taken(nodes.size(), false);
        std::vector<int> order;
        const auto take = [&](std::size_t root) {
            std::vector<std::pair<std::size_t, std::size_t>> stack{{root, 0}};      // node, next input to look at
            taken[root] = true;
            while (!stack.empty()) {
                auto& [node, input] = stack.back();
                if (input == nodes[node].inputs.size()) {
                    order.push_back(static_cast<int>(node));
                    stack.pop_back();
                    continue;
                }
                const auto tensor = nodes[node].inputs[input++];
                const int producer = tensor.valid() ? index_.producer(tensor) : -1;
                if (producer < 0 || !postponed[static_cast<std::size_t>(producer)] || taken[static_cast<std::size_t>(producer)])
                    continue;
                taken[static_cast<std::size_t>(producer)] = true;
                stack.emplace_back(static_cast<std::size_t>(producer), 0);
            }
        };
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (!postponed[i])
                take(i);
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (!taken[i])
                take(i);
        return order;
    }

    void addOperators()
    {
        const auto& nodes = view_.graph->nodes;
        view_.nodeOf.assign(nodes.size(), -1);
        for (const int index : drawingOrder()) {
            const auto i = static_cast<std::size_t>(index);
            const ir::Node& node = nodes[i];
            if (isFoldedConstant(node))
                continue;
            ViewNode shown{.node = index};
            shown.opens = !innerGraphs(node, options_.functions).empty();
            for (const auto input : node.inputs)
                shown.constants += input.valid() && isConstant(input) ? 1 : 0;
            for (const auto output : node.outputs)
                if (output.valid() && !shown.tensor.valid())
                    shown.tensor = output;
            view_.nodeOf[i] = add(shown);
            for (const auto output : node.outputs)
                if (output.valid())
                    viewOf(output) = view_.nodeOf[i];
        }
    }

    void addInput(ir::TensorId tensor, bool outer)
    {
        const bool shown = tensor.valid() && viewOf(tensor) < 0 && !isConstant(tensor);
        if (shown && (!outer || !index_.consumers(tensor).empty()))
            viewOf(tensor) = add({.kind = NodeKind::Input, .outer = outer, .tensor = tensor});
    }

    void addInputs()
    {
        for (const auto tensor : view_.graph->inputs)
            addInput(tensor, false);
        for (const auto& [name, tensor] : view_.graph->captures)
            addInput(tensor, true);
    }

    void addEdges()
    {
        for (std::size_t t = 0; t < viewOfTensor_.size(); ++t) {
            const ir::TensorId tensor{static_cast<std::int32_t>(t)};
            if (viewOf(tensor) < 0)
                continue;
            std::vector<int> readers = index_.consumers(tensor);
            readers.erase(std::unique(readers.begin(), readers.end()), readers.end());
            for (const int reader : readers) {
                const int to = view_.nodeOf[static_cast<std::size_t>(reader)];
                if (to != viewOf(tensor))
                    view_.edges.push_back({.from = viewOf(tensor), .to = to, .tensor = tensor});
            }
        }
    }

    void addOutputs()
    {
        for (const auto tensor : view_.graph->outputs) {
            if (!tensor.valid())
                continue;
            const int to = add({.kind = NodeKind::Output, .tensor = tensor});
            if (viewOf(tensor) >= 0)
                view_.edges.push_back({.from = viewOf(tensor), .to = to, .tensor = tensor});
        }
    }

    void resolveFoldedConstants()
    {
        for (std::size_t i = 0; i < view_.nodeOf.size(); ++i) {
            if (view_.nodeOf[i] >= 0)
                continue;
            for (const auto output : view_.graph->nodes[i].outputs)
                if (output.valid() && !index_.consumers(output).empty())
                    view_.nodeOf[i] = view_.nodeOf[static_cast<std::size_t>(index_.consumers(output).front())];
        }
    }

    void indexEdges()
    {
        view_.in.resize(view_.nodes.size());
        view_.out.resize(view_.nodes.size());
        for (std::size_t e = 0; e < view_.edges.size(); ++e) {
            view_.in[static_cast<std::size_t>(view_.edges[e].to)].push_back(static_cast<int>(e));
            view_.out[static_cast<std::size_t>(view_.edges[e].from)].push_back(static_cast<int>(e));
        }
    }

    int& rank(int node) { return view_.nodes[static_cast<std::size_t>(node)].rank; }

    // Kahn's algorithm; nodes on cycles are never ready and are taken in their order when nothing else is left.
    void assignRanks()
    {
        const std::size_t count = view_.nodes.size();
        std::vector<int> missing(count);
        std::vector<bool> done(count, false);
        std::vector<int> order;
        std::queue<int> ready;
        for (std::size_t i = 0; i < count; ++i) {
            missing[i] = static_cast<int>(view_.in[i].size());
            if (missing[i] == 0)
                ready.push(static_cast<int>(i));
        }
        for (std::size_t next = 0; next < count || !ready.empty();) {
            if (ready.empty()) {
                if (!done[next])
                    ready.push(static_cast<int>(next));
                ++next;
                continue;
            }
            const int node = ready.front();
            ready.pop();
            if (done[static_cast<std::size_t>(node)])
                continue;
            done[static_cast<std::size_t>(node)] = true;
            order.push_back(node);
            for (const int e : view_.out[static_cast<std::size_t>(node)]) {
                const int to = view_.edges[static_cast<std::size_t>(e)].to;
                if (done[static_cast<std::size_t>(to)])
                    continue;
                rank(to) = std::max(rank(to), rank(node) + 1);
                if (--missing[static_cast<std::size_t>(to)] == 0)
                    ready.push(to);
            }
        }
        pullSourcesDown(order);
    }

    // A source, with the private chain that leads down from it, stands just above what reads it.
    void pullSourcesDown(const std::vector<int>& order)
    {
        std::vector<bool> floats(view_.nodes.size(), false);
        for (const int node : order) {
            floats[static_cast<std::size_t>(node)] = std::ranges::all_of(view_.in[static_cast<std::size_t>(node)], [&](int e) {
                const auto from = static_cast<std::size_t>(view_.edges[static_cast<std::size_t>(e)].from);
                return floats[from] && view_.out[from].size() == 1;
            });
        }
        for (auto node = order.rbegin(); node != order.rend(); ++node) {
            const auto& readers = view_.out[static_cast<std::size_t>(*node)];
            if (!floats[static_cast<std::size_t>(*node)] || readers.empty())
                continue;
            int nearest = rank(view_.edges[static_cast<std::size_t>(readers.front())].to);
            for (const int e : readers)
                nearest = std::min(nearest, rank(view_.edges[static_cast<std::size_t>(e)].to));
            rank(*node) = std::max(rank(*node), nearest - 1);
        }
    }

    void choosePortals()
    {
        for (auto& edge : view_.edges)
            edge.portal = rank(edge.to) - rank(edge.from) > options_.longestEdge;
        for (const auto& edges : view_.out)
            if (static_cast<int>(edges.size()) > options_.widestFanOut)
                limitFanOut(edges);
    }

    // One edge stays, to the nearest reader, so that the source keeps its place in the flow.
    void limitFanOut(const std::vector<int>& edges)
    {
        std::map<ir::TensorId, std::vector<int>> readers;
        for (const int e : edges)
            readers[view_.edges[static_cast<std::size_t>(e)].tensor].push_back(e);
        for (const auto& [tensor, all] : readers) {
            if (static_cast<int>(all.size()) <= options_.widestFanOut)
                continue;
            const auto rankOf = [&](int e) { return rank(view_.edges[static_cast<std::size_t>(e)].to); };
            const int nearest = *std::ranges::min_element(all, {}, rankOf);
            for (const int e : all)
                view_.edges[static_cast<std::size_t>(e)].portal |= e != nearest;
        }
    }

    // An edge between groups runs from its node to the border of one group and from the border of the other to its node.
    void limitPassages()
    {
        std::vector<int> top(view_.groups.size(), std::numeric_limits<int>::max());
        std::vector<int> bottom(view_.groups.size(), 0);
        for (const auto& node : view_.nodes) {
            const auto group = static_cast<std::size_t>(node.group);
            top[group] = std::min(top[group], node.rank);
            bottom[group] = std::max(bottom[group], node.rank);
        }
        for (auto& edge : view_.edges) {
            const auto from = static_cast<std::size_t>(view_.nodes[static_cast<std::size_t>(edge.from)].group);
            const auto to = static_cast<std::size_t>(view_.nodes[static_cast<std::size_t>(edge.to)].group);
            const int passage = (from > 0 ? bottom[from] - rank(edge.from) : 0) + (to > 0 ? rank(edge.to) - top[to] : 0);
            edge.portal |= from != to && passage > options_.longestEdge;
        }
    }

    const ViewGraphOptions& options_;
    ir::GraphIndex index_;
    ViewGraph view_;
    std::vector<int> viewOfTensor_;      // view node that makes the tensor
};

}  // namespace

Result<ViewGraph> buildViewGraph(ir::GraphPointer graph, const ViewGraphOptions& options, const Progress& progress)
{
    return Builder(std::move(graph), options).run(progress);
}

std::vector<InnerGraph> innerGraphs(const ir::Node& node, const std::vector<ir::Function>* functions)
{
    std::vector<InnerGraph> result;
    for (const auto& [name, attribute] : node.attributes) {
        if (const auto* one = std::get_if<ir::GraphPointer>(&attribute); one && *one)
            result.push_back({name, *one});
        if (const auto* many = std::get_if<std::vector<ir::GraphPointer>>(&attribute))
            for (const auto& graph : *many)
                if (graph)
                    result.push_back({name, graph});
    }
    if (!functions)
        return result;
    for (const auto& function : *functions)
        if (function.body && function.name == node.op && function.domain == node.domain)
            result.push_back({function.name, function.body});
    return result;
}

}  // namespace tw::views::graph
