// SPDX-License-Identifier: GPL-3.0-or-later
// Which node runs where: what the views wish, as undoable changes with readable names.
#include "app/workbench/assign_dialog.h"
#include "app/workbench/main_window.h"
#include "app/workbench/target_dialog.h"
#include "app/workbench/trade_off_dialog.h"
#include "core/session/pins.h"
#include "views/engines/engines_view.h"
#include "views/graph/graph_view.h"
#include "views/inspector/inspector_view.h"
#include "views/memory_map/memory_map_view.h"
#include "views/shared/number_text.h"
#include "views/tiling/tiling_view.h"
#include "views/timeline/timeline_view.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStatusBar>

#include <algorithm>

namespace tw::workbench {

namespace {

constexpr int kReadMilliseconds = 10'000;      // a sentence with a reason

QString nodeName(const session::Snapshot& snapshot, int node)
{
    return QString::fromStdString(snapshot.graph->nodes.at(static_cast<std::size_t>(node)).name);
}

}  // namespace

void MainWindow::connectEngines()
{
    connect(graph_, &views::graph::GraphView::assignRequested, this, &MainWindow::assign);
    connect(engines_, &views::EnginesView::assignRequested, this, &MainWindow::assign);
    connect(inspector_, &views::InspectorView::assignRequested, this, &MainWindow::assign);
    connect(inspector_, &views::InspectorView::saveRequested, this, &MainWindow::askSaveTensor);
    connect(tiling_, &views::TilingView::tileRequested, this, &MainWindow::changeTile);
    connect(tiling_, &views::TilingView::resetRequested, this, &MainWindow::resetTiles);
    connect(tiling_, &views::TilingView::message, this, [this](const QString& text) { statusBar()->showMessage(text, kReadMilliseconds); });
    connect(timeline_, &views::TimelineView::message, this, [this](const QString& text) { statusBar()->showMessage(text, kReadMilliseconds); });
    connect(memory_, &views::MemoryMapView::capacityRequested, this, &MainWindow::changeCapacity);
    connect(memory_, &views::MemoryMapView::message, this,
            [this](const QString& text) { statusBar()->showMessage(text, kReadMilliseconds); });
    connect(engines_, &views::EnginesView::nodeActivated, graph_, &views::graph::GraphView::goToSelection);
}

void MainWindow::assign(const std::vector<int>& nodes, const QString& engine)
{
    if (nodes.empty() || !workbench_.snapshot() || !workbench_.snapshot()->deployment)
        return;
    if (engine.isEmpty())
        return clearPins(nodes);
    const auto& snapshot = *workbench_.snapshot();
    const auto pinned = session::pinNodes(snapshot, workbench_.document().choices(), nodes, engine.toStdString());
    const QString why = QString::fromStdString(pinned.whyNot);
    if (pinned.nodes.empty())
        return statusBar()->showMessage(tr("Not on %1. %2").arg(engine, why), kReadMilliseconds);
    workbench_.document().change(pinned.choices,
                                 pinned.nodes.size() == 1 ? tr("Pin %1 to %2").arg(nodeName(snapshot, pinned.nodes.front()), engine)
                                                          : tr("Pin %1 nodes to %2").arg(pinned.nodes.size()).arg(engine));
    if (!pinned.refused.empty())
        statusBar()->showMessage(tr("%1 of %2 nodes stay where they are. %3").arg(pinned.refused.size()).arg(nodes.size()).arg(why),
                                 kReadMilliseconds);
}

void MainWindow::clearPins(const std::vector<int>& nodes)
{
    const auto& snapshot = *workbench_.snapshot();
    const auto next = session::withoutPins(snapshot, workbench_.document().choices(), nodes);
    const auto cleared = workbench_.document().choices().pins.size() - next.pins.size();
    if (cleared == 0)
        return statusBar()->showMessage(tr("Nothing of the selection is pinned"), kReadMilliseconds);
    workbench_.document().change(next, cleared == 1 && nodes.size() == 1 ? tr("Clear pin of %1").arg(nodeName(snapshot, nodes.front()))
                                                                         : views::counted(static_cast<qint64>(cleared), tr("Clear 1 pin"), tr("Clear %1 pins")));
}

void MainWindow::clearAllPins()
{
    session::Choices next = workbench_.document().choices();
    next.pins.clear();
    workbench_.document().change(next, tr("Clear all pins"));
}

void MainWindow::changeTile(int work, int axis, qint64 size)
{
    const auto& snapshot = *workbench_.snapshot();
    const auto next = session::withTile(snapshot, workbench_.document().choices(), work, axis, size);
    if (!next)
        return tiling_->setRefusal(QString::fromStdString(next.error().text()));
    const auto& node = snapshot.deployment->lowered->nodes.at(static_cast<std::size_t>(work));
    workbench_.document().change(next.value(), tr("Tile %1 by %2").arg(QString::fromStdString(node.name)).arg(size));
}

void MainWindow::resetTiles(int work)
{
    const auto& snapshot = *workbench_.snapshot();
    const auto& node = snapshot.deployment->lowered->nodes.at(static_cast<std::size_t>(work));
    workbench_.document().change(session::withoutTiles(snapshot, workbench_.document().choices(), work),
                                 tr("Reset the tiles of %1").arg(QString::fromStdString(node.name)));
}

void MainWindow::changeTarget(const QString& nameOrPath)
{
    session::Choices next = workbench_.document().choices();
    next.target = nameOrPath.toStdString();
    workbench_.document().change(next, tr("Change target to %1").arg(QFileInfo(nameOrPath).fileName()));
}

void MainWindow::changeCapacity(const QString& memory, qint64 usableBytes)
{
    const auto& snapshot = workbench_.snapshot();
    if (!snapshot || !snapshot->deployment || !snapshot->deployment->target)
        return;
    const auto& memories = snapshot->deployment->target->memories;
    const auto found = std::find_if(memories.begin(), memories.end(),
                                    [name = memory.toStdString()](const target::Memory& one) { return one.name == name; });
    if (found == memories.end())
        return;
    session::Choices next = workbench_.document().choices();
    next.memoryBytes[found->name] = usableBytes + (found->bytes - found->usable());
    workbench_.document().change(next, tr("Change %1 to %2").arg(memory, views::siText(usableBytes, tr("B"))));
}

void MainWindow::showTargetDialog()
{
    auto* dialog = new TargetDialog(workbench_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { changeTarget(dialog->chosen()); });
    dialog->open();
}

void MainWindow::showAssign()
{
    auto* dialog = new AssignDialog(workbench_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::showTradeOffs()
{
    auto* dialog = new TradeOffDialog(workbench_, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::askSaveTensor(ir::TensorId tensor)
{
    QString name = QString::fromStdString(workbench_.snapshot()->graph->tensor(tensor).name);
    name.replace(QLatin1Char('/'), QLatin1Char('_'));
    const QString folder = QFileInfo(workbench_.document().model()).absolutePath();
    auto* dialog = new QFileDialog(this, tr("Save Tensor"), QDir(folder).filePath(name + QStringLiteral(".npy")), tr("NumPy arrays (*.npy)"));
    dialog->setObjectName(QStringLiteral("saveTensorDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("npy"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, tensor](const QString& path) {
        workbench_.saveTensor(tensor, path, [this, path](const Result<void>& saved) {
            statusBar()->showMessage(saved ? tr("Saved %1").arg(path) : QString::fromStdString(saved.error().text()), kReadMilliseconds);
        });
    });
    dialog->open();
}

}  // namespace tw::workbench
