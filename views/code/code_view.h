// SPDX-License-Identifier: GPL-3.0-or-later
// The generated C project: its files, their text, and the lines that the selected node became.
#pragma once

#include "views/shared/lazy_update.h"
#include "views/shared/selection.h"
#include "views/shared/stale_mark.h"

#include "core/session/snapshot.h"

#include <QWidget>

#include <map>

class QAction;
class QLabel;
class QLineEdit;
class QStackedWidget;
class QToolBar;
class QTreeWidget;
class QTreeWidgetItem;

namespace tw::views {

class CodeEditor;

class CodeView : public QWidget {
    Q_OBJECT
public:
    CodeView(Selection& selection, QWidget* parent = nullptr);

    void setSnapshot(session::SnapshotPointer snapshot);
    void setFreshness(Freshness freshness) { stale_->setFreshness(freshness); }
    /// Where the project was last exported; empty: not yet. Enables "Open folder".
    void setExportFolder(const QString& folder);
    QString currentFile() const { return file_; }
    CodeEditor& editor() { return *editor_; }
    void showFind();
    bool settled() const;
    QVariantMap saveState() const;
    void restoreState(const QVariantMap& state);

private:
    QToolBar* buildBar();
    QWidget* buildFindBar();
    QAction* addTool(QToolBar& bar, const QString& name, const QString& iconName, const QString& text);
    void refresh();
    void listFiles();
    void showFile(const QString& file);
    std::vector<session::CodeMark> selectedMarks() const;
    void markLines();
    void showSelection();
    void showEmpty();
    void findNext(bool forward);

    Selection& selection_;
    session::SnapshotPointer snapshot_;
    session::SnapshotPointer listed_;            // whose files the list shows
    QString file_;
    std::map<QString, QTreeWidgetItem*> items_;  // by path
    QString exportFolder_;
    QStackedWidget* pages_;
    StaleMark* stale_;
    QLabel* empty_;
    QTreeWidget* files_;
    CodeEditor* editor_;
    QLabel* title_;
    QLabel* note_;
    QWidget* findBar_ = nullptr;
    QLineEdit* findText_ = nullptr;
    QLabel* findResult_ = nullptr;
    QAction* openFolder_ = nullptr;
    class QSplitter* splitter_;
    LazyUpdate update_;
};

}  // namespace tw::views
