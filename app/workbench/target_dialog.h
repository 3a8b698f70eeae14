// SPDX-License-Identifier: GPL-3.0-or-later
// The installed targets: what each has, and what of this network it cannot run.
#pragma once

#include "app/workbench/workbench.h"

#include <QDialog>

#include <map>

class QListWidget;
class QListWidgetItem;
class QPushButton;
class QTextBrowser;

namespace tw::workbench {

class TargetDialog : public QDialog {
    Q_OBJECT
public:
    explicit TargetDialog(Workbench& workbench, QWidget* parent = nullptr);

    /// Name of an installed target, or a path.
    QString chosen() const;

protected:
    void done(int result) override;

private:
    void addTarget(const QString& nameOrPath);
    /// One target at a time, so that the first ones are there soon.
    void surveyNext();
    void take(const QString& nameOrPath, const Result<session::TargetSurvey>& survey);
    void showCurrent();
    void chooseFolder();
    QListWidgetItem* itemOf(const QString& nameOrPath) const;

    Workbench& workbench_;
    QStringList waiting_;
    std::map<QString, Result<session::TargetSurvey>> surveys_;
    QListWidget* list_ = nullptr;
    QTextBrowser* details_ = nullptr;
    QPushButton* choose_ = nullptr;
};

}  // namespace tw::workbench
