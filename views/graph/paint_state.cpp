// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/paint_state.h"

#include <QFontMetricsF>
#include <QRectF>

namespace tw::views::graph {

const session::NodeInfo* PaintState::info(const ViewNode& node) const
{
    const auto index = static_cast<std::size_t>(node.node);
    return snapshot && node.node >= 0 && index < snapshot->nodes.size() ? &snapshot->nodes[index] : nullptr;
}

const session::DeployedNode* PaintState::deployed(const ViewNode& node) const
{
    const auto index = static_cast<std::size_t>(node.node);
    const bool there = snapshot && snapshot->deployment && node.node >= 0 && index < snapshot->deployment->nodes.size();
    return there ? &snapshot->deployment->nodes[index] : nullptr;
}

const CardText& PaintState::card(int node)
{
    auto& cached = cards[static_cast<std::size_t>(node)];
    if (cached)
        return *cached;
    const ViewNode& shown = view->nodes[static_cast<std::size_t>(node)];
    CardText text = cardText(*view, shown, info(shown));
    const bool rounded = shown.kind != NodeKind::Operator;
    const double room = nodeSize(shown).width - (rounded ? 30 : 16);
    const QFontMetricsF title(titleFont);
    const QFontMetricsF plain(textFont);
    const double detailRoom = room - 24 - title.horizontalAdvance(text.title) - 8;
    text.detail = detailRoom > 24 ? plain.elidedText(text.detail, Qt::ElideRight, detailRoom) : QString();
    text.title = title.elidedText(text.title, Qt::ElideMiddle, rounded ? room : room - 24);
    // Names of one network differ at the end, so the beginning may go.
    text.name = plain.elidedText(text.name, Qt::ElideLeft, room);
    text.shape = plain.elidedText(text.shape, Qt::ElideRight, room);
    text.constants = plain.elidedText(text.constants, Qt::ElideRight, room);
    cached = std::move(text);
    return *cached;
}

QRectF toQt(const Rect& rect)
{
    return {rect.x, rect.y, rect.width, rect.height};
}

}  // namespace tw::views::graph
