// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/dimensions_dialog.h"
#include "app/workbench/drop_hint.h"
#include "app/workbench/main_window.h"
#include "app/workbench/notice_bar.h"
#include "app/workbench/sample_models.h"
#include "app/workbench/welcome_page.h"
#include "views/code/code_view.h"
#include "views/engines/engines_view.h"
#include "views/latency/latency_view.h"
#include "views/memory_map/memory_map_view.h"
#include "views/graph/graph_view.h"
#include "views/problems/problems_view.h"
#include "views/tiling/tiling_view.h"
#include "views/timeline/timeline_view.h"

#include <QCloseEvent>
#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QStatusBar>

namespace tw::workbench {

namespace {

QString droppedFile(const QMimeData& data)
{
    for (const QUrl& url : data.urls()) {
        const QString path = url.toLocalFile();
        if (path.endsWith(QLatin1String(".onnx"), Qt::CaseInsensitive) ||
            path.endsWith(QLatin1String(".twproj"), Qt::CaseInsensitive))
            return path;
    }
    return {};
}

}  // namespace

void MainWindow::open(const QString& path, const QString& target)
{
    askThen(tr("Save the changes before another file is opened?"), [this, path, target] { workbench_.open(path, target); });
}

void MainWindow::chooseFile()
{
    const QString last = settings_.recentFiles.isEmpty() ? QDir::homePath() : QFileInfo(settings_.recentFiles.front()).path();
    auto* dialog = new QFileDialog(this, tr("Open"), last, tr("Models and sessions (*.onnx *.twproj);;All files (*)"));
    dialog->setObjectName(QStringLiteral("openDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { open(path); });
    dialog->open();
}

void MainWindow::openSample()
{
    const QStringList samples = sampleModels();
    if (samples.isEmpty())
        return statusBar()->showMessage(tr("No sample model is installed"));
    open(samples.front());
}

void MainWindow::save(const QString& path, std::function<void()> then)
{
    if (path.isEmpty())
        return saveAs(std::move(then));
    workbench_.save(path, viewState(), [this, path, then = std::move(then)](bool saved) {
        if (!saved) {
            statusBar()->showMessage(tr("The session was not saved; the Problems pane says why"));
            showView(QStringLiteral("problems"));
            return;
        }
        statusBar()->showMessage(tr("Saved %1").arg(path), 4000);
        remember(path);
        if (then)
            then();
    });
}

void MainWindow::saveAs(std::function<void()> then)
{
    const QFileInfo model(workbench_.document().model());
    const QString proposed = model.absoluteDir().filePath(model.completeBaseName() + QStringLiteral(".twproj"));
    auto* dialog = new QFileDialog(this, tr("Save Session"), proposed, tr("Tilewright sessions (*.twproj)"));
    dialog->setObjectName(QStringLiteral("saveDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("twproj"));
    connect(dialog, &QFileDialog::fileSelected, this, [this, then](const QString& path) { save(path, then); });
    dialog->open();
}

void MainWindow::askThen(const QString& question, std::function<void()> next)
{
    if (!workbench_.document().modified())
        return next();
    auto* box = new QMessageBox(QMessageBox::Question, tr("Unsaved changes"), question,
                                QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, this);
    box->setObjectName(QStringLiteral("unsavedQuestion"));
    box->setInformativeText(tr("The choices made for %1 are not saved.")
                                .arg(QFileInfo(workbench_.document().model()).fileName()));
    box->setAttribute(Qt::WA_DeleteOnClose);
    connect(box, &QMessageBox::buttonClicked, this, [this, box, next = std::move(next)](QAbstractButton* button) {
        const auto answer = box->standardButton(button);
        if (answer == QMessageBox::Discard)
            next();
        else if (answer == QMessageBox::Save)
            save(workbench_.document().sessionFile(), next);
    });
    box->open();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!mayClose_ && workbench_.document().modified()) {
        event->ignore();
        askThen(tr("Save the changes before closing?"), [this] {
            mayClose_ = true;
            close();
        });
        return;
    }
    settings_.geometry = saveGeometry();
    settings_.windowState = saveState(kStateVersion);
    saveSettings(settings_);
    workbench_.jobs().cancelAll();
    QMainWindow::closeEvent(event);
}

void MainWindow::leaveAtOnce()
{
    keepAutosave_ = true;
    mayClose_ = true;
    close();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (droppedFile(*event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    if (!dropHint_)
        dropHint_ = new DropHint(this);
    dropHint_->setGeometry(rect());
    dropHint_->show();
    dropHint_->raise();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*)
{
    if (dropHint_)
        dropHint_->hide();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    if (dropHint_)
        dropHint_->hide();
    event->acceptProposedAction();
    open(droppedFile(*event->mimeData()));
}

void MainWindow::showTitle()
{
    Document& document = workbench_.document();
    if (document.empty())
        return setWindowTitle(tr("Tilewright"));
    const QString file = document.sessionFile().isEmpty() ? document.model() : document.sessionFile();
    setWindowTitle(tr("%1[*] - Tilewright").arg(QFileInfo(file).fileName()));
    setWindowFilePath(file);
    setWindowModified(document.modified());
}

void MainWindow::remember(const QString& path)
{
    addRecentFile(settings_, path);
    saveSettings(settings_);
    fillRecentMenu();
}

void MainWindow::fillRecentMenu()
{
    recentMenu_->clear();
    for (const QString& file : settings_.recentFiles) {
        QAction* action = recentMenu_->addAction(QFileInfo(file).fileName(), this, [this, file] { open(file); });
        action->setObjectName(QStringLiteral("recent:") + file);
        action->setToolTip(file);
    }
    recentMenu_->setEnabled(!settings_.recentFiles.isEmpty());
    welcome_->setRecentFiles(settings_.recentFiles);
}

ViewState MainWindow::viewState() const
{
    return {{"window", packBytes(saveState(kStateVersion))},
            {"graph", packBytes(graph_->saveState())},
            {"engines", packState(engines_->saveState())},
            {"tiling", packState(tiling_->saveState())},
            {"timeline", packState(timeline_->saveState())},
            {"latency", packState(latency_->saveState())},
            {"memory", packState(memory_->saveState())},
            {"code", packState(code_->saveState())},
            {"problems", packState(problems_->saveState())}};
}

void MainWindow::restoreView(const ViewState& view)
{
    if (view.empty())
        return;
    restoreState(unpackBytes(view, "window"), kStateVersion);
    graph_->restoreState(unpackBytes(view, "graph"));
    engines_->restoreState(unpackState(view, "engines"));
    tiling_->restoreState(unpackState(view, "tiling"));
    timeline_->restoreState(unpackState(view, "timeline"));
    latency_->restoreState(unpackState(view, "latency"));
    memory_->restoreState(unpackState(view, "memory"));
    code_->restoreState(unpackState(view, "code"));
    problems_->restoreState(unpackState(view, "problems"));
}

void MainWindow::offerDimensions()
{
    const auto open = openDimensions(*workbench_.snapshot()->graph);
    QStringList missing;
    for (const auto& [symbol, inputs] : open)
        if (!workbench_.document().choices().dims.contains(symbol))
            missing << QString::fromStdString(symbol);
    if (missing.isEmpty())
        return;
    notice_->show(tr("This model has open dimensions: %1. Each counts as 1 until you set it.")
                      .arg(missing.join(QStringLiteral(", "))),
                  tr("Set dimensions …"), [this] { showDimensions(); });
}

void MainWindow::offerRecovery()
{
    const auto file = autosave_.takeAbandoned();
    if (!file)
        return;
    notice_->show(tr("Tilewright ended before unsaved changes were saved. They were kept."), tr("Restore"),
                  [this, file] { autosave_.restore(*file); }, [file] { Autosave::discard(*file); });
}

}  // namespace tw::workbench
