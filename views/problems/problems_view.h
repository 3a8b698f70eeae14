// SPDX-License-Identifier: GPL-3.0-or-later
// Every diagnostic of the document and of the jobs: filter, sort, copy, jump to the node.
#pragma once

#include "views/problems/problems_model.h"
#include "views/shared/selection.h"

#include "core/session/snapshot.h"

#include <QWidget>

class QAction;
class QLineEdit;
class QStackedWidget;
class QTableView;
class QToolButton;
class QLabel;

namespace tw::views {

class ProblemsView : public QWidget {
    Q_OBJECT
public:
    ProblemsView(Selection& selection, QWidget* parent = nullptr);

    /// `diagnostics`: those of the snapshot and those of failed jobs.
    void setProblems(session::SnapshotPointer snapshot, Diagnostics diagnostics);
    ProblemsModel& model() { return model_; }
    QVariantMap saveState() const;
    void restoreState(const QVariantMap& state);

signals:
    void countsChanged();
    void nodeActivated();          // the selection now holds the node of the row

private:
    void addFilterButton(class QHBoxLayout& row, Severity severity);
    void buildTable();
    void copyRows();
    void jump(const QModelIndex& index);
    void showCounts();

    Selection& selection_;
    session::SnapshotPointer snapshot_;
    ProblemsModel model_;
    ProblemsFilter filter_;
    std::map<Severity, QToolButton*> buttons_;
    QLineEdit* search_ = nullptr;
    QTableView* table_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    QLabel* empty_ = nullptr;
};

}  // namespace tw::views
