// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/autosave.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QUuid>

namespace tw::workbench {

namespace {

constexpr int kDelayMilliseconds = 1000;
constexpr const char* kSessionFile = "autosave.sessionFile";

QString lockName(const QString& file)
{
    return file + QStringLiteral(".lock");
}

}  // namespace

Autosave::Autosave(Workbench& workbench, QObject* parent)
    : QObject(parent), workbench_(workbench),
      folder_(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/autosave")),
      file_(folder_ + QLatin1Char('/') + QUuid::createUuid().toString(QUuid::WithoutBraces) + QStringLiteral(".twproj"))
{
    QDir().mkpath(folder_);
    lock_ = std::make_unique<QLockFile>(lockName(file_));
    lock_->setStaleLockTime(0);
    lock_->tryLock(0);
    soon_.setSingleShot(true);
    soon_.setInterval(kDelayMilliseconds);
    connect(&soon_, &QTimer::timeout, this, &Autosave::write);
    Document& document = workbench_.document();
    connect(&document, &Document::choicesChanged, &soon_, qOverload<>(&QTimer::start));
    connect(&document, &Document::identityChanged, this, [this] {
        if (workbench_.document().modified())
            soon_.start();
        else
            clear();
    });
}

Autosave::~Autosave()
{
    if (!kept_)
        clear();
}

void Autosave::clear()
{
    soon_.stop();
    workbench_.jobs().cancel(JobRunner::Kind::Autosave);
    QFile::remove(file_);
}

session::Document Autosave::document() const
{
    return workbench_.toDocument({{kSessionFile, workbench_.document().sessionFile().toStdString()}});
}

void Autosave::keep()
{
    soon_.stop();
    workbench_.jobs().cancel(JobRunner::Kind::Autosave);
    // The program ends now: there is no time for a job.
    kept_ = workbench_.document().modified() &&
            workbench_.engine().saveDocument(document(), file_.toStdString()).has_value();
}

void Autosave::write()
{
    if (!workbench_.document().modified())
        return clear();
    workbench_.jobs().start<void>(
        JobRunner::Kind::Autosave, tr("Keeping a copy of the changes"),
        [save = workbench_.engine().saveDocument, document = document(), file = std::filesystem::path(file_.toStdString())](Progress&) {
            return save(document, file);
        },
        [](const Result<void>&) {});
}

std::optional<QString> Autosave::takeAbandoned()
{
    const QFileInfoList found = QDir(folder_).entryInfoList({QStringLiteral("*.twproj")}, QDir::Files, QDir::Time);
    for (const QFileInfo& info : found) {
        const QString file = info.absoluteFilePath();
        auto lock = std::make_unique<QLockFile>(lockName(file));
        lock->setStaleLockTime(0);
        if (file == file_ || !lock->tryLock(0))
            continue;
        taken_.push_back(std::move(lock));
        return file;
    }
    return {};
}

void Autosave::restore(const QString& file)
{
    workbench_.jobs().start<session::Document>(
        JobRunner::Kind::Open, tr("Reading the kept changes"),
        [load = workbench_.engine().loadDocument, path = std::filesystem::path(file.toStdString())](Progress&) {
            return load(path);
        },
        [this, file](const Result<session::Document>& document) {
            if (!document)
                return emit workbench_.openFailed(QString::fromStdString(document.error().text()));
            const auto sessionFile = document->view.find(kSessionFile);
            session::Document kept = *document;
            kept.view.clear();
            workbench_.restore(kept, sessionFile == document->view.end() ? QString()
                                                                         : QString::fromStdString(sessionFile->second));
            discard(file);
        });
}

void Autosave::discard(const QString& file)
{
    QFile::remove(file);
}

}  // namespace tw::workbench
