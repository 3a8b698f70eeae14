// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/clear_style.h"

#include <QPainter>
#include <QStyleOption>

namespace tw::workbench {

void ClearStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                               const QWidget* widget) const
{
    QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck)
        return;
    QColor outline = option->palette.color(QPalette::WindowText);
    outline.setAlphaF(option->state.testFlag(State_Enabled) ? 0.55F : 0.25F);
    painter->save();
    painter->setPen(outline);
    painter->setBrush(Qt::NoBrush);
    painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    painter->restore();
}

int ClearStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* answer) const
{
    if (hint == SH_DialogButtonBox_ButtonsHaveIcons)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, answer);
}

}  // namespace tw::workbench
