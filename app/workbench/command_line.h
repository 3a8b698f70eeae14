// SPDX-License-Identifier: GPL-3.0-or-later
// tilewright [MODEL] [--target NAME] [--view NAME] [--select NODE] [--grab FILE.png] [--theme light|dark] [--size WxH]
#pragma once

#include "core/base/result.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <optional>

namespace tw::workbench {

struct CommandLine {
    QString model = {};
    QString target = {};
    QString view = {};
    QString select = {};
    QString grab = {};           // write a picture of the window here and leave
    QString theme = {};
    QSize size = {};
    QString message = {};        // help or version text: print it and leave
};

/// Fails with BadUsage.
Result<CommandLine> parseCommandLine(const QStringList& arguments);

/// To be called before QApplication exists, which ends the program where there is no screen. Pictures and texts need
/// none: the offscreen platform serves. False: a window is wanted, and there is no screen for it.
bool choosePlatform(int argc, char** argv);

}  // namespace tw::workbench
