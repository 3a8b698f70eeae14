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
constexpr int kBarHeight = 7;
}

void ShareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString text = std::exchange(cell.text, QString());
    const QWidget* view = option.widget;
    (view ? view->style() : QApplication::style())->drawControl(QStyle::CE_ItemViewItem, &cell, painter, view);

    const QRect inside = option.rect.adjusted(6, 3, -10, -3);
    const bool selected = option.state & QStyle::State_Selected;
    const QRect track(inside.left(), inside.bottom() - kBarHeight + 1, inside.width(), kBarHeight);
    painter->save();
    painter->setPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::Text));
    painter->drawText(inside.adjusted(0, 0, 0, -kBarHeight), Qt::AlignRight | Qt::AlignVCenter, text);
    const int role = index.data(EngineListModel::PaletteRole).toInt();
    const bool dark = Theme::instance().dark();
    painter->fillRect(track, Theme::instance().colours().grid);
    QRect bar = track;
    const double share = std::clamp(index.data(EngineListModel::ShareRole).toDouble(), 0.0, 1.0);
    bar.setWidth(static_cast<int>(track.width() * share + 0.5));
    painter->fillRect(bar, enginePalette(role, dark).fill);
    painter->fillRect(bar, engineHatch(role, dark));
    painter->restore();
}

}  // namespace tw::views
