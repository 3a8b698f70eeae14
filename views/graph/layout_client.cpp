// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/layout_client.h"

#include <QCoreApplication>
#include <QDir>

#include <algorithm>
#include <utility>

namespace tw::views::graph {
namespace {

constexpr int kMostFailures = 5;       // in a row; then the helper is taken for broken

}  // namespace

LayoutClient::LayoutClient(QString program, LayoutLimits limits, QObject* parent)
    : QObject(parent), program_(std::move(program)), limits_(limits)
{
    if (program_.isEmpty())
        program_ = QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("tilewright-layout"));
    softTimer_.setSingleShot(true);
    hardTimer_.setSingleShot(true);
    connect(&softTimer_, &QTimer::timeout, this, &LayoutClient::slow);
    connect(&hardTimer_, &QTimer::timeout, this, [this] { giveUp(tr("the layout helper took too long")); });
}

LayoutClient::~LayoutClient()
{
    dropHelper();
}

void LayoutClient::request(LayoutKey key, layout::Problem problem)
{
    const bool known = (current_ && current_->key == key)
                       || std::ranges::any_of(waiting_, [key](const Job& job) { return job.key == key; });
    if (known)
        return;
    waiting_.push_back({.key = key, .problem = std::move(problem)});
    if (!current_)
        sendNext();
}

void LayoutClient::sendNext()
{
    current_.reset();
    softTimer_.stop();
    hardTimer_.stop();
    if (waiting_.empty()) {
        emit idle();
        return;
    }
    current_ = std::make_unique<Job>(std::move(waiting_.front()));
    waiting_.pop_front();
    current_->id = nextId_++;
    if (!helper_)
        startHelper();
    softTimer_.start(limits_.softMs);
    hardTimer_.start(limits_.hardMs);
    helper_->write(QByteArray::fromStdString(layout::requestFrame(current_->id, current_->problem)));
}

void LayoutClient::startHelper()
{
    received_.clear();
    helper_ = std::make_unique<QProcess>();
    helper_->setStandardErrorFile(QProcess::nullDevice());
    connect(helper_.get(), &QProcess::readyReadStandardOutput, this, &LayoutClient::readAnswer);
    // Queued, so that the process object is not deleted while it is signalling.
    connect(helper_.get(), &QProcess::finished, this, [this] { giveUp(tr("the layout helper ended")); }, Qt::QueuedConnection);
    connect(helper_.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) {
            failuresInARow_ = kMostFailures;
            giveUp(tr("the layout helper cannot be started"));
        }
    }, Qt::QueuedConnection);
    helper_->start(program_, {});
}

void LayoutClient::readAnswer()
{
    received_ += helper_->readAllStandardOutput();
    while (received_.size() >= static_cast<qsizetype>(layout::kFrameHeader)) {
        const std::string_view bytes(received_.constData(), static_cast<std::size_t>(received_.size()));
        const auto length = layout::bodyLength(bytes.substr(0, layout::kFrameHeader));
        if (!length) {
            giveUp(QString::fromStdString(length.error().message));
            return;
        }
        const std::size_t whole = layout::kFrameHeader + *length;
        if (bytes.size() < whole)
            return;
        const auto response = layout::readResponse(bytes.substr(layout::kFrameHeader, *length));
        if (!response || !current_ || response->id != current_->id) {
            giveUp(tr("the layout helper gave a wrong answer"));
            return;
        }
        received_.remove(0, static_cast<qsizetype>(whole));
        finish(*response);
    }
}

void LayoutClient::finish(const layout::Response& response)
{
    const Job job = std::move(*current_);
    failuresInARow_ = 0;
    sendNext();
    if (response.failed)
        emit failed(job.key, QString::fromStdString(response.why));
    else if (!layout::fits(response.drawing, job.problem))
        emit failed(job.key, tr("the layout helper left out a node"));
    else
        emit drawn(job.key, response.drawing);
}

void LayoutClient::giveUp(const QString& why)
{
    dropHelper();
    if (!current_)
        return;
    const LayoutKey key = current_->key;
    std::deque<Job> lost;
    if (++failuresInARow_ >= kMostFailures)
        std::swap(lost, waiting_);
    sendNext();
    emit failed(key, why);
    for (const auto& job : lost)
        emit failed(job.key, why);
}

// Handlers go first, then the process is ended without waiting for it here.
void LayoutClient::dropHelper()
{
    if (!helper_)
        return;
    helper_->disconnect(this);
    QProcess* process = helper_.release();
    if (process->state() == QProcess::NotRunning) {
        process->deleteLater();
        return;
    }
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    process->kill();
}

}  // namespace tw::views::graph
