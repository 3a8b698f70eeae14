// SPDX-License-Identifier: GPL-3.0-or-later
// The Engines pane: what each engine of the target does, and every node with its engine, which can be changed here.
#pragma once

#include "core/session/compare.h"
#include "views/engines/engine_list_model.h"
#include "views/engines/engine_nodes_model.h"
#include "views/shared/lazy_update.h"
#include "views/shared/selection.h"
#include "views/shared/stale_mark.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;
class QSplitter;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace tw::views {

class EnginesView : public QWidget {
    Q_OBJECT
public:
    EnginesView(Selection& selection, QWidget* parent = nullptr);

    /// `difference`: to the deployment that was shown before, when that was of the same model.
    void setSnapshot(session::SnapshotPointer snapshot, std::optional<session::Comparison> difference = {});
    void setFreshness(Freshness freshness) { stale_->setFreshness(freshness); }
    /// Shown as buttons; they are the window's.
    void addCommands(const QList<QAction*>& actions);
    QVariantMap saveState() const;
    void restoreState(const QVariantMap& state);

    const EngineNodesModel& model() const { return model_; }

signals:
    /// An empty engine: let the program choose again.
    void assignRequested(const std::vector<int>& nodes, const QString& engine);
    void nodeActivated();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildSummary();
    QTableView* buildEngines();
    QWidget* buildNodes();
    void buildTable();
    void applyFilter(const std::function<void()>& change);
    void addCopyActions();
    void refresh();
    void showSummary();
    void showCounts();
    void takeSelection();
    void giveSelection();
    void selectEngine(const QModelIndex& index);
    void showMenu(const QPoint& place);
    void copyRows(QChar separator);
    QString rowsAsText(QChar separator) const;

    Selection& selection_;
    session::SnapshotPointer snapshot_;
    std::optional<session::Comparison> difference_;
    EngineListModel engines_;
    EngineNodesModel model_;
    EngineNodesFilter filter_;
    bool taking_ = false;
    bool giving_ = false;
    QStackedWidget* pages_ = nullptr;
    QLabel* empty_ = nullptr;
    QLabel* summary_ = nullptr;
    QWidget* commands_ = nullptr;
    QSplitter* splitter_ = nullptr;
    QTableView* engineTable_ = nullptr;
    QTableView* table_ = nullptr;
    QLineEdit* search_ = nullptr;
    QComboBox* kind_ = nullptr;
    QLabel* count_ = nullptr;
    StaleMark* stale_ = nullptr;
    LazyUpdate update_;
};

}  // namespace tw::views
