// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/command_button.h"

#include <QAction>
#include <QCoreApplication>
#include <QHelpEvent>
#include <QLayout>
#include <QToolButton>
#include <QToolTip>

namespace tw::views {

QToolButton* addCommandButton(QWidget* view, QWidget* bar, const ViewCommand& command)
{
    auto* action = new QAction(command.text, view);
    action->setObjectName(QLatin1String(command.name));
    action->setShortcut(command.keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(command.keys.isEmpty()
                           ? command.tip
                           : QCoreApplication::translate("ViewCommand", "%1 (%2)").arg(command.tip, command.keys.toString(QKeySequence::NativeText)));
    QObject::connect(action, &QAction::triggered, view, command.call);
    view->addAction(action);
    auto* button = new QToolButton(bar);
    button->setObjectName(action->objectName() + QStringLiteral("Button"));
    button->setAccessibleName(command.tip);
    button->setDefaultAction(action);
    button->setAutoRaise(true);
    bar->layout()->addWidget(button);
    return button;
}

bool showToolTip(QWidget* view, QEvent* event, const std::function<QString(QPoint)>& textAt)
{
    if (event->type() != QEvent::ToolTip)
        return false;
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = textAt(help->pos());
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), text, view);
    return true;
}

}  // namespace tw::views
