// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/engine_menu.h"

#include "core/session/pins.h"
#include "views/shared/engine_swatch.h"
#include "views/shared/icons.h"

#include <QCoreApplication>
#include <QKeyEvent>

#include <algorithm>

namespace tw::views {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("EngineMenu", text);
}

QString entryText(const session::EngineOption& option, std::size_t index, int count)
{
    QString text = tr("Run on %1").arg(QString::fromStdString(option.engine));
    if (count > 1 && option.possible > 0 && option.possible < count)
        text += tr(" (%1 of %2)").arg(option.possible).arg(count);
    return index < 9 ? QStringLiteral("%1\t%2").arg(text).arg(index + 1) : text;
}

QString entryTip(const session::EngineOption& option, int count)
{
    if (option.possible == count)
        return tr("Pins the selection to %1").arg(QString::fromStdString(option.engine));
    const QString why = QString::fromStdString(option.whyNot);
    return option.possible == 0 ? why : tr("The others stay where they are. %1").arg(why);
}

}  // namespace

void addEngineActions(QMenu& menu, const session::Snapshot& snapshot, const std::vector<int>& nodes, EngineMenuCalls calls)
{
    if (nodes.empty() || !snapshot.deployment)
        return;
    const int count = static_cast<int>(nodes.size());
    const auto options = session::engineOptions(snapshot, nodes);
    menu.setToolTipsVisible(true);
    menu.addSeparator();
    for (std::size_t i = 0; i < options.size(); ++i) {
        const auto& option = options[i];
        const QString engine = QString::fromStdString(option.engine);
        QAction* action = menu.addAction(engineIcon(snapshot.deployment->target.get(), option.engine), entryText(option, i, count),
                                         &menu, [assign = calls.assign, engine] { assign(engine); });
        action->setObjectName(QStringLiteral("assign:") + engine);
        action->setEnabled(option.possible > 0);
        action->setToolTip(entryTip(option, count));
    }
    const auto& deployed = snapshot.deployment->nodes;
    const bool pinned = std::ranges::any_of(nodes, [&](int node) {
        return static_cast<std::size_t>(node) < deployed.size() && deployed[static_cast<std::size_t>(node)].pinned;
    });
    QAction* clear = menu.addAction(icon(QStringLiteral("pin")), tr("Clear pin") + QStringLiteral("\t0"), &menu, calls.clear);
    clear->setObjectName(QStringLiteral("clearPin"));
    clear->setEnabled(pinned);
    clear->setToolTip(pinned ? tr("Lets the program choose the engine again") : tr("Nothing of the selection is pinned"));
}

std::optional<QString> engineOfKey(const session::Snapshot* snapshot, const QKeyEvent& event)
{
    const int digit = event.key() - Qt::Key_0;
    const bool plain = !(event.modifiers() & ~Qt::KeypadModifier);
    if (!plain || digit < 0 || digit > 9 || !snapshot || !snapshot->deployment || !snapshot->deployment->target)
        return std::nullopt;
    if (digit == 0)
        return QString();
    const auto& engines = snapshot->deployment->target->engines;
    const auto index = static_cast<std::size_t>(digit - 1);
    return index < engines.size() ? std::optional(QString::fromStdString(engines[index].name)) : std::nullopt;
}

}  // namespace tw::views
