// SPDX-License-Identifier: GPL-3.0-or-later
// Fusion with two changes: check boxes keep a visible outline on dark backgrounds, and buttons of dialogs have no icons.
#pragma once

#include <QProxyStyle>

namespace tw::workbench {

class ClearStyle : public QProxyStyle {
    Q_OBJECT
public:
    ClearStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* answer) const override;
};

}  // namespace tw::workbench
