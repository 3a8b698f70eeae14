// SPDX-License-Identifier: GPL-3.0-or-later
// A command of a view: an action that its keys reach from anywhere in the view, and a flat button for it.
#pragma once

#include <QKeySequence>
#include <QPoint>
#include <QString>

#include <functional>

class QEvent;
class QToolButton;
class QWidget;

namespace tw::views {

struct ViewCommand {
    const char* name;              // of the action; the button's ends in "Button"
    QString text;
    QString tip;                   // shown with the keys behind it
    QKeySequence keys;
    std::function<void()> call;
};

/// The action belongs to `view`, the button goes to the end of the bar's layout.
QToolButton* addCommandButton(QWidget* view, QWidget* bar, const ViewCommand& command);

/// For QWidget::event of a view that paints itself: shows what `textAt` says of the place under the pointer, nothing
/// when that is empty. False for events of other kinds.
bool showToolTip(QWidget* view, QEvent* event, const std::function<QString(QPoint)>& textAt);

}  // namespace tw::views
