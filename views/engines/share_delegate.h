// SPDX-License-Identifier: GPL-3.0-or-later
// A share of the whole as a bar in the engine's colour and hatch, with the number above it.
#pragma once

#include <QStyledItemDelegate>

namespace tw::views {

class ShareDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace tw::views
