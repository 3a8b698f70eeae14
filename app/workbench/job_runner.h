// SPDX-License-Identifier: GPL-3.0-or-later
// Runs slow work on worker threads for the GUI thread. One job per kind: a newer one cancels the older. A cancelled
// job leaves the list at once, so the window reacts immediately even when the worker needs a moment to notice; what
// it still delivers is dropped.
#pragma once

#include "core/base/progress.h"

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace tw::workbench {

class JobRunner : public QObject {
    Q_OBJECT
public:
    enum class Kind { Open, Deploy, Assign, TradeOffs, Survey, Preview, Export, Build, Statistics, SaveTensor, Targets, Save, Autosave, Latency };
    Q_ENUM(Kind)

    struct Status {
        int running = 0;
        QString title = {};          // of the job that was started last
        QString what = {};           // its own words; may be empty
        double fraction = -1;        // negative: unknown
        bool operator==(const Status&) const = default;
    };

    explicit JobRunner(QObject* parent = nullptr);
    ~JobRunner() override;

    /// `work` runs on a worker thread; `done` gets its result on the GUI thread unless the job was cancelled or
    /// replaced. An exception that `work` lets through arrives as an Error with Code::Internal.
    template <class T>
    void start(Kind kind, const QString& title, std::function<Result<T>(Progress&)> work,
               std::function<void(const Result<T>&)> done)
    {
        launch(kind, title, [work = std::move(work), done = std::move(done)](Progress& progress) {
            auto result = std::make_shared<const Result<T>>(guarded<T>(work, progress));
            return [done, result] { done(*result); };
        });
    }

    void cancel(Kind kind);
    void cancelAll();
    bool running(Kind kind) const { return jobs_.contains(kind); }
    bool idle() const { return jobs_.empty(); }
    Status status() const;

signals:
    void statusChanged();                        // a job began, ended, or got on; at most 20 times a second
    void ended(tw::workbench::JobRunner::Kind kind, bool cancelled);

private:
    using Delivery = std::function<void()>;

    struct Job {
        int serial = 0;
        QString title;
        Progress progress;
        mutable std::mutex mutex = {};           // guards the two below: written by the worker, read by the window
        QString what = {};
        double fraction = -1;

        Job(int number, QString name);
        void note(double newFraction, std::string_view text);
    };

    template <class T>
    static Result<T> guarded(const std::function<Result<T>(Progress&)>& work, Progress& progress)
    {
        try {
            return work(progress);
        } catch (const std::exception& exception) {
            return internalError(exception);
        }
    }
    static Error internalError(const std::exception& exception);

    void launch(Kind kind, const QString& title, std::function<Delivery(Progress&)> work);
    void deliver(Kind kind, int serial, const Delivery& delivery);
    void pollProgress();

    std::map<Kind, std::shared_ptr<Job>> jobs_;
    int nextSerial_ = 1;
    Status lastStatus_;
    QTimer poll_;
    QThreadPool pool_;
};

}  // namespace tw::workbench
