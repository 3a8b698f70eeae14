// SPDX-License-Identifier: GPL-3.0-or-later
// What the Latency pane asks the window for: jobs, files, and the best architecture put to use.
#include "app/workbench/main_window.h"
#include "views/latency/latency_view.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QStatusBar>

namespace tw::workbench {
namespace {

constexpr int kReadMilliseconds = 8000;

QString containerFilter()
{
    return MainWindow::tr("Latency containers (*.latency *.json);;CSV table (*.csv)");
}

}  // namespace

void MainWindow::connectLatency()
{
    if (const auto& list = workbench_.engine().latencyCalculators)
        latency_->setCalculators(list());
    connect(latency_, &views::LatencyView::computeRequested, this, &MainWindow::computeLatency);
    connect(latency_, &views::LatencyView::cancelRequested, this, [this] { workbench_.jobs().cancel(JobRunner::Kind::Latency); });
    connect(latency_, &views::LatencyView::loadRequested, this, &MainWindow::loadLatency);
    connect(latency_, &views::LatencyView::saveRequested, this, &MainWindow::saveLatency);
    connect(latency_, &views::LatencyView::exportRequested, this, &MainWindow::exportLatencyPlot);
    connect(latency_, &views::LatencyView::bestRequested, this, &MainWindow::findBest);
    connect(latency_, &views::LatencyView::applyRequested, this, &MainWindow::applyBest);
    connect(&workbench_.jobs(), &JobRunner::statusChanged, this,
            [this] { latency_->setComputing(workbench_.jobs().running(JobRunner::Kind::Latency)); });
}

void MainWindow::startLatency(const QString& title, const QString& name, std::function<Result<session::LatencyPointer>(Progress&)> work)
{
    workbench_.jobs().start<session::LatencyPointer>(
        JobRunner::Kind::Latency, title, std::move(work), [this, name, graph = workbench_.snapshot() ? workbench_.snapshot()->graph : nullptr](const Result<session::LatencyPointer>& latency) {
            if (!latency)
                return statusBar()->showMessage(QString::fromStdString(latency.error().text()), kReadMilliseconds);
            const auto& snapshot = workbench_.snapshot();
            if ((snapshot ? snapshot->graph : nullptr) == graph)   // else another model was opened meanwhile
                latency_->addLatency(name, *latency);
        });
}

void MainWindow::computeLatency(const QString& calculator, int warmup, int runs)
{
    const auto snapshot = workbench_.snapshot();
    if (!snapshot || !workbench_.engine().computeLatency)
        return;
    const auto& choices = workbench_.document().choices();
    const QString target = QFileInfo(QString::fromStdString(choices.target)).fileName();
    if (calculator.isEmpty())
        return startLatency(tr("Asking the engines about every node"), tr("engine choices on %1").arg(target),
                            [run = workbench_.engine().deploymentLatency, snapshot](Progress& progress) { return run(snapshot, progress); });
    session::LatencyRequest request{.calculator = calculator.toStdString(), .choices = choices};
    request.options.warmup = warmup;
    request.options.runs = runs;
    startLatency(tr("Computing %1").arg(calculator), calculator.contains(QLatin1String("mmac")) ? calculator : tr("%1 on %2").arg(calculator, target),
                 [run = workbench_.engine().computeLatency, snapshot, request](Progress& progress) { return run(snapshot, request, progress); });
}

void MainWindow::askFile(const QString& title, const QString& filter, bool save, std::function<void(const QString&)> then)
{
    auto* dialog = new QFileDialog(this, title, QFileInfo(workbench_.document().model()).absolutePath(), filter);
    dialog->setObjectName(QStringLiteral("latencyFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(save ? QFileDialog::AcceptSave : QFileDialog::AcceptOpen);
    dialog->setFileMode(save ? QFileDialog::AnyFile : QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, std::move(then));
    dialog->open();
}

void MainWindow::loadLatency()
{
    askFile(tr("Load Latency Container"), containerFilter(), false, [this](const QString& path) {
        startLatency(tr("Loading %1").arg(QFileInfo(path).fileName()), QFileInfo(path).fileName(),
                     [file = path.toStdString()](Progress& progress) { return session::loadLatency(file, progress); });
    });
}

void MainWindow::saveLatency()
{
    const auto latency = latency_->shown();
    if (!latency)
        return;
    askFile(tr("Save Latency Container"), containerFilter(), true, [this, latency](const QString& path) {
        workbench_.jobs().start<void>(
            JobRunner::Kind::Latency, tr("Saving %1").arg(QFileInfo(path).fileName()),
            [latency, file = path.toStdString()](Progress& progress) { return session::saveLatency(latency, file, progress); },
            [this, path](const Result<void>& saved) {
                statusBar()->showMessage(saved ? tr("Saved %1").arg(path) : QString::fromStdString(saved.error().text()), kReadMilliseconds);
            });
    });
}

void MainWindow::exportLatencyPlot()
{
    askFile(tr("Save Plot"), tr("Pictures (*.png *.svg *.pdf)"), true, [this](const QString& path) {
        const bool written = latency_->exportTo(path);
        statusBar()->showMessage(written ? tr("Saved %1").arg(path) : tr("%1 cannot be written").arg(path), kReadMilliseconds);
    });
}

void MainWindow::findBest(double budget)
{
    const auto latency = latency_->shown();
    if (!latency)
        return;
    workbench_.jobs().start<latency::Chosen>(
        JobRunner::Kind::Latency, tr("Looking for the best architecture"),
        [latency, budget](Progress& progress) { return session::bestUnder(latency, budget, progress); },
        [this, latency](const Result<latency::Chosen>& chosen) {
            if (!chosen)
                return statusBar()->showMessage(QString::fromStdString(chosen.error().text()), kReadMilliseconds);
            if (latency_->shown() == latency)
                latency_->replaceLatency(session::withBest(latency, chosen->arch));
        });
}

void MainWindow::applyBest()
{
    const auto latency = latency_->shown();
    const auto snapshot = workbench_.snapshot();
    if (!latency || !latency->best || !snapshot)
        return;
    if (latency->deployment)
        return workbench_.document().change(session::withArchitecture(*snapshot, workbench_.document().choices(), *latency, *latency->best),
                                            tr("Pin the engines of the best architecture"));
    askFile(tr("Save the Plain Network"), tr("ONNX models (*.onnx)"), true, [this, snapshot, arch = *latency->best](const QString& path) {
        workbench_.jobs().start<void>(
            JobRunner::Kind::Latency, tr("Writing %1").arg(QFileInfo(path).fileName()),
            [=, file = path.toStdString()](Progress& progress) { return session::materialiseTo(snapshot, arch, file, progress); },
            [this, path](const Result<void>& saved) {
                statusBar()->showMessage(saved ? tr("Saved %1").arg(path) : QString::fromStdString(saved.error().text()), kReadMilliseconds);
            });
    });
}

}  // namespace tw::workbench
