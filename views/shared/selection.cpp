// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/selection.h"

#include <algorithm>
#include <utility>

namespace tw::views {
namespace {

std::vector<int> sortedUnique(std::vector<int> nodes)
{
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

int currentOf(const std::vector<int>& nodes, int wanted)
{
    if (std::binary_search(nodes.begin(), nodes.end(), wanted))
        return wanted;
    return nodes.empty() ? -1 : nodes.front();
}

}  // namespace

bool Selection::contains(int node) const
{
    return std::binary_search(nodes_.begin(), nodes_.end(), node);
}

void Selection::setNodes(std::vector<int> nodes, int current)
{
    assign(sortedUnique(std::move(nodes)), current, {}, {});
}

void Selection::setTensor(ir::TensorId tensor)
{
    assign({}, -1, tensor, {});
}

void Selection::setInner(int holder, InnerNodes inner)
{
    inner.nodes = sortedUnique(std::move(inner.nodes));
    inner.current = currentOf(inner.nodes, inner.current);
    assign({holder}, holder, {}, std::move(inner));
}

void Selection::assign(std::vector<int> nodes, int current, ir::TensorId tensor, InnerNodes inner)
{
    current = currentOf(nodes, current);
    const bool same = nodes == nodes_ && current == current_ && tensor == tensor_ && inner.graph == inner_.graph
                      && inner.nodes == inner_.nodes && inner.current == inner_.current;
    if (same)
        return;
    nodes_ = std::move(nodes);
    current_ = current;
    tensor_ = tensor;
    inner_ = std::move(inner);
    emit changed();
}

}  // namespace tw::views
