// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/main_window.h"

#include "app/workbench/notice_bar.h"
#include "app/workbench/welcome_page.h"
#include "views/code/code_view.h"
#include "views/engines/engines_view.h"
#include "views/latency/latency_view.h"
#include "views/memory_map/memory_map_view.h"
#include "views/graph/graph_view.h"
#include "views/inspector/inspector_view.h"
#include "views/problems/problems_view.h"
#include "views/shared/icons.h"
#include "views/shared/lazy_update.h"
#include "views/shared/number_text.h"
#include "views/tiling/tiling_view.h"
#include "views/timeline/timeline_view.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QStatusBar>
#include <QVBoxLayout>

#include <algorithm>

namespace tw::workbench {

namespace {

constexpr int kInspectorWidth = 360;
constexpr int kBottomHeight = 290;
constexpr int kMessageMilliseconds = 5000;

}  // namespace

MainWindow::MainWindow(Engine engine, QWidget* parent)
    : QMainWindow(parent), settings_(loadSettings()), workbench_(std::move(engine)), autosave_(workbench_),
      actions_(makeActions(*this, workbench_.document().undoStack()))
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/tilewright.svg")));
    setAcceptDrops(true);
    setDockNestingEnabled(true);
    buildCentre();
    buildDocks();
    buildMenus();
    buildToolBar();
    buildStatusBar();
    connectActions();
    connectWorkbench();
    connectEngines();
    connectLatency();
    adoptPaneActions(*this);
    applyShortcuts(*this, settings_.shortcuts);
    resetLayout();
    restoreGeometry(settings_.geometry);
    restoreState(settings_.windowState, kStateVersion);
    fillRecentMenu();
    showTitle();
    enableActions();
}

MainWindow::~MainWindow()
{
    if (keepAutosave_)
        autosave_.keep();
    // Views and jobs outlive nothing they listen to: no signal reaches a half-destroyed window.
    workbench_.disconnect(this);
    workbench_.document().disconnect(this);
    workbench_.jobs().disconnect(this);
}

void MainWindow::buildCentre()
{
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins({});
    column->setSpacing(0);
    notice_ = new NoticeBar(centre);
    centre_ = new QStackedWidget(centre);
    centre_->setObjectName(QStringLiteral("centre"));
    welcome_ = new WelcomePage(actions_, centre_);
    centre_->addWidget(welcome_);
    graph_ = new views::graph::GraphView(centre_);
    graph_->setSelection(&selection_);
    centre_->addWidget(graph_);
    column->addWidget(notice_);
    column->addWidget(centre_, 1);
    setCentralWidget(centre);
    connect(graph_, &views::graph::GraphView::message, this,
            [this](const QString& text) { statusBar()->showMessage(text, kMessageMilliseconds); });
    connect(welcome_, &WelcomePage::openRequested, this, [this](const QString& path) { open(path); });
}

QDockWidget* MainWindow::addDock(const QString& name, const QString& title, const QString& iconName, QWidget* view,
                                 Qt::DockWidgetArea area)
{
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(name + QStringLiteral("Dock"));
    dock->setWidget(view);
    dock->toggleViewAction()->setObjectName(QStringLiteral("view:") + name);
    dock->toggleViewAction()->setIcon(views::icon(iconName));
    dock->toggleViewAction()->setToolTip(tr("Show or hide the %1 pane").arg(title));
    addDockWidget(area, dock);
    docks_[name] = dock;
    return dock;
}

void MainWindow::buildDocks()
{
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    inspector_ = new views::InspectorView(selection_, this);
    engines_ = new views::EnginesView(selection_, this);
    engines_->addCommands({actions_.assign, actions_.tradeOffs, actions_.clearPins});
    tiling_ = new views::TilingView(selection_, this);
    timeline_ = new views::TimelineView(selection_, this);
    latency_ = new views::LatencyView(selection_, this);
    memory_ = new views::MemoryMapView(selection_, this);
    code_ = new views::CodeView(selection_, this);
    problems_ = new views::ProblemsView(selection_, this);
    addDock(QStringLiteral("inspector"), tr("Inspector"), QStringLiteral("inspector"), inspector_, Qt::RightDockWidgetArea);
    addDock(QStringLiteral("engines"), tr("Engines"), QStringLiteral("engines"), engines_, Qt::BottomDockWidgetArea);
    addDock(QStringLiteral("tiling"), tr("Tiling"), QStringLiteral("tiling"), tiling_, Qt::BottomDockWidgetArea);
    addDock(QStringLiteral("timeline"), tr("Timeline"), QStringLiteral("timeline"), timeline_, Qt::BottomDockWidgetArea);
    addDock(QStringLiteral("latency"), tr("Latency"), QStringLiteral("latency"), latency_, Qt::BottomDockWidgetArea);
    addDock(QStringLiteral("memory"), tr("Memory"), QStringLiteral("memory"), memory_, Qt::BottomDockWidgetArea);
    addDock(QStringLiteral("code"), tr("Code"), QStringLiteral("code"), code_, Qt::BottomDockWidgetArea);
    addDock(QStringLiteral("problems"), tr("Problems"), QStringLiteral("problems"), problems_, Qt::BottomDockWidgetArea);
}

