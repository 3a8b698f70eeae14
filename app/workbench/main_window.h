// SPDX-License-Identifier: GPL-3.0-or-later
// The window: panes around one selection, menus, tool bar, status bar. It shows what Workbench holds and asks it for
// the next thing; main_window_files.cpp has everything about opening, saving and leaving.
#pragma once

#include "app/workbench/actions.h"
#include "app/workbench/autosave.h"
#include "app/workbench/settings.h"
#include "app/workbench/workbench.h"
#include "views/shared/selection.h"

#include <QMainWindow>

class QComboBox;
class QDockWidget;
class QLabel;
class QMenu;
class QStackedWidget;

namespace tw::views {
class CodeView;
class EnginesView;
class InspectorView;
class LatencyView;
class MemoryMapView;
class ProblemsView;
class TilingView;
class TimelineView;
namespace graph {
class GraphView;
}
}  // namespace tw::views

namespace tw::workbench {

class NoticeBar;
class WelcomePage;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(Engine engine, QWidget* parent = nullptr);
    ~MainWindow() override;

    Workbench& workbench() { return workbench_; }
    views::Selection& selection() { return selection_; }

    void open(const QString& path, const QString& target = {});
    /// One of viewNames(); false for anything else.
    bool showView(const QString& name);
    static QStringList viewNames();
    /// A node, else a tensor, of that name; false when there is none.
    bool selectByName(const QString& name);
    /// Nothing is being computed, laid out or loaded any more.
    bool settled() const;
    /// Offers what a program that crashed has left behind.
    void offerRecovery();
    /// Leaves without asking; the autosaved copy stays for the next start.
    void leaveAtOnce();
    /// Selects the node or tensor as soon as the model is open.
    void selectWhenOpen(const QString& name) { wanted_ = name; }
    bool hasRestoredGeometry() const { return !settings_.geometry.isEmpty(); }

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    static constexpr int kStateVersion = 4;      // another arrangement of docks needs another number

    // main_window.cpp
    void buildCentre();
    void buildDocks();
    QDockWidget* addDock(const QString& name, const QString& title, const QString& iconName, QWidget* view, Qt::DockWidgetArea area);
    void resetLayout();
    void connectActions();
    void connectWorkbench();
    void showSnapshot();
    void showProblems();
    void showState();
    void showTargets();
    void showModelLine();
    void enableActions();
    void focusNextPane();

    // main_window_menus.cpp
    void buildMenus();
    void buildToolBar();
    void buildStatusBar();
    void showSettings();
    void showShortcuts();
    void showAbout();
    void showExport();
    void showDimensions();

    // main_window_engines.cpp
    void connectEngines();
    void showTargetDialog();
    void showAssign();
    void showTradeOffs();
    void changeTarget(const QString& nameOrPath);
    void changeCapacity(const QString& memory, qint64 usableBytes);
    /// An empty engine: clear the pins of these nodes.
    void assign(const std::vector<int>& nodes, const QString& engine);
    void clearPins(const std::vector<int>& nodes);
    void clearAllPins();
    void changeTile(int work, int axis, qint64 size);
    void resetTiles(int work);
    void askSaveTensor(ir::TensorId tensor);

    // main_window_latency.cpp
    void connectLatency();
    void computeLatency(const QString& calculator, int warmup, int runs);
    void startLatency(const QString& title, const QString& name, std::function<Result<session::LatencyPointer>(Progress&)> work);
    void loadLatency();
    void saveLatency();
    void exportLatencyPlot();
    void findBest(double budget);
    void applyBest();
    void askFile(const QString& title, const QString& filter, bool save, std::function<void(const QString&)> then);

    // main_window_files.cpp
    void chooseFile();
    void openSample();
    void save(const QString& path, std::function<void()> then = {});
    void saveAs(std::function<void()> then = {});
    /// Runs `next` now, or after the question about unsaved changes was answered with anything but Cancel.
    void askThen(const QString& question, std::function<void()> next);
    void showTitle();
    void fillRecentMenu();
    void remember(const QString& path);
    ViewState viewState() const;
    void restoreView(const ViewState& view);
    void offerDimensions();

    Settings settings_;
    views::Selection selection_;
    Workbench workbench_;
    Autosave autosave_;
    Actions actions_;
    bool mayClose_ = false;
    bool keepAutosave_ = false;
    QString exportFolder_;
    QString wanted_;

    NoticeBar* notice_ = nullptr;
    QStackedWidget* centre_ = nullptr;
    WelcomePage* welcome_ = nullptr;
    QWidget* dropHint_ = nullptr;
    views::graph::GraphView* graph_ = nullptr;
    views::InspectorView* inspector_ = nullptr;
    views::EnginesView* engines_ = nullptr;
    views::LatencyView* latency_ = nullptr;
    views::MemoryMapView* memory_ = nullptr;
    views::CodeView* code_ = nullptr;
    views::ProblemsView* problems_ = nullptr;
    views::TilingView* tiling_ = nullptr;
    views::TimelineView* timeline_ = nullptr;
    QMap<QString, QDockWidget*> docks_;
    QMenu* recentMenu_ = nullptr;
    QComboBox* target_ = nullptr;
    QLabel* modelLine_ = nullptr;
};

}  // namespace tw::workbench
