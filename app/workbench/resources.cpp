// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/resources.h"

#include "app/workbench/clear_style.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>

// Q_INIT_RESOURCE declares a function, so it must stand outside of any namespace.
static void initResources()
{
    Q_INIT_RESOURCE(tilewright);
}

namespace tw::workbench {

void describeApplication()
{
    initResources();
    QApplication::setOrganizationName(QStringLiteral("Tilewright"));
    QApplication::setApplicationName(QStringLiteral("tilewright"));
    QApplication::setApplicationDisplayName(QStringLiteral("Tilewright"));
    QApplication::setApplicationVersion(QStringLiteral(TW_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("org.tilewright.Tilewright"));
    // Fusion takes both of our palettes; native styles mix them with colours of their own.
    QApplication::setStyle(new ClearStyle);
}

void useThrowAwaySettings()
{
    static const QTemporaryDir folder;
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    qputenv("XDG_DATA_HOME", folder.path().toLocal8Bit());
    qputenv("XDG_CACHE_HOME", folder.path().toLocal8Bit());
}

}  // namespace tw::workbench