void MainWindow::resetLayout()
{
    for (QDockWidget* dock : docks_) {
        dock->setFloating(false);
        dock->show();
    }
    addDockWidget(Qt::RightDockWidgetArea, docks_[QStringLiteral("inspector")]);
    addDockWidget(Qt::BottomDockWidgetArea, docks_[QStringLiteral("engines")]);
    tabifyDockWidget(docks_[QStringLiteral("engines")], docks_[QStringLiteral("tiling")]);
    tabifyDockWidget(docks_[QStringLiteral("tiling")], docks_[QStringLiteral("timeline")]);
    tabifyDockWidget(docks_[QStringLiteral("timeline")], docks_[QStringLiteral("latency")]);
    tabifyDockWidget(docks_[QStringLiteral("latency")], docks_[QStringLiteral("memory")]);
    tabifyDockWidget(docks_[QStringLiteral("memory")], docks_[QStringLiteral("code")]);
    tabifyDockWidget(docks_[QStringLiteral("code")], docks_[QStringLiteral("problems")]);
    docks_[QStringLiteral("code")]->raise();
    resizeDocks({docks_[QStringLiteral("inspector")]}, {kInspectorWidth}, Qt::Horizontal);
    resizeDocks({docks_[QStringLiteral("code")]}, {kBottomHeight}, Qt::Vertical);
}

void MainWindow::connectWorkbench()
{
    connect(&workbench_, &Workbench::opened, this, [this](const ViewState& view) {
        selection_.clear();
        notice_->dismiss();
        welcome_->setFailure({});
        remember(workbench_.document().sessionFile().isEmpty() ? workbench_.document().model()
                                                               : workbench_.document().sessionFile());
        restoreView(view);
        showTargets();
    });
    connect(&workbench_, &Workbench::openFailed, this, [this](const QString& message) {
        welcome_->setFailure(message);
        statusBar()->showMessage(message);
        showView(QStringLiteral("problems"));
    });
    connect(&workbench_, &Workbench::snapshotChanged, this, &MainWindow::showSnapshot);
    connect(&workbench_, &Workbench::stateChanged, this, &MainWindow::showState);
    connect(&workbench_, &Workbench::problemsChanged, this, &MainWindow::showProblems);
    connect(&workbench_, &Workbench::targetsChanged, this, &MainWindow::showTargets);
    connect(&workbench_, &Workbench::modelChangedOnDisk, this, [this] {
        notice_->show(tr("The model has changed since this session was saved."), {}, {});
    });
    connect(&workbench_.document(), &Document::choicesChanged, this, &MainWindow::showTargets);
    connect(&workbench_.document(), &Document::choicesChanged, this, &MainWindow::enableActions);
    connect(&workbench_.document(), &Document::identityChanged, this, &MainWindow::showTitle);
    connect(&workbench_.jobs(), &JobRunner::statusChanged, this, &MainWindow::enableActions);
    connect(&workbench_, &Workbench::statisticsReady, inspector_, &views::InspectorView::setStatistics);
    connect(inspector_, &views::InspectorView::statisticsRequested, &workbench_, &Workbench::requestStatistics);
    connect(problems_, &views::ProblemsView::countsChanged, this, &MainWindow::showModelLine);
}

void MainWindow::showSnapshot()
{
    const auto& snapshot = workbench_.snapshot();
    centre_->setCurrentWidget(graph_);
    graph_->setSnapshot(snapshot);
    inspector_->setSnapshot(snapshot);
    engines_->setSnapshot(snapshot, workbench_.difference());
    tiling_->setSnapshot(snapshot, workbench_.document().choices());
    timeline_->setSnapshot(snapshot);
    latency_->setSnapshot(snapshot);
    memory_->setSnapshot(snapshot);
    code_->setSnapshot(snapshot);
    showModelLine();
    enableActions();
    if (!wanted_.isEmpty() && !selectByName(wanted_))
        statusBar()->showMessage(tr("There is no node or tensor named %1").arg(wanted_));
    wanted_.clear();
    if (!snapshot->deployment)
        offerDimensions();
}

void MainWindow::showProblems()
{
    problems_->setProblems(workbench_.snapshot(), workbench_.problems());
}

void MainWindow::showState()
{
    const auto state = workbench_.state();
    const auto freshness = state == Workbench::State::UpToDate   ? views::Freshness::Fresh
                           : state == Workbench::State::Updating ? views::Freshness::Updating
                                                                 : views::Freshness::Outdated;
    graph_->setFreshness(freshness);
    inspector_->setFreshness(freshness);
    engines_->setFreshness(freshness);
    tiling_->setFreshness(freshness);
    timeline_->setFreshness(freshness);
    latency_->setFreshness(freshness);
    memory_->setFreshness(freshness);
    code_->setFreshness(freshness);
}

