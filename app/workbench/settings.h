// SPDX-License-Identifier: GPL-3.0-or-later
// What the program remembers between runs, in the user's configuration folder.
#pragma once

#include "views/shared/theme.h"

#include <QByteArray>
#include <QKeySequence>
#include <QMap>
#include <QString>
#include <QStringList>

namespace tw::workbench {

struct Settings {
    views::ThemeMode theme = views::ThemeMode::System;
    int fontPoints = 0;                      // 0: the desktop's
    QStringList recentFiles = {};            // newest first
    QByteArray geometry = {};
    QByteArray windowState = {};
    QMap<QString, QKeySequence> shortcuts = {};   // action name -> keys, only those that were changed
};

Settings loadSettings();
void saveSettings(const Settings& settings);

/// Puts `path` first, once, and drops the oldest beyond ten.
void addRecentFile(Settings& settings, const QString& path);

/// Theme and font size, on the whole application.
void applyAppearance(const Settings& settings);

}  // namespace tw::workbench
