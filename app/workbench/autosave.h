// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps unsaved changes in the user's data folder, so that a crash loses nothing. One file per running program; a
// file whose program is gone is offered at the next start.
#pragma once

#include "app/workbench/workbench.h"

#include <QLockFile>
#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>

namespace tw::workbench {

class Autosave : public QObject {
    Q_OBJECT
public:
    explicit Autosave(Workbench& workbench, QObject* parent = nullptr);
    ~Autosave() override;

    /// The newest file of a program that ended without clearing up; it is ours to delete from now on.
    std::optional<QString> takeAbandoned();
    /// Opens what an abandoned file holds.
    void restore(const QString& file);
    static void discard(const QString& file);
    /// Writes now and leaves the file for the next start.
    void keep();
    QString file() const { return file_; }

private:
    session::Document document() const;
    void write();
    void clear();

    Workbench& workbench_;
    QString folder_;
    QString file_;
    std::unique_ptr<QLockFile> lock_;
    std::vector<std::unique_ptr<QLockFile>> taken_;
    QTimer soon_;
    bool kept_ = false;
};

}  // namespace tw::workbench