void MainWindow::showTargets()
{
    const QString chosen = QString::fromStdString(workbench_.document().choices().target);
    const QSignalBlocker blocker(target_);
    target_->clear();
    for (const std::string& name : workbench_.targets())
        target_->addItem(QString::fromStdString(name), QString::fromStdString(name));
    // A session may name a target that is a folder or not installed: it is shown all the same, and Problems says why
    // it fails.
    if (target_->findData(chosen) < 0)
        target_->addItem(chosen.section(QLatin1Char('/'), -1, -1, QString::SectionSkipEmpty), chosen);
    target_->setCurrentIndex(target_->findData(chosen));
    target_->setToolTip(chosen.contains(QLatin1Char('/')) ? chosen : tr("The system that the code is generated for"));
}

void MainWindow::showModelLine()
{
    const auto& snapshot = workbench_.snapshot();
    if (!snapshot)
        return;
    const auto& problems = problems_->model();
    const int errors = problems.count(Severity::Error);
    const int warnings = problems.count(Severity::Warning);
    QString text = views::counted(static_cast<qint64>(snapshot->graph->nodes.size()), tr("1 node"), tr("%1 nodes"));
    if (snapshot->totals.macs > 0)
        text += tr(", %1 MACs").arg(views::siText(snapshot->totals.macs));
    if (errors > 0)
        text += QStringLiteral(", ") + views::counted(errors, tr("1 error"), tr("%1 errors"));
    if (warnings > 0)
        text += QStringLiteral(", ") + views::counted(warnings, tr("1 warning"), tr("%1 warnings"));
    modelLine_->setText(text);
    modelLine_->setToolTip(tr("%1 multiply-accumulates").arg(views::fullText(snapshot->totals.macs)));
    docks_[QStringLiteral("problems")]->setWindowTitle(
        problems.rowCount() > 0 ? tr("Problems (%1)").arg(problems.rowCount()) : tr("Problems"));
}

void MainWindow::enableActions()
{
    const auto& snapshot = workbench_.snapshot();
    const bool loaded = snapshot != nullptr;
    const bool complete = loaded && snapshot->deployment && snapshot->deployment->complete;
    for (QAction* action : {actions_.save, actions_.saveAs, actions_.reload, actions_.target, actions_.dimensions, actions_.clearSelection})
        action->setEnabled(loaded);
    actions_.exportProject->setEnabled(complete);
    for (QAction* action : {actions_.assign, actions_.tradeOffs})
        action->setEnabled(loaded && snapshot->deployment);
    actions_.clearPins->setEnabled(loaded && !workbench_.document().choices().pins.empty());
    actions_.cancelJobs->setEnabled(!workbench_.jobs().idle());
    target_->setEnabled(loaded);
}

bool MainWindow::showView(const QString& name)
{
    if (name == QLatin1String("graph")) {
        centre_->currentWidget()->setFocus();
        return true;
    }
    QDockWidget* dock = docks_.value(name);
    if (!dock)
        return false;
    dock->show();
    dock->raise();
    return true;
}

QStringList MainWindow::viewNames()
{
    return {QStringLiteral("graph"), QStringLiteral("inspector"), QStringLiteral("engines"), QStringLiteral("tiling"),
            QStringLiteral("timeline"), QStringLiteral("latency"), QStringLiteral("memory"), QStringLiteral("code"),
            QStringLiteral("problems")};
}

bool MainWindow::selectByName(const QString& name)
{
    if (!workbench_.snapshot())
        return false;
    const auto& nodes = workbench_.snapshot()->graph->nodes;
    const auto found = std::find_if(nodes.begin(), nodes.end(), [plain = name.toStdString()](const ir::Node& node) {
        return node.name == plain;
    });
    if (found != nodes.end()) {
        selection_.setNodes({static_cast<int>(found - nodes.begin())});
        return true;
    }
    const auto& tensors = workbench_.snapshot()->graph->tensors;
    const auto tensor = std::find_if(tensors.begin(), tensors.end(), [plain = name.toStdString()](const ir::Tensor& one) {
        return one.name == plain;
    });
    if (tensor == tensors.end())
        return false;
    selection_.setTensor({static_cast<std::int32_t>(tensor - tensors.begin())});
    return true;
}

bool MainWindow::settled() const
{
    return workbench_.jobs().idle() && !graph_->busy() && code_->settled() && !views::LazyUpdate::anyPending();
}

void MainWindow::focusNextPane()
{
    std::vector<QWidget*> panes = {centre_};
    for (QDockWidget* dock : docks_)
        if (dock->isVisible() && !dock->visibleRegion().isEmpty())
            panes.push_back(dock->widget());
    const auto current = std::find_if(panes.begin(), panes.end(), [](const QWidget* pane) {
        return pane->isAncestorOf(QApplication::focusWidget()) || pane == QApplication::focusWidget();
    });
    const auto next = current == panes.end() || current + 1 == panes.end() ? panes.begin() : current + 1;
    QWidget* inside = (*next)->nextInFocusChain();
    while (inside != *next && !((*next)->isAncestorOf(inside) && inside->isVisible() && (inside->focusPolicy() & Qt::TabFocus)))
        inside = inside->nextInFocusChain();
    inside->setFocus(Qt::ShortcutFocusReason);
}

}  // namespace tw::workbench
