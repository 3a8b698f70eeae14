// SPDX-License-Identifier: GPL-3.0-or-later
// One QApplication for all tests, without a screen and without the user's settings.
#include "app/workbench/resources.h"
#include "app/workbench/settings.h"

#include <QApplication>
#include <QLocale>

#include <gtest/gtest.h>

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QLocale::setDefault(QLocale::c());
    QApplication application(argc, argv);
    tw::workbench::describeApplication();
    tw::workbench::useThrowAwaySettings();
    tw::workbench::applyAppearance({.theme = tw::views::ThemeMode::Light});
    return RUN_ALL_TESTS();
}
