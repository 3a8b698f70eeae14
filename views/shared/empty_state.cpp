// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/empty_state.h"

#include "views/shared/theme.h"

namespace tw::views {

EmptyState::EmptyState(const QString& text, QWidget* parent) : QLabel(text, parent)
{
    setObjectName(QStringLiteral("emptyState"));
    setAlignment(Qt::AlignCenter);
    setWordWrap(true);
    setMargin(24);
    setMinimumWidth(120);
    connect(&Theme::instance(), &Theme::changed, this, &EmptyState::applyColour);
    applyColour();
}

void EmptyState::applyColour()
{
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, Theme::instance().colours().mutedText);
    setPalette(muted);
}

}  // namespace tw::views
