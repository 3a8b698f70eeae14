// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/settings.h"

#include <QApplication>
#include <QFileInfo>
#include <QFont>
#include <QSettings>

namespace tw::workbench {

namespace {

constexpr int kRecentFiles = 10;

const QFont& desktopFont()
{
    static const QFont font = QApplication::font();
    return font;
}

}  // namespace

Settings loadSettings()
{
    QSettings store;
    Settings settings;
    settings.theme = static_cast<views::ThemeMode>(qBound(0, store.value(QStringLiteral("theme"), 0).toInt(), 2));
    settings.fontPoints = store.value(QStringLiteral("fontPoints"), 0).toInt();
    settings.recentFiles = store.value(QStringLiteral("recentFiles")).toStringList();
    settings.geometry = store.value(QStringLiteral("geometry")).toByteArray();
    settings.windowState = store.value(QStringLiteral("windowState")).toByteArray();
    store.beginGroup(QStringLiteral("shortcuts"));
    for (const QString& name : store.childKeys())
        settings.shortcuts[name] = QKeySequence(store.value(name).toString(), QKeySequence::PortableText);
    return settings;
}

void saveSettings(const Settings& settings)
{
    QSettings store;
    store.setValue(QStringLiteral("theme"), static_cast<int>(settings.theme));
    store.setValue(QStringLiteral("fontPoints"), settings.fontPoints);
    store.setValue(QStringLiteral("recentFiles"), settings.recentFiles);
    store.setValue(QStringLiteral("geometry"), settings.geometry);
    store.setValue(QStringLiteral("windowState"), settings.windowState);
    store.remove(QStringLiteral("shortcuts"));
    store.beginGroup(QStringLiteral("shortcuts"));
    for (auto entry = settings.shortcuts.begin(); entry != settings.shortcuts.end(); ++entry)
        store.setValue(entry.key(), entry.value().toString(QKeySequence::PortableText));
}

void addRecentFile(Settings& settings, const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    settings.recentFiles.removeAll(absolute);
    settings.recentFiles.prepend(absolute);
    while (settings.recentFiles.size() > kRecentFiles)
        settings.recentFiles.removeLast();
}

void applyAppearance(const Settings& settings)
{
    QFont font = desktopFont();
    if (settings.fontPoints > 0)
        font.setPointSize(settings.fontPoints);
    QApplication::setFont(font);
    views::Theme::instance().setMode(settings.theme);
}

}  // namespace tw::workbench
