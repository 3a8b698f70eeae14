// SPDX-License-Identifier: GPL-3.0-or-later
// The running job in the status bar: what it does, how far it is, and a button to stop it.
#pragma once

#include "app/workbench/job_runner.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace tw::workbench {

class StatusPanel : public QWidget {
    Q_OBJECT
public:
    explicit StatusPanel(JobRunner& jobs, QWidget* parent = nullptr);

private:
    void refresh();

    JobRunner& jobs_;
    QLabel* text_;
    QProgressBar* bar_;
    QToolButton* cancel_;
    QTimer appear_;          // short jobs come and go without flicker
};

}  // namespace tw::workbench
