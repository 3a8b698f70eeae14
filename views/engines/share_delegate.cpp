// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/engines/share_delegate.h"

#include "views/engines/engine_list_model.h"
#include "views/shared/palette.h"
#include "views/shared/theme.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace tw::views {

namespace {
constexpr int kTextWidth = 108;      // of "999 M  99.9 %"
constexpr int kBarHeight = 12;
}

void ShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString text = std::exchange(cell.text, QString());
    const QWidget* view = option.widget;
    (view ? view->style() : QApplication::style())->drawControl(QStyle::CE_ItemViewItem, &cell, painter, view);

    const QRect inside = option.rect.adjusted(6, 0, -6, 0);
    const bool selected = option.state & QStyle::State_Selected;
    const int textWidth = std::min(inside.width(), std::max(kTextWidth, option.fontMetrics.horizontalAdvance(text)));
    const QRect words(inside.left(), inside.top(), textWidth, inside.height());
    painter->save();
    painter->setPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(words, Qt::AlignRight | Qt::AlignVCenter, text);
    const QRect track(words.right() + 10, inside.center().y() - kBarHeight / 2, inside.right() - words.right() - 10, kBarHeight);
    if (track.width() > 12) {
        const bool dark = Theme::instance().dark();
        const int role = index.data(EngineListModel::PaletteRole).toInt();
        const auto& colours = enginePalette(role, dark);
        painter->fillRect(track, Theme::instance().colours().grid);
        QRect bar = track;
        const double share = std::clamp(index.data(EngineListModel::ShareRole).toDouble(), 0.0, 1.0);
        bar.setWidth(static_cast<int>(track.width() * share + 0.5));
        painter->fillRect(bar, colours.fill);
        painter->fillRect(bar, engineHatch(role, dark));
    }
    painter->restore();
}

}  // namespace tw::views
