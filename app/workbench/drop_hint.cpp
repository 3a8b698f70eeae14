// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/drop_hint.h"

#include "views/shared/theme.h"

#include <QPainter>

namespace tw::workbench {

DropHint::DropHint(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("dropHint"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

void DropHint::paintEvent(QPaintEvent*)
{
    const views::CanvasColours& colours = views::Theme::instance().colours();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = colours.canvas;
    veil.setAlphaF(0.85F);
    painter.fillRect(rect(), veil);
    painter.setPen(QPen(colours.selection, 3, Qt::DashLine));
    painter.drawRoundedRect(rect().adjusted(24, 24, -24, -24), 12, 12);
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 1.8);
    painter.setFont(large);
    painter.setPen(colours.text);
    painter.drawText(rect(), Qt::AlignCenter, tr("Drop to open"));
}

}  // namespace tw::workbench
