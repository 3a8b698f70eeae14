// SPDX-License-Identifier: GPL-3.0-or-later
// The open document: which model, where its session file is, and the choices, which only change through undoable
// commands.
#pragma once

#include "core/session/session.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

namespace tw::workbench {

class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(QObject* parent = nullptr);

    bool empty() const { return model_.isEmpty(); }
    const QString& model() const { return model_; }
    /// The .twproj; empty: never saved.
    const QString& sessionFile() const { return sessionFile_; }
    const session::Choices& choices() const { return choices_; }
    QUndoStack& undoStack() { return undo_; }
    bool modified() const { return !undo_.isClean(); }

    /// Another model. Forgets the history.
    void reset(const QString& model, const session::Choices& choices, const QString& sessionFile);
    /// One undoable step. Does nothing when `next` is what we have.
    void change(const session::Choices& next, const QString& text);
    void markSaved(const QString& sessionFile);
    /// Restored after a crash: there is something to save that no command stands for.
    void markUnsaved() { undo_.resetClean(); }

signals:
    void choicesChanged();
    void identityChanged();      // model, session file, or whether it is modified

private:
    friend class ChangeChoices;
    void apply(const session::Choices& choices);

    QString model_;
    QString sessionFile_;
    session::Choices choices_;
    QUndoStack undo_;
};

}  // namespace tw::workbench
