// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/workbench.h"

#include "app/workbench/window_words.h"

#include <QFileInfo>

#include <utility>

namespace tw::workbench {

using session::SnapshotPointer;

Workbench::Workbench(Engine engine, QObject* parent) : QObject(parent), engine_(std::move(engine))
{
    connect(&document_, &Document::choicesChanged, this, &Workbench::deploy);
    connect(&jobs_, &JobRunner::ended, this, [this](JobRunner::Kind kind) {
        if (kind == JobRunner::Kind::Deploy)
            emit stateChanged();
    });
    jobs_.start<std::vector<std::string>>(
        JobRunner::Kind::Targets, tr("Looking for targets"),
        [find = engine_.targetNames](Progress&) -> Result<std::vector<std::string>> { return find(); },
        [this](const Result<std::vector<std::string>>& names) {
            note(JobRunner::Kind::Targets, names ? nullptr : &names.error());
            if (names)
                targets_ = *names;
            emit targetsChanged();
        });
}

Diagnostics Workbench::problems() const
{
    Diagnostics all = snapshot_ ? snapshot_->diagnostics : Diagnostics{};
    for (const auto& [kind, failure] : failures_)
        all.push_back(failure);
    return inWindowWords(std::move(all));
}

void Workbench::note(JobRunner::Kind kind, const Error* error)
{
    failures_.erase(kind);
    if (error && error->code != Code::Cancelled)
        failures_[kind] = {Severity::Error, *error};
    emit problemsChanged();
}

void Workbench::open(const QString& path, const QString& target)
{
    const std::filesystem::path file = path.toStdString();
    const bool isSession = path.endsWith(QLatin1String(".twproj"), Qt::CaseInsensitive);
    LoadDocument load = [file]() -> Result<session::Document> { return session::Document{.model = file, .choices = {}}; };
    if (isSession)
        load = [file, loadDocument = engine_.loadDocument] { return loadDocument(file); };
    openWith(tr("Opening %1").arg(QFileInfo(path).fileName()), isSession ? path : QString(), target, std::move(load), false);
}

void Workbench::restore(const session::Document& document, const QString& sessionFile)
{
    openWith(tr("Restoring %1").arg(QString::fromStdString(document.model.filename().string())), sessionFile, {},
             [document]() -> Result<session::Document> { return document; }, true);
}

void Workbench::openWith(const QString& title, const QString& sessionFile, const QString& target, LoadDocument load,
                         bool unsaved)
{
    const auto work = [=, openModel = engine_.openModel](Progress& progress) -> Result<Opened> {
        TW_TRY(auto document, load());
        if (!target.isEmpty())
            document.choices.target = target.toStdString();
        TW_TRY(auto snapshot, openModel(document.model, progress));
        return Opened{std::move(snapshot), std::move(document), sessionFile};
    };
    jobs_.start<Opened>(JobRunner::Kind::Open, title, work, [this, unsaved](const Result<Opened>& opened) {
        note(JobRunner::Kind::Open, opened ? nullptr : &opened.error());
        if (opened)
            showOpened(*opened, unsaved);
        else if (opened.error().code != Code::Cancelled)
            emit openFailed(QString::fromStdString(opened.error().text()));
    });
}

void Workbench::showOpened(Opened result, bool unsaved)
{
    // A deployment of the model before would put the old model back on screen.
    jobs_.cancel(JobRunner::Kind::Deploy);
    jobs_.cancel(JobRunner::Kind::Statistics);
    failures_.clear();
    difference_.reset();
    shown_.reset();
    const session::Document& from = result.document;
    const bool changed = from.modelHash != 0 && from.modelHash != result.snapshot->model.hash;
    document_.reset(QString::fromStdString(from.model.string()), from.choices, result.sessionFile);
    if (unsaved)
        document_.markUnsaved();
    imported_ = result.snapshot;
    emit opened(from.view);
    setSnapshot(std::move(result.snapshot));
    if (changed)
        emit modelChangedOnDisk();
    deploy();
}

void Workbench::reload()
{
    if (document_.empty())
        return;
    openWith(tr("Reloading %1").arg(QFileInfo(document_.model()).fileName()), document_.sessionFile(), {},
             [document = toDocument({})]() -> Result<session::Document> { return document; }, document_.modified());
}

Workbench::State Workbench::state() const
{
    if (jobs_.running(JobRunner::Kind::Deploy))
        return State::Updating;
    return !shown_ || *shown_ == document_.choices() ? State::UpToDate : State::Outdated;
}

std::function<Result<Deployed>(Progress&)> Workbench::deployment(const session::Choices& choices) const
{
    return [run = engine_.deploy, from = imported_, before = snapshot_, choices](Progress& progress) -> Result<Deployed> {
        TW_TRY(auto snapshot, run(from, choices, progress));
        Deployed deployed{.snapshot = std::move(snapshot)};
        if (before && before->deployment && before->graph == deployed.snapshot->graph)
            deployed.difference = session::compare(*before, *deployed.snapshot);
        return deployed;
    };
}

void Workbench::deploy()
{
    if (!imported_)
        return;
    const session::Choices choices = document_.choices();
    if (const auto known = std::exchange(accepted_, std::nullopt)) {
        jobs_.cancel(JobRunner::Kind::Deploy);
        note(JobRunner::Kind::Deploy, nullptr);
        return setDeployed(*known, choices);
    }
    jobs_.start<Deployed>(JobRunner::Kind::Deploy, tr("Deploying on %1").arg(QString::fromStdString(choices.target)), deployment(choices),
                          [this, choices](const Result<Deployed>& deployed) {
                              note(JobRunner::Kind::Deploy, deployed ? nullptr : &deployed.error());
                              if (deployed)
                                  setDeployed(*deployed, choices);
                          });
    emit stateChanged();
}

void Workbench::setDeployed(const Deployed& deployed, const session::Choices& choices)
{
    difference_ = deployed.difference;
    shown_ = choices;
    setSnapshot(deployed.snapshot);
    emit stateChanged();
}

void Workbench::tryChoices(const session::Choices& choices, std::function<void(const Result<Deployed>&)> done)
{
    jobs_.start<Deployed>(JobRunner::Kind::Assign, tr("Assigning engines"), deployment(choices), std::move(done));
}

void Workbench::accept(const session::Choices& choices, const QString& text, const Deployed& result)
{
    accepted_ = result;
    document_.change(choices, text);
    accepted_.reset();
}

void Workbench::saveTensor(ir::TensorId tensor, const QString& path, std::function<void(const Result<void>&)> done)
{
    const auto& constant = snapshot_->graph->tensor(tensor).constant;
    if (!constant)
        return;
    jobs_.start<void>(JobRunner::Kind::SaveTensor, tr("Saving %1").arg(QFileInfo(path).fileName()),
                      [write = engine_.saveTensor, data = *constant, file = std::filesystem::path(path.toStdString())](
                          Progress& progress) { return write(data, file, progress); },
                      std::move(done));
}

void Workbench::setSnapshot(SnapshotPointer snapshot)
{
    snapshot_ = std::move(snapshot);
    emit snapshotChanged();
    emit problemsChanged();
}

session::Document Workbench::toDocument(const ViewState& view) const
{
    return {.model = document_.model().toStdString(),
            .modelHash = imported_ ? imported_->model.hash : 0,
            .choices = document_.choices(),
            .view = view};
}

void Workbench::save(const QString& path, const ViewState& view, std::function<void(bool)> done)
{
    const auto work = [write = engine_.saveDocument, document = toDocument(view),
                       file = std::filesystem::path(path.toStdString())](Progress&) { return write(document, file); };
    // Changes made while the file is written are not in it.
    const int savedStep = document_.undoStack().index();
    jobs_.start<void>(JobRunner::Kind::Save, tr("Saving %1").arg(QFileInfo(path).fileName()), work,
                      [this, path, savedStep, done = std::move(done)](const Result<void>& saved) {
                          note(JobRunner::Kind::Save, saved ? nullptr : &saved.error());
                          if (saved && document_.undoStack().index() == savedStep)
                              document_.markSaved(path);
                          done(saved.has_value());
                      });
}

void Workbench::requestStatistics(ir::TensorId tensor)
{
    constexpr int kBins = 64;
    const auto& constant = snapshot_->graph->tensor(tensor).constant;
    if (!constant)
        return;
    const auto work = [count = engine_.tensorStatistics, data = *constant](Progress& progress) {
        return count(data, kBins, progress);
    };
    jobs_.start<session::TensorStatistics>(
        JobRunner::Kind::Statistics, tr("Counting the values of %1").arg(QString::fromStdString(snapshot_->graph->tensor(tensor).name)),
        work, [this, tensor](const Result<session::TensorStatistics>& statistics) {
            emit statisticsReady(tensor, statistics);
        });
}

}  // namespace tw::workbench
