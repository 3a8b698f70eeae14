// SPDX-License-Identifier: GPL-3.0-or-later
// What the program shows before a model is open: what it is for, how to begin, and what was open before.
#pragma once

#include "app/workbench/actions.h"

#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace tw::workbench {

class WelcomePage : public QWidget {
    Q_OBJECT
public:
    explicit WelcomePage(const Actions& actions, QWidget* parent = nullptr);

    void setRecentFiles(const QStringList& files);
    /// Why the last attempt to open failed; empty: nothing to say.
    void setFailure(const QString& message);

signals:
    void openRequested(const QString& path);

private:
    QWidget* makeButtons(const Actions& actions);

    QVBoxLayout* recent_;
    QLabel* recentTitle_;
    QLabel* failure_;
};

}  // namespace tw::workbench
