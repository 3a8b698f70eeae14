// SPDX-License-Identifier: GPL-3.0-or-later
// Waits until the window shows everything there is to show, writes a picture of it, and ends the program.
#pragma once

#include "app/workbench/command_line.h"
#include "app/workbench/main_window.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace tw::workbench {

class Grab : public QObject {
    Q_OBJECT
public:
    Grab(MainWindow& window, CommandLine line, QObject* parent = nullptr);

    void start();

signals:
    /// `message` says what went wrong; empty: the picture is written.
    void finished(const QString& message);

private:
    void look();
    void picture();
    void end(const QString& message);

    MainWindow& window_;
    CommandLine line_;
    QTimer poll_;
    QElapsedTimer since_;
    int calmTurns_ = 0;
    bool selected_ = false;
};

}  // namespace tw::workbench
