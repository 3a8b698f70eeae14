// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/job_runner.h"

#include <algorithm>

namespace tw::workbench {

namespace {
constexpr int kPollMilliseconds = 50;
// A cancelled job may take a while to notice; its thread must not keep the next one waiting.
constexpr int kThreads = 8;
}  // namespace

JobRunner::Job::Job(int number, QString name)
    : serial(number), title(std::move(name)),
      progress([this](double newFraction, std::string_view text) { note(newFraction, text); })
{
}

void JobRunner::Job::note(double newFraction, std::string_view text)
{
    const std::scoped_lock lock(mutex);
    fraction = newFraction;
    what = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

JobRunner::JobRunner(QObject* parent) : QObject(parent)
{
    pool_.setMaxThreadCount(kThreads);
    poll_.setInterval(kPollMilliseconds);
    connect(&poll_, &QTimer::timeout, this, &JobRunner::pollProgress);
}

JobRunner::~JobRunner()
{
    blockSignals(true);
    cancelAll();
    pool_.waitForDone();
}

void JobRunner::launch(Kind kind, const QString& title, std::function<Delivery(Progress&)> work)
{
    cancel(kind);
    const auto job = std::make_shared<Job>(nextSerial_++, title);
    jobs_[kind] = job;
    poll_.start();
    pollProgress();
    pool_.start([this, kind, job, work = std::move(work)] {
        Delivery delivery = work(job->progress);
        QMetaObject::invokeMethod(
            this, [this, kind, serial = job->serial, delivery] { deliver(kind, serial, delivery); },
            Qt::QueuedConnection);
    });
}

void JobRunner::deliver(Kind kind, int serial, const Delivery& delivery)
{
    const auto found = jobs_.find(kind);
    if (found == jobs_.end() || found->second->serial != serial)
        return;
    jobs_.erase(found);
    delivery();
    emit ended(kind, false);
    pollProgress();
}

void JobRunner::cancel(Kind kind)
{
    const auto found = jobs_.find(kind);
    if (found == jobs_.end())
        return;
    found->second->progress.cancel();
    jobs_.erase(found);
    emit ended(kind, true);
    pollProgress();
}

void JobRunner::cancelAll()
{
    while (!jobs_.empty())
        cancel(jobs_.begin()->first);
}

JobRunner::Status JobRunner::status() const
{
    if (jobs_.empty())
        return {};
    const auto newest = std::max_element(jobs_.begin(), jobs_.end(), [](const auto& left, const auto& right) {
        return left.second->serial < right.second->serial;
    });
    const Job& job = *newest->second;
    const std::scoped_lock lock(job.mutex);
    return {static_cast<int>(jobs_.size()), job.title, job.what, job.fraction};
}

void JobRunner::pollProgress()
{
    if (jobs_.empty())
        poll_.stop();
    const Status now = status();
    if (now == lastStatus_)
        return;
    lastStatus_ = now;
    emit statusChanged();
}

Error JobRunner::internalError(const std::exception& exception)
{
    return {.code = Code::Internal,
            .message = exception.what(),
            .hint = "this is a fault of Tilewright, not of the model; please report it with the steps that led here"};
}

}  // namespace tw::workbench
