// SPDX-License-Identifier: GPL-3.0-or-later
// What the window is about, without the window: the document, the last good snapshot, the jobs that make the next
// one, and the problems that they met. GUI thread only; all slow work is done by jobs.
#pragma once

#include "app/workbench/document.h"
#include "app/workbench/engine.h"
#include "app/workbench/job_runner.h"
#include "app/workbench/view_state.h"
#include "core/session/compare.h"

#include <QObject>

#include <map>
#include <optional>

namespace tw::workbench {

/// A deployment, and how it differs from the one before it, when there was one of the same model.
struct Deployed {
    session::SnapshotPointer snapshot;
    std::optional<session::Comparison> difference = {};
};

class Workbench : public QObject {
    Q_OBJECT
public:
    explicit Workbench(Engine engine, QObject* parent = nullptr);

    const Engine& engine() const { return engine_; }
    Document& document() { return document_; }
    JobRunner& jobs() { return jobs_; }
    const JobRunner& jobs() const { return jobs_; }
    const session::SnapshotPointer& snapshot() const { return snapshot_; }
    /// The model as the file has it: what every deployment starts from.
    const session::SnapshotPointer& imported() const { return imported_; }
    /// What snapshot() changed against the deployment before.
    const std::optional<session::Comparison>& difference() const { return difference_; }
    enum class State { UpToDate, Updating, Outdated };
    /// Whether snapshot() is what the document's choices ask for.
    State state() const;
    const std::vector<std::string>& targets() const { return targets_; }
    /// Of the snapshot, then of jobs that failed; hints say what to do in the window.
    Diagnostics problems() const;

    /// A model or a session file. `target`, when not empty, replaces the remembered or default one.
    void open(const QString& path, const QString& target = {});
    /// A document that an autosave kept; `sessionFile` is where it lived.
    void restore(const session::Document& document, const QString& sessionFile);
    void save(const QString& path, const ViewState& view, std::function<void(bool saved)> done);
    session::Document toDocument(const ViewState& view) const;
    void reload();
    /// Deploys with other choices, for a look: nothing of the document changes. A newer call cancels the older one.
    void tryChoices(const session::Choices& choices, std::function<void(const Result<Deployed>&)> done);
    /// Makes what tryChoices found the document's state, as one undoable step, without computing it again.
    void accept(const session::Choices& choices, const QString& text, const Deployed& result);
    void saveTensor(ir::TensorId tensor, const QString& path, std::function<void(const Result<void>&)> done);
    void requestStatistics(ir::TensorId tensor);

signals:
    void opened(const tw::workbench::ViewState& view);      // another model is on screen; empty view: no session
    void openFailed(const QString& message);
    void snapshotChanged();
    void stateChanged();
    void problemsChanged();
    void targetsChanged();
    void modelChangedOnDisk();                              // since the session file was saved
    void statisticsReady(tw::ir::TensorId tensor, const tw::Result<tw::session::TensorStatistics>& statistics);

private:
    struct Opened {
        session::SnapshotPointer snapshot;
        session::Document document;
        QString sessionFile;
    };
    using LoadDocument = std::function<Result<session::Document>()>;

    void openWith(const QString& title, const QString& sessionFile, const QString& target, LoadDocument load,
                  bool unsaved);
    void showOpened(Opened opened, bool unsaved);
    void deploy();
    std::function<Result<Deployed>(Progress&)> deployment(const session::Choices& choices) const;
    void setDeployed(const Deployed& deployed, const session::Choices& choices);
    void setSnapshot(session::SnapshotPointer snapshot);
    /// Remembers or clears the failure of a kind of job. Cancellation is no failure.
    void note(JobRunner::Kind kind, const Error* error);

    Engine engine_;
    Document document_;
    session::SnapshotPointer imported_;
    session::SnapshotPointer snapshot_;
    std::optional<session::Comparison> difference_;
    std::optional<session::Choices> shown_;                 // that snapshot_ was deployed with
    std::optional<Deployed> accepted_;                      // known already when the document asks for it
    std::vector<std::string> targets_;
    std::map<JobRunner::Kind, Diagnostic> failures_;
    JobRunner jobs_;                                        // last: its threads end before what they use
};

}  // namespace tw::workbench
